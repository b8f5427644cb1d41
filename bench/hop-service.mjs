/** The smallest service there can be: one question, with a door, a schema, a controller, and an answer as large as a guest's screen. */
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { query } from '@larder/contracts/request.js';
import { Answers, BusAnswers } from '../services/kit/dist/bus/nest-bus.js';

const screen = {
  sessionId: 'q3SxkZ1f0d9nHk2vJc8aLw', status: 'active', items: [{ name: 'Cola 0,33 l', sku: 'cola-330', quantity: 1, price: 2.5 }], totalAmount: 2.5, currency: 'USD', committed: false,
  timeRemaining: 291, expiresAt: '2026-03-01T12:05:00.000Z', machine: { machineId: 'VM-001', name: 'Seaside Lobby', location: { address: '12 Ocean Avenue, Asbury Park, NJ' } },
};
export const text = JSON.stringify(screen);
export const look = query('hop.look', 'anyone', 'What is on the screen', z.object({ sessionId: z.string().max(64) }), z.object({ sessionId: z.string() }));
export const input = { sessionId: screen.sessionId };

class HopController {
  async look() {
    return screen;
  }
}
Answers(look)(HopController.prototype, 'look', Object.getOwnPropertyDescriptor(HopController.prototype, 'look'));
Controller()(HopController);

class HopModule {}
Module({ controllers: [HopController] })(HopModule);

export async function answer(bus) {
  const app = await NestFactory.createApplicationContext(HopModule, { logger: false });
  await new BusAnswers(bus, (where, error) => (console.error(where, error), 'hop')).begin(app);
}
