/** What went wrong, in words and in the colour it is shown in. */
import type { ApiFailure } from './api.js';

export type FailureTone = 'unsupported' | 'validation' | 'failed';

export const failureTone = (failure: Pick<ApiFailure, 'code'>): FailureTone =>
  failure.code === 'READ_ONLY' ? 'unsupported' : failure.code === 'BAD_INPUT' ? 'validation' : 'failed';

/** What an endpoint hook's `error` can be. */
export function asFailure(error: unknown): ApiFailure | undefined {
  if (!error) return undefined;
  const known = error as Partial<ApiFailure>;
  return typeof known.code === 'string' && typeof known.message === 'string' ? (known as ApiFailure) : { status: 0, code: 'INTERNAL', message: '' };
}

/** What is said about a failure besides its title. What a deployment does not support is explained by the server. */
export function explanation({ code, message, data }: Pick<ApiFailure, 'code' | 'message' | 'data'>): string {
  const { details, userAction } = (code === 'READ_ONLY' ? (data ?? {}) : {}) as { details?: string; userAction?: string };
  return [message, details, userAction].filter(Boolean).map((part) => (/[.!?]$/.test(part as string) ? part : `${part}.`)).join(' ');
}
