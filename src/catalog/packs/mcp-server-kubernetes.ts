// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "mcp-server-kubernetes",
  server: "mcp-server-kubernetes",
  readFrom: "npm:mcp-server-kubernetes@4.1.7",
  format: 1,
  tools: [
    {"tool":"kubectl_apply","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_create","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_delete","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_patch","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_scale","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_rollout","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"kubectl_generic","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"exec_in_pod","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"install_helm_chart","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"upgrade_helm_chart","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"uninstall_helm_chart","kind":"mutating","at":"cluster","arg":"context","note":"no VM argument: VMs are cluster nodes"},
    {"tool":"node_management","kind":"mutating","at":"cluster","arg":"nodeName","note":"cordon or drain"},
    {"tool":"kubectl_context","kind":"mutating","at":"cluster","arg":"name","note":"annotated readOnlyHint true by the server though it can switch the active context"},
    {"tool":"port_forward","kind":"mutating","at":"cluster","arg":null,"note":"no data change"},
    {"tool":"stop_port_forward","kind":"mutating","at":"cluster","arg":null},
    {"tool":"kubectl_reconnect","kind":"mutating","at":"cluster","arg":null},
    {"tool":"kubectl_get","kind":"read_only","at":"cluster","arg":"context"},
    {"tool":"kubectl_describe","kind":"read_only","at":"cluster","arg":"context"},
    {"tool":"kubectl_logs","kind":"mutating","at":"cluster","arg":"context","readOnlyIf":"plain","note":"a flag-shaped name/resource passes: --profile=cpu writes profile.pprof on the MCP server host; read-only when the value does not begin with \"-\""},
    {"tool":"explain_resource","kind":"mutating","at":"cluster","arg":"context","readOnlyIf":"plain","note":"a flag-shaped name/resource passes: --profile=cpu writes profile.pprof on the MCP server host; read-only when the value does not begin with \"-\""},
    {"tool":"list_api_resources","kind":"read_only","at":"cluster","arg":"context"},
    {"tool":"ping","kind":"read_only","at":"none","arg":null},
    {"tool":"cleanup","kind":"mutating","at":"cluster","arg":null},
  ],
});
