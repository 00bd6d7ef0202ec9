/** A task that inserts a checkpoint on the VPG in question, started since our request was sent. */
export interface StartedTask {
  identifier: string;
  state: string;
  reason: string;
  startedAtMs: number;
  initiatedBy: string | null;
}

/** Task states after which nothing more comes (zerto-api.md, chapter 4). Any other may still end well. */
const ENDED_BADLY = new Set(['Failed', 'Stopped']);

export function endedBadly(state: string): boolean {
  return ENDED_BADLY.has(state);
}

export function isOver(state: string): boolean {
  return state === 'Completed' || ENDED_BADLY.has(state);
}

/** `DOMAIN\user`, `user@realm` and `service-account-user` are still the account `user`. */
export function sameAccount(initiatedBy: string, account: string): boolean {
  const bare = (name: string): string =>
    (name.split('\\').pop() ?? name)
      .split('@')[0]
      ?.replace(/^service-account-/iu, '')
      .toLowerCase() ?? '';
  return bare(initiatedBy) === bare(account);
}

/**
 * After an unclear failure of an insert: which tasks count as ours (design 3.1, step 5). Not ours are those
 * of another initiator, those that another guard knows, and as many finished ones as tags of others have
 * been listed since: each of those tags had a task too.
 */
export function countAsOurs(
  tasks: readonly StartedTask[],
  account: string,
  knownToOthers: ReadonlySet<string>,
  foreignTagsSince: number,
): StartedTask[] {
  const own = tasks
    .filter(({ identifier }) => !knownToOthers.has(identifier))
    .filter(({ initiatedBy }) => initiatedBy === null || sameAccount(initiatedBy, account))
    .sort((a, b) => a.startedAtMs - b.startedAtMs);
  let explained = foreignTagsSince;
  return own.filter(({ state }) => {
    if (state !== 'Completed' || explained === 0) return true;
    explained -= 1;
    return false;
  });
}
