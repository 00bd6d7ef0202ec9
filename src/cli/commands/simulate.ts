import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { parseEstate, startSimulator } from '../../simulator/index.ts';
import { action } from '../command.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { positiveNumber } from '../options.ts';
import type { CommonOptions } from '../settings.ts';
import { untilStopped } from '../signals.ts';

interface SimulateOptions extends CommonOptions {
  estate?: string;
  port?: number;
  speed?: number;
  seed?: number;
  tls?: boolean;
}

export function simulateCommand(): Command {
  return new Command('simulate')
    .description('run simulated ZVMs; the first line of stdout tells how to reach them')
    .option('--estate <file>', 'what is simulated, as JSON (default: the built-in estate)')
    .option('--port <n>', 'port of the first site; the others follow', positiveNumber('--port'))
    .option('--speed <n>', 'divides the durations', positiveNumber('--speed'))
    .option('--seed <n>', 'seed of the jitter', positiveNumber('--seed'))
    .option('--tls', 'serve HTTPS with a certificate of its own')
    .action(action(simulate));
}

async function simulate({ estate, port, speed, seed, tls }: SimulateOptions): Promise<number> {
  const stopped = untilStopped();
  const simulator = await startSimulator({
    ...(estate === undefined ? {} : { estate: readEstate(estate) }),
    ...(port === undefined ? {} : { port }),
    ...(speed === undefined ? {} : { speed }),
    ...(seed === undefined ? {} : { seed }),
    ...(tls === undefined ? {} : { tls }),
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new CommandError(
        { code: 'CONFIG', message: `Port in use: ${error.message}.`, next: 'Choose another --port.' },
        EXIT.usage,
      );
    }
    throw error;
  });
  console.log(JSON.stringify(simulator.announcement()));
  await stopped;
  await simulator.close();
  return 0;
}

function readEstate(file: string): ReturnType<typeof parseEstate> {
  try {
    return parseEstate(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      {
        code: 'CONFIG',
        message: `The estate ${file} cannot be used: ${message}.`,
        next: 'Correct it, or leave --estate out.',
      },
      EXIT.usage,
    );
  }
}
