import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { decideToolCall, type CatalogSettings, type Decision } from '../../catalog/index.ts';
import { catalogFiles, type CatalogOptions } from '../catalog-settings.ts';
import { told, USAGE } from '../catalog-failure.ts';

interface CheckOptions extends CatalogOptions {
  server?: string;
  tool?: string;
  args?: string;
  batch?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('tell what a tool call is: read-only, mutating or unknown, and which VM it touches')
    .option(
      '--server <server>',
      "the MCP server by its name in the host; for the host's own tools the host's (claude-code)",
    )
    .option('--tool <tool>', 'the tool')
    .option('--args <json>', "the tool's arguments as JSON", '{}')
    .option('--batch', 'read one {"server", "tool", "args"} a line from standard input, answer one line each')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<CheckOptions>();
      process.exitCode = await told(options.json === true || options.batch === true, () => check(options));
    });
}

async function check(options: CheckOptions): Promise<number> {
  const { settings } = catalogFiles(options);
  if (options.batch === true) return batch(settings);
  const { server, tool } = options;
  if (server === undefined || tool === undefined) {
    console.error('check needs --server and --tool, or --batch.');
    return USAGE;
  }
  const args = parseArgs(options.args ?? '{}');
  const decision = decideToolCall({ server, tool, args }, settings);
  console.log(options.json === true ? JSON.stringify(decision) : decisionText(decision));
  return 0;
}

/** @throws SyntaxError, told as bad usage */
export function parseArgs(text: string): unknown {
  return JSON.parse(text);
}

export function decisionText({ verdict, hosts, why, source }: Decision): string {
  const on = hosts.length === 0 ? '' : ` on ${hosts.join(', ')}`;
  return `${verdict}${on}\n  ${why} (${source})`;
}

async function batch(settings: CatalogSettings): Promise<number> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  let output: string[] = [];
  const flush = async (): Promise<void> => {
    const text = output.join('');
    output = [];
    if (text !== '' && !process.stdout.write(text))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  };
  for await (const line of lines) {
    if (line.trim() === '') continue;
    output.push(`${JSON.stringify(decideLine(line, settings))}\n`);
    if (output.length >= 64) await flush();
  }
  await flush();
  return 0;
}

/** A line that is no call is answered like a call that nobody knows: the answers stay in step with the lines. */
function decideLine(line: string, settings: CatalogSettings): Decision {
  let call: unknown;
  try {
    call = JSON.parse(line);
  } catch {
    return notACall('the line is not JSON');
  }
  if (typeof call !== 'object' || call === null || !('server' in call) || !('tool' in call))
    return notACall('the line has no server and tool');
  const { server, tool } = call;
  if (typeof server !== 'string' || typeof tool !== 'string')
    return notACall('server and tool are not texts');
  return decideToolCall({ server, tool, args: 'args' in call ? call.args : {} }, settings);
}

function notACall(why: string): Decision {
  return { verdict: 'unknown', hosts: [], why, source: 'none' };
}
