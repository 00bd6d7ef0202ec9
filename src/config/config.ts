/** What the config means: defaults filled in, paths absolute. Durations in seconds unless said otherwise. */
export interface Config {
  /** The agent's name in the tags. */
  agent: string;
  sites: readonly SiteConfig[];
  temporal: TemporalConfig;
  guard: GuardConfig;
  recover: {
    /** Absolute; null: `recovered` under the state directory. */
    directory: string | null;
    maxBytes: number;
  };
  /** Text like `5m`, as Temporal's schedules take it. */
  sweep: { every: string };
  watch: { every: string };
  /** Domains in which `<vm>.<domain>` is the VM of that short name. */
  domains: readonly string[];
  /** Other names of a VM to the name or vmIdentifier that Zerto knows. */
  aliases: Readonly<Record<string, string>>;
  /** The VM that the agent itself runs on, where Zerto protects it. */
  local: string | null;
  /** MCP servers of the agent host, by their name there. */
  servers: Readonly<Record<string, ServerConfig>>;
}

export interface SiteConfig {
  name: string;
  /** Without a slash at its end. */
  url: string;
  auth: SiteAuth;
  /** Null: the authorities that Node trusts. */
  tls: SiteTls | null;
}

/** A service account's or a Keycloak client's log-in; the secret itself is read with `readSecret`. */
export type SiteAuth =
  | { kind: 'password'; username: string; secret: SecretSource }
  | { kind: 'client'; clientId: string; secret: SecretSource };

/** Where a secret stands; `key` is the path of the key that says so, for errors. */
export type SecretSource = { key: string; file: string } | { key: string; env: string };

/** `fingerprint256`: 64 lower-case hexadecimal digits. */
export type SiteTls = { caFile: string } | { fingerprint256: string };

export interface TemporalConfig {
  /** `host:port` */
  address: string;
  namespace: string;
  taskQueue: string;
  /** Of the embedded server's UI; null: the port of `address` + 1000. */
  uiPort: number | null;
}

export interface CadenceConfig {
  gap: number;
  visible: number;
  stamp: number;
  patience: number;
}

export interface GuardConfig {
  mode: 'enforce' | 'observe';
  reuse: 'cadence' | 'never' | number;
  changeWindow: number;
  /** In characters. */
  tagLength: number;
  ahead: Readonly<Record<string, number>>;
  /** By kind of protected site; the measured kinds are always there. */
  cadence: Readonly<Record<string, CadenceConfig>>;
}

export interface ServerConfig {
  pack: string;
  /** The VM that every tool of this server works on, where there is one. */
  vm: string | null;
  aliases: Readonly<Record<string, string>>;
}
