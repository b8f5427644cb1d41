/** Runs one service as a process of its own. */
import type { Type } from '@nestjs/common';
import { openLog, start } from './start.js';

/** Ends the process when it cannot start, and says in its log why. */
export async function run(name: string, module: Type): Promise<void> {
  try {
    await start(name, [module]);
  } catch (error) {
    openLog('fatal').child({ service: name }).fatal({ err: error }, `cannot start: ${whyNot(error)}`);
    process.exit(1);
  }
}

/** Why a process cannot start, and where it can be helped, what to do. */
export function whyNot(error: unknown): string {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `another program uses port ${String(port)}. Set PORT (for guests and operators) or MQTT_PORT (for machines) to a free one`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${whyNot(error.cause)}` : error.message;
}
