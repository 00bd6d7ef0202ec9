import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient, GuardClient } from '../../client/index.ts';
import type { GuardProgress } from '../../workflows/guard/contract.ts';
import { stopChild } from '../child.ts';
import { ProgressLine, progressText } from '../progress.ts';
import type { Stack } from '../stack.ts';
import { SCENES, type Scene } from './scenes.ts';
import type { LedgerTag, Played } from './table.ts';

export interface Stage {
  stack: Stack;
  control: string;
  speed: number;
  tell: (line: string) => void;
}

/** Longer than the longest patience of the demo. */
const WAIT_MS = 600_000;
const WORKER_IS_AWAY_MS = 2_000;

/** Plays the scenes one after the other, with live progress. */
export async function play(stage: Stage): Promise<Played[]> {
  const { stack, tell } = stage;
  const { temporal } = stack.config;
  const { client, close } = await connectClient({ ...temporal, address: stack.temporal.address });
  const guards = new GuardClient(client, { taskQueue: temporal.taskQueue, address: stack.temporal.address });
  const played: Played[] = [];
  try {
    for (const scene of SCENES) {
      tell('');
      tell(`${scene.vm} (${scene.about}): "${scene.action}"`);
      if (scene.order !== undefined) await order(stage.control, scene.order);
      const killing =
        scene.killAfterMs === undefined ? null : killWorker(stage, scene.killAfterMs / stage.speed);
      const verdict = await guards.guard({ ...asked(scene), onProgress: progressOf(tell) });
      const answeredAt = Date.now();
      await killing;
      played.push({ scene, verdict, answeredAt });
      tell(
        `  ${verdict.ok ? 'GO' : 'STOP'}  ${verdict.outcome}${verdict.reason === null ? '' : `: ${verdict.reason.message}`}`,
      );
    }
  } finally {
    await close();
  }
  return played;
}

export async function ledgerTags(control: string): Promise<LedgerTag[]> {
  const ledger = (await (await fetch(`${control}/ledger`)).json()) as { checkpoints: LedgerTag[] };
  return ledger.checkpoints;
}

function asked({ vm, changeId, action }: Scene): {
  vm: string;
  changeId: string;
  action: string;
  agent: string;
  waitMs: number;
} {
  return { vm, changeId, action, agent: 'demo', waitMs: WAIT_MS };
}

async function order(control: string, { vpg, body }: NonNullable<Scene['order']>): Promise<void> {
  await fetch(`${control}/vpg/${encodeURIComponent(vpg)}`, { method: 'POST', body: JSON.stringify(body) });
}

async function killWorker({ stack, tell }: Stage, afterMs: number): Promise<void> {
  await sleep(afterMs);
  const { pid } = stack.worker;
  stack.worker.kill('SIGKILL');
  await stopChild(stack.worker, 0);
  tell(`  Worker ${pid} killed (SIGKILL) in the middle of the guard; the guard is kept by Temporal.`);
  await sleep(WORKER_IS_AWAY_MS);
  await stack.restartWorker();
}

/** In place on a terminal; elsewhere one line whenever a VPG begins to wait for something else. */
function progressOf(tell: (line: string) => void): (progress: GuardProgress) => void {
  const line = new ProgressLine(process.stderr);
  let told = '';
  return (progress) => {
    if (line.shown) return progress.decided ? line.clear() : line.show(progress);
    const waits = progress.vpgs
      .map(({ name, kind, waitsFor }) => `  ${name} (${kind}) waits for ${waitsFor ?? 'nothing'}`)
      .join('\n');
    if (waits === told || progress.vpgs.length === 0) return;
    told = waits;
    const now = progressText(progress, Date.now()).map((text) => `  ${text}`);
    tell(now.join('\n'));
  };
}
