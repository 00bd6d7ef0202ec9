// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "ansible-tower-mcp",
  server: "ansible-tower-mcp",
  readFrom: "pypi:ansible-tower-mcp==2.0.1",
  format: 1,
  tools: [
    {"tool":"ansible_tower_ad_hoc_commands","kind":"mutating","at":"json_string","arg":"params_json","note":"action plus a JSON string: host sits inside params_json"},
    {"tool":"ansible_tower_job_templates","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_workflow_templates","kind":"mutating","at":"json_string","arg":"params_json"},
    {"tool":"ansible_tower_jobs","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_workflow_jobs","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_hosts","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_inventory","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_groups","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_projects","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_schedules","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_credentials","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_organizations","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_teams","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_users","kind":"mutating","at":"json_string","arg":"params_json","note":"read-only for list and get actions"},
    {"tool":"ansible_tower_system","kind":"read_only","at":"none","arg":null,"note":"GET only; with user name and password the first call makes an OAuth token on the controller"},
  ],
});
