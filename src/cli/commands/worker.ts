import { Command } from 'commander';
import { startWorker } from '../../worker/index.ts';
import { action } from '../command.ts';
import { reaching } from '../exit-codes.ts';
import { stderrLog } from '../log.ts';
import { loadSettings, type CommonOptions } from '../settings.ts';
import { untilStopped } from '../signals.ts';
import { rulesOf, sitesOf } from '../sites.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('run the worker alone, against the Temporal of the config or environment')
    .action(action(work));
}

async function work(options: CommonOptions): Promise<number> {
  const { config, temporal } = loadSettings(options);
  const log = stderrLog('worker');
  const sites = sitesOf(config, process.env);
  const stopped = untilStopped();
  const worker = await reaching(temporal.address, () =>
    startWorker({ temporal, sites, rules: rulesOf(config), log }),
  );
  log.info(
    { taskQueue: temporal.taskQueue, temporal: temporal.address, sites: sites.map(({ name }) => name) },
    'polling',
  );
  if (options.json === true) console.log(JSON.stringify({ pid: process.pid, taskQueue: temporal.taskQueue }));
  // Said at the start rather than at the first guard; a site that is down now may be up by then.
  for (const site of sites) {
    site.zvm.localSite().catch((error: unknown) => {
      log.warn(
        { site: site.name, cause: error instanceof Error ? error.message : String(error) },
        'ZVM not usable now',
      );
    });
  }
  await Promise.race([stopped, worker.done]);
  log.info('stopping: what is under way may end');
  await worker.stop();
  await Promise.all(sites.map(({ zvm }) => zvm.close()));
  return 0;
}
