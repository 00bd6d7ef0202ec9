// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "vmware-mcp-havu0",
  server: "vmware-mcp (havu0)",
  readFrom: "glama:havu0/vmware-mcp",
  format: 1,
  tools: [
    {"tool":"guest_run_program","kind":"mutating","at":"argument","arg":"vm","note":"vm optional: default VM"},
    {"tool":"guest_run_command","kind":"mutating","at":"argument","arg":"vm","note":"vm optional: default VM"},
    {"tool":"vm_snapshot_create","kind":"mutating","at":"argument","arg":"vm","note":"vm optional: default VM"},
    {"tool":"vm_snapshot_revert","kind":"mutating","at":"argument","arg":"vm","note":"vm optional: default VM"},
    {"tool":"vm_snapshot_delete","kind":"mutating","at":"argument","arg":"vm","note":"vm optional: default VM"},
    {"tool":"guest_process_list","kind":"read_only","at":"argument","arg":"vm","note":"vm optional: default VM"},
  ],
});
