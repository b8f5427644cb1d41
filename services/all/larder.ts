/** Larder's command line: `npm run larder -- import export.csv`, `npm run larder -- replay export.csv`, `npm run larder -- lag`. */
import { runCommand } from './commands/command-line.js';
import { openTerminal } from './commands/terminal.js';

process.exitCode = await runCommand(process.argv.slice(2), openTerminal(), process.env);
