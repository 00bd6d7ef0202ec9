import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  decideToolCall,
  loadCatalogSettings,
  NO_SETTINGS,
  type CatalogSettings,
} from '../../src/catalog/index.ts';

const bash = (command: string, settings: CatalogSettings) =>
  decideToolCall({ server: 'claude-code', tool: 'Bash', args: { command } }, settings);

describe('how a host is written', () => {
  const settings: CatalogSettings = {
    ...NO_SETTINGS,
    aliases: { '10.0.0.5': 'web01', 'fe80::1': 'web02', 'Edge.example.net': 'web03' },
    domains: ['prod.example.com'],
  };

  test.each([
    ['ssh 10.0.0.5 reboot', 'web01'],
    ['ssh root@10.0.0.5 reboot', 'web01'],
    ['ssh ssh://root@10.0.0.5:2222 reboot', 'web01'],
    ['ssh fe80::1 reboot', 'web02'],
    ['ssh root@fe80::1 reboot', 'web02'],
    ['ssh "ssh://root@[fe80::1]:22" reboot', 'web02'],
    ['scp x "[fe80::1]:/tmp/"', 'web02'],
    ['rsync -a x "root@[fe80::1]:/tmp/"', 'web02'],
    ['ssh EDGE.example.net reboot', 'web03'],
    ['ssh web09.prod.example.com reboot', 'web09'],
    ['ssh WEB09.PROD.example.com. reboot', 'WEB09'],
    ['ssh web09.other.example.com reboot', 'web09.other.example.com'],
    ['ssh -l root -p 22 web09 reboot', 'web09'],
    ['ssh -J user@bastion:22,other web09 reboot', 'web09'],
    ['ssh "domain\\\\user@web09" reboot', 'web09'],
    ['ssh a@b@web09 reboot', 'web09'],
  ])('%s: %s', (command, vm) => {
    expect(bash(command, settings)).toMatchObject({ verdict: 'mutating', hosts: [vm] });
  });

  test('a full name that is itself a VM keeps its domain', () => {
    expect(
      bash('ssh web01.prod.example.com reboot', { ...settings, vms: ['web01.prod.example.com'] }).hosts,
    ).toEqual(['web01.prod.example.com']);
  });
});

describe('this machine as a VM', () => {
  const settings: CatalogSettings = { ...NO_SETTINGS, local: 'agent-vm', home: '/home/u', cwd: '/home/u/p' };

  test.each([
    ['ls -la', 'read_only'],
    ['rm -rf build', 'mutating'],
    ['npm test', 'mutating'],
    ['echo hi > x', 'mutating'],
    ['git status', 'read_only'],
    ['cat x | grep y', 'read_only'],
  ])('%s is %s there', (command, verdict) => {
    expect(bash(command, settings)).toMatchObject({ verdict, hosts: ['agent-vm'] });
  });

  test('tools that edit files change it, tools that read them do not', () => {
    const tool = (name: string) =>
      decideToolCall({ server: 'claude-code', tool: name, args: { file_path: '/home/u/p/a.ts' } }, settings);
    expect(tool('Edit')).toMatchObject({ verdict: 'mutating', hosts: ['agent-vm'] });
    expect(tool('Read')).toMatchObject({ verdict: 'read_only', hosts: ['agent-vm'] });
    expect(tool('TodoWrite')).toMatchObject({ verdict: 'read_only', hosts: [] });
  });

  test('a change elsewhere and one here are both told', () => {
    expect(bash('ssh web01 reboot; rm x', settings).hosts).toEqual(['web01', 'agent-vm']);
  });

  test('ssh to this machine is this machine, and another port of it may be anything', () => {
    expect(bash('ssh localhost reboot', settings).hosts).toEqual(['agent-vm']);
    expect(bash('ssh -p 2222 localhost reboot', settings).verdict).toBe('unknown');
    expect(bash('ssh -p 2222 localhost uptime', NO_SETTINGS).verdict).toBe('read_only');
  });
});

