/** What a tool call is about to do, as far as its arguments prove it (facts.md, chapter 1). */
export type CallVerdict = 'read_only' | 'mutating' | 'unknown';

/** One tool call as a host hands it over; `server` is the host's own name (`claude-code`) for built-in tools. */
export interface ToolCall {
  server: string;
  tool: string;
  args: unknown;
}

/**
 * The catalogue's answer.
 * `hosts`: of `mutating` and `unknown` the VMs that are changed, of `read_only` the VMs that are reached; in the
 * order in which the call names them, mapped through ssh config, aliases and domains. A name that no mapping
 * knows stands as it was written.
 */
export interface Decision {
  verdict: CallVerdict;
  hosts: string[];
  /** For people, and for the model where a hook tells it. */
  why: string;
  /** Where the answer comes from: `own entry`, `pack <name>`, `host <name>`, `shell`, `powershell`, `none`. */
  source: string;
}

/** A session that an earlier call opened. `session` null: the one that a server uses when no name is given. */
export interface OpenSession {
  server: string;
  session: string | null;
  /** As the opening call named it, before any mapping. */
  host: string;
}

export type Sessions = readonly OpenSession[];

/** Sees each step of a decision; can change none. */
export type Trace = (step: TraceStep) => void;

export interface TraceStep {
  /** Nesting of shells within shells; 0 is the call itself. */
  depth: number;
  what: string;
  /** `read`, `change`, `unknown` on a host, or null for a remark. */
  effect: { kind: EffectKind; host: string | null } | null;
}

export type EffectKind = 'read' | 'change' | 'unknown';

/** One thing that a command does to one host. A null host: which one cannot be told. */
export interface Effect {
  kind: EffectKind;
  host: string | null;
  why: string;
}

/** A catalogue entry of the user's own. */
export interface OwnEntry {
  server: string;
  tool: string;
  kind: 'read_only' | 'mutating';
  /** Argument that holds the VM: a dotted path, several with `|` in order of preference. */
  vmArg: string | null;
  note: string | null;
}

/** How the user bound an MCP server to a pack in the config (design 4.2). */
export interface ServerBinding {
  pack: string;
  vm: string | null;
  aliases: Readonly<Record<string, string>>;
}

/** What a decision rests on beside the call: plain data, so that the hook can load it without a validator. */
export interface CatalogSettings {
  aliases: Readonly<Record<string, string>>;
  domains: readonly string[];
  /** The VM that the agent itself runs on. */
  local: string | null;
  servers: Readonly<Record<string, ServerBinding>>;
  entries: readonly OwnEntry[];
  /** The user's ssh client configuration, blocks in the order in which ssh reads them. */
  ssh: readonly SshBlock[];
  /** Names of the last VM list, where there is one. */
  vms: readonly string[];
  /** Absolute paths of what an agent must not write: config, catalogue, state, hook settings (design 5). */
  guarded: readonly string[];
  /** The user's home and the folder in which the call runs, for relative paths. */
  home: string | null;
  cwd: string | null;
}

/** One `Host` or `Match` block; what stands before the first one has the pattern `*`. */
export interface SshBlock {
  /** Patterns of the host's name as typed; a leading `!` negates. */
  patterns: readonly string[];
  /** Patterns of the blocks around it, where its file is included for some hosts only: all must match too. */
  within: readonly (readonly string[])[];
  /** True where the block also hangs on something that cannot be told beforehand (`Match exec`, `user`, …). */
  uncertain: boolean;
  /** Lower-case keyword to its first value in the block. */
  options: Readonly<Record<string, string>>;
}

/** Settings of somebody who has configured nothing. */
export const NO_SETTINGS: CatalogSettings = {
  aliases: {},
  domains: [],
  local: null,
  servers: {},
  entries: [],
  ssh: [],
  vms: [],
  guarded: [],
  home: null,
  cwd: null,
};
