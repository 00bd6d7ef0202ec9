import { setCurrentDetails, sleep, upsertMemo } from '@temporalio/workflow';
import type { ChangeRecord } from '../../domain/change-record.ts';
import { endedBadly } from '../../domain/insert-task.ts';
import { nextJournalLook } from '../../domain/look-schedule.ts';
import { reads } from '../activity-policies.ts';
import type { FollowedVpg, FollowInput, Landed } from './contract.ts';
import { clockTime } from './words.ts';

/** The pause between two late looks at least, s: nobody waits for them. */
const LATE_PAUSE = 5;

/**
 * Looks on for tags that a refused guard left on their way, for one gap beyond the patience (design 3.1,
 * step 7), and keeps in its memo what landed, for the next run of the same change.
 */
export async function guardFollow(input: FollowInput): Promise<Landed[]> {
  const record: ChangeRecord = {
    changeId: input.changeId,
    vm: input.vm,
    tag: input.tag,
    outcome: null,
    at: null,
    vpgs: input.vpgs.map(({ identifier, name, zvms, task, insertedAt }) => {
      return {
        identifier,
        name,
        zvms,
        task,
        insertedAt,
        firstListedAt: null,
        tagged: null,
        rewindPoint: null,
        failed: false,
      };
    }),
  };
  const landed = await Promise.all(input.vpgs.map((vpg, at) => followOne(input.tag, vpg, record, at)));
  setCurrentDetails(
    landed
      .map(({ name, seenAt }) => `- **${name}**: ${seenAt ? `landed late, seen ${seenAt}` : 'did not land'}`)
      .join('\n'),
  );
  return landed;
}

async function followOne(tag: string, vpg: FollowedVpg, record: ChangeRecord, at: number): Promise<Landed> {
  const { identifier, zvms, fromMs, cadence, insertedAt, name } = vpg;
  const until = cadence.patience + cadence.gap;
  const elapsed = (): number => (Date.now() - insertedAt) / 1000;
  for (;;) {
    const seen = await reads.look({ zvms, vpg: identifier, tag, fromMs, task: vpg.task });
    const [tagged] = seen.listed ?? [];
    const entry = record.vpgs[at];
    if (tagged !== undefined && entry !== undefined) {
      record.vpgs[at] = { ...entry, tagged, firstListedAt: Date.now() };
      upsertMemo({ record });
      return { name, tagged, seenAt: new Date().toISOString() };
    }
    const failed = seen.task !== null && endedBadly(seen.task.state);
    const next = nextJournalLook(elapsed(), { visible: cadence.visible, patience: until });
    if (failed && entry !== undefined) {
      record.vpgs[at] = { ...entry, failed: true };
      upsertMemo({ record });
    }
    if (failed || next === null) return { name, tagged: null, seenAt: null };
    const pause = Math.min(until, Math.max(next, elapsed() + LATE_PAUSE)) - elapsed();
    setCurrentDetails(`Looking on for the tag on **${name}** until ${clockTime(insertedAt + until * 1000)}.`);
    await sleep(Math.max(1, pause * 1000), { summary: `${name}: next late look` });
  }
}
