import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the HTTP requests that a piece of work causes, log-ins included, wherever they are sent from. */
const meter = new AsyncLocalStorage<{ requests: number }>();

export function countRequest(): void {
  const current = meter.getStore();
  if (current !== undefined) current.requests += 1;
}

export async function metered<T>(work: () => Promise<T>): Promise<{ result: T; requests: number }> {
  const count = { requests: 0 };
  const result = await meter.run(count, work);
  return { result, requests: count.requests };
}
