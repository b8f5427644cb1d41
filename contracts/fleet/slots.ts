/** Slots: what an operator puts into them, takes out, counts, and what it sells for there. */
import { z } from 'zod';
import { productFields } from '../catalog.js';
import { askedDay } from '../day.js';
import { lossCause, machineView, slot } from '../fleet.js';
import { command } from '../request.js';
import { machineId } from '../device/machine-id.js';

export const stockSlot = command('fleet.stockSlot', 'machines.manage_inventory', 'Put a product into a slot, or more of it', z.object({
  id: machineId, productId: z.string({ error: 'Please fill in all required fields' }).min(1, 'Please fill in all required fields'), slot: slot.optional(),
  quantity: z.number().int().min(0, 'Please fill in all required fields').max(999).default(0),
  /** The day that stands on what is put in. */
  bestBefore: askedDay.optional(),
  /** The one the slot has, else 10, when missing. */
  maxQuantity: z.number().int().min(1, 'Please fill in all required fields').max(999).optional(),
  /** The level that was shown to whoever sets another; without it the last one wins. */
  wasMaxQuantity: z.number().int().optional(),
}), z.object({ machine: machineView }));
export const restockMachine = command('fleet.restockMachine', 'machines.manage_inventory', 'Fill slots of a machine in one go: all that are named, or none', z.object({
  id: machineId,
  /** `productId`: what is thought to be in the slot; `quantity`: units added; `bestBefore`: the day that stands on them. */
  slots: z.array(z.object({ slot, productId: z.string().min(1), quantity: z.number().int().min(1).max(999), bestBefore: askedDay.optional() })).max(250),
  /** What was taken out before, and why. */
  lost: z.array(z.object({ slot, productId: z.string().min(1), quantity: z.number().int().min(1).max(999), cause: lossCause })).max(250).default([]),
}).refine(({ slots, lost }) => slots.length + lost.length > 0, { path: ['slots'], error: 'Please fill in all required fields' }), z.object({ machine: machineView }));
export const layOutSlots = command('fleet.layOutSlots', 'machines.manage_inventory', 'Lay the free slots of a machine out like another one: products, par levels and own prices, with nothing in them yet', z.object({
  id: machineId, /** The machine that is taken as the model. */ like: machineId,
}), z.object({ machine: machineView }));
export const adjustSlot = command('fleet.adjustSlot', 'machines.manage_inventory', 'Correct what a slot holds, with a reason', z.object({
  /** More than a slot can hold: a broken sensor may have counted it far below nothing. */
  id: machineId, slot, change: z.number().int().min(-99_999).max(99_999), reason: z.string({ error: 'Please give a reason' }).trim().min(1, 'Please give a reason').max(200, 'A reason cannot exceed 200 characters'),
  /** What the books said that was found to be wrong: what was counted is no difference to anything else. Without it the change is made to whatever is there. */
  was: z.number().int().optional(),
  /** What is thought to be in the slot. */
  productId: z.string().min(1).optional(),
  /** What became of what is missing, where that is known; with a change above zero, so many that were entered by mistake are there after all. */
  cause: lossCause.optional(),
}), z.object({ machine: machineView }));
export const clearSlot = command('fleet.clearSlot', 'machines.manage_inventory', 'Take a product out of a machine', z.object({
  id: machineId, slot, /** What is thought to be in the slot. */ productId: z.string().min(1).optional(),
}), z.object({ machine: machineView }));
export const priceSlot = command('fleet.priceSlot', 'products.update', 'Give a slot a price of its own; null for the product\'s', z.object({
  id: machineId, slot, price: productFields.price.nullable(),
  /** The own price that was shown to whoever sets another; without it the last one wins. */
  was: productFields.price.nullable().optional(),
  /** What is thought to be in the slot. */
  productId: z.string().min(1).optional(),
}), z.object({ machine: machineView }));
