/** The places of the operator area, each with the permission it takes. */
import { AlertOutlined, ApartmentOutlined, AppstoreOutlined, BarChartOutlined, CreditCardOutlined, DashboardOutlined, ShopOutlined, TeamOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { Permission } from '@larder/contracts/roles.js';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.js';

export interface Place {
  path: string;
  label: string;
  icon: ReactNode;
  permission: Permission;
}

export const places: readonly Place[] = [
  { path: paths.dashboard, label: 'Dashboard', icon: <DashboardOutlined />, permission: 'sales.read' },
  { path: paths.machines, label: 'Machines', icon: <ShopOutlined />, permission: 'machines.read' },
  { path: paths.products, label: 'Products', icon: <AppstoreOutlined />, permission: 'products.delete' },
  { path: paths.sales, label: 'Sales', icon: <UnorderedListOutlined />, permission: 'sales.read' },
  { path: paths.analytics, label: 'Analytics', icon: <BarChartOutlined />, permission: 'analytics.export' },
  { path: paths.alerts, label: 'Alerts', icon: <AlertOutlined />, permission: 'alerts.read' },
  { path: paths.organization, label: 'Organization', icon: <ApartmentOutlined />, permission: 'account.read' },
  { path: paths.team, label: 'Team Admin', icon: <TeamOutlined />, permission: 'users.invite' },
  { path: paths.subscription, label: 'Subscription', icon: <CreditCardOutlined />, permission: 'settings.view' },
];
