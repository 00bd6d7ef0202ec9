import { describe, expect, test } from 'vitest';
import {
  decideToolCall,
  NO_SETTINGS,
  sessionsAfter,
  type CatalogSettings,
  type ServerBinding,
} from '../../src/catalog/index.ts';

const binding = (pack: string, more: Partial<ServerBinding> = {}): ServerBinding => ({
  pack,
  vm: null,
  aliases: {},
  ...more,
});
const with_ = (
  servers: Record<string, ServerBinding>,
  more: Partial<CatalogSettings> = {},
): CatalogSettings => ({ ...NO_SETTINGS, servers, ...more });

describe('a pack is bound by the name in the config', () => {
  const run = { tool: 'run-command', args: { profile: 'web01', command: 'reboot' } };

  test.each([
    ['vm-ops', 'vm-ops'],
    ['my.server', 'my.server'],
    ['my.server', 'my_server'],
    ['plugin:zerto-guard:vm-ops', 'plugin:zerto-guard:vm-ops'],
    ['plugin:zerto-guard:vm-ops', 'plugin_zerto-guard_vm-ops'],
    ['3b241101-e2bb-4255-8caf-4136c566a962', '3b241101-e2bb-4255-8caf-4136c566a962'],
  ])('%s, shown as %s', (configured, shown) => {
    expect(
      decideToolCall({ server: shown, ...run }, with_({ [configured]: binding('ssh-mcp') })),
    ).toMatchObject({ verdict: 'mutating', hosts: ['web01'], source: 'pack ssh-mcp' });
  });

  test.each(['vm-ops2', 'VM-OPS', 'plugin:other:vm-ops', 'ssh-mcp', ''])('"%s" is not vm-ops', (shown) => {
    expect(
      decideToolCall(
        { server: shown, tool: 'list-connections', args: {} },
        with_({ 'vm-ops': binding('ssh-mcp') }),
      ).verdict,
    ).toBe('unknown');
  });

  test('two names that are shown alike are neither', () => {
    const servers = { 'a.b': binding('ssh-mcp'), 'a:b': binding('winrm-mcp-server', { vm: 'win' }) };
    expect(decideToolCall({ server: 'a_b', ...run }, with_(servers)).verdict).toBe('unknown');
  });

  test.each(['mcp__vm-ops__run-command', 'run-command'])('the tool may carry its server: %s', (tool) => {
    const server = tool.startsWith('mcp__') ? '' : 'vm-ops';
    expect(
      decideToolCall({ server, tool, args: run.args }, with_({ 'vm-ops': binding('ssh-mcp') })),
    ).toMatchObject({ verdict: 'mutating', hosts: ['web01'] });
  });

  test('a tool whose name holds a dot is shown with an underscore', () => {
    expect(
      decideToolCall(
        { server: 'b', tool: 'boxes_reboot', args: { nameOrUuid: 'web01' } },
        with_({ b: binding('boxes-mcp (libvirt)') }),
      ),
    ).toMatchObject({ verdict: 'mutating', hosts: ['web01'] });
  });

  test('a pack that there is not makes every tool unknown', () => {
    expect(decideToolCall({ server: 'x', ...run }, with_({ x: binding('no-such-pack') })).why).toContain(
      'no-such-pack',
    );
  });

  test('names of Object are no servers', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(decideToolCall({ server: name, tool: name, args: { __proto__: 1 } }, NO_SETTINGS).verdict).toBe(
        'unknown',
      );
  });
});

