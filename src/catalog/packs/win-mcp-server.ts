// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "win-mcp-server",
  server: "win-mcp-server",
  readFrom: "pypi:win-mcp-server==0.3.0",
  format: 1,
  tools: [
    {"tool":"win_execute_powershell","kind":"mutating","at":"argument","arg":"hostname"},
    {"tool":"win_get_system_info","kind":"mutating","at":"argument","arg":"hostname","readOnlyIf":"plain","note":"unescaped argument: hostname goes into an osascript program on the MCP server host"},
    {"tool":"win_get_running_services","kind":"mutating","at":"argument","arg":"hostname","readOnlyIf":"plain","note":"unescaped argument: hostname goes into an osascript program on the MCP server host"},
    {"tool":"win_get_disk_space","kind":"mutating","at":"argument","arg":"hostname","readOnlyIf":"plain","note":"unescaped argument: hostname goes into an osascript program on the MCP server host"},
    {"tool":"win_setup_credentials","kind":"mutating","at":"server_config","arg":"hostname","note":"client side only"},
    {"tool":"win_clear_credentials","kind":"mutating","at":"server_config","arg":"hostname","note":"client side only"},
  ],
});
