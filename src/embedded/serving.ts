import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { bareEnvironment } from './bare-environment.ts';
import { isListening } from './ports.ts';
import { runCommand } from './run-command.ts';

export interface ServingWanted {
  cli: string;
  host: string;
  port: number;
  namespace: string;
  searchAttributes: Readonly<Record<string, string>>;
  retentionDays: number;
  env: NodeJS.ProcessEnv;
}

const BETWEEN_TRIES_MS = 50;
const CALL_MS = 5_000;

/** Tries until it comes true; a failing try is a try too early. @throws why the last try failed, when given up */
async function until(signal: AbortSignal, attempt: () => Promise<boolean>): Promise<void> {
  let fault: unknown = signal.reason;
  while (!signal.aborted) {
    try {
      if (await attempt()) return;
    } catch (error) {
      fault = error;
    }
    await sleep(BETWEEN_TRIES_MS, undefined, { signal }).catch(() => undefined);
  }
  throw fault ?? signal.reason;
}

async function retentionSeconds(connection: Connection, namespace: string): Promise<number> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  return config?.workflowExecutionRetentionTtl?.seconds?.toNumber() ?? 0;
}

async function hasAttributes(connection: Connection, wanted: ServingWanted): Promise<boolean> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: wanted.namespace,
  });
  return Object.keys(wanted.searchAttributes).every((name) => Object.hasOwn(customAttributes ?? {}, name));
}

/** The CLI rather than the API, because that needs the SDK's own number type. */
async function setRetention(wanted: ServingWanted, signal: AbortSignal): Promise<void> {
  const address = `${wanted.host}:${wanted.port}`;
  const hours = `${wanted.retentionDays * 24}h`;
  const command = ['operator', 'namespace', 'update', '--namespace', wanted.namespace, '--retention', hours];
  const done = await runCommand(wanted.cli, [...command, '--address', address], {
    env: bareEnvironment(wanted.env),
    signal,
    timeoutMs: CALL_MS,
  });
  if (done.code !== 0) throw new Error(`the retention could not be set: ${done.stderr.trim()}`);
}

/**
 * Waits until the server serves: its port answers, the namespace is there with its search attributes, and closed
 * workflows are kept for `retentionDays` (the dev server's own is one day).
 */
export async function untilServing(wanted: ServingWanted, signal: AbortSignal): Promise<void> {
  await until(signal, () => isListening(wanted.host, wanted.port));
  const connection = Connection.lazy({ address: `${wanted.host}:${wanted.port}` });
  const call = <T>(ask: () => Promise<T>): Promise<T> => connection.withDeadline(Date.now() + CALL_MS, ask);
  const kept = wanted.retentionDays * 86_400;
  try {
    await until(signal, () => call(() => hasAttributes(connection, wanted)));
    await until(signal, async () => {
      if ((await call(() => retentionSeconds(connection, wanted.namespace))) === kept) return true;
      await setRetention(wanted, signal);
      return (await call(() => retentionSeconds(connection, wanted.namespace))) === kept;
    });
  } finally {
    await connection.close();
  }
}
