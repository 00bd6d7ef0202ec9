import { DYN, literal, UNKNOWN_ARG, type Arg } from '../shell/arg.ts';
import { change, NO_STREAM, PIPE, type Handler } from '../shell/context.ts';
import { isGuest } from '../shell/reading.ts';
import { parseOptions, valueOfOption, type OptionTable } from './options.ts';

const TABLE: OptionTable = {
  flags: '0prtxo',
  values: 'ILnPsdEa',
  longFlags: ['--null', '--interactive', '--no-run-if-empty', '--verbose', '--exit', '--open-tty'],
  longValues: [
    '--max-args',
    '--max-lines',
    '--max-procs',
    '--max-chars',
    '--delimiter',
    '--arg-file',
    '--eof',
    '--replace',
  ],
};

const MOST_WORDS = 64;

/** The words that xargs adds, where its input is known. */
function knownWords(text: string, byLine: boolean): string[] | null {
  if (text.includes(DYN) || /['"\\]/u.test(text)) return null;
  const words = text.split(byLine ? /\n/u : /\s+/u).map((word) => (byLine ? word.trim() : word));
  const found = words.filter((word) => word !== '');
  return found.length <= MOST_WORDS ? found : null;
}

/** Runs its command with words from its input: mostly unknown, and any of them may look like an option. */
export const xargs: Handler = (args, context) => {
  // `-i`, `-e` and `-l` take their argument attached or not at all.
  const old = args.findIndex(({ text }) => /^-[iel]/u.test(text) || text === '--replace');
  const command = args.findIndex(
    ({ text }, index) => !text.startsWith('-') && !/^-[ILnPsdEa]$/u.test(args[index - 1]?.text ?? ''),
  );
  const attached = old >= 0 && (command < 0 || old < command) ? (args[old]?.text ?? '') : '';
  const parsed = parseOptions(attached === '' ? args : args.filter((_, index) => index !== old), TABLE, true);
  if (parsed.strange.length > 0) {
    if (isGuest(context.place)) change(context, `option ${parsed.strange[0] ?? ''} of xargs is not known`);
    return context.place.remote ? PIPE : context.tools.local('xargs', args, context);
  }
  const replace =
    valueOfOption(parsed, '-I', '--replace') ??
    (attached.startsWith('-i') || attached === '--replace'
      ? attached.slice(2).replace('replace', '') || '{}'
      : null);
  const inner = parsed.operands.length === 0 ? [literal('echo')] : parsed.operands;
  const run = { ...context, stdin: NO_STREAM };
  const known =
    context.stdin.kind === 'text' &&
    valueOfOption(parsed, '-a', '--arg-file', '-d', '--delimiter', '-E', '--eof') === null
      ? knownWords(context.stdin.text, replace !== null)
      : null;
  if (replace !== null) {
    const values = known ?? [DYN];
    for (const value of values)
      context.tools.run(
        inner.map((arg) => replaced(arg, replace, value)),
        run,
      );
    return PIPE;
  }
  const one = valueOfOption(parsed, '-n', '--max-args', '-L', '--max-lines') !== null;
  const rounds: Arg[][] =
    known === null ? [[UNKNOWN_ARG]] : one ? known.map((word) => [literal(word)]) : [known.map(literal)];
  for (const words of rounds) context.tools.run([...inner, ...words], run);
  return PIPE;
};

function replaced(arg: Arg, mark: string, value: string): Arg {
  return arg.text.includes(mark) ? { ...arg, text: arg.text.replaceAll(mark, value) } : arg;
}
