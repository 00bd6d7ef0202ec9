import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { action } from '../command.ts';
import { ledgerTags, play } from '../demo/play.ts';
import { resultTable } from '../demo/table.ts';
import { freeTemporalPort } from '../free-port.ts';
import type { CommonOptions } from '../settings.ts';
import { untilStopped } from '../signals.ts';
import { startStack } from '../stack.ts';

interface DemoOptions extends CommonOptions {
  keep?: boolean;
}

/** AWS takes 43 s instead of 128 s: slow enough to watch, quick enough for two minutes in all. */
const SPEED = 3;

export function demoCommand(): Command {
  return new Command('demo')
    .description('the whole story on simulated ZVMs, in about two minutes')
    .option('--keep', 'leave everything running at the end, until Ctrl-C')
    .action(action(demo));
}

async function demo(options: DemoOptions): Promise<number> {
  const tell = (line: string): void => console.error(line);
  const stopped = untilStopped().then((signal) => ({ signal }));
  // A state directory of its own: a demo must not meet a real installation.
  const directory = mkdtempSync(join(tmpdir(), 'zerto-rewind-demo-'));
  const address = `127.0.0.1:${await freeTemporalPort()}`;
  const stack = await startStack({
    env: { ...process.env, XDG_STATE_HOME: directory, TEMPORAL_ADDRESS: address },
    temporal: { address, namespace: 'default', taskQueue: 'zerto-rewind', uiPort: null },
    configFile: null,
    simulate: { speed: SPEED },
    tell,
  });
  try {
    const control = stack.simulator?.control ?? '';
    tell(`The simulated sites run ${SPEED} times as fast as the real ones.`);
    const played = await Promise.race([play({ stack, control, speed: SPEED, tell }), stopped]);
    if ('signal' in played) return 130;
    const tags = await ledgerTags(control);
    console.log(
      options.json === true ? JSON.stringify({ results: played }) : `\n${resultTable(played, tags)}`,
    );
    const wrong = played.filter(({ scene, verdict }) => verdict.outcome !== scene.expect);
    for (const { scene, verdict } of wrong)
      tell(`WRONG: ${scene.vm} (${scene.about}) gave ${verdict.outcome}, not ${scene.expect}.`);
    if (options.keep === true) {
      tell(
        `\nStill running: Temporal UI ${stack.temporal.uiUrl}, config ${stack.configFile}. Ctrl-C stops it.`,
      );
      await stopped;
    }
    return wrong.length === 0 ? 0 : 1;
  } finally {
    tell('Stopping …');
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
