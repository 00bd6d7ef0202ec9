import { readFileSync } from 'node:fs';
import { decideToolCall, NO_SETTINGS, type CatalogSettings, type ToolCall } from '../src/catalog/index.ts';

interface Figure {
  name: string;
  value: number;
  unit: string;
  goal: number;
  baseline: number | null;
  runs: number;
  spread: number;
}

const CORPORA = ['shell-commands', 'local-shell', 'reads-shell', 'changes-shell', 'changes-powershell'];

function commands(): string[] {
  return CORPORA.flatMap((name) =>
    readFileSync(`test/catalog/corpus/${name}.jsonl`, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { command: string }).command),
  );
}

const settings: CatalogSettings = {
  ...NO_SETTINGS,
  home: '/home/u',
  cwd: '/home/u/p',
  vms: ['web01', 'db01', 'win2019-1'],
  servers: { s: { pack: 'ssh-mcp', vm: null, aliases: {} } },
};

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const spread = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((one) => (one - mean(values)) ** 2)));

/** How long 1,000 decisions take, and the slowest one, the start of the process included in neither. */
export function catalogFigures(runs = 10): Figure[] {
  const shells: ToolCall[] = commands().map((command) => ({
    server: 'claude-code',
    tool: 'Bash',
    args: { command },
  }));
  const packs: ToolCall[] = Array.from({ length: 200 }, (_, i) => ({
    server: 's',
    tool: 'run-command',
    args: { profile: `web${i}`, command: 'reboot' },
  }));
  const calls = [...shells, ...packs];
  const thousand = Array.from({ length: 1_000 }, (_, i) => calls[i % calls.length] as ToolCall);
  const totals: number[] = [];
  let slowest = 0;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    for (const call of thousand) {
      const before = performance.now();
      decideToolCall(call, settings);
      if (run > 0) slowest = Math.max(slowest, performance.now() - before);
    }
    totals.push(performance.now() - start);
  }
  return [
    {
      name: 'catalog: 1,000 calls decided',
      value: mean(totals),
      unit: 'ms',
      goal: 1_000,
      baseline: null,
      runs,
      spread: spread(totals),
    },
    {
      name: 'catalog: slowest decision',
      value: slowest,
      unit: 'ms',
      goal: 100,
      baseline: null,
      runs,
      spread: 0,
    },
  ];
}
