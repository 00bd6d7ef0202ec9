import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  DevServerError,
  isSameProcess,
  processRef,
  startDevServer,
  type DevServer,
  type DevServerOptions,
} from '../../src/embedded/index.ts';
import { freePort } from '../support/free-port.ts';
import { temporalCliPath } from '../support/temporal-cli.ts';

const ATTRIBUTES = {
  ZertoVm: 'Keyword',
  ZertoVpgs: 'KeywordList',
  ZertoChange: 'Keyword',
  ZertoOutcome: 'Keyword',
};

let cli: string;
let folder: string;
let running: DevServer[];
beforeAll(async () => {
  cli = await temporalCliPath();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rewind-dev-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function options(port: number, more: Partial<DevServerOptions> = {}): DevServerOptions {
  return {
    cli,
    address: `127.0.0.1:${port}`,
    namespace: 'default',
    uiPort: null,
    logFile: join(folder, `${port}.log`),
    searchAttributes: ATTRIBUTES,
    retentionDays: 31,
    env: process.env,
    ...more,
  };
}

async function start(wanted: DevServerOptions): Promise<DevServer> {
  const server = await startDevServer(wanted);
  running.push(server);
  return server;
}

async function withClient<T>(
  address: string,
  namespace: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}

const startWorkflow = (address: string, workflowId: string, namespace = 'default') =>
  withClient(address, namespace, (client) =>
    client.workflow.start('guard', {
      workflowId,
      taskQueue: 'nobody',
      args: [],
      typedSearchAttributes: new TypedSearchAttributes([
        { key: defineSearchAttributeKey('ZertoVm', 'KEYWORD'), value: 'web01' },
        { key: defineSearchAttributeKey('ZertoVpgs', 'KEYWORD_LIST'), value: ['VPG-A', 'VPG-B'] },
      ]),
    }),
  );

const statusOf = (address: string, workflowId: string, namespace = 'default') =>
  withClient(
    address,
    namespace,
    async (client) => (await client.workflow.getHandle(workflowId).describe()).status.name,
  );

const failureOf = (wanted: DevServerOptions): Promise<unknown> =>
  start(wanted).catch((error: unknown) => error);

describe('a dev server', () => {
  test('serves the moment it resolves, keeps closed workflows 31 days, and its database outlives it', async () => {
    const wanted = options(await freePort(), {
      databaseFile: join(folder, 'state/temporal.db'),
      namespace: 'rewind',
    });
    const first = await start(wanted);
    await startWorkflow(wanted.address, 'before', 'rewind');
    const describeNamespace = () =>
      withClient(wanted.address, 'rewind', (client) =>
        client.workflowService.describeNamespace({ namespace: 'rewind' }),
      );
    expect((await describeNamespace()).config?.workflowExecutionRetentionTtl?.seconds?.toNumber()).toBe(
      31 * 86_400,
    );
    expect(await first.stop()).toEqual(await first.exited);
    await expect(Connection.connect({ address: wanted.address, connectTimeout: 500 })).rejects.toThrow();

    const second = await start(wanted);
    expect(second.pid).not.toBe(first.pid);
    expect(await statusOf(wanted.address, 'before', 'rewind')).toBe('RUNNING');
    await startWorkflow(wanted.address, 'after', 'rewind');
    expect(existsSync(`${wanted.logFile}.old`)).toBe(true);

    process.kill(second.pid, 'SIGKILL');
    expect(await second.exited).toMatchObject({ signal: 'SIGKILL' });
    await start(wanted);
    expect(await statusOf(wanted.address, 'before', 'rewind')).toBe('RUNNING');
    expect(await statusOf(wanted.address, 'after', 'rewind')).toBe('RUNNING');
  });

  test('runs beside another one, each with its own workflows and UI', async () => {
    const [uiPort, onePort, twoPort] = [await freePort(), await freePort(), await freePort()];
    const one = await start(options(onePort, { uiPort }));
    const two = await start(options(twoPort));
    expect(one.uiUrl).toBe(`http://127.0.0.1:${uiPort}`);
    expect(two.uiUrl).toBeNull();
    expect((await fetch(`${one.uiUrl ?? ''}/`)).status).toBe(200);
    await startWorkflow(one.address, 'of-one');
    expect(await statusOf(one.address, 'of-one')).toBe('RUNNING');
    await expect(statusOf(two.address, 'of-one')).rejects.toThrow(/not found/iu);
  });

  test.runIf(process.platform === 'linux')('listens on the loopback alone', async () => {
    const server = await start(options(await freePort(), { uiPort: await freePort() }));
    const inodes = new Set<string>();
    for (const fd of readdirSync(`/proc/${server.pid}/fd`)) {
      try {
        const inode = /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${server.pid}/fd/${fd}`))?.[1];
        if (inode !== undefined) inodes.add(inode);
      } catch {
        // Closed meanwhile.
      }
    }
    const listeners = ['tcp', 'tcp6']
      .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/u))
      .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
      .map((fields) => fields[1]?.split(':')[0]);
    expect(listeners.length).toBeGreaterThan(1);
    expect(new Set(listeners)).toEqual(new Set(['0100007F']));
  });

  test('outlives a Ctrl-C on the terminal of its starter, and ends when that is killed', async () => {
    const port = await freePort();
    const script = join(folder, 'owner.mjs');
    const vite = new URL(
      'dist/node/index.js',
      pathToFileURL(createRequire(import.meta.url).resolve('vite/package.json')),
    );
    writeFileSync(
      script,
      `import { createServer } from ${JSON.stringify(vite.href)};
       const server = { middlewareMode: true, watch: null, ws: false };
       const vite = await createServer({ server, optimizeDeps: { noDiscovery: true }, appType: 'custom' });
       const { startDevServer } = await vite.ssrLoadModule('/src/embedded/index.ts');
       const { pid } = await startDevServer(${JSON.stringify({ ...options(port), env: {} })});
       process.on('SIGINT', () => console.log('interrupted'));
       console.log(pid);`,
    );
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const owner = spawn(process.execPath, [script], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void owner.kill('SIGKILL'));
    const said = () =>
      new Promise<string>((resolve) => {
        owner.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
        owner.once('exit', () => resolve('nothing'));
      });
    const server = processRef(Number(await said()));
    if (server === null) throw new Error('the owner started no server');

    process.kill(-(owner.pid ?? 0), 'SIGINT');
    expect(await said()).toBe('interrupted');
    await startWorkflow(`127.0.0.1:${port}`, 'after-ctrl-c');
    expect(isSameProcess(server)).toBe(true);

    owner.kill('SIGKILL');
    await expect.poll(() => isSameProcess(server), { timeout: 20_000 }).toBe(false);
  });
});

describe('a dev server that cannot start', () => {
  test.each(['temporal.address', 'temporal.uiPort'])(
    'because the port of %s is in use: says which and what to do',
    async (key) => {
      const holder = createServer();
      const taken = await listening(holder);
      const free = await freePort();
      const error = await failureOf(
        key === 'temporal.address' ? options(taken) : options(free, { uiPort: taken }),
      );
      holder.close();
      expect(error).toBeInstanceOf(DevServerError);
      expect(error).toMatchObject({
        message: expect.stringMatching(
          new RegExp(`^Port ${taken} of 127\\.0\\.0\\.1 is in use.*zerto-rewind up`, 'u'),
        ),
        next: expect.stringContaining(`set ${key} to a free port`),
      });
    },
  );

  test.each([
    '0.0.0.0:7233',
    'temporal.example.com:7233',
    '192.168.1.5:7233',
    '[::1]:7233',
    '127.0.0.1',
    '127.0.0.1:0',
  ])('on %s: refused, because it is not for the loopback', async (address) => {
    await expect(startDevServer({ ...options(1), address })).rejects.toMatchObject({
      name: 'DevServerError',
      message: expect.stringContaining(address),
    });
  });

  test('because it ends at once: its last lines are in the error', async () => {
    const liar = join(folder, 'temporal');
    writeFileSync(liar, '#!/bin/sh\necho first\necho "the disk is full" >&2\nexit 3\n');
    chmodSync(liar, 0o755);
    expect(await failureOf(options(await freePort(), { cli: liar }))).toMatchObject({
      name: 'DevServerError',
      message: expect.stringMatching(/ended while it started \(exit 3\).*the disk is full/u),
      log: ['first', 'the disk is full'],
    });
  });

  test('because its database is none: told with the log', async () => {
    const databaseFile = join(folder, 'broken.db');
    writeFileSync(databaseFile, 'this is no database, '.repeat(500));
    expect(await failureOf(options(await freePort(), { databaseFile }))).toMatchObject({
      name: 'DevServerError',
      message: expect.stringMatching(/not a database/u),
      next: expect.stringContaining('.log'),
    });
  });

  test('because there is no such CLI', async () => {
    expect(await failureOf(options(await freePort(), { cli: join(folder, 'gone') }))).toMatchObject({
      name: 'DevServerError',
      message: expect.stringMatching(/ENOENT/u),
    });
  });

  test('because it was called off: nothing stays', async () => {
    const port = await freePort();
    const given = new AbortController();
    const starting = failureOf(options(port, { signal: given.signal }));
    setTimeout(() => given.abort(new Error('called off')), 100);
    expect(await starting).toMatchObject({ message: 'called off' });
    await expect(Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: 300 })).rejects.toThrow();
  });
});
