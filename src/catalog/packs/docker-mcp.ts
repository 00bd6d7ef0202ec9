// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "docker-mcp",
  server: "docker-mcp",
  readFrom: "pypi:docker-mcp==0.2.0",
  format: 1,
  tools: [
    {"tool":"create-container","kind":"mutating","at":"server_config","arg":null},
    {"tool":"deploy-compose","kind":"mutating","at":"server_config","arg":null},
    {"tool":"get-logs","kind":"read_only","at":"server_config","arg":null},
    {"tool":"list-containers","kind":"read_only","at":"server_config","arg":null},
  ],
});
