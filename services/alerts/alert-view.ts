/** Alerts as the list shows them; statistics are counted from the same rows. */
import type { AlertFact, AlertView } from '@larder/contracts/alerts.js';
import type { Projection } from '@larder/kit/project.js';

export type AlertRow = Omit<AlertView, 'ageInHours'> & { condition: string };

export const alertView: Projection<AlertFact, AlertRow> = {
  collection: 'alerts',
  version: 1,
  orders: ['createdAt', 'isResolved'],
  categories: ['alert'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.alertId }],
  apply(row, fact) {
    switch (fact.type) {
      case 'AlertRaised': {
        const { alertId, condition, type, severity, message, machine, product, details } = fact.data;
        return {
          _id: alertId, condition, type, severity, message, createdAt: fact.meta.at, isResolved: false, details,
          machine: { machineId: machine.machineId, name: machine.name, location: { address: machine.address } },
          product: product && { name: product.name, sku: product.sku },
        };
      }
      case 'AlertChanged':
        return row && { ...row, severity: fact.data.severity, message: fact.data.message, details: fact.data.details };
      case 'AlertResolved':
        return row && { ...row, isResolved: true, resolvedAt: fact.meta.at, resolvedBy: fact.data.by };
    }
  },
};

const HOUR_MS = 3_600_000;
export const present = ({ condition: _, ...row }: AlertRow, now: Date): AlertView =>
  ({ ...row, ageInHours: Math.floor((now.getTime() - Date.parse(row.createdAt)) / HOUR_MS) });