describe('where the host sits', () => {
  const decide = (
    pack: string,
    tool: string,
    args: unknown,
    more: Partial<ServerBinding> = {},
    settings: Partial<CatalogSettings> = {},
  ) => decideToolCall({ server: 's', tool, args }, with_({ s: binding(pack, more) }, settings));

  test('an alias of the server goes before one for all', () => {
    const aliases = { aliases: { prod: 'db01' } };
    expect(
      decide('ssh-mcp', 'run-command', { profile: 'prod' }, { aliases: { prod: 'web01' } }, aliases).hosts,
    ).toEqual(['web01']);
    expect(decide('ssh-mcp', 'run-command', { profile: 'prod' }, {}, aliases).hosts).toEqual(['db01']);
  });

  test('a server that works on one VM is bound to it', () => {
    expect(
      decide('winrm-mcp-server', 'execute_command', { command: 'x' }, { vm: 'win2019-1' }),
    ).toMatchObject({ verdict: 'mutating', hosts: ['win2019-1'] });
    expect(decide('winrm-mcp-server', 'execute_command', { command: 'x' }).verdict).toBe('unknown');
    expect(decide('windows-mcp', 'PowerShell', { command: 'x' }, { vm: 'win2019-1' }).hosts).toEqual([
      'win2019-1',
    ]);
    expect(decide('ssh-mcp', 'run-command', { command: 'x' }, { vm: 'web01' }).hosts).toEqual(['web01']);
    expect(decide('ssh-mcp', 'run-command', { command: 'x' }).verdict).toBe('unknown');
  });

  test('a binding to one VM proves nothing of a tool that reaches all', () => {
    for (const [pack, tool] of [
      ['pve-mcp', 'proxmox_zfs_send'],
      ['mcvsphere', 'reboot_host'],
      ['mcvsphere', 'delete_datastore_file'],
      ['proxmox-mcp-plus', 'execute_node_command'],
    ] as const)
      expect(decide(pack, tool, { node: 'pve1' }, { vm: 'web01' }).verdict).toBe('unknown');
  });

  test('ids are VMs by an alias only', () => {
    expect(decide('proxmox-mcp-plus', 'stop_vm', { node: 'pve1', vmid: 101 }).verdict).toBe('unknown');
    expect(
      decide(
        'proxmox-mcp-plus',
        'stop_vm',
        { node: 'pve1', vmid: 101 },
        { aliases: { 'pve1/101': 'web01' } },
      ),
    ).toMatchObject({ verdict: 'mutating', hosts: ['web01'] });
    expect(
      decide('proxmox-mcp-plus', 'stop_vm', { node: 'pve1' }, { aliases: { '101': 'web01' } }).verdict,
    ).toBe('unknown');
    expect(
      decide('VMware Workstation MCP', 'stop_vm', { vmxPath: '/a/web01.vmx', vmName: 'web01' }).verdict,
    ).toBe('unknown');
  });

  test('every entry of a selector counts', () => {
    expect(decide('proxmox-mcp-plus', 'stop_container', { selector: 'web01, pve1/db01' })).toMatchObject({
      verdict: 'mutating',
      hosts: ['web01', 'db01'],
    });
    expect(decide('proxmox-mcp-plus', 'stop_container', { selector: 'web01,102' }).verdict).toBe('unknown');
  });

  test('patterns over an inventory', () => {
    const hosts = (pattern: unknown) => decide('ansible-mcp-server', 'ansible_task', { hosts: pattern });
    expect(hosts('web01')).toMatchObject({ verdict: 'mutating', hosts: ['web01'] });
    expect(hosts('web01,db01:app').hosts).toEqual(['web01', 'db01', 'app']);
    for (const pattern of [
      'all',
      '*',
      'web*',
      '~web.*',
      'web[01:10]',
      'web:!web01',
      'a:&b',
      '',
      'ungrouped',
      undefined,
      7,
      'web01 db01',
    ])
      expect(hosts(pattern).verdict).toBe('unknown');
  });

  test('what is no name of a host is never one', () => {
    for (const host of [null, 7, {}, [], [['web01']], true, 'a\nb', ' ', 'x'.repeat(600)])
      expect(decide('mcp-ssh-session', 'execute_command', { host }).verdict).toBe('unknown');
    expect(decide('mcp-ssh-session', 'execute_command', 'web01').verdict).toBe('unknown');
    expect(decide('mcp-ssh-session', 'execute_command', null).verdict).toBe('unknown');
  });

  test('a vCenter that is no bare host name is not spoken to', () => {
    expect(decide('vsphere-mcp-server', 'list_vms', { hostname: 'vc.example.com' }).verdict).toBe(
      'read_only',
    );
    expect(decide('vsphere-mcp-server', 'list_vms', { hostname: 'vc.example.com/x?' }).verdict).toBe(
      'unknown',
    );
  });
});

describe('sessions that an earlier call opened', () => {
  const settings = with_(
    { c: binding('cygnus-ssh-mcp'), l: binding('linux-ssh-mcp') },
    { aliases: { '10.0.0.5': 'web01' } },
  );

  test('without them a session-bound call is unknown', () => {
    expect(
      decideToolCall({ server: 'c', tool: 'ssh_cmd_run', args: { command: 'x' } }, settings).verdict,
    ).toBe('unknown');
    expect(
      decideToolCall({ server: 'l', tool: 'ssh_execute', args: { command: 'x' } }, settings, []).verdict,
    ).toBe('unknown');
  });

  test('the active one, and one by its name', () => {
    const one = sessionsAfter(
      { server: 'c', tool: 'ssh_conn_connect', args: { host_name: '10.0.0.5' } },
      settings,
      [],
    );
    expect(decideToolCall({ server: 'c', tool: 'ssh_cmd_run', args: {} }, settings, one)).toMatchObject({
      verdict: 'mutating',
      hosts: ['web01'],
    });
    const two = sessionsAfter(
      { server: 'l', tool: 'ssh_connect', args: { host: 'db01', session_name: 'b' } },
      settings,
      one,
    );
    expect(
      decideToolCall({ server: 'l', tool: 'ssh_execute', args: { session_name: 'b' } }, settings, two).hosts,
    ).toEqual(['db01']);
    expect(
      decideToolCall({ server: 'l', tool: 'ssh_execute', args: { session_name: 'other' } }, settings, two)
        .verdict,
    ).toBe('unknown');
    expect(decideToolCall({ server: 'c', tool: 'ssh_cmd_run', args: {} }, settings, two).hosts).toEqual([
      'web01',
    ]);
  });

  test('a newer connection takes the place of the old one, and a closed one is gone', () => {
    const connect = (host: string, before: Parameters<typeof sessionsAfter>[2]) =>
      sessionsAfter({ server: 'c', tool: 'ssh_conn_connect', args: { host_name: host } }, settings, before);
    const open = connect('db01', connect('web01', []));
    expect(decideToolCall({ server: 'c', tool: 'ssh_cmd_run', args: {} }, settings, open).hosts).toEqual([
      'db01',
    ]);
    const closed = sessionsAfter({ server: 'c', tool: 'ssh_host_disconnect', args: {} }, settings, open);
    expect(decideToolCall({ server: 'c', tool: 'ssh_cmd_run', args: {} }, settings, closed).verdict).toBe(
      'unknown',
    );
  });

  test('ending all sessions touches each of their hosts', () => {
    const open = [
      { server: 'l', session: 'a', host: 'web01' },
      { server: 'l', session: 'b', host: 'db01' },
      { server: 'c', session: null, host: 'app' },
    ];
    expect(
      decideToolCall({ server: 'l', tool: 'ssh_disconnect_all', args: {} }, settings, open).hosts,
    ).toEqual(['web01', 'db01']);
  });
});
