/** Longer names are not names of anything. */
const LONGEST_NAME = 512;

/** Hosts write every character outside letters, digits, `_` and `-` as `_` (hosts.md 1.5). */
export function shownName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_');
}

/**
 * Of `names`, the one that a host means by `shown`: the same text, or the only one that the host would show that
 * way. A likeness is no match, and two candidates are none: the wrong pack would be a hole.
 */
export function nameMeant(shown: string, names: readonly string[]): string | null {
  if (shown.length > LONGEST_NAME) return null;
  if (names.includes(shown)) return shown;
  const folded = shownName(shown);
  const alike = names.filter((name) => shownName(name) === folded);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

export interface SplitName {
  server: string;
  tool: string;
}

/** A tool name that carries its server (`mcp__<server>__<tool>`), split by the servers that are known. */
export function splitToolName(server: string, tool: string, servers: readonly string[]): SplitName {
  if (!tool.startsWith('mcp__')) return { server, tool };
  const prefix = `mcp__${shownName(server)}__`;
  if (server !== '' && tool.startsWith(prefix)) return { server, tool: tool.slice(prefix.length) };
  if (server !== '') return { server, tool };
  const owners = servers.filter((name) => tool.startsWith(`mcp__${shownName(name)}__`));
  const [owner] = owners;
  if (owner === undefined || owners.length > 1) return { server, tool };
  return { server: owner, tool: tool.slice(`mcp__${shownName(owner)}__`.length) };
}
