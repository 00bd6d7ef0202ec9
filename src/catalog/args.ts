/** Reading of tool arguments, which a model wrote: any JSON value, any depth. */

export type ArgObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is ArgObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dotted path of own keys; undefined if there is none. */
export function at(args: unknown, path: string): unknown {
  let value: unknown = args;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Deeper arguments are not read: a guard must not fall over a nested list. */
const DEEPEST = 32;
const MOST = 20_000;

/** Every string in the arguments, keys of objects too; null if there are too many to look at. */
export function stringsOf(args: unknown): string[] | null {
  const found: string[] = [];
  const visit = (value: unknown, depth: number): boolean => {
    if (depth > DEEPEST || found.length > MOST) return false;
    if (typeof value === 'string') return found.push(value) > 0;
    if (Array.isArray(value)) return value.every((one) => visit(one, depth + 1));
    if (!isObject(value)) return true;
    return Object.entries(value).every(([key, one]) => found.push(key) > 0 && visit(one, depth + 1));
  };
  return visit(args, 0) ? found : null;
}

/**
 * Whether every string is plain: letters, digits, `_ . / : @ + = ,` and single spaces, no leading `-`, no `..`,
 * at most 1,000 characters (cases, README). A hyphen counts as plain within a word only: after a space it would
 * be read as an option by a command line that does not quote.
 */
export function isPlain(args: unknown): boolean {
  return stringsOf(args)?.every(isPlainText) ?? false;
}

export function isPlainText(text: string): boolean {
  if (text.length > 1_000 || text.includes('..') || text.includes('  ')) return false;
  return !/[^A-Za-z0-9_./:@+=,\- ]|^ | $|(?:^|[^A-Za-z0-9])-/u.test(text);
}
