#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { catalogCommand } from './commands/catalog.ts';
import { changesCommand } from './commands/changes.ts';
import { checkCommand } from './commands/check.ts';
import { demoCommand } from './commands/demo.ts';
import { downCommand } from './commands/down.ts';
import { explainCommand } from './commands/explain.ts';
import { guardCommand } from './commands/guard.ts';
import { simulateCommand } from './commands/simulate.ts';
import { statusCommand } from './commands/status.ts';
import { upCommand } from './commands/up.ts';
import { workerCommand } from './commands/worker.ts';
import { EXIT } from './exit-codes.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('zerto-rewind')
  .description('Makes the Zerto journal an undo for AI agents.')
  .version(version)
  .showHelpAfterError('(see "zerto-rewind --help")');

const commands = [
  upCommand(),
  downCommand(),
  statusCommand(),
  workerCommand(),
  guardCommand(),
  changesCommand(),
  checkCommand(),
  explainCommand(),
  catalogCommand(),
  simulateCommand(),
  demoCommand(),
];
for (const command of commands) {
  command
    .option('--json', 'one JSON document on stdout, logs on stderr')
    .option(
      '--config <file>',
      'the config file (default: $ZERTO_REWIND_CONFIG, then the user config directory)',
    )
    .exitOverride()
    .showHelpAfterError(`(see "zerto-rewind ${command.name()} --help")`);
  program.addCommand(command);
}

try {
  await program.exitOverride().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Help and version end well; everything else commander says is bad usage (exit 2).
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
