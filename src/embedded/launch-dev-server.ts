import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { bareEnvironment } from './bare-environment.ts';
import type { DevServerOptions } from './dev-server.ts';
import { runCommand } from './run-command.ts';

export interface Ports {
  /** IPv4 address of the loopback. */
  host: string;
  port: number;
  uiPort: number | null;
}

const NO_NEWS = '--ui-disable-news-fetch';

/** The UI would ask the network for news; a CLI from before it did so does not know the flag. */
async function uiFlags(options: DevServerOptions, { host, uiPort }: Ports): Promise<string[]> {
  if (uiPort === null) return ['--headless'];
  const { env, signal } = options;
  const help = await runCommand(options.cli, ['server', 'start-dev', '--help'], {
    env: bareEnvironment(env),
    signal,
    timeoutMs: 30_000,
  });
  return ['--ui-ip', host, '--ui-port', String(uiPort), ...(help.stdout.includes(NO_NEWS) ? [NO_NEWS] : [])];
}

function commandLine(options: DevServerOptions, { host, port }: Ports): string[] {
  const attributes = Object.entries(options.searchAttributes);
  return [
    ...['server', 'start-dev', '--ip', host, '--port', String(port), '--namespace', options.namespace],
    // The metrics and HTTP ports are left to the server, which takes free ones of the same address.
    ...(options.databaseFile === undefined ? [] : ['--db-filename', resolve(options.databaseFile)]),
    ...['--log-level', 'warn', '--log-format', 'text', '--color', 'never'],
    ...attributes.flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}

/** In a session of its own: Ctrl-C on our terminal must not end it before the workers have finished. */
export async function launchDevServer(options: DevServerOptions, ports: Ports): Promise<ChildProcess> {
  const args = [...commandLine(options, ports), ...(await uiFlags(options, ports))];
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  if (options.databaseFile !== undefined) {
    mkdirSync(dirname(options.databaseFile), { recursive: true, mode: 0o700 });
  }
  if (existsSync(options.logFile)) renameSync(options.logFile, `${options.logFile}.old`);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    return spawn(options.cli, args, {
      cwd: dirname(options.logFile),
      detached: true,
      stdio: ['ignore', log, log],
      // Nothing but the sites and Temporal is ever called (design 5): the server would ask for newer versions.
      env: { ...bareEnvironment(options.env), TEMPORAL_VERSION_CHECK_DISABLED: '1' },
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Ends the server when this process has died, however it died: a shell waits at a pipe that only we hold open.
 * Answers with what calls it off. Where there is no shell the server would stay; `down` finds it by the run state.
 */
export function endWithThisProcess(pid: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -TERM "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => {
    watcher.kill('SIGKILL');
  };
}
