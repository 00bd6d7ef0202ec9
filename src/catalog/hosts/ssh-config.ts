import { readFileSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { SshBlock } from '../types.ts';

const DEEPEST_INCLUDE = 8;
const MOST_BLOCKS = 5_000;

interface OpenBlock {
  patterns: string[];
  within: string[][];
  uncertain: boolean;
  options: Record<string, string>;
}

/** Words of a configuration line: separated by blanks, double quotes keep them together. */
function words(text: string): string[] {
  return [...text.matchAll(/"(?<quoted>[^"]*)"|(?<plain>[^\s"]+)/gu)].map(
    ({ groups }) => groups?.['quoted'] ?? groups?.['plain'] ?? '',
  );
}

/** A `Match` line: only host patterns can be told beforehand; anything else may or may not hold. */
function matchBlock(text: string): OpenBlock {
  const criteria = words(text);
  const block: OpenBlock = { patterns: ['*'], within: [], uncertain: false, options: {} };
  for (let index = 0; index < criteria.length; index += 1) {
    const criterion = (criteria[index] ?? '').toLowerCase();
    if (criterion === 'all') continue;
    if (criterion === 'host' || criterion === 'originalhost') {
      index += 1;
      block.patterns = (criteria[index] ?? '').split(',').filter((pattern) => pattern !== '');
      continue;
    }
    block.uncertain = true;
    if (!/^!?(?:canonical|final)$/u.test(criterion)) index += 1;
  }
  return block;
}

/** Files that an `Include` names: relative to the user's ssh folder, `*` and `?` in the last part. */
function included(pattern: string, home: string, folder: string): string[] {
  const expanded = pattern.replace(/^~(?=\/)/u, home);
  const path = isAbsolute(expanded) ? expanded : join(folder, expanded);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!/[*?]/u.test(last)) return [path];
  const shape = new RegExp(
    `^${last
      .replace(/[.+^${}()|[\]\\]/gu, '\\$&')
      .replace(/\*/gu, '.*')
      .replace(/\?/gu, '.')}$`,
    'u',
  );
  try {
    return readdirSync(dirname(path))
      .filter((name) => shape.test(name) && !name.startsWith('.'))
      .sort()
      .map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}

class SshConfigReader {
  readonly blocks: OpenBlock[] = [];
  private readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  read(file: string, within: OpenBlock | null, depth: number): void {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // A file that is not there says nothing, as for ssh itself.
      return;
    }
    const folder = file.startsWith('/etc/') ? '/etc/ssh' : join(this.home, '.ssh');
    let block = this.open(nested({ patterns: ['*'], within: [], uncertain: false, options: {} }, within));
    for (const line of text.split(/\r?\n/u)) {
      const found = /^\s*(?<key>[A-Za-z]+)(?:\s*=\s*|\s+)(?<value>.*?)\s*$/u.exec(line)?.groups;
      if (found === undefined || this.blocks.length > MOST_BLOCKS) continue;
      const key = (found['key'] ?? '').toLowerCase();
      const value = found['value'] ?? '';
      if (key === 'host')
        block = this.open(
          nested({ patterns: words(value), within: [], uncertain: false, options: {} }, within),
        );
      else if (key === 'match') block = this.open(nested(matchBlock(value), within));
      else if (key === 'include') {
        for (const pattern of depth < DEEPEST_INCLUDE ? words(value) : [])
          for (const path of included(pattern, this.home, folder)) this.read(path, block, depth + 1);
        // What follows the include in the same block comes after it.
        block = this.open({ ...block, options: {} });
      } else block.options[key] ??= words(value).join(' ');
    }
  }

  private open(block: OpenBlock): OpenBlock {
    this.blocks.push(block);
    return block;
  }
}

/** A block of a file that is included for some hosts only holds for those. */
function nested(block: OpenBlock, within: OpenBlock | null): OpenBlock {
  return within === null
    ? block
    : {
        ...block,
        within: [within.patterns, ...within.within],
        uncertain: block.uncertain || within.uncertain,
      };
}

/** The user's and the system's ssh client configuration as blocks, in the order in which ssh reads them. */
export function readSshConfig(
  home: string,
  files: readonly string[] = [join(home, '.ssh', 'config'), '/etc/ssh/ssh_config'],
): SshBlock[] {
  const reader = new SshConfigReader(home);
  for (const file of files) reader.read(file, null, 0);
  return reader.blocks.filter(({ options }) => Object.keys(options).length > 0);
}
