// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "xo-mcp-server-xen-orchestra",
  server: "xo-mcp-server (Xen Orchestra)",
  readFrom: "glama:Videothek/xo-mcp-server",
  format: 1,
  tools: [
    {"tool":"delete_vm","kind":"mutating","at":"unverified","arg":"vm_id","note":"UUID or href; listed as under construction"},
    {"tool":"modify_vm","kind":"mutating","at":"unverified","arg":null,"note":"no such function in the source at aac35dc"},
    {"tool":"create_vm","kind":"mutating","at":"unverified","arg":null,"note":"create_vm(name, template_id), not registered in main.py at aac35dc"},
    {"tool":"get_docs","kind":"read_only","at":"none","arg":null},
    {"tool":"list_vms","kind":"read_only","at":"none","arg":null},
    {"tool":"list_backup_jobs","kind":"read_only","at":"none","arg":null},
    {"tool":"get_backup_job_details","kind":"mutating","at":"none","arg":null,"readOnlyIf":"plain","note":"Conditional on the argument: id is put unescaped into GET /rest/v0/backup-jobs/{id}; httpx removes dot segments (checked: '../vms/U.xva' goes out as…"},
    {"tool":"list_backup_logs","kind":"read_only","at":"none","arg":null},
    {"tool":"get_backup_log_details","kind":"mutating","at":"none","arg":null,"readOnlyIf":"plain","note":"Conditional on the argument: id is put unescaped into GET /rest/v0/backup-logs/{id}; httpx removes dot segments (checked: '../vms/U.xva' goes out as…"},
    {"tool":"list_backup_repositories","kind":"read_only","at":"none","arg":null},
    {"tool":"get_backup_repository_details","kind":"mutating","at":"none","arg":null,"readOnlyIf":"plain","note":"Conditional on the argument: id is put unescaped into GET /rest/v0/backup-repositories/{id}; httpx removes dot segments (checked: '../vms/U.xva' goes out as…"},
  ],
});
