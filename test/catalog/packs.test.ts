import { describe, expect, test } from 'vitest';
import {
  decideToolCall,
  NO_SETTINGS,
  packIds,
  packNamed,
  type CatalogSettings,
  type Decision,
  type Pack,
  type PackTool,
} from '../../src/catalog/index.ts';

const packs: Pack[] = packIds().map((id) => packNamed(id) as Pack);
const rows = packs.flatMap((pack) => pack.tools.map((row) => ({ pack, row })));

/** Each value that a host may take in the arguments, with the alias that makes an id a VM. */
const ALIASES = {
  '101': 'vm-by-id',
  'pve1/101': 'vm-by-id',
  'vm-42': 'vm-by-id',
  '/vms/web01.vmx': 'vm-by-id',
  '3b241101-e2bb-4255-8caf-4136c566a962': 'vm-by-id',
};

function bound(
  pack: Pack,
  more: Partial<{ vm: string; aliases: Record<string, string> }> = {},
): CatalogSettings {
  return {
    ...NO_SETTINGS,
    servers: { 'my-server': { pack: pack.id, vm: more.vm ?? null, aliases: more.aliases ?? {} } },
  };
}

function call(row: PackTool, args: unknown, settings: CatalogSettings): Decision {
  return decideToolCall({ server: 'my-server', tool: row.tool, args }, settings);
}

/** Arguments in which every place of the row holds `host`, or an id where it is one by name. */
function argsFor({ arg, at }: PackTool): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const put = (path: string, value: unknown): void => {
    const keys = path.split('.');
    let into = args;
    for (const key of keys.slice(0, -1)) into = (into[key] ??= {}) as Record<string, unknown>;
    into[keys.at(-1) ?? ''] = value;
  };
  if (arg === null) return args;
  if (at === 'json_string') put(arg, JSON.stringify({ limit: 'web01' }));
  else if (arg.includes('+')) {
    const [node = '', id = ''] = arg.split('+');
    put(node, 'pve1');
    put(id, 101);
  } else
    for (const path of arg.split('|'))
      put(
        path,
        /^(?:params\.)?(?:vmid|source_vmid|job_id|plan_id|volid|vm_id)$/u.test(path)
          ? '101'
          : /uuid/iu.test(path)
            ? '3b241101-e2bb-4255-8caf-4136c566a962'
            : /vmx/iu.test(path)
              ? '/vms/web01.vmx'
              : 'web01',
      );
  return args;
}

const HOSTILE = [
  '; rm -rf /',
  '$(reboot)',
  '`reboot`',
  "' ; reboot ; '",
  '" & shutdown /r & "',
  '-delete',
  '-oProxyCommand=reboot',
  '../../etc/passwd',
  'a\nreboot',
  'a\rb',
  '\u2018;reboot;\u2019',
  '\u201Creboot\u201D',
  '\u201Areboot\u201B',
  'a|b',
  'a>b',
  '%0a',
  'a  b',
  'x -delete',
  'a\u0000b',
  'ａ',
  '{{ lookup("pipe","id") }}',
  '*',
  '~/x',
  'a\\b',
  'é',
  'x'.repeat(1001),
];

test('there are 744 tools in 30 packs, each with the package and version that it was read from', () => {
  expect(packs).toHaveLength(30);
  expect(rows).toHaveLength(744);
  for (const { readFrom } of packs) expect(readFrom).toMatch(/^(?:npm:.+@\d|pypi:.+==\d|glama:)/u);
});

describe.each(packs.map((pack) => [pack.id, pack] as const))('pack %s', (_, pack) => {
  test.each(pack.tools.map((row) => [row.tool, row] as const))(
    '%s is never let through by its hosts alone',
    (__, row) => {
      const settings = bound(pack, { aliases: ALIASES });
      const decision = call(row, argsFor(row), settings);
      if (row.kind === 'read_only') expect(decision.verdict).toBe('read_only');
      else if (row.readOnlyIf === 'plain') expect(decision.verdict).toBe('read_only');
      else {
        expect(decision.verdict).not.toBe('read_only');
        if (decision.verdict === 'unknown') expect(decision.why).toMatch(/\S{3}.*; \S/u);
        else for (const host of decision.hosts) expect(['web01', 'vm-by-id']).toContain(host);
      }
    },
  );

  test('a tool that its pack does not know is unknown', () => {
    expect(decideToolCall({ server: 'my-server', tool: 'no_such_tool', args: {} }, bound(pack)).verdict).toBe(
      'unknown',
    );
  });
});

