// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "rocannon",
  server: "rocannon",
  readFrom: "pypi:rocannon==0.3.2",
  format: 1,
  tools: [
    {"tool":"ansible_use_module","kind":"mutating","at":"server_config","arg":null,"note":"adds typed tools at run time, one per Ansible module: catalog must accept patterns"},
    {"tool":"rocannon_use_profile","kind":"mutating","at":"server_config","arg":null,"note":"changes which inventory is active"},
    {"tool":"save_playbook","kind":"mutating","at":"control_node","arg":null},
    {"tool":"commit_session","kind":"mutating","at":"control_node","arg":null},
    {"tool":"ansible_search_modules","kind":"read_only","at":"none","arg":null},
    {"tool":"rocannon_list_profiles","kind":"read_only","at":"none","arg":null},
    {"tool":"rocannon_current_profile","kind":"read_only","at":"none","arg":null},
  ],
});
