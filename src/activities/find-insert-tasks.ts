import { countAsOurs, sameAccount } from '../domain/insert-task.ts';
import type { FindTasksInput, InsertTask, Tried } from './shapes.ts';
import { tried, type Sites } from './sites.ts';

/** Inserts of others that were under way at the same time, from what other guards remember. */
export interface OtherGuards {
  /** Tasks on this VPG that another guard got as the answer to its own insert. */
  tasksOn(vpg: string, exceptTag: string): Promise<string[]>;
}

/**
 * After an unclear insert: the tasks of this VPG since the request that count as ours. A tag of somebody
 * else that is listed by now explains one finished task of our account only if no foreign account made one.
 */
export async function findInsertTasks(
  sites: Sites,
  others: OtherGuards,
  input: FindTasksInput,
): Promise<Tried<{ tasks: InsertTask[] }>> {
  return await tried(async () => {
    const { zvm, account } = sites.named(input.zvm);
    const [all, journal, known] = await Promise.all([
      zvm.tasksSince(input.sinceMs),
      zvm.checkpoints(input.vpg, input.sinceMs),
      others.tasksOn(input.vpg, input.tag),
    ]);
    const started = all
      // The server may ignore the filter, and a type of another name is another kind of task.
      .filter((task) => task.startedAtMs !== null && task.startedAtMs >= input.sinceMs)
      .filter((task) => task.type === null || task.type === 'InsertTaggedCP')
      .filter((task) => task.vpgs.length === 0 || task.vpgs.includes(input.vpg))
      .map((task) => ({ ...task, startedAtMs: task.startedAtMs ?? 0 }));
    const name = await account();
    const byOthers = started.filter(
      ({ initiatedBy }) => initiatedBy !== null && !sameAccount(initiatedBy, name),
    );
    const foreignTags = journal.filter(
      ({ tag, atMs }) => tag !== null && tag !== input.tag && atMs >= input.sinceMs,
    );
    const unexplainedTags = Math.max(0, foreignTags.length - byOthers.length - known.length);
    const ours = countAsOurs(started, name, new Set([...known, ...input.notOurs]), unexplainedTags);
    return { tasks: ours.map(({ identifier, state, reason }) => ({ identifier, state, reason })) };
  });
}
