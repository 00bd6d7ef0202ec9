import type { SshBlock } from '../types.ts';

/** `*` and `?` as ssh means them; linear in time whatever the pattern. */
function matchesPattern(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let mark = 0;
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (pattern[p] === '*') {
      star = p;
      mark = n;
      p += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      n = mark;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}

function blockMatches(block: SshBlock, name: string): boolean {
  return [block.patterns, ...block.within].every((patterns) => matchesOne(patterns, name));
}

function matchesOne(patterns: readonly string[], name: string): boolean {
  let hit = false;
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    if (!matchesPattern((negated ? pattern.slice(1) : pattern).toLowerCase(), name)) continue;
    if (negated) return false;
    hit = true;
  }
  return hit;
}

export interface SshTarget {
  /** What ssh connects to: `HostName` where one is set, else the name itself. */
  hostName: string;
  /** True where a block that could change the target hangs on something unknown. */
  uncertain: boolean;
}

/** Where ssh goes for `name` by the user's configuration: the first value wins (ssh_config(5)). */
export function sshTarget(name: string, blocks: readonly SshBlock[]): SshTarget {
  const folded = name.toLowerCase();
  let uncertain = false;
  for (const block of blocks) {
    const hostName = block.options['hostname'];
    if (hostName === undefined || !blockMatches(block, folded)) continue;
    if (block.uncertain) {
      uncertain = true;
      continue;
    }
    return {
      hostName: hostName.replace(/%(.)/gu, (whole, key: string) =>
        key === 'h' ? name : key === '%' ? '%' : whole,
      ),
      uncertain,
    };
  }
  return { hostName: name, uncertain };
}
