import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { bareEnvironment } from './bare-environment.ts';
import type { DevServerOptions } from './dev-server.ts';

export interface Ports {
  /** IPv4 address of the loopback. */
  host: string;
  port: number;
  uiPort: number | null;
}

function commandLine(options: DevServerOptions, { host, port, uiPort }: Ports): string[] {
  const attributes = Object.entries(options.searchAttributes);
  return [
    ...['server', 'start-dev', '--ip', host, '--port', String(port), '--namespace', options.namespace],
    // The metrics and HTTP ports are left to the server, which takes free ones of the same address.
    ...(uiPort === null ? ['--headless'] : ['--ui-ip', host, '--ui-port', String(uiPort)]),
    ...(options.databaseFile === undefined ? [] : ['--db-filename', options.databaseFile]),
    ...['--log-level', 'warn', '--log-format', 'text', '--color', 'never'],
    ...attributes.flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}

/** In a session of its own: Ctrl-C on our terminal must not end it before the workers have finished. */
export function launchDevServer(options: DevServerOptions, ports: Ports): ChildProcess {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  if (options.databaseFile !== undefined)
    mkdirSync(dirname(options.databaseFile), { recursive: true, mode: 0o700 });
  if (existsSync(options.logFile)) renameSync(options.logFile, `${options.logFile}.old`);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    return spawn(options.cli, commandLine(options, ports), {
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
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  return () => {
    watcher.kill('SIGKILL');
  };
}
