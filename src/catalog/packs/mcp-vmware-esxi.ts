// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "mcp-vmware-esxi",
  server: "mcp-vmware-esxi",
  readFrom: "pypi:mcp-vmware-esxi==0.1.0",
  format: 1,
  tools: [
    {"tool":"vmware_power_on_vm","kind":"mutating","at":"argument","arg":"vm_name"},
    {"tool":"vmware_power_off_vm","kind":"mutating","at":"argument","arg":"vm_name"},
    {"tool":"vmware_reboot_vm","kind":"mutating","at":"argument","arg":"vm_name"},
    {"tool":"vmware_delete_vm","kind":"mutating","at":"argument","arg":"vm_name"},
    {"tool":"vmware_create_snapshot","kind":"mutating","at":"argument","arg":"vm_name"},
    {"tool":"vmware_create_vm","kind":"mutating","at":"argument","arg":"name"},
    {"tool":"vmware_get_vm_info","kind":"read_only","at":"argument","arg":"vm_name","note":"PyPI no longer serves mcp-vmware-esxi (no versions); checked against a stored copy of the same-named tools (file id 39627448806), repository unknown"},
    {"tool":"vmware_list_vms","kind":"read_only","at":"none","arg":null,"note":"PyPI no longer serves mcp-vmware-esxi (no versions); checked against a stored copy of the same-named tools (file id 39627448806), repository unknown"},
  ],
});
