// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "nutanix-mcp-server",
  server: "nutanix-mcp-server",
  readFrom: "glama:jkmills/nutanix-mcp-server",
  format: 1,
  tools: [
    {"tool":"get_vm","kind":"read_only","at":"argument","arg":"vm_uuid"},
    {"tool":"pe_list_vms","kind":"read_only","at":"argument","arg":"pe_host"},
    {"tool":"pe_list_snapshots","kind":"read_only","at":"argument","arg":"pe_host"},
    {"tool":"pe_get_cluster_info","kind":"read_only","at":"argument","arg":"pe_host"},
    {"tool":"generate_environment_report","kind":"read_only","at":"none","arg":null},
  ],
});
