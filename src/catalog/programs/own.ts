import { isLiteral, type Arg } from '../shell/arg.ts';
import { change, PIPE, unknown, type Context, type Handler, type Stream } from '../shell/context.ts';

/** Our own commands that an agent may run: they only read, or guard (design 5). */
const LOCAL = /^(?:guard|check|status|doctor|explain|coverage|report|changes|help)$/u;
const LISTS = /^(?:sessions|catalog)$/u;

/** `zerto-rewind …`: what confirms, loosens or switches off is a person's. `run` is judged by its command. */
export const runOwnCommand: Handler = (args, context) => {
  if (context.place.remote) return change(context, 'runs zerto-rewind on a guest');
  if (args.some((arg) => !isLiteral(arg) && args.indexOf(arg) < 2))
    return unknown(context, 'which command of zerto-rewind runs is only known at run time');
  const words = args.filter(
    ({ text }, index) =>
      !text.startsWith('-') &&
      !/^--(?:config|vm|change|action|agent|wait|server|tool|args)$/u.test(args[index - 1]?.text ?? ''),
  );
  const [command, sub] = words;
  if (command === undefined)
    return args.every(({ text }) => /^(?:--version|-V|--help|-h)$/u.test(text))
      ? PIPE
      : unknown(context, 'which command of zerto-rewind runs cannot be told');
  const { text } = command;
  if (args.some((arg) => arg.text === '--yes') && text !== 'run')
    return unknown(context, 'an agent must not confirm for itself');
  if (text === 'run') return runGuarded(args, context);
  if (text === 'changes')
    return sub === undefined || sub.text === 'show'
      ? PIPE
      : unknown(context, `zerto-rewind changes ${sub.text} is a person's`);
  if (LOCAL.test(text)) return PIPE;
  if (LISTS.test(text) && sub?.text === 'list') return PIPE;
  if (text === 'init' && args.some((arg) => arg.text === '--print')) return PIPE;
  return unknown(
    context,
    `zerto-rewind ${text} is a person's: an agent must not confirm for itself or loosen the guard`,
  );
};

function runGuarded(args: readonly Arg[], context: Context): Stream {
  const dashes = args.findIndex(({ text }) => text === '--');
  const command = dashes < 0 ? [] : args.slice(dashes + 1);
  return command.length === 0
    ? unknown(context, 'zerto-rewind run without a command')
    : context.tools.run(command, context);
}

export const OWN_PROGRAMS: Readonly<Record<string, Handler>> = { 'zerto-rewind': runOwnCommand };

const RUNNERS = /^(?:npx|pnpx|bunx|npm|pnpm|yarn|bun|node|nodejs|deno|tsx)$/u;
const OURS =
  /^(?:npm:)?zerto-rewind(?:@[\w.^~-]+)?$|(?:^|\/)zerto-rewind\/(?:dist\/cli\/main\.js|src\/cli\/main\.ts)$|(?:^|\/)\.bin\/zerto-rewind$|(?:^|\/)dist\/cli\/main\.js$/u;

/** `npx zerto-rewind …`, `node …/zerto-rewind/dist/cli/main.js …`, and what takes our package away. Null: not ours. */
export function runOwn(
  name: string,
  args: readonly Arg[],
  context: Context,
  argv: readonly Arg[],
): Stream | null {
  if (RUNNERS.test(name)) {
    const at = args.findIndex(({ text }) => OURS.test(text));
    if (at >= 0) {
      const verb = args.slice(0, at).find(({ text }) => !text.startsWith('-'))?.text;
      if (/^(?:npm|pnpm|yarn|bun)$/u.test(name) && verb !== undefined && !/^(?:exec|x|dlx|run)$/u.test(verb))
        return /^(?:view|info|show|ls|list|why|outdated|explain)$/u.test(verb)
          ? PIPE
          : unknown(context, `${name} ${verb} changes the installed guard`);
      const rest = args.slice(at + 1);
      return runOwnCommand(rest[0]?.text === '--' ? rest.slice(1) : rest, context, argv);
    }
  }
  if (
    /^(?:pkill|killall|kill|systemctl|launchctl)$/u.test(name) &&
    args.some(({ text }) => /zerto-rewind/u.test(text))
  )
    return unknown(context, `${name} ends or changes the guard`);
  if (name === 'claude' || name === 'codex' || name === 'gemini' || name === 'copilot')
    return otherAgent(name, args, context);
  return null;
}

/** Another agent host, started without its hooks, or with settings of its own. */
function otherAgent(name: string, args: readonly Arg[], context: Context): Stream | null {
  const loosens = args.some(({ text }) =>
    /^(?:--bare|--safe-mode|--settings|--setting-sources|--mcp-config|--plugin-dir|config|mcp|plugin|hooks|--config|-c|--profile|--dangerously-bypass-hook-trust)(?:=|$)/u.test(
      text,
    ),
  );
  return loosens ? unknown(context, `${name} may run without the guard`) : null;
}
