/** Runs one service as a process of its own. */
import type { Type } from '@nestjs/common';
import { openLog, start } from './start.js';
import { whyNot } from './why-not.js';

/** Ends the process when it cannot start, and says in its log why. */
export async function run(name: string, module: Type): Promise<void> {
  try {
    await start(name, [module]);
  } catch (error) {
    openLog('fatal').child({ service: name }).fatal({ err: error }, `cannot start: ${whyNot(error)}`);
    process.exit(1);
  }
}
