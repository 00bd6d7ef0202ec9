import type { Argument, Expression } from './ast.ts';
import { COMMON_SWITCHES, COMMON_VALUES } from './cmdlets.ts';

export interface Bound {
  /** By full name in lower case. */
  named: Map<string, Expression>;
  switches: Set<string>;
  positional: Expression[];
  /** A parameter that is not known, or fits several; null if there is none. */
  strange: string | null;
  /** The words of a splatted table are only known at run time. */
  splatted: boolean;
}

export interface ParameterTable {
  /** Names with a value, full, in lower case; an alias as `alias=name`. */
  values: readonly string[];
  switches: readonly string[];
}

/** The one parameter that a name or its beginning means. */
function meant(written: string, names: readonly string[]): string | null {
  const folded = written.toLowerCase();
  const exact = names.find((name) => name.split('=')[0] === folded);
  if (exact !== undefined) return exact.split('=').at(-1) ?? null;
  const found = new Set(
    names.filter((name) => name.startsWith(folded)).map((name) => name.split('=').at(-1) ?? ''),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * Binds a cmdlet's words to its parameters. Without a table every parameter takes the value that follows it, if one
 * does: enough to see the values, not which word is positional.
 */
export function bind(args: readonly Argument[], table: ParameterTable | null): Bound {
  const bound: Bound = {
    named: new Map(),
    switches: new Set(),
    positional: [],
    strange: null,
    splatted: false,
  };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) break;
    const { parameter, value } = arg;
    if (parameter === null) {
      if (value === null) continue;
      if (value.groups.some(([first]) => first?.k === 'variable' && first.splat)) bound.splatted = true;
      else bound.positional.push(value);
      continue;
    }
    const written = parameter
      .replace(/^[-–—―]+/u, '')
      .replace(/:$/u, '')
      .toLowerCase();
    const common = COMMON_VALUES.has(written) ? 'value' : COMMON_SWITCHES.has(written) ? 'switch' : null;
    const valued = table === null ? null : meant(written, table.values);
    const switched = table === null ? null : meant(written, table.switches);
    const next = args[index + 1];
    const takes = next !== undefined && next.parameter === null ? next.value : null;
    if (common === 'switch' || (valued === null && switched !== null))
      bound.switches.add(switched ?? written);
    else if (value !== null) bound.named.set(valued ?? written, value);
    else if (common === 'value' || valued !== null || table === null) {
      if (takes === null) {
        bound.switches.add(valued ?? written);
        continue;
      }
      bound.named.set(valued ?? written, takes);
      index += 1;
    } else bound.strange ??= parameter;
  }
  return bound;
}

/** A parameter's value under any of its names, full or begun. */
export function valueOf(bound: Bound, ...names: readonly string[]): Expression | null {
  for (const [written, value] of bound.named)
    if (names.some((name) => name === written || (written.length >= 3 && name.startsWith(written))))
      return value;
  return null;
}
