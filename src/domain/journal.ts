import { newestCheckpoint, type ListedCheckpoint } from './checkpoint.ts';
import { isTagOf } from './tag.ts';

/** What a guard reads off a journal before it inserts anything (design 3.1, steps 2 and 4). */
export interface JournalFindings {
  /** The newest checkpoint that already existed. */
  existing: ListedCheckpoint | null;
  /** Tags of this very change, oldest first. */
  own: ListedCheckpoint[];
}

export function readJournal(
  listed: readonly ListedCheckpoint[],
  change: { changeId: string; vm: string },
  tagLength: number,
): JournalFindings {
  const own = listed.filter(({ tag }) => tag !== null && isTagOf(tag, change, tagLength));
  return {
    existing: newestCheckpoint(listed),
    own: [...own].sort((a, b) => Number(a.identifier) - Number(b.identifier)),
  };
}

/**
 * The checkpoints that bear exactly this tag, earliest first. Only the full text counts: a server that cut or
 * changed it, or a person's tag of nearly the same words, proves nothing.
 */
export function bearing(listed: readonly ListedCheckpoint[], tag: string): ListedCheckpoint[] {
  return listed
    .filter((checkpoint) => checkpoint.tag === tag)
    .sort((a, b) => Number(a.identifier) - Number(b.identifier));
}
