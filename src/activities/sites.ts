import { zvmAuth, zvmBadAnswer, zvmForbidden, zvmUnreachable, type Reason } from '../domain/reasons.ts';
import {
  metered,
  ZvmError,
  ZvmForbidden,
  ZvmLogInRefused,
  ZvmRefused,
  ZvmUnreachable,
  type Zvm,
} from '../zvm/index.ts';
import type { Tried, Trouble } from './shapes.ts';

/** A site of the config and the client of its ZVM. */
export interface Site {
  name: string;
  zvm: Zvm;
  /** The account that Zerto shows as the initiator of what we start. */
  account: () => Promise<string>;
}

/** The one place where an error of the ZVM client becomes a reason that a person reads. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ZvmError)) throw error;
  return { reason: reasonOf(error), retry: canPass(error), effect: error.effect };
}

function reasonOf(error: ZvmError): Reason {
  if (error instanceof ZvmUnreachable) return zvmUnreachable(error.site, error.message);
  if (error instanceof ZvmLogInRefused) return zvmAuth(error.site, error.message);
  if (error instanceof ZvmForbidden) return zvmForbidden(error.site, error.message);
  if (error instanceof ZvmRefused && error.status >= 500) {
    return zvmUnreachable(error.site, `it answers HTTP ${error.status} (${error.message})`);
  }
  return zvmBadAnswer(error.site, error.message);
}

function canPass(error: ZvmError): boolean {
  if (error instanceof ZvmLogInRefused || error instanceof ZvmForbidden) return false;
  return !(error instanceof ZvmRefused) || error.busy || error.status >= 500;
}

/** Does a piece of work and counts its requests; trouble with a ZVM becomes part of the answer. */
export async function tried<T>(work: () => Promise<T>): Promise<Tried<T>> {
  const { result, requests } = await metered(async () => {
    try {
      return { trouble: null, value: await work() } as const;
    } catch (error) {
      return { trouble: troubleOf(error), value: null } as const;
    }
  });
  return { ...result, requests };
}

export class Sites {
  readonly all: readonly Site[];

  constructor(all: readonly Site[]) {
    this.all = all;
  }

  /** @throws RangeError where a workflow names a site that this worker's config no longer has. */
  named(name: string): Site {
    const site = this.all.find((one) => one.name === name);
    if (site === undefined) throw new RangeError(`No site "${name}" in this worker's config.`);
    return site;
  }

  /** The first of several ends that answers; the error of the first if none does. */
  async firstOf<T>(names: readonly string[], work: (site: Site) => Promise<T>): Promise<T> {
    let first: unknown;
    for (const name of names) {
      try {
        return await work(this.named(name));
      } catch (error) {
        if (!(error instanceof ZvmError)) throw error;
        first ??= error;
      }
    }
    throw first;
  }
}
