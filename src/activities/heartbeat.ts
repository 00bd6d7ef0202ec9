import { Context } from '@temporalio/activity';

const EVERY_MS = 1_000;

/** Keeps telling Temporal that this worker lives, so that a killed one is noticed within seconds. */
export async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  const beat = setInterval(() => context.heartbeat(), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
