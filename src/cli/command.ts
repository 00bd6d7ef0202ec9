import type { Command } from 'commander';
import { reportFailure } from './report.ts';
import type { CommonOptions } from './settings.ts';

/** Runs a command's work: its result is the exit code, its failure is told to a person. */
export function action<O extends CommonOptions>(
  work: (options: O, command: Command) => Promise<number>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const options = command.optsWithGlobals<O>();
    try {
      process.exitCode = await work(options, command);
    } catch (error) {
      process.exitCode = reportFailure(error, options.json === true);
    }
  };
}
