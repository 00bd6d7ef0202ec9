import type { Arg } from './arg.ts';
import type { Place, Reading } from './reading.ts';
import type { Scope } from './scope.ts';

/**
 * What a program reads from or writes to, as far as it can be told. `text`: these characters (with `DYN`);
 * `content`: what a file or an address holds, as it is; `pipe`: something that a program made; `none`: nothing
 * but what the agent's own shell has.
 */
export type Stream =
  { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'content' } | { kind: 'pipe' };

export const NO_STREAM: Stream = { kind: 'none' };
export const CONTENT: Stream = { kind: 'content' };
export const PIPE: Stream = { kind: 'pipe' };

/** The circumstances of one command. */
export interface Context {
  reading: Reading;
  place: Place;
  scope: Scope;
  depth: number;
  stdin: Stream;
  /** Variables set for this command alone (`X=1 cmd`). */
  env: ReadonlyMap<string, string>;
  /** The command is the proxy of an ssh: it carries bytes to a host and starts nothing there. */
  proxy?: boolean;
  tools: Tools;
}

/** How a program's reading goes on with what is inside: given to it, so that programs know no shell. */
export interface Tools {
  /** Reads a command that is already split into words. Returns what it writes. */
  run(argv: readonly Arg[], context: Context): Stream;
  /** Reads a text as a new shell of the context's place would, in the scope given. */
  script(text: string, context: Context): Stream;
  /** Reads a text in the shell that is already running (`eval`). */
  evaluate(text: string, context: Context): Stream;
  /** A program that is not in the list of remote tools. */
  local(name: string, args: readonly Arg[], context: Context): Stream;
  /** Whether a program has a reader of its own here. */
  knows(name: string): boolean;
  /** Reads a text as PowerShell. */
  powershell(text: string, context: Context): Stream;
}

/** Handles one program; null: it is not this handler's call to judge, go on. */
export type Handler = (args: readonly Arg[], context: Context, argv: readonly Arg[]) => Stream;

/** A variable as this command's program sees it in its environment; null if unknown or unset. */
export function variable({ env, scope }: Context, name: string): string | null {
  const own = env.get(name);
  if (own !== undefined) return own;
  const value = scope.vars.get(name);
  return typeof value === 'string' ? value : null;
}

export function read(context: Context, why: string): Stream {
  context.reading.at(context.place, 'read', why, context.depth);
  return PIPE;
}

export function change(context: Context, why: string): Stream {
  context.reading.at(context.place, 'change', why, context.depth);
  return PIPE;
}

export function unknown(context: Context, why: string): Stream {
  context.reading.unknown(why, context.depth);
  return PIPE;
}
