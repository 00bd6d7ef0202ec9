/** What the reader keeps of a PowerShell script: enough to see what runs where, and nothing more. */

export interface Pipeline {
  kind: 'pipeline';
  elements: Element[];
}

export interface Assignment {
  kind: 'assign';
  target: Primary[];
  /** `=`; any other operator makes a value of two. */
  plain: boolean;
  value: Statement;
}

/** `if`, `while`, `switch`, `try`: every branch may run. */
export interface Flow {
  kind: 'flow';
  heads: Statement[][];
  bodies: Statement[][];
}

export interface ForEach {
  kind: 'foreach';
  name: string;
  list: Statement[];
  body: Statement[];
}

export interface FunctionDefinition {
  kind: 'function';
  name: string;
  body: Statement[];
}

export type Statement = Pipeline | Assignment | Flow | ForEach | FunctionDefinition;

export type Element = Expression | Command;

/** Operands with commas between them; operators stand among the primaries of a group. */
export interface Expression {
  kind: 'expression';
  groups: Primary[][];
}

export interface Command {
  kind: 'command';
  /** `&` and `.` run what follows whatever it is. */
  invoke: boolean;
  name: Primary;
  args: Argument[];
  redirections: Primary[];
}

export interface Argument {
  /** As written, with its dash, and with a colon where the value is attached; null for a value. */
  parameter: string | null;
  value: Expression | null;
}

export type Piece = string | Statement[] | { variable: string };

export type Primary = { posts: Post[] } & (
  | { k: 'text'; pieces: Piece[]; quoted: boolean }
  | { k: 'variable'; name: string; splat: boolean }
  | { k: 'script'; script: Statement[] }
  | { k: 'block'; script: Statement[] }
  | { k: 'hash'; entries: { key: Expression; value: Statement }[] }
  | { k: 'type'; name: string }
  | { k: 'operator'; text: string }
);

/** `.Name`, `.Name(…)`, `::Name`, `[…]`. */
export interface Post {
  kind: 'member' | 'call' | 'index';
  /** Null where the member is only known at run time. */
  name: string | null;
  args: Expression[];
}

/** The text is not in the part of the language that is read here. */
export class PowerShellFault extends Error {}
