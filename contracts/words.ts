/** Words for people's names, addresses and roles, checked the same way wherever they come in. */
import { z } from 'zod';

export { role } from './roles.js';

/** By the signs that are left out mail programs read another address out of it, so that whoever may be written to so often would be written to without end. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;
/** Breaks a line, or turns the words that follow it around: a name would say something else in another person's mail than was entered. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const isSeen = (text: string): boolean => !UNSEEN.test(text);
export const email = z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').max(254, 'Email cannot exceed 254 characters').regex(ADDRESS, 'Please enter a valid email address')
  .refine((address) => !/\p{C}/u.test(address), 'Please enter a valid email address');

/** @param missing the sentence for an empty one */
export const personName = (missing: string) => z.string({ error: missing }).trim().min(1, missing).max(100, 'Names cannot exceed 100 characters').refine(isSeen, 'Names cannot contain control characters');

export const organizationName = personName('Organization name is required');

const PASSWORD_TOO_SHORT = 'Password must be at least 8 characters';
export const PASSWORD_TOO_LONG = 'Password cannot exceed 256 characters';
const PASSWORD_TOO_SIMPLE = 'Password must contain uppercase, lowercase, number, and special character';
/** The rule for new passwords. Whoever signs in may have any. */
export const newPassword = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(256, PASSWORD_TOO_LONG)
  .refine((text) => text.length >= 8, { error: PASSWORD_TOO_SHORT, abort: true })
  .refine((text) => [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].every((kind) => kind.test(text)), PASSWORD_TOO_SIMPLE);
