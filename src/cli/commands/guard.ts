import { Command } from 'commander';
import { connectClient, GuardClient, guardWorkflowId, isUnreachable, wordsOf } from '../../client/index.ts';
import type { Config } from '../../config/index.ts';
import { temporalUnreachable } from '../../domain/reasons.ts';
import { withoutVpgs, type Verdict } from '../../domain/verdict.ts';
import { action } from '../command.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { positiveNumber, text } from '../options.ts';
import { ProgressLine } from '../progress.ts';
import { loadSettings, type CommonOptions } from '../settings.ts';
import { verdictText } from '../verdict-text.ts';

interface GuardOptions extends CommonOptions {
  vm: string;
  change: string;
  action: string;
  agent?: string;
  wait?: number;
}

export function guardCommand(): Command {
  return new Command('guard')
    .description('insert a tagged checkpoint on every VPG of a VM and wait until it is listed')
    .requiredOption('--vm <name>', 'the VM: its name in Zerto, an alias, or a vmIdentifier', text('--vm'))
    .requiredOption(
      '--change <id>',
      'the change; asked again with the same id, the same checkpoint is found',
      text('--change'),
    )
    .requiredOption(
      '--action <text>',
      'what will be done, for the operator who reads the journal',
      text('--action'),
    )
    .option('--agent <name>', 'who does it (default: agent of the config)', text('--agent'))
    .option(
      '--wait <seconds>',
      'wait this long for the verdict (default: until there is one)',
      positiveNumber('--wait'),
    )
    .action(action(guard));
}

/** Beyond the longest patience: the verdict comes before this in every case. */
function untilThereIsOne({ guard: { cadence } }: Config): number {
  return (Math.max(...Object.values(cadence).map(({ patience }) => patience)) + 120) * 1000;
}

async function guard(options: GuardOptions): Promise<number> {
  const { config, temporal } = loadSettings(options);
  const { vm, change: changeId } = options;
  const waitMs = options.wait === undefined ? untilThereIsOne(config) : options.wait * 1000;
  const line = new ProgressLine(process.stderr);
  process.once('SIGINT', () => {
    line.clear();
    console.error(
      `The guard of ${changeId} goes on without you. Look at it with "zerto-rewind changes --vm '${vm}'", ask again with the same --change, or open workflow ${guardWorkflowId(changeId, vm)} in the Temporal UI.`,
    );
    process.exit(EXIT.pending);
  });
  const verdict = await ask();
  line.clear();
  console.log(options.json === true ? JSON.stringify(verdict) : verdictText(verdict));
  return exitCodeOf(verdict);

  async function ask(): Promise<Verdict> {
    const connected = await connectClient(temporal).catch((error: unknown) => {
      if (isUnreachable(error)) return wordsOf(error);
      throw error;
    });
    if (typeof connected === 'string') {
      return withoutVpgs('unavailable', temporalUnreachable(temporal.address, connected), { changeId, vm });
    }
    try {
      const client = new GuardClient(connected.client, temporal);
      return await client.guard({
        changeId,
        vm,
        action: options.action,
        agent: options.agent ?? config.agent,
        waitMs,
        ...(line.shown ? { onProgress: (progress) => line.show(progress) } : {}),
      });
    } finally {
      await connected.close();
    }
  }
}
