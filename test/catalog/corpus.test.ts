import { describe, expect, test } from 'vitest';
import { decideToolCall, type Decision } from '../../src/catalog/index.ts';
import { corpus, KNOWN, UNCONFIGURED, type CorpusLine } from './support/corpus.ts';

function decide({ command, tool = 'Bash' }: CorpusLine, settings = KNOWN): Decision {
  return decideToolCall({ server: 'claude-code', tool, args: { command } }, settings);
}

const PRINTED: Readonly<Record<string, string>> = { local: 'read_only', ask: 'unknown' };
const printed = (verdict: string): string => PRINTED[verdict] ?? verdict;

describe('the given cases', () => {
  test.each(corpus('shell-commands'))('$verdict: $command', (line) => {
    const decision = decide(line, UNCONFIGURED);
    expect([line.verdict, ...(line.alsoAccepted ?? [])].map(printed)).toContain(decision.verdict);
    if (decision.verdict === printed(line.verdict))
      expect([...decision.hosts].sort()).toEqual([...(line.hosts ?? [])].sort());
  });
});

describe.each(['local-shell', 'local-powershell'])('%s', (name) => {
  test.each(corpus(name))('touches no guest: $command', (line) => {
    expect(decide(line)).toMatchObject({ verdict: 'read_only', hosts: [] });
  });
});

describe.each(['reads-shell', 'reads-powershell'])('%s', (name) => {
  test.each(corpus(name))('only reads: $command', (line) => {
    expect(decide(line)).toMatchObject({ verdict: 'read_only', hosts: line.hosts });
  });
});

describe.each(['changes-shell', 'changes-powershell'])('%s', (name) => {
  test.each(corpus(name))('$verdict: $command', (line) => {
    const decision = decide(line);
    if (line.verdict === 'mutating')
      expect(decision).toMatchObject({ verdict: 'mutating', hosts: line.hosts });
    else expect(decision.verdict).not.toBe('read_only');
  });
});
