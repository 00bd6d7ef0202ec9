import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  decideToolCall,
  EntriesError,
  isResolved,
  NO_SETTINGS,
  parseEntries,
  readEntries,
  removalWeakens,
  updateEntries,
  weakening,
  type CatalogSettings,
  type OwnEntry,
} from '../../src/catalog/index.ts';

const entry = (more: Partial<OwnEntry> = {}): OwnEntry => ({
  server: 'ops',
  tool: 'do',
  kind: 'mutating',
  vmArg: 'host',
  note: null,
  ...more,
});
const with_ = (...entries: OwnEntry[]): CatalogSettings => ({
  ...NO_SETTINGS,
  entries,
  servers: { 'vm-ops': { pack: 'ssh-mcp', vm: null, aliases: { w: 'web01' } } },
  aliases: { '10.0.0.5': 'web01' },
});

describe('an entry decides', () => {
  const decide = (settings: CatalogSettings, args: unknown, server = 'ops', tool = 'do') =>
    decideToolCall({ server, tool, args }, settings);

  test('the VM from its argument, through aliases', () => {
    expect(decide(with_(entry()), { host: '10.0.0.5' })).toEqual({
      verdict: 'mutating',
      hosts: ['web01'],
      why: 'you said that it changes its host',
      source: 'own entry',
    });
    expect(
      decide(with_(entry({ vmArg: 'target.vm|host' })), { target: { vm: 'db01' }, host: 'x' }).hosts,
    ).toEqual(['db01']);
    expect(decide(with_(entry()), { host: ['web01', 'db01'] }).hosts).toEqual(['web01', 'db01']);
  });

  test('without the argument it is unknown', () => {
    for (const args of [{}, { host: '' }, { host: 7 }, { host: [] }, null, 'x'])
      expect(decide(with_(entry()), args).verdict).toBe('unknown');
    expect(decide(with_(entry({ vmArg: null })), { host: 'web01' }).verdict).toBe('unknown');
  });

  test('it goes before a pack', () => {
    const settings = with_(entry({ server: 'vm-ops', tool: 'run-command', kind: 'read_only', vmArg: null }));
    expect(decide(settings, { profile: 'web01' }, 'vm-ops', 'run-command')).toMatchObject({
      verdict: 'read_only',
      source: 'own entry',
    });
    expect(decide(settings, { profile: 'web01' }, 'vm-ops', 'sftp-upload')).toMatchObject({
      verdict: 'mutating',
      source: 'pack ssh-mcp',
    });
  });
});

describe('what loosens the guard', () => {
  test('against a pack, an own entry and a built-in tool', () => {
    expect(weakening(entry({ server: 'vm-ops', tool: 'run-command', kind: 'read_only' }), with_())).toContain(
      'ssh-mcp',
    );
    expect(weakening(entry({ server: 'vm-ops', tool: 'run-command', vmArg: 'other' }), with_())).toContain(
      'another VM',
    );
    expect(weakening(entry({ server: 'vm-ops', tool: 'run-command', vmArg: 'profile' }), with_())).toBeNull();
    expect(
      weakening(entry({ server: 'vm-ops', tool: 'list-connections', kind: 'mutating' }), with_()),
    ).toBeNull();
    expect(weakening(entry({ kind: 'read_only' }), with_(entry()))).toContain('your own entry');
    expect(weakening(entry({ server: 'claude-code', tool: 'Bash' }), with_())).toContain('claude-code');
    expect(
      weakening(
        entry({ server: 'zerto_rewind_mcp', tool: 'zerto_recover_file', kind: 'read_only' }),
        with_(),
      ),
    ).not.toBeNull();
    expect(weakening(entry({ kind: 'read_only' }), with_())).toBeNull();
  });

  test('taking a stricter entry away', () => {
    const strict = entry({ server: 'vm-ops', tool: 'list-connections' });
    expect(removalWeakens(strict, with_(strict))).toContain('ssh-mcp');
    expect(removalWeakens(entry(), with_(entry()))).toBeNull();
  });

  test('what is resolved already', () => {
    expect(isResolved('vm-ops', 'run-command', with_())).toBe(true);
    expect(isResolved('claude-code', 'Bash', with_())).toBe(true);
    expect(isResolved('ops', 'do', with_(entry()))).toBe(true);
    expect(isResolved('ops', 'do', with_())).toBe(false);
  });
});

describe('the file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-entries-'));
    file = join(folder, 'deep', 'catalog.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is made, read back, and leaves nothing beside it', () => {
    expect(readEntries(file)).toEqual([]);
    updateEntries(file, (entries) => [...entries, entry()]);
    updateEntries(file, (entries) => [...entries, entry({ tool: 'other', note: 'why' })]);
    expect(readEntries(file)).toEqual([entry(), entry({ tool: 'other', note: 'why' })]);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['catalog.json']);
  });

  test('a change that fails leaves the old file and no lock', () => {
    updateEntries(file, () => [entry()]);
    expect(() =>
      updateEntries(file, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(readEntries(file)).toEqual([entry()]);
    updateEntries(file, (entries) => [...entries, entry({ tool: 'b' })]);
    expect(readEntries(file)).toHaveLength(2);
  });

  test('the lock of a process that has died is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    updateEntries(file, () => []);
    writeFileSync(`${file}.lock`, `${child.pid} token`);
    updateEntries(file, () => [entry()]);
    expect(readEntries(file)).toEqual([entry()]);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test('a broken file is told, not taken for an empty one', () => {
    updateEntries(file, () => []);
    writeFileSync(file, '{"entries": [');
    expect(() => readEntries(file)).toThrow(EntriesError);
    expect(() => updateEntries(file, () => [])).toThrow(EntriesError);
    expect(readFileSync(file, 'utf8')).toBe('{"entries": [');
  });

  test.each([
    ['null', 'holds no list'],
    ['[1]', 'entry 1'],
    ['[{"server":"a","tool":"b","kind":"maybe"}]', 'kind'],
    ['[{"server":"","tool":"b","kind":"mutating"}]', 'server'],
    ['[{"server":"a","tool":"b\\n","kind":"mutating"}]', 'tool'],
    ['[{"server":"a","tool":"b","kind":"mutating","vmArg":"a b"}]', 'vmArg'],
    ['[{"server":"a","tool":"b","kind":"mutating","readOnly":true}]', 'readOnly'],
  ])('%s is refused', (text, part) => {
    expect(() => parseEntries(text, 'file')).toThrow(part);
  });

  test('vm_arg is taken for vmArg', () => {
    expect(parseEntries('[{"server":"a","tool":"b","kind":"mutating","vm_arg":"host"}]', 'file')).toEqual([
      entry({ server: 'a', tool: 'b' }),
    ]);
  });
});
