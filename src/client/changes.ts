import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { PointToCheck } from '../activities/shapes.ts';
import type { ChangeRecord } from '../domain/change-record.ts';
import { isGo, type Outcome, type RewindPoint } from '../domain/verdict.ts';
import { foldVmName } from '../domain/vm-name.ts';
import type { lookup } from '../workflows/lookup.ts';

export interface Change {
  changeId: string;
  vm: string;
  /** Null while its guard runs. */
  outcome: Outcome | null;
  /** When the outcome was known, or the guard began; ISO UTC. */
  at: string;
  /** The change may have happened and still can be rewound: released, and a point is left. */
  open: boolean;
  /** `exists`: whether the journal still lists the point; null where no worker or ZVM could say. */
  vpgs: { name: string; rewindPoint: RewindPoint | null; exists: boolean | null }[];
}

/** At most this many changes are told, newest first. */
const MOST = 200;
const LOOKUP_MS = 15_000;

/** The guarded changes that Temporal remembers, with whether their rewind points still exist. */
export async function listChanges(client: Client, taskQueue: string, vm?: string): Promise<Change[]> {
  const latest = new Map<string, { record: ChangeRecord; startedAt: Date }>();
  for await (const run of client.workflow.list({ query: 'WorkflowType = "guard"', pageSize: MOST })) {
    const memo = run.memo ?? {};
    const record = (memo['record'] as ChangeRecord | undefined) ?? {
      changeId: String(memo['changeId'] ?? ''),
      vm: String(memo['vm'] ?? ''),
      tag: null,
      outcome: null,
      at: null,
      vpgs: [],
    };
    if (
      vm !== undefined &&
      ![record.vm, String(memo['vm'])].some((name) => foldVmName(name) === foldVmName(vm))
    )
      continue;
    const known = latest.get(run.workflowId);
    if (known === undefined || known.startedAt < run.startTime)
      latest.set(run.workflowId, { record, startedAt: run.startTime });
    if (latest.size === MOST) break;
  }
  const runs = [...latest.values()].sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const points = runs.flatMap(({ record }) =>
    record.vpgs.flatMap(({ identifier: vpg, zvms, rewindPoint }) =>
      rewindPoint === null
        ? []
        : [{ vpg, zvms, identifier: rewindPoint.identifier, atMs: Date.parse(rewindPoint.at) }],
    ),
  );
  const exists = await pointsListed(client, taskQueue, points);
  return runs.map(({ record, startedAt }) => {
    const vpgs = record.vpgs.map(({ identifier, name, rewindPoint }) => ({
      name,
      rewindPoint,
      exists:
        rewindPoint === null
          ? null
          : (exists.get(key(identifier, rewindPoint.identifier, Date.parse(rewindPoint.at))) ?? null),
    }));
    const { changeId, outcome } = record;
    const open = outcome !== null && isGo(outcome) && vpgs.some((one) => one.exists !== false);
    return { changeId, vm: record.vm, outcome, at: record.at ?? startedAt.toISOString(), open, vpgs };
  });
}

function key(vpg: string, identifier: string, atMs: number): string {
  return `${vpg} ${identifier} ${atMs}`;
}

async function pointsListed(
  client: Client,
  taskQueue: string,
  points: PointToCheck[],
): Promise<Map<string, boolean | null>> {
  if (points.length === 0) return new Map();
  const started = client.workflow.execute<typeof lookup>('lookup', {
    workflowId: `lookup-${crypto.randomUUID()}`,
    taskQueue,
    args: [{ points }],
    workflowRunTimeout: LOOKUP_MS,
    staticSummary: 'reads which rewind points the journals still list',
  });
  // No worker, no answer: the changes are told all the same, without `exists`.
  const listed = await Promise.race([started.catch(() => null), sleep(LOOKUP_MS, null, { ref: false })]);
  return new Map(
    points.map(({ vpg, identifier, atMs }, at) => [key(vpg, identifier, atMs), listed?.[at] ?? null]),
  );
}
