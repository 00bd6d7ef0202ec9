import type { Function as FunctionNode } from 'unbash';
import { DYN, type Arg } from './arg.ts';

/** A variable's value: a text, or a list. Null: not known. */
export type Value = string | readonly string[] | null;

export interface ShellFunction {
  node: FunctionNode;
  called: boolean;
}

/** What a shell knows while it runs: variables, functions, its folder and the files it wrote. */
export interface Scope {
  vars: Map<string, Value>;
  functions: Map<string, ShellFunction>;
  /** `$1`…; null: not known. */
  positional: readonly Arg[] | null;
  cwd: string | null;
  home: string | null;
  /** Files written by this call to their text; null text: not known. */
  written: Map<string, string | null>;
  /** A variable is another name of one that is not followed (`declare -n`): none is known any more. */
  opaque: boolean;
  /** `IFS` was set: how an unquoted value splits is not known. */
  ifs: boolean;
}

export function newScope(
  home: string | null,
  cwd: string | null,
  positional: readonly Arg[] | null = [],
): Scope {
  return {
    vars: new Map(),
    functions: new Map(),
    positional,
    cwd,
    home,
    written: new Map(),
    ifs: false,
    opaque: false,
  };
}

/** For a subshell or a branch: changes stay inside. Files are written for everybody. */
export function branch(scope: Scope): Scope {
  return { ...scope, vars: new Map(scope.vars), functions: new Map(scope.functions) };
}

/** After branches of which one was taken: only what all agree on is still known. */
export function merge(into: Scope, branches: readonly Scope[]): void {
  const names = new Set(branches.flatMap(({ vars }) => [...vars.keys()]));
  for (const name of names) {
    const values = branches.map(({ vars }) => vars.get(name));
    const [first] = values;
    const agreed = first !== undefined && values.every((value) => value === first);
    into.vars.set(name, agreed ? first : null);
  }
  for (const { functions, ifs, opaque, cwd, positional } of branches) {
    for (const [name, value] of functions) into.functions.set(name, value);
    into.ifs ||= ifs;
    into.opaque ||= opaque;
    if (cwd !== into.cwd) into.cwd = null;
    if (positional !== into.positional) into.positional = null;
  }
}

/** Variables whose value is a local path whoever sets it. */
const PATH_VARIABLES = new Set([
  'TMPDIR',
  'TMP',
  'TEMP',
  'OLDPWD',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  'CLAUDE_PROJECT_DIR',
  'GITHUB_WORKSPACE',
  'VIRTUAL_ENV',
]);
const NUMBERS = new Set([
  'RANDOM',
  'SECONDS',
  'EPOCHSECONDS',
  'PPID',
  'UID',
  'EUID',
  'LINENO',
  'BASHPID',
  'SHLVL',
  '$',
  '?',
  '!',
  '#',
]);

export function valueOf(scope: Scope, name: string): Value {
  if (scope.opaque) return null;
  const own = scope.vars.get(name);
  if (own !== undefined) return own;
  if (scope.vars.has(name)) return null;
  if (name === 'HOME') return scope.home;
  if (name === 'PWD') return scope.cwd;
  if (PATH_VARIABLES.has(name)) return `/${DYN}`;
  // Digits, whatever they are: no option, no host, nothing that a shell reads again.
  if (NUMBERS.has(name)) return '0';
  return null;
}
