/** What is wrong with a form, by the schema of what it sends. */
import type { z } from 'zod';

export type Errors<F> = Partial<Record<keyof F, string>>;

/** The first complaint about each field; none when it can be sent. */
export function firstIssues<F extends object>(schema: z.ZodType, entered: F): Errors<F> {
  const errors: Errors<F> = {};
  for (const { path, message } of schema.safeParse(entered).error?.issues ?? []) {
    const field = path[0] as keyof F;
    errors[field] ??= message;
  }
  return errors;
}

/** For a password that is typed twice. */
export const repeatError = (password: string, repeated: string): string | undefined =>
  repeated === '' ? 'Please confirm your password' : password === repeated ? undefined : 'Passwords do not match';
