// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "ssh-mcp",
  server: "ssh-mcp",
  readFrom: "npm:ssh-mcp@2.11.0",
  format: 1,
  tools: [
    {"tool":"run-command","kind":"mutating","at":"profile_alias","arg":"profile","note":"profile optional; default profile used when absent; session arg may select an open session"},
    {"tool":"privileged-command","kind":"mutating","at":"profile_alias","arg":"profile"},
    {"tool":"read-command","kind":"mutating","at":"profile_alias","arg":"profile","note":"free-form command; the server-side allowlist lets writing flags through (sort -o, git branch -D, date -s, ip route del ...)"},
    {"tool":"open-session","kind":"mutating","at":"profile_alias","arg":"profile","note":"may carry a command to start"},
    {"tool":"read-session-output","kind":"read_only","at":"profile_alias","arg":"profile"},
    {"tool":"list-sessions","kind":"read_only","at":"profile_alias","arg":"profile"},
    {"tool":"list-connections","kind":"read_only","at":"none","arg":null},
    {"tool":"close-session","kind":"mutating","at":"profile_alias","arg":"profile","note":"ends a remote shell, may kill its child"},
    {"tool":"signal-process","kind":"mutating","at":"profile_alias","arg":"profile"},
    {"tool":"sftp-upload","kind":"mutating","at":"profile_alias","arg":"profile"},
    {"tool":"sftp-upload-file","kind":"mutating","at":"profile_alias","arg":"profile"},
    {"tool":"sftp-download","kind":"read_only","at":"profile_alias","arg":"profile"},
    {"tool":"sftp-download-file","kind":"mutating","at":"profile_alias","arg":"profile","note":"writes a file of the MCP server host, under transferRoot"},
    {"tool":"sftp-list","kind":"read_only","at":"profile_alias","arg":"profile"},
  ],
});
