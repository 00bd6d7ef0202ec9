import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation, type Ended } from '../support/installation.ts';
import { covers } from '../support/requirements.ts';

const installed = new Installation();

interface SiteEntry {
  url: string;
  auth: { username: string; passwordFile: string };
  tls?: { caFile: string };
}
interface ConfigFile {
  agent: string;
  sites: SiteEntry[];
  temporal: { address: string };
  guard: object;
  [key: string]: unknown;
}

const readConfig = (): ConfigFile => JSON.parse(readFileSync(installed.configFile, 'utf8')) as ConfigFile;

/** A config that differs from the right one, under a name of its own. */
function configWith(name: string, change: (config: ConfigFile) => void): string {
  const config = readConfig();
  change(config);
  const file = join(installed.directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function guardWith(file: string, ...more: string[]): Promise<Ended> {
  return installed.start([
    'guard',
    '--config',
    file,
    '--vm',
    'web01',
    '--change',
    'c-1',
    '--action',
    'x',
    '--json',
    ...more,
  ]).ended;
}

/** What a person reads: a code, one sentence, what to do; never a stack trace. */
function expectTold({ stdout, stderr }: Ended, code: string): void {
  const { ok, reason } = JSON.parse(stdout) as {
    ok: boolean;
    reason: { code: string; message: string; next: string };
  };
  expect(ok).toBe(false);
  expect(reason.code).toBe(code);
  expect(reason.message.length).toBeGreaterThan(20);
  expect(reason.next.length).toBeGreaterThan(10);
  expect(stderr).not.toMatch(/\n\s+at \S+ \(|node:internal/u);
}

beforeAll(async () => {
  await installed.simulate('--speed', '20', '--tls');
});

afterAll(async () => {
  await installed.close();
});

describe('what a command says before anything runs', () => {
  it.each([
    ['an unknown key', (config: ConfigFile) => (config['colour'] = 'blue'), 'colour'],
    [
      'a misspelt key of a site',
      (config: ConfigFile) => Object.assign(config.sites[0] ?? {}, { ulr: 'x' }),
      'sites[0].ulr',
    ],
    ['no sites', (config: ConfigFile) => (config.sites = []), 'sites'],
    [
      'a literal password',
      (config: ConfigFile) => Object.assign(config.sites[0]?.auth ?? {}, { password: 'x' }),
      'sites[0].auth',
    ],
  ])(`names the key of %s and ends with 2${covers('config:bad-key')}`, async (_, change, path) => {
    const ended = await guardWith(configWith('bad', change));
    expect(ended.code).toBe(2);
    expectTold(ended, 'CONFIG');
    expect(ended.stderr).toContain(path);
  });

  it('ends with 2 for bad usage', async () => {
    for (const args of [
      ['guard', '--vm', 'web01'],
      ['guard', '--vm', '', '--change', 'c', '--action', 'x'],
      ['nonsense'],
      ['simulate', '--speed', '-1'],
    ]) {
      const { code, stderr } = await installed.start(args).ended;
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).toMatch(/--help/u);
    }
  });

  it(`says that Temporal cannot be reached, and ends with 6${covers('temporal:unreachable')}`, async () => {
    const ended = await guardWith(installed.configFile);
    expect(ended.code).toBe(6);
    expectTold(ended, 'TEMPORAL_UNREACHABLE');
    const status = await installed.run('status', '--json');
    expect(status.code).toBe(6);
    expect(JSON.parse(status.stdout)).toMatchObject({ temporal: { ok: false }, worker: { polling: false } });
  });
});

describe('with Temporal and a worker', () => {
  beforeAll(async () => {
    await installed.up();
  });

  it(`works over TLS with the CA file; status says so; a second up is refused${covers('cli:status')}`, async () => {
    expect(await installed.status()).toMatchObject({
      temporal: { ok: true },
      worker: { polling: true },
      sites: [{ ok: true }, { ok: true }],
    });
    expect((await installed.run('status')).code).toBe(0);
    expect((await installed.guard('web01', 'tls-1')).verdict).toMatchObject({ ok: true });
    const second = await installed.run('up', '--json');
    expect(second.code).toBe(2);
    expectTold(second, 'CONFIG');
  });

  it('refuses a ZVM whose certificate is not trusted, naming the site', async () => {
    await withWorkerOf(
      configWith('untrusted', (config) => config.sites.forEach((site) => delete site.tls)),
      async () => {
        const ended = await installed.guard('web01', 'tls-2', '--wait', '20');
        expect(ended.code).toBe(6);
        expectTold(ended, 'ZVM_UNREACHABLE');
        expect(ended.verdict.reason?.message).toMatch(/certificate/u);
      },
    );
  });

  it(`refuses a wrong password, and tries it once only${covers('safety:password-once', 'cli:no-stack-traces')}`, async () => {
    const passwordFile = join(installed.directory, 'wrong-password');
    writeFileSync(passwordFile, 'wrong');
    const badLogIns = async (): Promise<number> =>
      (await installed.ledger()).requests.filter(
        ({ path, status, site }) => site === 'CMH' && path.endsWith('/token') && status === 401,
      ).length;
    const before = await badLogIns();
    await withWorkerOf(
      configWith('wrong', (config) =>
        config.sites.forEach((site) => (site.auth.passwordFile = passwordFile)),
      ),
      async () => {
        for (const changeId of ['pw-1', 'pw-2', 'pw-3']) {
          const ended = await installed.guard('web01', changeId);
          expect(ended.code).toBe(6);
          expectTold(ended, 'ZVM_AUTH');
        }
      },
    );
    expect((await badLogIns()) - before).toBe(1);
  });

  it('refuses when a ZVM is down, naming it, within the time given', async () => {
    await withWorkerOf(
      configWith('down', (config) => config.sites.forEach((site) => (site.url = 'https://127.0.0.1:9'))),
      async () => {
        const ended = await installed.guard('web01', 'down-1', '--wait', '4');
        expect(ended.code).toBe(6);
        expectTold(ended, 'ZVM_UNREACHABLE');
      },
    );
  });

  it(`says NO_WORKER where nobody ever polled the task queue${covers('start:no-worker')}`, async () => {
    const file = configWith('other-queue', (config) =>
      Object.assign(config.temporal, { taskQueue: 'nobody-here' }),
    );
    const ended = await guardWith(file);
    expect(ended.code).toBe(6);
    expectTold(ended, 'NO_WORKER');
    expect((await installed.tags('c-1')).length).toBe(0);
  });

  it(`keeps guards over a restart of everything, and down stops what up started${covers('cli:up-down')}`, async () => {
    const down = await installed.run('down', '--json');
    expect(JSON.parse(down.stdout)).toMatchObject({ stopped: true });
    expect((await installed.run('status')).code).toBe(6);
    await installed.up();
    const { stdout } = await installed.run('changes', '--json');
    const { changes } = JSON.parse(stdout) as { changes: { changeId: string; outcome: string }[] };
    expect(changes.find(({ changeId }) => changeId === 'tls-1')).toMatchObject({ outcome: 'confirmed' });
  });
});

/** Replaces the worker by one of another config for the length of a piece of work. */
async function withWorkerOf(file: string, work: () => Promise<void>): Promise<void> {
  await installed.killWorker();
  const other = installed.start(['worker', '--config', file]);
  while (!other.out.stderr.includes('"polling"')) await sleep(50);
  try {
    await work();
  } finally {
    other.child.kill('SIGTERM');
    await other.ended;
    await installed.startWorker();
  }
}
