// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "ansible-flow-mcp",
  server: "ansible-flow-mcp",
  readFrom: "pypi:ansible-flow-mcp==0.1.3",
  format: 1,
  tools: [
    {"tool":"run_module","kind":"mutating","at":"pattern","arg":"hosts","note":"read-only for fact modules or check_mode"},
    {"tool":"run_playbook","kind":"mutating","at":"pattern","arg":"limit"},
    {"tool":"spoke_call","kind":"mutating","at":"argument","arg":"node","note":"nested tool name in argument 'tool': classify the inner call"},
    {"tool":"register_target","kind":"mutating","at":"server_config","arg":null},
    {"tool":"update_target","kind":"mutating","at":"server_config","arg":null},
    {"tool":"remove_target","kind":"mutating","at":"server_config","arg":null},
    {"tool":"create_group","kind":"mutating","at":"server_config","arg":null},
    {"tool":"delete_group","kind":"mutating","at":"server_config","arg":null},
    {"tool":"set_group_members","kind":"mutating","at":"server_config","arg":null},
    {"tool":"issue_token","kind":"mutating","at":"server_config","arg":null},
    {"tool":"revoke_node","kind":"mutating","at":"server_config","arg":null},
    {"tool":"update_node","kind":"mutating","at":"server_config","arg":null},
    {"tool":"get_module_schema","kind":"read_only","at":"none","arg":null},
    {"tool":"search_modules","kind":"read_only","at":"none","arg":null},
    {"tool":"list_collections","kind":"read_only","at":"none","arg":null},
    {"tool":"list_groups","kind":"read_only","at":"none","arg":null},
    {"tool":"list_nodes","kind":"read_only","at":"none","arg":null},
    {"tool":"hub_status","kind":"read_only","at":"none","arg":null},
  ],
});
