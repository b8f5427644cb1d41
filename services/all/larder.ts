/** Larder's command line: `npm run larder -- import export.csv`, `npm run larder -- replay export.csv`, `npm run larder -- lag`. */
import { runCommand } from './commands/command-line.js';
import { openTerminal } from './commands/terminal.js';

// Whoever reads the beginning only (`| head`) is done then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), openTerminal(), process.env);
