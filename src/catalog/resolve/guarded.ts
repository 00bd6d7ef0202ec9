import { stringsOf } from '../args.ts';
import { guardedPath } from '../hosts/guarded-paths.ts';
import type { CatalogSettings } from '../types.ts';

/** A path among the arguments that belongs to the guard itself (design 5), or null. */
export function guardedPathIn(args: unknown, settings: CatalogSettings): string | null {
  for (const text of stringsOf(args) ?? []) {
    if (text.length > 4_096) continue;
    const found = guardedPath(text, settings);
    if (found !== null) return found;
  }
  return null;
}
