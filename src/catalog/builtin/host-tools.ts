/**
 * The built-in tools of agent hosts, read from the hosts' own documents and, for Claude Code and Codex, from runs.
 * `shell`, `powershell`: the argument that holds the command. `reads`, `writes`: local files. `none`: nothing at
 * all. `web`: an address. `elsewhere`: work that goes on where this hook does not look.
 */
export type BuiltinKind =
  | { kind: 'shell' | 'powershell'; args: readonly string[]; cwd?: string }
  | { kind: 'none' }
  | { kind: 'reads' | 'writes' }
  | { kind: 'web'; args: readonly string[] }
  | { kind: 'elsewhere'; why: string };

const none: BuiltinKind = { kind: 'none' };
const reads: BuiltinKind = { kind: 'reads' };
const writes: BuiltinKind = { kind: 'writes' };
const bash = (...args: string[]): BuiltinKind => ({ kind: 'shell', args });
const web = (...args: string[]): BuiltinKind => ({ kind: 'web', args });
const elsewhere = (why: string): BuiltinKind => ({ kind: 'elsewhere', why });

function table(...rows: readonly [BuiltinKind, string][]): Readonly<Record<string, BuiltinKind>> {
  return Object.fromEntries(rows.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])));
}

const REMOTE_AGENT = elsewhere('it starts work where no hook looks');

export const HOST_TOOLS: Readonly<Record<string, Readonly<Record<string, BuiltinKind>>>> = {
  'claude-code': table(
    [bash('command'), 'Bash Monitor'],
    [{ kind: 'powershell', args: ['command'] }, 'PowerShell'],
    [reads, 'Read Grep Glob LS NotebookRead LSP'],
    [writes, 'Edit Write MultiEdit NotebookEdit'],
    [
      none,
      'TodoWrite TodoRead TaskCreate TaskGet TaskList TaskUpdate TaskOutput TaskStop BashOutput KillShell KillBash AskUserQuestion EnterPlanMode ExitPlanMode ToolSearch ListMcpResourcesTool ReadMcpResourceTool ListMcpResources ReadMcpResource WebSearch Skill SlashCommand StructuredOutput',
    ],
    // A sub-agent's own calls come to the hook one by one (hosts.md 1.4).
    [none, 'Agent Task'],
    [web('url'), 'WebFetch'],
    [
      REMOTE_AGENT,
      'RemoteTrigger CronCreate CronDelete Workflow EnterWorktree ExitWorktree SendMessage TeamCreate TeamDelete',
    ],
    [none, 'CronList'],
  ),
  codex: table(
    [bash('command', 'cmd'), 'Bash shell local_shell exec_command unified_exec shell_command container.exec'],
    [elsewhere('it types into a running program'), 'write_stdin'],
    [writes, 'apply_patch'],
    [reads, 'read_file list_dir grep_files view_image'],
    [none, 'update_plan web_search request_user_input list_mcp_resources read_mcp_resource'],
  ),
  'gemini-cli': table(
    [bash('command'), 'run_shell_command'],
    [reads, 'read_file read_many_files list_directory glob search_file_content grep_search'],
    [writes, 'write_file replace'],
    [none, 'google_web_search save_memory write_todos ask_user'],
    [web('prompt', 'url'), 'web_fetch'],
  ),
  'copilot-cli': table(
    [bash('command'), 'bash'],
    [{ kind: 'powershell', args: ['command'] }, 'powershell'],
    [elsewhere('it types into a running program'), 'write_bash write_powershell'],
    [
      none,
      'read_bash stop_bash list_bash read_powershell stop_powershell report_intent update_todo ask_user task web_search',
    ],
    [reads, 'view glob grep rg'],
    [writes, 'edit create str_replace_editor apply_patch'],
    [web('url'), 'web_fetch fetch'],
  ),
  cursor: table(
    [bash('command'), 'Shell'],
    [reads, 'Read Grep Glob LS SemanticSearch'],
    [writes, 'Write Edit StrReplace Delete EditNotebook'],
    [none, 'Task TodoWrite WebSearch AskQuestion'],
    [web('url'), 'WebFetch'],
  ),
  vscode: table(
    [bash('command'), 'run_in_terminal runInTerminal'],
    [reads, 'read_file list_dir file_search grep_search semantic_search get_errors'],
    [
      writes,
      'create_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file apply_patch create_directory edit_notebook_file',
    ],
    [none, 'manage_todo_list get_terminal_output think'],
  ),
  windsurf: table(
    [bash('command_line', 'command'), 'run_command pre_run_command'],
    [reads, 'read_code'],
    [writes, 'write_code'],
  ),
  cline: table(
    [bash('command'), 'execute_command'],
    [reads, 'read_file list_files search_files list_code_definition_names'],
    [writes, 'write_to_file replace_in_file apply_diff'],
    [none, 'ask_followup_question attempt_completion plan_mode_respond new_task'],
  ),
  opencode: table(
    [bash('command'), 'bash'],
    [reads, 'read grep glob list lsp'],
    [writes, 'edit write patch apply_patch multiedit'],
    [none, 'todowrite todoread task question skill websearch'],
    [web('url'), 'webfetch'],
  ),
};

/** Our own MCP server: what only reads or guards is local, everything else is a person's (design 5). */
export const OWN_SERVER = 'zerto_rewind_mcp';
export const OWN_LOCAL_TOOLS: readonly string[] = [
  'zerto_check_tool',
  'zerto_find_protection',
  'zerto_guard_before_mutate',
  'zerto_list_checkpoints',
  'zerto_list_changes',
  'zerto_list_flr_sessions',
];
