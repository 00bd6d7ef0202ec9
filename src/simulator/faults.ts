import { z } from 'zod';

const rule = z.strictObject({
  match: z
    .strictObject({
      site: z.string().optional(),
      method: z.string().optional(),
      /** A regular expression over the path. */
      path: z.string().optional(),
      nth: z.number().int().positive().optional(),
      every: z.number().int().positive().optional(),
      times: z.number().int().positive().optional(),
    })
    .default({}),
  do: z.strictObject({
    status: z.number().int().optional(),
    body: z.unknown().optional(),
    contentType: z.string().optional(),
    delayMs: z.number().nonnegative().optional(),
    cut: z.enum(['before', 'after']).optional(),
    hang: z.boolean().optional(),
    /** With `status`: the real effect takes place first (a 500 after the effect). */
    effect: z.boolean().optional(),
  }),
});

const rules = z.array(rule);
export type FaultAction = z.output<typeof rule>['do'];

/** Faults by rule: appended in order, the first that matches a request decides. */
export class Faults {
  private rules: { rule: z.output<typeof rule>; seen: number; used: number }[] = [];

  /** @throws RangeError naming the offending key. */
  append(value: unknown): void {
    const read = rules.safeParse(value);
    if (!read.success) {
      const issue = read.error.issues[0];
      throw new RangeError(`faults: ${issue?.path.join('.') || 'the whole body'}: ${issue?.message}`);
    }
    for (const one of read.data) {
      if (one.match.path !== undefined) new RegExp(one.match.path, 'iu');
      this.rules.push({ rule: one, seen: 0, used: 0 });
    }
  }

  clear(): void {
    this.rules = [];
  }

  next(request: { site: string; method: string; path: string }): FaultAction | null {
    for (const entry of this.rules) {
      const { site, method, path, nth, every, times } = entry.rule.match;
      if (site !== undefined && site !== request.site) continue;
      if (method !== undefined && method.toUpperCase() !== request.method) continue;
      if (path !== undefined && !new RegExp(path, 'iu').test(request.path)) continue;
      entry.seen += 1;
      if (nth !== undefined && entry.seen !== nth) continue;
      if (every !== undefined && entry.seen % every !== 0) continue;
      if (times !== undefined && entry.used >= times) continue;
      entry.used += 1;
      return entry.rule.do;
    }
    return null;
  }
}
