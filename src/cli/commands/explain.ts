import { Command } from 'commander';
import { decideToolCall, type Decision, type ToolCall, type TraceStep } from '../../catalog/index.ts';
import { told, USAGE } from '../catalog-failure.ts';
import { catalogFiles, type CatalogOptions } from '../catalog-settings.ts';
import { decisionText, parseArgs } from './check.ts';

interface ExplainOptions extends CatalogOptions {
  server?: string;
  tool?: string;
  args?: string;
  powershell?: boolean;
}

export function explainCommand(): Command {
  return new Command('explain')
    .description('show step by step how a call is judged; nothing is run')
    .argument('[command]', 'a shell command, as an agent would hand it to its shell')
    .option('--powershell', 'the command is PowerShell')
    .option('--server <server>', 'the MCP server by its name in the host')
    .option('--tool <tool>', 'the tool')
    .option('--args <json>', "the tool's arguments as JSON", '{}')
    .action(async (text: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<ExplainOptions>();
      process.exitCode = await told(options.json === true, () => explain(text, options));
    });
}

function explain(text: string | undefined, options: ExplainOptions): number {
  const call = callOf(text, options);
  if (call === null) {
    console.error('explain needs a command, or --server and --tool.');
    return USAGE;
  }
  const steps: TraceStep[] = [];
  const decision = decideToolCall(call, catalogFiles(options).settings, undefined, (step) =>
    steps.push(step),
  );
  console.log(options.json === true ? JSON.stringify({ ...decision, steps }) : explanation(decision, steps));
  return 0;
}

function callOf(
  text: string | undefined,
  { server, tool, args = '{}', powershell }: ExplainOptions,
): ToolCall | null {
  if (server !== undefined && tool !== undefined) return { server, tool, args: parseArgs(args) };
  if (text === undefined) return null;
  return {
    server: 'claude-code',
    tool: powershell === true ? 'PowerShell' : 'Bash',
    args: { command: text },
  };
}

function explanation(decision: Decision, steps: readonly TraceStep[]): string {
  const lines = steps.map(({ depth, what, effect }) => {
    const on = effect === null ? '' : `${effect.kind}${effect.host === null ? '' : ` on ${effect.host}`}: `;
    return `${'  '.repeat(depth + 1)}${on}${what}`;
  });
  return [...lines, decisionText(decision)].join('\n');
}
