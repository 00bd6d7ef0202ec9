import type { CatalogSettings, Decision, Effect, Trace } from '../types.ts';
import { readCommandLine, type Language } from './read-shell.ts';

const MOST_HOSTS = 64;

/** One verdict from all that a command does: a change anywhere is a change, a doubt anywhere is a doubt. */
export function decideCommand(
  text: string,
  language: Language,
  settings: CatalogSettings,
  trace?: Trace,
): Decision {
  const effects = readCommandLine(text, language, settings, trace);
  const hosts = (kind: Effect['kind']): string[] => [
    ...new Set(effects.filter((one) => one.kind === kind && one.host !== null).map(({ host }) => host ?? '')),
  ];
  const why = (kind: Effect['kind']): string => effects.find((one) => one.kind === kind)?.why ?? '';
  const source = language;
  const changed = hosts('change');
  if (effects.some(({ kind }) => kind === 'unknown'))
    return { verdict: 'unknown', hosts: changed, why: why('unknown'), source };
  if (changed.length > MOST_HOSTS)
    return { verdict: 'unknown', hosts: changed, why: `it changes ${changed.length} hosts`, source };
  if (changed.length > 0) return { verdict: 'mutating', hosts: changed, why: why('change'), source };
  const reached = hosts('read');
  return {
    verdict: 'read_only',
    hosts: reached,
    why: effects.length === 0 ? 'it touches no guest' : why('read'),
    source,
  };
}
