import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../src/domain/verdict.ts';
import { freePort } from './free-port.ts';
import { ledgerOf, type LedgerView } from './simulated-guard.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Announcement {
  sites: { name: string; url: string }[];
  control: string;
  username: string;
  password: string;
  cadence: object;
  caFile?: string;
}

interface Status {
  temporal: { address: string; ok: boolean; ui: string | null };
  worker: { pid: number | null; polling: boolean };
  sites: { name: string; ok: boolean }[];
}

/** The product as a user has it: the built command, real processes, directories of its own. */
export class Installation {
  readonly directory = mkdtempSync(join(tmpdir(), 'installation-'));
  readonly configFile = join(this.directory, 'config.json');
  readonly env: NodeJS.ProcessEnv;
  announcement!: Announcement;
  private readonly children: ChildProcess[] = [];

  constructor() {
    const { TEMPORAL_ADDRESS: _address, ZERTO_REWIND_CONFIG: _config, ...env } = process.env;
    this.env = {
      ...env,
      XDG_STATE_HOME: join(this.directory, 'state'),
      XDG_CONFIG_HOME: join(this.directory, 'config'),
    };
  }

  /** Simulated ZVMs and a config made from what they print. */
  async simulate(...options: string[]): Promise<this> {
    const { child, out } = this.start(['simulate', ...options]);
    const line = await until(
      () => (out.stdout.includes('\n') ? (out.stdout.split('\n')[0] ?? '') : false),
      child,
      out,
    );
    this.announcement = JSON.parse(line) as Announcement;
    const passwordFile = join(this.directory, 'password');
    writeFileSync(passwordFile, this.announcement.password, { mode: 0o600 });
    await this.configure({ passwordFile });
    return this;
  }

  async configure({ passwordFile }: { passwordFile: string }): Promise<void> {
    const { sites, username, cadence, caFile } = this.announcement;
    const config = {
      agent: 'claude',
      sites: sites.map((site) => ({
        ...site,
        auth: { username, passwordFile },
        ...(caFile === undefined ? {} : { tls: { caFile } }),
      })),
      temporal: { address: `127.0.0.1:${await freePort()}` },
      guard: { cadence },
    };
    writeFileSync(this.configFile, JSON.stringify(config));
  }

  async up(): Promise<this> {
    const { child, out } = this.start(['up', '--config', this.configFile]);
    await until(() => out.stderr.includes('Ready.'), child, out);
    return this;
  }

  async startWorker(): Promise<ChildProcess> {
    const { child, out } = this.start(['worker', '--config', this.configFile]);
    await until(() => out.stderr.includes('"polling"'), child, out);
    return child;
  }

  start(args: string[]): { child: ChildProcess; out: Ended; ended: Promise<Ended> } {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.children.push(child);
    const out: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (out.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (out.stderr += String(chunk)));
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code) => {
        out.code = code;
        resolve(out);
      });
    });
    return { child, out, ended };
  }

  async run(...args: string[]): Promise<Ended> {
    return await this.start([...args, '--config', this.configFile]).ended;
  }

  async guard(vm: string, changeId: string, ...more: string[]): Promise<Ended & { verdict: Verdict }> {
    const ended = await this.run(
      'guard',
      '--vm',
      vm,
      '--change',
      changeId,
      '--action',
      'restart IIS',
      '--json',
      ...more,
    );
    return { ...ended, verdict: JSON.parse(ended.stdout) as Verdict };
  }

  async status(): Promise<Status> {
    return JSON.parse((await this.run('status', '--json')).stdout) as Status;
  }

  /** Kills the worker process that polls now, as a crash would. */
  async killWorker(): Promise<void> {
    const { pid } = (await this.status()).worker;
    if (pid === null) throw new Error(`No worker of ${hostname()} polls.`);
    process.kill(pid, 'SIGKILL');
  }

  async ledger(): Promise<LedgerView> {
    return await ledgerOf(this.announcement.control);
  }

  async tags(changeId: string): Promise<LedgerView['checkpoints']> {
    return (await this.ledger()).checkpoints.filter(({ tag }) => tag.includes(`change=${changeId} |`));
  }

  /** Ends what was started, in reverse order, by process id. */
  async close(): Promise<void> {
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(30_000)]);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    }
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function until<T>(found: () => T | false, child: ChildProcess, out: Ended): Promise<T> {
  for (;;) {
    const value = found();
    if (value !== false) return value;
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${out.stderr}`);
    await sleep(50);
  }
}