describe('rows that only read while their arguments are plain', () => {
  const plain = rows.filter(({ row }) => row.readOnlyIf === 'plain');

  test('there are some', () => {
    expect(plain.length).toBeGreaterThan(40);
  });

  test.each(plain.map(({ pack, row }) => [`${pack.id} ${row.tool}`, pack, row] as const))(
    '%s: hostile arguments are never read-only',
    (_, pack, row) => {
      const settings = bound(pack, { aliases: ALIASES });
      for (const text of HOSTILE) {
        for (const args of [
          { path: text },
          { ...argsFor(row), pattern: text },
          { nested: { deep: [text] } },
          { [text]: 'x' },
          { list: ['ok', text] },
        ]) {
          expect(call(row, { ...argsFor(row), ...args }, settings).verdict, JSON.stringify(args)).not.toBe(
            'read_only',
          );
        }
      }
    },
  );

  test.each(plain.map(({ pack, row }) => [`${pack.id} ${row.tool}`, pack, row] as const))(
    '%s: ordinary arguments are read-only',
    (_, pack, row) => {
      const args = {
        ...argsFor(row),
        path: '/var/log/nginx/error.log',
        lines: 50,
        recursive: true,
        pattern: 'level=error, 12:30',
        name: 'web-app_1',
      };
      expect(call(row, args, bound(pack, { aliases: ALIASES })).verdict).toBe('read_only');
    },
  );
});

describe('tools that read for some actions', () => {
  const manager = packNamed('mcp-ssh-manager') as Pack;
  const tower = packNamed('ansible-tower-mcp') as Pack;
  const row = (pack: Pack, tool: string): PackTool => pack.tools.find((one) => one.tool === tool) as PackTool;

  test.each([
    ['ssh_process_manager', { action: 'list', server: 'web01' }, 'read_only'],
    ['ssh_process_manager', { action: 'kill', server: 'web01', pid: 1 }, 'mutating'],
    ['ssh_process_manager', { server: 'web01' }, 'mutating'],
    ['ssh_process_manager', { action: ['list'], server: 'web01' }, 'mutating'],
    ['ssh_process_manager', { action: 'list', server: 'web01', filter: '; reboot' }, 'mutating'],
    ['ssh_alert_setup', { action: 'check', server: 'web01' }, 'read_only'],
    ['ssh_alert_setup', { action: 'set', server: 'web01' }, 'mutating'],
    ['ssh_connection_status', { action: 'status', server: 'web01' }, 'read_only'],
    ['ssh_connection_status', { action: 'cleanup', server: 'web01' }, 'mutating'],
  ])('%s %j: %s', (tool, args, verdict) => {
    expect(call(row(manager, tool), args, bound(manager)).verdict).toBe(verdict);
  });

  test('an AWX job is guarded where its JSON names the hosts, and asked about where it does not', () => {
    const jobs = row(tower, 'ansible_tower_jobs');
    expect(call(jobs, { action: 'list', params_json: '{}' }, bound(tower)).verdict).toBe('read_only');
    expect(
      call(jobs, { action: 'launch', params_json: '{"limit":"web01,db01"}' }, bound(tower)),
    ).toMatchObject({ verdict: 'mutating', hosts: ['web01', 'db01'] });
    expect(call(jobs, { action: 'launch', params_json: '{"job_template":7}' }, bound(tower)).verdict).toBe(
      'unknown',
    );
    expect(call(jobs, { action: 'launch', params_json: '{"limit":"all"}' }, bound(tower)).verdict).toBe(
      'unknown',
    );
    expect(call(jobs, { action: 'launch', params_json: '{"limit":"web*"}' }, bound(tower)).verdict).toBe(
      'unknown',
    );
    expect(call(jobs, { action: 'launch', params_json: 'not json' }, bound(tower)).verdict).toBe('unknown');
  });
});
