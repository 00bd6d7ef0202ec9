/**
 * The closed list of what this product can ask a ZVM to do. Everything else throws before a byte is sent,
 * so no live failover and no move can be started (facts.md, chapter 2; zerto-api.md, chapter 6).
 */
export interface Call {
  method: 'GET' | 'POST';
  /** A path with `{name}` for each parameter. */
  path: string;
  query: readonly string[];
}

const call = (method: Call['method'], path: string, query: readonly string[] = []): Call => ({
  method,
  path,
  query,
});

export const CALLS = {
  localSite: call('GET', '/v1/localsite'),
  vms: call('GET', '/v1/vms', ['vmName', 'vmIdentifier']),
  statuses: call('GET', '/v1/vpgs/statuses'),
  subStatuses: call('GET', '/v1/vpgs/substatuses'),
  entityTypes: call('GET', '/v1/vpgs/entitytypes'),
  checkpoints: call('GET', '/v1/vpgs/{vpg}/checkpoints', ['startDate', 'endDate']),
  checkpointStats: call('GET', '/v1/vpgs/{vpg}/checkpoints/stats'),
  insertCheckpoint: call('POST', '/v1/vpgs/{vpg}/checkpoints'),
  task: call('GET', '/v1/tasks/{task}'),
  tasks: call('GET', '/v1/tasks', ['startedAfterDate']),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

const IDENTIFIER = /^[0-9A-Za-z]+(?:[-.][0-9A-Za-z]+)*$/u;

/**
 * The path of a call with its parameters filled in.
 * @throws RangeError for a parameter that is not a plain identifier (no slash, no percent, no dot-dot).
 */
export function pathOf(name: CallName, parameters: Readonly<Record<string, string>>): string {
  return CALLS[name].path.replace(/\{(\w+)\}/gu, (_, key: string) => {
    const value = parameters[key] ?? '';
    if (!IDENTIFIER.test(value)) throw new RangeError(`${key} "${value.slice(0, 80)}" is not an identifier`);
    return value;
  });
}

/** Whether a method and a path (no query) are on the list. Case and encoding are taken literally. */
export function isAllowed(method: string, path: string): boolean {
  return Object.values(CALLS).some((one) => {
    if (one.method !== method) return false;
    const wanted = one.path.split('/');
    const given = path.split('/');
    return (
      wanted.length === given.length &&
      wanted.every((part, index) =>
        part.startsWith('{') ? IDENTIFIER.test(given[index] ?? '') : part === given[index],
      )
    );
  });
}
