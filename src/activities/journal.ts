import { withoutTag, type Checkpoint, type ListedCheckpoint } from '../domain/checkpoint.ts';
import { bearing, readJournal as findingsOf } from '../domain/journal.ts';
import { metered, ZvmError, type Zvm, type ZvmCheckpoint } from '../zvm/index.ts';
import type {
  JournalInput,
  JournalReading,
  Look,
  LookInput,
  PointToCheck,
  TaskView,
  Tried,
} from './shapes.ts';
import { tried, troubleOf, type Sites } from './sites.ts';

function listed({ identifier, atMs, tag }: ZvmCheckpoint): ListedCheckpoint {
  return { identifier, at: new Date(atMs).toISOString(), tag };
}

/** The one read of a VPG's journal before anything is inserted: what exists, and this change's own tags. */
export async function readJournal(
  sites: Sites,
  input: JournalInput,
  tagLength: number,
): Promise<Tried<JournalReading>> {
  return await tried(() =>
    sites.firstOf(input.zvms, async ({ name, zvm }) => {
      const journal = (await zvm.checkpoints(input.vpg, zvm.now() - input.reachMs)).map(listed);
      const { existing, own } = findingsOf(journal, input.change, tagLength);
      // A journal that stands still for longer than we reach back has an older newest checkpoint.
      const latest =
        existing ?? (await zvm.latestCheckpoint(input.vpg).then((one) => (one ? listed(one) : null)));
      return {
        existing: latest === null ? null : withoutTag(latest),
        own,
        zvmNowMs: zvm.now(),
        clock: { site: name, offsetMs: zvm.clockOffsetMs },
      };
    }),
  );
}

/** The task's state, or null where it cannot be read: gone, or answered with a 401 (zerto-api.md, 1.3). */
async function taskView(zvm: Zvm, task: string): Promise<TaskView | null> {
  try {
    const { state, reason } = await zvm.task(task);
    return { state, reason };
  } catch (error) {
    if (error instanceof ZvmError) return null;
    throw error;
  }
}

/** One look for a tag, and at its task. Trouble with the ZVM is told, not thrown: the next look may work. */
export async function look(sites: Sites, input: LookInput): Promise<Look> {
  const { result, requests } = await metered(() =>
    sites
      .firstOf(input.zvms, async ({ zvm }) => {
        const [checkpoints, task] = await Promise.all([
          zvm.checkpoints(input.vpg, input.fromMs),
          input.task === null ? null : taskView(zvm, input.task),
        ]);
        const found: Checkpoint[] = bearing(checkpoints.map(listed), input.tag).map(withoutTag);
        return { listed: found, task, trouble: null, offsetMs: zvm.clockOffsetMs };
      })
      .catch((error: unknown) => ({ listed: null, task: null, trouble: troubleOf(error), offsetMs: null })),
  );
  return { ...result, requests };
}

/** Whether each point is still in its VPG's journal; null where no ZVM could say. */
export async function pointsListed(
  sites: Sites,
  points: readonly PointToCheck[],
): Promise<(boolean | null)[]> {
  const journals = new Map<string, Set<string> | null>();
  const configured = new Set(sites.all.map(({ name }) => name));
  for (const vpg of new Set(points.map((point) => point.vpg))) {
    const ofVpg = points.filter((point) => point.vpg === vpg);
    const from = Math.min(...ofVpg.map(({ atMs }) => atMs)) - 1_000;
    // A site that has left the config since the guard cannot be asked.
    const zvms = [...new Set(ofVpg.flatMap((point) => point.zvms))].filter((name) => configured.has(name));
    const journal =
      zvms.length === 0
        ? null
        : await sites
            .firstOf(zvms, ({ zvm }) => zvm.checkpoints(vpg, from))
            .catch((error: unknown) => (error instanceof ZvmError ? null : Promise.reject(error as Error)));
    journals.set(vpg, journal && new Set(journal.map(({ identifier, atMs }) => `${identifier}@${atMs}`)));
  }
  return points.map(({ vpg, identifier, atMs }) => journals.get(vpg)?.has(`${identifier}@${atMs}`) ?? null);
}
