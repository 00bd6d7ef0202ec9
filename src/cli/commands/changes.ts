import { Command } from 'commander';
import { connectClient, listChanges, type Change } from '../../client/index.ts';
import { action } from '../command.ts';
import { reaching } from '../exit-codes.ts';
import { text } from '../options.ts';
import { loadSettings, type CommonOptions } from '../settings.ts';

interface ChangesOptions extends CommonOptions {
  vm?: string;
}

export function changesCommand(): Command {
  return new Command('changes')
    .description('list guarded changes and whether their rewind points still exist')
    .option('--vm <name>', 'only those of this VM', text('--vm'))
    .action(action(changes));
}

async function changes(options: ChangesOptions): Promise<number> {
  const { temporal } = loadSettings(options);
  const connected = await reaching(temporal.address, () => connectClient(temporal));
  try {
    const found = await listChanges(connected.client, temporal.taskQueue, options.vm);
    if (options.json === true) console.log(JSON.stringify({ changes: found }));
    else console.log(found.length === 0 ? 'No guarded changes.' : found.map(changeText).join('\n'));
    return 0;
  } finally {
    await connected.close();
  }
}

function changeText({ changeId, vm, outcome, at, open, vpgs }: Change): string {
  const points = vpgs.map(({ name, rewindPoint, exists }) => {
    if (rewindPoint === null) return `${name}: no point`;
    const state = exists === null ? 'not checked' : exists ? 'in the journal' : 'gone';
    return `${name}: ${rewindPoint.identifier} of ${rewindPoint.at} (${state})`;
  });
  return [`${at}  ${changeId}  ${vm}  ${outcome ?? 'running'}${open ? ', open' : ''}`, ...points].join(
    '\n    ',
  );
}
