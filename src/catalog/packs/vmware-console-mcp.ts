// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "vmware-console-mcp",
  server: "vmware-console-mcp",
  readFrom: "glama:zxrobin01/vmware-console-mcp",
  format: 1,
  tools: [
    {"tool":"guest_run","kind":"mutating","at":"argument","arg":"vmx"},
    {"tool":"guest_script","kind":"mutating","at":"argument","arg":"vmx"},
    {"tool":"vm_snapshot","kind":"mutating","at":"argument","arg":"vmx"},
    {"tool":"esxi_guest_run","kind":"mutating","at":"argument","arg":"vm"},
    {"tool":"esxi_guest_ps","kind":"mutating","at":"argument","arg":"vm","note":"Unverifiable: zxrobin01/vmware-console-mcp is in no store (fetch, find_files, find_repos, find_string, search: nothing). A guest 'ps' over guest operations…"},
  ],
});
