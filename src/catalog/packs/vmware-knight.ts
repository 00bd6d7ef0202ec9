// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "vmware-knight",
  server: "vmware-knight",
  readFrom: "glama:CyberKnightLabs/vmware-knight-mcp",
  format: 1,
  tools: [
    {"tool":"vm_create_snapshot","kind":"mutating","at":"argument","arg":"vm_name","note":"target names the vCenter"},
    {"tool":"vm_revert_snapshot","kind":"mutating","at":"argument","arg":"vm_name","note":"previews a blast radius until confirm is true"},
  ],
});
