// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "blc-ssh-mcp",
  server: "blc-ssh-mcp",
  readFrom: "pypi:blc-ssh-mcp==0.9.1",
  format: 1,
  tools: [
    {"tool":"execute","kind":"mutating","at":"server_alias","arg":"server","note":"has its own dry_run and force"},
    {"tool":"execute_on_group","kind":"mutating","at":"group","arg":"group","note":"fans out"},
    {"tool":"upload_file","kind":"mutating","at":"server_alias","arg":"server"},
    {"tool":"download_file","kind":"mutating","at":"server_alias","arg":"server","note":"creates a file of the MCP server host, under transfer_root"},
    {"tool":"list_servers","kind":"read_only","at":"none","arg":null},
    {"tool":"list_groups","kind":"read_only","at":"none","arg":null},
  ],
});
