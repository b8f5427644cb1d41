/** Larder's command line: `npm run larder -- import export.csv`, `npm run larder -- replay export.csv`. */
import { runCommand } from './command-line.js';
import { openTerminal } from './terminal.js';

process.exitCode = await runCommand(process.argv.slice(2), openTerminal(), process.env);
