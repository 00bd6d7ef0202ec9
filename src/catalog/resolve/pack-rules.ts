/**
 * What the notes of the packs say about single tools and their columns cannot hold. Each rule rests on the note of
 * the same tool in its pack.
 */

/** A tool that reads for some values of one argument. `plain`: its other strings reach a shell line. */
export interface ActionRule {
  arg: string;
  reads: readonly string[];
  plain: boolean;
}

const TOWER: ActionRule = { arg: 'action', reads: ['list', 'get'], plain: true };

export const ACTIONS: Readonly<Record<string, Readonly<Record<string, ActionRule>>>> = {
  'mcp-ssh-manager': {
    ssh_process_manager: { arg: 'action', reads: ['list', 'info'], plain: true },
    ssh_alert_setup: { arg: 'action', reads: ['get', 'check'], plain: true },
    ssh_connection_status: { arg: 'action', reads: ['status'], plain: true },
  },
  'windows-mcp': {
    FileSystem: { arg: 'mode', reads: ['read', 'list', 'search', 'info'], plain: false },
    Process: { arg: 'mode', reads: ['list'], plain: false },
  },
  'ansible-tower-mcp': {
    ansible_tower_job_templates: TOWER,
    ansible_tower_jobs: TOWER,
    ansible_tower_workflow_jobs: TOWER,
    ansible_tower_hosts: TOWER,
    ansible_tower_inventory: TOWER,
    ansible_tower_groups: TOWER,
    ansible_tower_projects: TOWER,
    ansible_tower_schedules: TOWER,
    ansible_tower_credentials: TOWER,
    ansible_tower_organizations: TOWER,
    ansible_tower_teams: TOWER,
    ansible_tower_users: TOWER,
  },
};

/** Arguments that must be bare host names, because the server builds a URL from them. */
export const BARE_HOST: Readonly<Record<string, readonly string[]>> = { 'vsphere-mcp-server': ['hostname'] };

/** The argument that selects an open session although the row names another place. */
export const SESSION_ARGUMENT: Readonly<Record<string, string>> = { 'ssh-mcp': 'session' };

/** Arguments that name no VM although their column says `argument`: a hypervisor's node, a file, a job. */
export const NO_VM_NAME: Readonly<Record<string, readonly string[]>> = {
  'proxmox-mcp-plus': ['node', 'volid'],
  'nutanix-mcp-server': ['pe_host'],
  mcvsphere: ['template_name'],
  'vmware-aiops': ['template_name'],
};

/** Calls that open or close a session whose host a later call does not name. */
export interface SessionRule {
  opens: boolean;
  /** Argument that holds the host; null where the call closes. */
  host: string | null;
  /** Argument that names the session; null: the server has one at a time. */
  name: string | null;
}

export const SESSION_RULES: Readonly<Record<string, Readonly<Record<string, SessionRule>>>> = {
  'cygnus-ssh-mcp': {
    ssh_conn_connect: { opens: true, host: 'host_name', name: null },
    ssh_host_disconnect: { opens: false, host: null, name: null },
  },
  'linux-ssh-mcp': {
    ssh_connect: { opens: true, host: 'host', name: 'session_name' },
    ssh_disconnect: { opens: false, host: null, name: 'session_name' },
  },
};

/** Reads by its column, but selects the host that later calls change. */
export const ALL_SESSIONS: Readonly<Record<string, readonly string[]>> = {
  'mcp-ssh-session': ['close_all_sessions'],
  'linux-ssh-mcp': ['ssh_disconnect_all'],
};
