import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEntries } from '../../src/catalog/index.ts';
import { buildCommands, runNode, type Ran } from './support/cli.ts';

let built: ReturnType<typeof buildCommands>;
let home: string;
let config: string;

beforeAll(() => {
  built = buildCommands();
});
afterAll(() => {
  built.remove();
});

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'catalog-commands-'));
  const folder = join(home, '.config', 'zerto-rewind');
  mkdirSync(folder, { recursive: true });
  config = join(folder, 'config.json');
  const content = {
    sites: [{ name: 'CMH', url: 'https://zvm.cmh.example', auth: { username: 'svc', passwordEnv: 'PW' } }],
    aliases: { '10.0.0.5': 'web01' },
    domains: ['prod.example.com'],
    servers: { 'vm-ops': 'ssh-mcp', win: { pack: 'winrm-mcp-server', vm: 'win2019-1' } },
  };
  writeFileSync(config, JSON.stringify(content));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const run = (args: readonly string[], input = ''): Promise<Ran> =>
  runNode([built.entry, ...args], { cwd: home, env: { PATH: process.env['PATH'], HOME: home }, input });
const entries = () => readEntries(join(home, '.config', 'zerto-rewind', 'catalog.json'));

describe('check', () => {
  test('one call, for programs and for people', async () => {
    const call = ['check', '--server', 'vm-ops', '--tool', 'run-command', '--args', '{"profile":"10.0.0.5"}'];
    const { code, stdout } = await run([...call, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      verdict: 'mutating',
      hosts: ['web01'],
      why: expect.any(String) as string,
      source: 'pack ssh-mcp',
    });
    expect((await run(call)).stdout).toMatch(/^mutating on web01\n/u);
  });

  test('a batch, one answer a line, also for lines that are no calls', async () => {
    const lines = [
      '{"server":"win","tool":"execute_command","args":{"command":"x"}}',
      'nonsense',
      '',
      '{"server":1,"tool":2}',
      '{"server":"claude-code","tool":"Bash","args":{"command":"ssh web01.prod.example.com uptime"}}',
      '{"server":"claude-code","tool":"Bash","args":{"command":"ls"}}',
      '[]',
      'null',
    ];
    const { code, stdout } = await run(['check', '--batch'], lines.join('\n'));
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { verdict: string; hosts: string[] });
    expect(code).toBe(0);
    expect(answers.map(({ verdict, hosts }) => [verdict, ...hosts])).toEqual([
      ['mutating', 'win2019-1'],
      ['unknown'],
      ['unknown'],
      ['read_only', 'web01'],
      ['read_only'],
      ['unknown'],
      ['unknown'],
    ]);
  });

  test('it works before there is a config, and tells a broken one', async () => {
    rmSync(config);
    expect(
      (
        await run([
          'check',
          '--server',
          'claude-code',
          '--tool',
          'Bash',
          '--args',
          '{"command":"ssh web01 reboot"}',
          '--json',
        ])
      ).stdout,
    ).toContain('"mutating"');
    writeFileSync(config, '{');
    const broken = await run(['check', '--server', 'a', '--tool', 'b', '--json']);
    expect(broken.code).toBe(2);
    expect(JSON.parse(broken.stdout)).toMatchObject({ ok: false, reason: { code: 'CONFIG' } });
  });

  test.each([[['check']], [['check', '--server', 'a', '--tool', 'b', '--args', '{']], [['explain']]])(
    '%j is bad usage',
    async (args) => {
      expect((await run(args)).code).toBe(2);
    },
  );
});

test('explain shows the steps, and runs nothing', async () => {
  const { code, stdout } = await run([
    'explain',
    `bash -c "ssh 10.0.0.5 'touch ${home}/ran'"; touch ${home}/ran`,
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('change on web01: touch is not proven only to read');
  expect(stdout).toMatch(/\nmutating on web01\n/u);
  const json = JSON.parse(
    (await run(['explain', '--server', 'win', '--tool', 'execute_command', '--json'])).stdout,
  ) as { verdict: string; steps: unknown[] };
  expect(json.verdict).toBe('mutating');
  expect(json.steps.length).toBeGreaterThan(1);
  expect(() => readFileSync(join(home, 'ran'))).toThrow('ENOENT');
});

describe('catalog', () => {
  test('an entry is added, listed, decides, and is removed', async () => {
    expect((await run(['catalog', 'add', 'ops', 'do', '--vm-arg', 'host', '--note', 'ours'])).code).toBe(0);
    expect(JSON.parse((await run(['catalog', 'list', '--json'])).stdout)).toMatchObject({
      entries: [{ server: 'ops', tool: 'do', kind: 'mutating', vmArg: 'host', note: 'ours' }],
      servers: [{ name: 'vm-ops' }, { name: 'win', vm: 'win2019-1' }],
    });
    expect(
      (await run(['check', '--server', 'ops', '--tool', 'do', '--args', '{"host":"10.0.0.5"}'])).stdout,
    ).toContain('mutating on web01');
    expect((await run(['catalog', 'add', 'ops', 'do', '--vm-arg', 'vm'])).code).toBe(0);
    expect(entries()).toHaveLength(1);
    expect((await run(['catalog', 'remove', 'ops', 'do'])).code).toBe(0);
    expect(entries()).toEqual([]);
    expect((await run(['catalog', 'remove', 'ops', 'do'])).code).toBe(2);
  });

  test('an entry that loosens the guard is refused without a person at a terminal, and says why', async () => {
    for (const args of [
      ['vm-ops', 'run-command', '--read-only'],
      ['vm-ops', 'run-command', '--vm-arg', 'other'],
      ['claude-code', 'Bash', '--read-only'],
    ]) {
      const { code, stderr } = await run(['catalog', 'add', ...args], `${args[1] ?? ''}\n`);
      expect(code).toBe(3);
      expect(stderr).toContain('This loosens the guard');
    }
    expect(entries()).toEqual([]);
  });

  test('a file is taken whole or not at all', async () => {
    const file = join(home, 'mine.json');
    writeFileSync(
      file,
      JSON.stringify([
        { server: 'a', tool: 'b', kind: 'mutating', vm_arg: 'vm' },
        { server: 'a', tool: 'c', kind: 'perhaps' },
      ]),
    );
    expect((await run(['catalog', 'import', file])).code).toBe(2);
    expect(entries()).toEqual([]);
    writeFileSync(
      file,
      JSON.stringify({
        entries: [
          { server: 'a', tool: 'b', kind: 'mutating', vm_arg: 'vm' },
          { server: 'a', tool: 'c', kind: 'read_only' },
        ],
      }),
    );
    expect((await run(['catalog', 'import', file, '--json'])).code).toBe(0);
    expect(entries()).toHaveLength(2);
  });

  test('writers at the same time lose nothing of each other', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `tool-${i}`);
    const done = await Promise.all(
      names.map((name) => run(['catalog', 'add', 'ops', name, '--vm-arg', 'host'])),
    );
    expect(done.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect(
      entries()
        .map(({ tool }) => tool)
        .sort(),
    ).toEqual(names);
  });
});
