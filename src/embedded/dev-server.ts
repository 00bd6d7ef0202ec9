import type { ChildProcess } from 'node:child_process';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevServerError, lastLines } from './dev-server-error.ts';
import { endWithThisProcess, launchDevServer, type Ports } from './launch-dev-server.ts';
import { portFault } from './ports.ts';
import { untilServing } from './serving.ts';

export interface DevServerOptions {
  /** Path of the Temporal CLI. */
  cli: string;
  /** `host:port` of this machine, IPv4. */
  address: string;
  namespace: string;
  /** Undefined: the port of `address` + 1000; null: no UI. */
  uiPort?: number | null | undefined;
  /** Undefined: in memory, gone with the server. */
  databaseFile?: string | undefined;
  /** Of the server's output; the one of the start before is kept with `.old` at its end. */
  logFile: string;
  /** Name to type, as `ZertoVpgs` to `KeywordList`. */
  searchAttributes: Readonly<Record<string, string>>;
  /** How long closed workflows are kept. */
  retentionDays: number;
  env: NodeJS.ProcessEnv;
  /** Whether the server ends when this process dies without stopping it; true unless said otherwise. */
  endWithUs?: boolean | undefined;
  /** Gives up a start that is under way. */
  signal?: AbortSignal | undefined;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface DevServer {
  pid: number;
  address: string;
  uiUrl: string | null;
  /** Asks it to end, kills it if it takes longer than 10 s. Settles when it has ended; may be called again. */
  stop(): Promise<Exit>;
  /** Settles when it ends, whatever the cause. */
  exited: Promise<Exit>;
}

const START_MS = 60_000;
const STOP_MS = 10_000;

/** The server binds what it is given, so it is given nothing but this machine's own addresses. */
function loopback(options: DevServerOptions): Ports {
  const [, name = '', digits = ''] = /^(.*):(\d{1,5})$/u.exec(options.address) ?? [];
  const host = name.toLowerCase() === 'localhost' ? '127.0.0.1' : name;
  const port = Number(digits);
  if (isIP(host) !== 4 || !host.startsWith('127.') || port < 1 || port > 65_535) {
    throw new DevServerError(
      `The embedded Temporal server cannot listen on ${options.address}: it listens on this machine's IPv4 loopback only.`,
      'Set temporal.address to 127.0.0.1 and a port, or run a Temporal server of your own at that address.',
    );
  }
  const uiPort = options.uiPort === undefined ? port + 1_000 : options.uiPort;
  if (uiPort !== null && (uiPort > 65_535 || uiPort === port)) {
    throw new DevServerError(
      `${uiPort} cannot be the port of the Temporal UI.`,
      'Set temporal.uiPort to a free port.',
    );
  }
  return { host, port, uiPort };
}

async function mustBeFree(host: string, port: number, key: string): Promise<void> {
  const fault = await portFault(host, port);
  if (fault === null) return;
  if (fault !== 'EADDRINUSE') {
    throw new DevServerError(
      `Port ${port} of ${host} cannot be used: ${fault}.`,
      `Set ${key} to another port.`,
    );
  }
  throw new DevServerError(
    `Port ${port} of ${host} is in use, perhaps by a "zerto-rewind up" that runs already.`,
    `Look with "zerto-rewind status", end that one with "zerto-rewind down", or set ${key} to a free port.`,
  );
}

interface Ended extends Exit {
  /** Why it could not even be started. */
  unstarted: string | null;
}

function whenEnded(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, unstarted: null }));
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, unstarted: error.message });
    });
  });
}

async function stopChild(child: ChildProcess, exited: Promise<Exit>): Promise<Exit> {
  child.kill('SIGTERM');
  const bound = new AbortController();
  const late = sleep(STOP_MS, undefined, { signal: bound.signal, ref: true }).then(
    () => child.kill('SIGKILL'),
    () => false,
  );
  const exit = await exited;
  bound.abort();
  await late;
  return exit;
}

function deadAtStart(options: DevServerOptions, { code, signal, unstarted }: Ended): DevServerError {
  const log = lastLines(options.logFile, 5);
  const how = unstarted ?? signal ?? `exit ${code}`;
  const says = log.length === 0 ? '' : ` Its log ends: ${log.join(' / ')}`;
  return new DevServerError(
    `The embedded Temporal server ended while it started (${how}).${says}`,
    `Read ${options.logFile}. If the database is damaged, move it away: guards that still wait in it are lost with it.`,
    log,
  );
}

/** Settles when it serves. @throws DevServerError if it ends before, or a minute is over */
async function served(options: DevServerOptions & Ports, exited: Promise<Ended>): Promise<void> {
  const giveUp = new AbortController();
  const timeout = AbortSignal.timeout(START_MS);
  const signals = [giveUp.signal, timeout, ...(options.signal === undefined ? [] : [options.signal])];
  const died = exited.then((ended) => {
    throw deadAtStart(options, ended);
  });
  try {
    await Promise.race([died, untilServing(options, AbortSignal.any(signals))]);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!timeout.aborted || error instanceof DevServerError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new DevServerError(
      `The embedded Temporal server did not serve within ${START_MS / 1_000} s on ${options.address}: ${detail}.`,
      `Read ${options.logFile}.`,
      lastLines(options.logFile, 5),
    );
  } finally {
    giveUp.abort();
  }
}

/**
 * Starts the Temporal CLI's dev server and waits until it serves. Listens on the loopback alone.
 * @throws DevServerError if a port is in use, or the server ends or does not serve within a minute
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const ports = loopback(options);
  const { host, port, uiPort } = ports;
  await mustBeFree(host, port, 'temporal.address');
  if (uiPort !== null) await mustBeFree(host, uiPort, 'temporal.uiPort');
  options.signal?.throwIfAborted();

  const child = await launchDevServer(options, ports);
  const exited = whenEnded(child);
  if (options.endWithUs === false) child.unref();
  else if (child.pid !== undefined) void exited.then(endWithThisProcess(child.pid));

  try {
    await served({ ...options, ...ports }, exited);
  } catch (error) {
    await stopChild(child, exited);
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    address: options.address,
    uiUrl: uiPort === null ? null : `http://${host}:${uiPort}`,
    stop: () => stopChild(child, exited),
    exited,
  };
}
