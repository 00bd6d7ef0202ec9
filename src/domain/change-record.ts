import type { Checkpoint, ListedCheckpoint } from './checkpoint.ts';
import { parseTag } from './tag.ts';
import type { Outcome, RewindPoint } from './verdict.ts';

/** What a run of the guard leaves in its memo, for the next run of the same change and for `changes`. */
export interface ChangeRecord {
  changeId: string;
  vm: string;
  tag: string | null;
  outcome: Outcome | null;
  /** When the outcome was known, ISO UTC; null while the guard runs. */
  at: string | null;
  vpgs: ChangeRecordVpg[];
}

export interface ChangeRecordVpg {
  identifier: string;
  name: string;
  /** Configured sites whose ZVM shows it. */
  zvms: string[];
  task: string | null;
  /** ms since 1970 by Temporal's clock; null where nothing was inserted. */
  insertedAt: number | null;
  /** When a run first saw the tag listed, ms by Temporal's clock. */
  firstListedAt: number | null;
  tagged: Checkpoint | null;
  rewindPoint: RewindPoint | null;
  failed: boolean;
}

export interface JournalOfVpg {
  identifier: string;
  /** Tags of this change that the journal lists now. */
  own: readonly ListedCheckpoint[];
  /** The ZVM's clock at the reading, ms. */
  zvmNowMs: number;
  patienceMs: number;
}

export type TagStep =
  | { kind: 'answer'; checkpoint: ListedCheckpoint; firstListedAt: number | null; task: string | null }
  | { kind: 'await'; task: string | null; insertedAt: number }
  | { kind: 'insert' };

export interface TagPlan {
  /** The text to go on with, or null: compose a new one. */
  tag: string | null;
  steps: Map<string, TagStep>;
}

function rememberedOf(
  records: readonly ChangeRecord[],
  tag: string,
  vpg: string,
): ChangeRecordVpg | undefined {
  const seen = records.filter((record) => record.tag === tag).flatMap((record) => record.vpgs);
  const ofVpg = seen.filter((one) => one.identifier === vpg);
  // The first to have seen it listed decides its age; who inserted it knows its task.
  return (
    ofVpg.find((one) => one.firstListedAt !== null) ?? ofVpg.find((one) => one.task !== null) ?? ofVpg[0]
  );
}

/**
 * What the next run of a change does on each VPG (design 3.1, step 2). A tag of this change that is listed
 * and younger than the window is the answer; one that was inserted, never seen listed and has not failed is
 * still on its way within the patience; everywhere else a checkpoint is inserted, with the same text.
 *
 * Its age counts from when a run first saw it listed, and from its stamp only where none did: an agent that
 * was released on it an hour ago has long changed the VM.
 */
export function planTags(
  journals: readonly JournalOfVpg[],
  records: readonly ChangeRecord[],
  nowMs: number,
  changeWindowMs: number,
): TagPlan {
  const stepFor = (tag: string, journal: JournalOfVpg): TagStep | 'stale' => {
    const remembered = rememberedOf(records, tag, journal.identifier);
    const listed = journal.own.find((checkpoint) => checkpoint.tag === tag);
    if (listed !== undefined) {
      const firstListedAt = remembered?.firstListedAt ?? null;
      const age = firstListedAt === null ? journal.zvmNowMs - Date.parse(listed.at) : nowMs - firstListedAt;
      if (age >= changeWindowMs) return 'stale';
      return { kind: 'answer', checkpoint: listed, firstListedAt, task: remembered?.task ?? null };
    }
    if (remembered === undefined || remembered.failed || remembered.firstListedAt !== null)
      return { kind: 'insert' };
    const { insertedAt, task } = remembered;
    const onItsWay = insertedAt !== null && nowMs - insertedAt < journal.patienceMs;
    return onItsWay ? { kind: 'await', task, insertedAt } : { kind: 'insert' };
  };

  const texts = new Set<string>();
  for (const { own } of journals) for (const { tag } of own) if (tag !== null) texts.add(tag);
  for (const { tag } of records) if (tag !== null) texts.add(tag);
  const newestFirst = [...texts].sort((a, b) => (parseTag(b)?.at ?? '').localeCompare(parseTag(a)?.at ?? ''));

  for (const tag of newestFirst) {
    const steps = journals.map((journal) => [journal.identifier, stepFor(tag, journal)] as const);
    const usable = steps.filter((step): step is readonly [string, TagStep] => step[1] !== 'stale');
    if (usable.length < steps.length || usable.every(([, step]) => step.kind === 'insert')) continue;
    return { tag, steps: new Map(usable) };
  }
  return { tag: null, steps: new Map(journals.map(({ identifier }) => [identifier, { kind: 'insert' }])) };
}
