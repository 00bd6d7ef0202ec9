// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "winrm-mcp-server",
  server: "winrm-mcp-server",
  readFrom: "pypi:winrm-mcp-server==0.1.3",
  format: 1,
  tools: [
    {"tool":"execute_command","kind":"mutating","at":"server_config","arg":null,"note":"the only tool; host comes from the server's environment, so the guard needs a per-server host binding"},
  ],
});
