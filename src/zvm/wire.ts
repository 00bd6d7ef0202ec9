import { z } from 'zod';

/**
 * What a ZVM sends, read tolerantly. Documentation says camelCase, every recording says PascalCase
 * (zerto-api.md, 0.1): keys are compared in lower case, unknown ones are left alone.
 */
export function foldKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toLowerCase(), foldKeys(inner)]),
  );
}

const MICROSOFT_DATE = /^\/?Date\((-?\d+)(?:[+-]\d{4})?\)\/?$/u;

/**
 * ISO or `/Date(ms+0300)/` (zerto-api.md, 0.3). The offset inside `/Date()/` tells the zone to show, the
 * milliseconds are UTC. An ISO date without a zone is UTC: the recordings end in `Z`.
 */
export function parseZertoDate(text: string): number {
  const microsoft = MICROSOFT_DATE.exec(text.trim());
  if (microsoft?.[1] !== undefined) return Number(microsoft[1]);
  const zoned = /(?:z|[+-]\d{2}:?\d{2})$/iu.test(text.trim()) ? text.trim() : `${text.trim()}Z`;
  return Date.parse(zoned);
}

const date = z.string().transform((text, context) => {
  const at = parseZertoDate(text);
  if (Number.isNaN(at)) {
    context.addIssue({ code: 'custom', message: `"${text.slice(0, 40)}" is not a date` });
    return z.NEVER;
  }
  return at;
});

/** A name or the number of one. */
const named = z.union([z.string(), z.number()]);
const link = z.object({ identifier: z.string().min(1) });

export const vmRow = z.object({
  vmidentifier: z.string().min(1),
  vmname: z.string(),
  vpgidentifier: z.string().min(1),
  vpgname: z.string(),
  status: named,
  substatus: named,
  entities: z.object({ protected: named }),
  protectedsite: link,
  recoverysite: link,
  sourcesite: z.string().nullish(),
  targetsite: z.string().nullish(),
  protectedsitename: z.string().nullish(),
  recoverysitename: z.string().nullish(),
});

export const checkpoint = z.object({
  checkpointidentifier: z.union([z.string(), z.number()]).transform(String),
  timestamp: date,
  tag: z.string().nullish(),
});

export const checkpointStats = z.object({ latest: checkpoint.nullish() });

export const task = z.object({
  taskidentifier: z.string().min(1),
  type: z.string().nullish(),
  status: z.object({ state: named }),
  started: date.nullish(),
  completereason: z.string().nullish(),
  initiatedby: z.string().nullish(),
  relatedentities: z
    .object({ vpgs: z.array(z.object({ identifier: z.string().nullish() })).nullish() })
    .nullish(),
});

export const localSite = z.object({
  siteidentifier: z.string().min(1),
  sitename: z.string().min(1),
  version: z.string().nullish(),
});

export const names = z.array(z.string());

/** Zerto's own words for an error: `{"Message"}` is the only body ever seen (zerto-api.md, 8.1). */
export const errorMessage = z.object({ message: z.string().min(1) });

/** A list where some sources show a single object (zerto-api.md, 5.1). */
export function listOf<T extends z.ZodType>(item: T): z.ZodType<z.output<T>[]> {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]),
    z.array(item),
  ) as unknown as z.ZodType<z.output<T>[]>;
}
