import { PIPE, type Context, type Stream } from '../shell/context.ts';
import type { Arg } from '../shell/arg.ts';
import { fileKey, writeTo } from '../shell/files.ts';
import { scanCode } from './code-words.ts';

/** Programs that run code of another language from their words or their input. */
export const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|ipython3?|perl[\d.]*|ruby[\d.]*|irb|node|nodejs|deno|bun|tsx|ts-node|php[\d.]*|lua[\d.]*|luajit|osascript|expect|tclsh[\d.]*|wish|[gmn]?awk|sed|gsed|vim?|nvim|ex|ed|emacs|groovy|rscript|r|julia|jshell|scala|guile|racket|sbcl|erl|elixir|ghci|runghc|swift|dotnet|cscript|wscript|gdb|m4|make|gmake|sqlite3|psql|mysql|tee)$/u;

const CODE_OPTION =
  /^(?:-[A-Za-z]*[ceErpRnP]|--(?:eval|execute|expression|command|print|run|code|batch)|-command|\+.*)$/u;

const TEXT_TOOLS = /^(?:[gmn]?awk|g?sed|ed|ex|perl[\d.]*|vim?|nvim)$/u;

/** Looks through code in the words and in the input; the rest is a local program like any other. */
export function runInterpreter(name: string, args: readonly Arg[], context: Context): Stream {
  if (!/^(?:make|gmake|tee)$/u.test(name)) {
    args.forEach(({ text }, index) => {
      const code =
        CODE_OPTION.test(args[index - 1]?.text ?? '') ||
        /^(?:-e.|--(?:eval|execute|expression)=)/u.test(text) ||
        /^(?:[gmn]?awk|g?sed|ed)$/u.test(name);
      // Text tools name hosts as text.
      if (code) scanCode(text, context, !TEXT_TOOLS.test(name));
    });
  }
  for (const { text } of args) {
    const written = context.scope.written.get(fileKey(text, context));
    if (typeof written === 'string') scanCode(written, context);
  }
  if (context.stdin.kind === 'text' && name !== 'tee') scanCode(context.stdin.text, context);
  if (name === 'tee') recordFiles(args, context);
  context.tools.local(name, args, context);
  return name === 'tee' ? context.stdin : PIPE;
}

/** What tee writes may be run later in the same call. */
function recordFiles(args: readonly Arg[], context: Context): void {
  for (const { text } of args) {
    if (text.startsWith('-')) continue;
    writeTo(text, context);
    context.scope.written.set(
      fileKey(text, context),
      context.stdin.kind === 'text' ? context.stdin.text : null,
    );
  }
}
