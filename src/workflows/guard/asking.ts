import { sleep } from '@temporalio/workflow';
import type { Trouble } from '../../activities/shapes.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { Callers } from './callers.ts';

/** Pauses before a ZVM in passing trouble is asked again, s. */
const ASK_AGAIN_AFTER = [1, 2, 4];

export type Answer<T> = { trouble: null; value: T } | { trouble: Trouble; value: null };

/** Asks ZVMs through passing trouble, as long as somebody waits. */
export class Asking {
  /** What keeps the guard from going on; null while nothing does. */
  trouble: Reason | null = null;
  private readonly callers: Callers;

  constructor(callers: Callers) {
    this.callers = callers;
  }

  /** @returns the answer, or null where trouble lasts: then `trouble` says which. */
  async ask<T>(once: () => Promise<Answer<T>>): Promise<T | null> {
    for (const pause of [...ASK_AGAIN_AFTER, null]) {
      const { trouble, value } = await once();
      this.trouble = trouble?.reason ?? null;
      if (trouble === null) return value;
      const inVain = !trouble.retry || pause === null || this.callers.timeLeft(Date.now()) < pause * 1000;
      if (inVain) return null;
      await sleep(`${pause} seconds`, { summary: `${trouble.reason.message} Asking again.` });
    }
    return null;
  }
}
