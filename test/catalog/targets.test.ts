import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decideToolCall } from '../../src/catalog/index.ts';
import { UNCONFIGURED } from './support/corpus.ts';

interface TargetLine {
  command: string;
  tool?: string;
  /** The host that the command really changes. */
  target: string;
}

const lines = readFileSync(new URL('corpus/targets.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TargetLine);

// Guarding another VM than the one that is changed would be a false allow.
test.each(lines)('$command: guards $target, or asks', ({ command, tool = 'Bash', target }) => {
  const { verdict, hosts } = decideToolCall({ server: 'claude-code', tool, args: { command } }, UNCONFIGURED);
  if (verdict !== 'unknown')
    expect({ verdict, hosts }).toEqual({
      verdict: 'mutating',
      hosts: expect.arrayContaining([target]) as string[],
    });
});
