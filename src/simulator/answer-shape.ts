import type { Switches } from './switches.ts';

export type Shape = Pick<Switches, 'casing' | 'dates'>;

/** A date as this ZVM is switched to write it; `/Date(ms)/` is the legacy form (zerto-api.md, 0.3). */
export function simulatedDate(ms: number, { dates }: Shape): string {
  const at = Math.round(ms);
  switch (dates) {
    case 'iso':
      return new Date(at).toISOString();
    case 'iso-offset':
      return `${new Date(at + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
    case 'slash-date':
      return `/Date(${at})/`;
    case 'slash-date-offset':
      return `/Date(${at}+0300)/`;
  }
}

/** Keys as switched: PascalCase as in every recording, or camelCase as in the documentation. */
export function cased(value: unknown, { casing }: Shape): unknown {
  if (casing === 'pascal') return value;
  if (Array.isArray(value)) return value.map((one) => cased(one, { casing } as Shape));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      cased(inner, { casing } as Shape),
    ]),
  );
}
