import type { z } from 'zod';
import type { ConfigProblem } from './config-error.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/u;

/** `['sites', 0, 'auth']` as `sites[0].auth`; a key that is no identifier in quotes, as in `aliases["10.0.0.5"]`. */
export function pathText(path: Path): string {
  return path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    const name = String(key);
    if (!PLAIN_KEY.test(name)) return `${before}[${JSON.stringify(name)}]`;
    return before === '' ? name : `${before}.${name}`;
  }, '');
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

/** The kind of value only: the value may be a secret in the wrong place. */
function found(value: unknown): string {
  if (value === undefined) return ', found nothing';
  if (value === null) return ', found null';
  if (Array.isArray(value)) return ', found a list';
  if (typeof value === 'string') return value === '' ? ', found an empty text' : '';
  return typeof value === 'object' ? ', found an object' : `, found ${String(value)}`;
}

const LITERAL_SECRETS: Readonly<Record<string, string>> = {
  password:
    'a password may not stand in the config; put it into a file and name that in passwordFile, or name an environment variable in passwordEnv',
  clientSecret:
    'a client secret may not stand in the config; put it into a file and name that in clientSecretFile, or name an environment variable in clientSecretEnv',
};

function unknownKeys(keys: readonly string[], path: Path, message: string): ConfigProblem[] {
  return keys.map((key) => ({
    path: pathText([...path, key]),
    message: (Object.hasOwn(LITERAL_SECRETS, key) ? LITERAL_SECRETS[key] : undefined) ?? message,
  }));
}

/** Of a union, the member that the value was meant for: the one that got further than the value's type. */
function meant(errors: readonly (readonly Issue[])[]): readonly Issue[] | null {
  return (
    errors.find((issues) =>
      issues.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
    ) ?? null
  );
}

function told(issue: Issue, before: Path, root: unknown): ConfigProblem[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, issue.message);
  if (issue.code === 'invalid_union') {
    const inner = meant(issue.errors);
    if (inner !== null) return inner.flatMap((one) => told(one, path, root));
  }
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ path: pathText(path), message: `${message}${found(valueAt(root, path))}` }];
}

/** zod's issues with the path of each bad key, in the order of the schema. */
export function problemsOf(issues: readonly Issue[], root: unknown): ConfigProblem[] {
  return issues.flatMap((issue) => told(issue, [], root));
}
