import { insertRefused } from '../domain/reasons.ts';
import { metered, ZvmError, ZvmRefused } from '../zvm/index.ts';
import type { InsertInput, InsertResult } from './shapes.ts';
import { troubleOf, type Sites } from './sites.ts';

type Bare = InsertResult extends infer R ? (R extends unknown ? Omit<R, 'requests'> : never) : never;

/**
 * Sends the insert once, whatever happens: the POST is not idempotent, so what follows an unclear failure is
 * decided by the workflow after a look (design 3.1, step 5).
 */
export async function insertTag(sites: Sites, input: InsertInput): Promise<InsertResult> {
  const { zvm, name } = sites.named(input.zvm);
  const sentAtMs = zvm.now();
  const { result, requests } = await metered(async (): Promise<Bare> => {
    try {
      return { kind: 'task', task: await zvm.insertCheckpoint(input.vpg, input.tag), sentAtMs };
    } catch (error) {
      if (!(error instanceof ZvmError)) throw error;
      const { reason } = troubleOf(error);
      if (error instanceof ZvmRefused && error.status === 429) return { kind: 'unsent', reason, sentAtMs };
      if (error instanceof ZvmRefused && error.effect === 'none') {
        return {
          kind: 'refused',
          reason: insertRefused({ vpg: input.vpgName, site: name }, error.message),
          sentAtMs,
        };
      }
      if (error.effect === 'unknown') return { kind: 'unclear', reason, sentAtMs };
      return error.code === 'UNREACHABLE'
        ? { kind: 'unsent', reason, sentAtMs }
        : { kind: 'refused', reason, sentAtMs };
    }
  });
  return { ...result, requests } as InsertResult;
}
