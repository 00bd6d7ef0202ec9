// Made by scripts/make-packs.mjs. Do not edit.
import type { Pack } from '../resolve/pack.ts';

export const pack = (): Pack => ({
  id: "mcp-ssh-session",
  server: "mcp-ssh-session",
  readFrom: "pypi:mcp-ssh==0.2.7",
  format: 1,
  tools: [
    {"tool":"execute_command","kind":"mutating","at":"argument","arg":"host"},
    {"tool":"execute_command_async","kind":"mutating","at":"argument","arg":"host"},
    {"tool":"write_file","kind":"mutating","at":"argument","arg":"host"},
    {"tool":"send_input_by_session","kind":"mutating","at":"argument","arg":"host"},
    {"tool":"send_keys","kind":"mutating","at":"argument","arg":"host"},
    {"tool":"send_input","kind":"mutating","at":"session","arg":"command_id","note":"host resolved from the command id"},
    {"tool":"interrupt_command_by_id","kind":"mutating","at":"session","arg":"command_id"},
    {"tool":"read_file","kind":"mutating","at":"argument","arg":"host","readOnlyIf":"plain","note":"unescaped argument: control characters in remote_path reach an interactive shell when use_sudo or sudo_password is set"},
    {"tool":"read_screen","kind":"read_only","at":"argument","arg":"host"},
    {"tool":"close_session","kind":"mutating","at":"argument","arg":"host","note":"ends a remote session"},
    {"tool":"close_all_sessions","kind":"mutating","at":"session","arg":null,"note":"touches every host"},
    {"tool":"execute_command_enhanced","kind":"mutating","at":"argument","arg":"host","note":"enhanced_server.py variant"},
    {"tool":"reset_session_prompt","kind":"mutating","at":"argument","arg":"host","note":"session state only"},
    {"tool":"get_session_diagnostics","kind":"read_only","at":"argument","arg":"host"},
    {"tool":"get_connection_health_report","kind":"read_only","at":"none","arg":null},
    {"tool":"get_command_status_enhanced","kind":"read_only","at":"session","arg":"command_id"},
    {"tool":"get_performance_metrics","kind":"read_only","at":"none","arg":null},
    {"tool":"get_command_status","kind":"read_only","at":"session","arg":"command_id"},
    {"tool":"list_sessions","kind":"read_only","at":"none","arg":null},
    {"tool":"list_running_commands","kind":"read_only","at":"none","arg":null},
    {"tool":"list_command_history","kind":"read_only","at":"none","arg":null},
  ],
});