describe("the user's ssh configuration", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'catalog-home-'));
    mkdirSync(join(home, '.ssh', 'conf.d'), { recursive: true });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const settings = (text: string, more: Partial<CatalogSettings> = {}): CatalogSettings => {
    writeFileSync(join(home, '.ssh', 'config'), text);
    const config = {
      aliases: { '10.0.0.5': 'web01' },
      domains: ['prod.example.com'],
      local: null,
      servers: {},
    };
    return {
      ...loadCatalogSettings({
        config,
        entriesFile: join(home, 'catalog.json'),
        guarded: [],
        cwd: home,
        env: { HOME: home },
      }),
      ...more,
    };
  };

  test('HostName, in a block of patterns, with %h, quoted or with an equals sign', () => {
    const config =
      'Host w1 w2\n  HostName 10.0.0.5\nHost db-*\n  HostName %h.prod.example.com\nHost "q"\n  HostName="10.0.0.5"\nHost e\n  hostname = 10.0.0.5\n';
    expect(bash('ssh w1 reboot', settings(config)).hosts).toEqual(['web01']);
    expect(bash('ssh W2 reboot', settings(config)).hosts).toEqual(['web01']);
    expect(bash('ssh db-7 reboot', settings(config)).hosts).toEqual(['db-7']);
    expect(bash('ssh q reboot', settings(config)).hosts).toEqual(['web01']);
    expect(bash('ssh e reboot', settings(config)).hosts).toEqual(['web01']);
    expect(bash('scp x w1:/tmp', settings(config)).hosts).toEqual(['web01']);
    expect(bash('rsync -a x w1:/tmp', settings(config)).hosts).toEqual(['web01']);
    expect(bash('docker -H ssh://w1 rm x', settings(config)).hosts).toEqual(['web01']);
  });

  test('the first value wins, and a negated pattern takes a name out', () => {
    const config =
      'Host * !w3\n  HostName 10.0.0.5\nHost w3\n  HostName other.prod.example.com\nHost w3\n  HostName 10.0.0.5\n';
    expect(bash('ssh w3 reboot', settings(config)).hosts).toEqual(['other']);
    expect(bash('ssh w4 reboot', settings(config)).hosts).toEqual(['web01']);
  });

  test('included files, with wildcards, and inside of one another', () => {
    writeFileSync(join(home, '.ssh', 'conf.d', 'a.conf'), 'Include nested\nHost a1\n  HostName 10.0.0.5\n');
    writeFileSync(join(home, '.ssh', 'nested'), 'Host n1\n  HostName 10.0.0.5\nInclude conf.d/*.conf\n');
    const config = 'Include conf.d/*.conf\nInclude missing\nHost m1\n  HostName 10.0.0.5\n';
    for (const name of ['a1', 'n1', 'm1'])
      expect(bash(`ssh ${name} reboot`, settings(config)).hosts).toEqual(['web01']);
  });

  test('a Match that hangs on something unknown makes the host unknown', () => {
    expect(bash('ssh w1 reboot', settings('Match exec "test -f x"\n  HostName 10.0.0.5\n')).verdict).toBe(
      'unknown',
    );
    expect(bash('ssh w1 reboot', settings('Match host w1\n  HostName 10.0.0.5\n')).hosts).toEqual(['web01']);
    expect(bash('ssh w2 reboot', settings('Match host w1\n  HostName 10.0.0.5\n')).hosts).toEqual(['w2']);
    expect(bash('ssh w1 reboot', settings('Match all\n  User x\n')).hosts).toEqual(['w1']);
  });

  test('an address that no alias knows stays an address, unless the name is one of a VM', () => {
    const config = 'Host web07\n  HostName 10.9.9.9\n';
    expect(bash('ssh web07 reboot', settings(config)).hosts).toEqual(['10.9.9.9']);
    expect(bash('ssh web07 reboot', settings(config, { vms: ['web07'] })).hosts).toEqual(['web07']);
  });

  test('another configuration file or host name of the command leads elsewhere', () => {
    const config = 'Host w1\n  HostName 10.0.0.5\n';
    expect(bash('ssh -F /tmp/x w1 reboot', settings(config)).verdict).toBe('unknown');
    expect(bash('ssh -F /dev/null w1 reboot', settings(config)).hosts).toEqual(['w1']);
    expect(bash('ssh -o HostName=db01.prod.example.com w1 reboot', settings(config)).hosts).toEqual(['db01']);
    expect(bash('ssh -oHostName=db01 w1 reboot', settings(config)).hosts).toEqual(['db01']);
  });

  test('a host of the configuration is a known host', () => {
    expect(bash('./deploy.sh w1', settings('Host w1\n  HostName 10.0.0.5\n')).verdict).toBe('unknown');
    expect(bash('./deploy.sh w2', settings('Host w1\n  HostName 10.0.0.5\n')).verdict).toBe('read_only');
    expect(bash('grep w1 notes.md', settings('Host w1\n  HostName 10.0.0.5\n'))).toMatchObject({
      verdict: 'read_only',
      hosts: [],
    });
  });
});
