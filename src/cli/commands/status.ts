import { Command } from 'commander';
import { action } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../settings.ts';
import { statusOf, works, type Status } from '../status.ts';

export function statusCommand(): Command {
  return new Command('status').description('tell whether a guard would work now').action(action(status));
}

async function status(options: CommonOptions): Promise<number> {
  const found = await statusOf(options, process.env);
  console.log(options.json === true ? JSON.stringify(found) : statusText(found));
  return works(found) ? EXIT.ok : EXIT.cannotSay;
}

function statusText({ temporal, worker, sites }: Status): string {
  const ui = temporal.ui === null ? '' : `, UI ${temporal.ui}`;
  return [
    temporal.ok
      ? `ok      Temporal at ${temporal.address}${ui}`
      : `FAILED  Temporal at ${temporal.address}: ${temporal.detail}. Start it with "zerto-rewind up".`,
    worker.polling
      ? `ok      worker polling${worker.pid === null ? '' : ` (process ${worker.pid})`}`
      : 'FAILED  no worker polls. Start one with "zerto-rewind worker".',
    ...sites.map(({ name, ok, detail }) =>
      ok ? `ok      ZVM of ${name}` : `FAILED  ZVM of ${name}: ${detail}`,
    ),
  ].join('\n');
}
