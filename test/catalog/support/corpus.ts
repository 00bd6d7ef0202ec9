import { readFileSync } from 'node:fs';
import { NO_SETTINGS, type CatalogSettings } from '../../../src/catalog/index.ts';

/**
 * One line of a corpus. `local`: touches no guest. `read_only`, `mutating`: exactly these hosts. `unknown` or `ask`:
 * cannot be told. `guarded`: anything but read-only, for lines where both answers are honest.
 */
export interface CorpusLine {
  command: string;
  tool?: 'Bash' | 'PowerShell';
  verdict: 'local' | 'read_only' | 'mutating' | 'unknown' | 'ask' | 'guarded';
  hosts?: string[];
  alsoAccepted?: string[];
}

export function corpus(name: string): CorpusLine[] {
  const text = readFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusLine);
}

/** A user's machine on which some hosts are known. */
export const KNOWN: CatalogSettings = {
  ...NO_SETTINGS,
  home: '/home/u',
  cwd: '/home/u/project',
  aliases: { '10.0.0.5': 'web01' },
  vms: ['web01', 'db01', 'win2019-1'],
  domains: ['prod.example.com'],
};

/** The same machine before anything was configured. */
export const UNCONFIGURED: CatalogSettings = { ...NO_SETTINGS, home: '/home/u', cwd: '/home/u/project' };
