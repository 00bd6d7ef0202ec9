// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "ansible-mcp-server",
  server: "ansible-mcp-server",
  readFrom: "pypi:ansible-mcp-server==0.1.1",
  format: 1,
  tools: [
    {"tool":"ansible_task","kind":"mutating","at":"pattern","arg":"hosts","note":"host pattern; check=true is no proof: -a is templated, so lookup('pipe',...) runs a command on the control node in check mode too, and shell and raw skip it"},
    {"tool":"ansible_playbook","kind":"mutating","at":"pattern","arg":"limit","note":"hosts are in the playbook and inventory; limit may be absent, then all hosts"},
    {"tool":"ansible_service_manager","kind":"mutating","at":"pattern","arg":"hosts"},
    {"tool":"ansible_ping","kind":"mutating","at":"pattern","arg":"hosts","note":"inventory is caller-given: its variables and script run on control node and guest"},
    {"tool":"ansible_gather_facts","kind":"mutating","at":"pattern","arg":"hosts","readOnlyIf":"plain","note":"unescaped argument: filter_pattern is templated (lookup pipe runs a command)"},
    {"tool":"ansible_diagnose_host","kind":"mutating","at":"pattern","arg":"hostname","note":"inventory is caller-given: its variables and script run on control node and guest"},
    {"tool":"ansible_inventory","kind":"mutating","at":"control_node","arg":null,"note":"runs an executable inventory on the control node"},
    {"tool":"inventory_graph","kind":"mutating","at":"control_node","arg":null,"note":"runs an executable inventory on the control node"},
    {"tool":"inventory_find_host","kind":"mutating","at":"control_node","arg":null,"note":"runs an executable inventory on the control node"},
    {"tool":"list_projects","kind":"read_only","at":"none","arg":null},
    {"tool":"project_playbooks","kind":"read_only","at":"none","arg":null},
    {"tool":"validate_playbook","kind":"mutating","at":"control_node","arg":null,"note":"syntax check runs lookups of the playbook and an executable inventory on the control node"},
    {"tool":"vault_view","kind":"mutating","at":"control_node","arg":null,"readOnlyIf":"plain","note":"option injection: file_path may be a flag that runs a program on the control node"},
    {"tool":"create_playbook","kind":"mutating","at":"control_node","arg":null,"note":"changes the control node only"},
    {"tool":"galaxy_install","kind":"mutating","at":"control_node","arg":null,"note":"changes the control node only"},
    {"tool":"register_project","kind":"mutating","at":"control_node","arg":null,"note":"changes the control node only"},
    {"tool":"vault_encrypt","kind":"mutating","at":"control_node","arg":null,"note":"changes the control node only"},
    {"tool":"vault_decrypt","kind":"mutating","at":"control_node","arg":null,"note":"changes the control node only"},
  ],
});
