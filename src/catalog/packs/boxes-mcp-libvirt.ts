// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "boxes-mcp-libvirt",
  server: "boxes-mcp (libvirt)",
  readFrom: "glama:EF-Code/boxes-mcp",
  format: 1,
  tools: [
    {"tool":"boxes.start","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.shutdown","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.reboot","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.suspend","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.resume","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.undefine","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.snapshots.create","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.snapshots.revert","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.snapshots.delete","kind":"mutating","at":"argument","arg":"nameOrUuid","note":"argument name not shown in the listing"},
    {"tool":"boxes.list","kind":"read_only","at":"unverified","arg":null},
    {"tool":"boxes.info","kind":"read_only","at":"argument","arg":"nameOrUuid"},
    {"tool":"boxes.snapshots.list","kind":"read_only","at":"argument","arg":"nameOrUuid"},
    {"tool":"boxes.display","kind":"read_only","at":"argument","arg":"nameOrUuid"},
    {"tool":"boxes.capabilities","kind":"read_only","at":"argument","arg":"nameOrUuid","note":"probeSpice=true opens a SPICE session (may drop a connected viewer); probeQmp=true sends query-commands/query-mice (libvirt marks the domain tainted); no…"},
  ],
});
