/** Where a tool's arguments, or its server's set-up, say which host it acts on. */
export type HostPlace =
  | 'argument'
  | 'profile_alias'
  | 'server_alias'
  | 'host_alias'
  | 'session'
  | 'group'
  | 'pattern'
  | 'json_string'
  | 'server_config'
  | 'local_host'
  | 'none'
  | 'opaque'
  | 'hypervisor'
  | 'hypervisor_storage'
  | 'datastore_path'
  | 'control_node'
  | 'cluster'
  | 'unverified';

export interface PackTool {
  tool: string;
  kind: 'read_only' | 'mutating';
  at: HostPlace;
  /** `a|b`: the first that is given; `a+b`: both together; a dot goes into an object. */
  arg: string | null;
  /** Read-only while every string argument is plain. */
  readOnlyIf?: 'plain';
  note?: string;
}

/** What is known of one MCP server, read from one version of its package. */
export interface Pack {
  id: string;
  /** The server's default name. */
  server: string;
  /** Registry, package and version. */
  readFrom: string;
  format: 1;
  tools: readonly PackTool[];
}
