import type { CatalogSettings } from '../types.ts';
import { foldHost, vmOfName } from './vm-of-host.ts';

/** The hosts that the user has named somewhere: a local program that names one of them is not surely local. */
export interface KnownHosts {
  /** The known host that a text names, or null. */
  namedIn(text: string): string | null;
  has(name: string): boolean;
}

const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?|[\da-f:]*::[\da-f:.]*/giu;

/** Patterns and the blocks for everything name nobody. */
function literalPatterns(settings: CatalogSettings): string[] {
  return settings.ssh.flatMap(({ patterns, options }) => [
    ...patterns.filter((pattern) => !/[*?!]/u.test(pattern)),
    ...(options['hostname'] === undefined || options['hostname'].includes('%') ? [] : [options['hostname']]),
  ]);
}

export function knownHosts(settings: CatalogSettings): KnownHosts {
  const names = new Set<string>();
  const add = (name: string | null): void => {
    if (name !== null && name.trim() !== '') names.add(foldHost(name));
  };
  for (const [from, to] of Object.entries(settings.aliases)) [from, to].forEach(add);
  for (const { vm, aliases } of Object.values(settings.servers)) {
    add(vm);
    for (const [from, to] of Object.entries(aliases)) [from, to].forEach(add);
  }
  literalPatterns(settings).forEach(add);
  settings.vms.forEach(add);
  add(settings.local);
  const loose = [...names].filter((name) => (name.match(WORD) ?? [])[0] !== name);

  const has = (name: string): boolean => {
    const folded = foldHost(name);
    return names.has(folded) || names.has(foldHost(vmOfName(name, settings)));
  };
  const namedIn = (text: string): string | null => {
    if (names.size === 0) return null;
    for (const word of text.match(WORD) ?? []) {
      if (has(word)) return word;
      // `web01.prod.example.com` names web01 even where its domain is not configured: looking is cheap.
      const dot = word.indexOf('.');
      if (dot > 0 && names.has(foldHost(word.slice(0, dot)))) return word.slice(0, dot);
    }
    const folded = foldHost(text);
    return loose.find((name) => folded.includes(name)) ?? null;
  };
  return { namedIn, has };
}
