// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "windows-mcp",
  server: "windows-mcp",
  readFrom: "pypi:windows-mcp==0.8.5",
  format: 1,
  tools: [
    {"tool":"PowerShell","kind":"mutating","at":"local_host","arg":null,"note":"server runs inside the guest: bind the server name to its VM"},
    {"tool":"FileSystem","kind":"mutating","at":"local_host","arg":null,"note":"read-only when mode is read, list, search or info"},
    {"tool":"Process","kind":"mutating","at":"local_host","arg":null,"note":"read-only when mode is list"},
    {"tool":"Registry","kind":"mutating","at":"local_host","arg":null,"note":"do not treat mode get/list as read-only: ps_quote doubles only the ASCII quote, and PowerShell also closes a string on U+2018..U+201B"},
    {"tool":"App","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Click","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Type","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Move","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Scroll","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Shortcut","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"MultiSelect","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"MultiEdit","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Clipboard","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Notification","kind":"mutating","at":"local_host","arg":null,"note":"UI action: cannot be classified from its arguments"},
    {"tool":"Screenshot","kind":"read_only","at":"local_host","arg":null},
    {"tool":"Wait","kind":"read_only","at":"local_host","arg":null},
    {"tool":"WaitFor","kind":"read_only","at":"local_host","arg":null},
    {"tool":"DisplayInventory","kind":"read_only","at":"local_host","arg":null},
    {"tool":"Scrape","kind":"read_only","at":"local_host","arg":null,"note":"GET from the guest to public addresses only (private ones refused; DNS rebinding and 100.64/10 not covered); no guest write"},
  ],
});
