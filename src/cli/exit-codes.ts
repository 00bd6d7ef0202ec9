import { isUnreachable, wordsOf } from '../client/index.ts';
import { temporalUnreachable, type Reason } from '../domain/reasons.ts';
import type { Verdict } from '../domain/verdict.ts';

/** Exit codes of design 4.1. */
export const EXIT = {
  ok: 0,
  usage: 2,
  refused: 3,
  notProtected: 4,
  pending: 5,
  cannotSay: 6,
} as const;

export function exitCodeOf({ outcome }: Pick<Verdict, 'outcome'>): number {
  switch (outcome) {
    case 'confirmed':
    case 'reused':
      return EXIT.ok;
    case 'refused':
    case 'expired':
      return EXIT.refused;
    case 'not_protected':
    case 'ambiguous':
      return EXIT.notProtected;
    case 'pending':
      return EXIT.pending;
    case 'unavailable':
      return EXIT.cannotSay;
  }
}

/** A command that cannot go on, told to a person: never as a stack trace. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly reason: Reason;

  constructor(reason: Reason, exitCode: number) {
    super(reason.message);
    this.name = 'CommandError';
    this.reason = reason;
    this.exitCode = exitCode;
  }
}

/** Does what needs Temporal; where it cannot be reached, that is told with its address. */
export async function reaching<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new CommandError(temporalUnreachable(address, wordsOf(error)), EXIT.cannotSay);
  }
}
