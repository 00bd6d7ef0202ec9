import { isLiteral, type Arg } from '../../shell/arg.ts';
import { parseOptions, type OptionTable } from '../options.ts';
import { shownArg } from './judge.ts';

const BEFORE: OptionTable = {
  flags: 'Pv',
  values: 'C',
  longFlags: ['--no-pager', '--no-optional-locks', '--literal-pathspecs', '--version', '--help', '--bare'],
  longValues: ['--git-dir', '--work-tree', '--namespace'],
};

const READS =
  /^(?:status|log|show|diff|rev-parse|describe|ls-files|ls-tree|blame|shortlog|rev-list|cat-file|name-rev|merge-base|show-ref|for-each-ref|count-objects|whatchanged|cherry|diff-tree|version)$/u;
/** Options of reading sub-commands that write a file or run a program. */
const NEVER =
  /^(?:-o|-O.*|--output.*|--ext-diff.*|--textconv.*|--open.*|--web|-p.*cmd|--paginate|--exec.*|--show-signature.*|--help|--format=.*%G.*|--pretty=.*%G.*|--filters|--remerge-diff)$/u;

/** Why git with these words is not proven only to read. */
export function gitFault(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, BEFORE, true);
  const [strange] = parsed.strange;
  if (strange !== undefined) return `option ${shownArg(strange)} of git is not proven only to read`;
  const [command, ...rest] = parsed.operands;
  if (command === undefined) return null;
  const odd = [command, ...rest].find(
    (arg) =>
      !isLiteral(arg) ||
      NEVER.test(arg.text) ||
      (arg.text.startsWith('--') &&
        NEVER_SHORTENED.some(
          (long) =>
            long.startsWith(arg.text.split('=')[0] ?? '') && (arg.text.split('=')[0] ?? '').length > 3,
        )),
  );
  if (odd !== undefined) return `${shownArg(odd.text)} of git is not proven only to read`;
  const words = rest.map(({ text }) => text);
  if (READS.test(command.text)) return null;
  const only = (pattern: RegExp): boolean => words.every((word) => pattern.test(word));
  if (
    command.text === 'branch' &&
    only(/^(?:-a|-r|-v|-vv|--all|--remotes|--list|--show-current|--verbose)$/u)
  )
    return null;
  if (command.text === 'remote' && (only(/^(?:-v|--verbose)$/u) || words[0] === 'get-url')) return null;
  if (command.text === 'tag' && only(/^(?:-l|--list|-n\d*)$/u)) return null;
  if (command.text === 'stash' && words[0] === 'list') return null;
  if (
    command.text === 'config' &&
    /^(?:--get|--get-all|--list|-l|--get-regexp)$/u.test(
      words.find((word) => !/^--(?:global|system|local|worktree|show-origin|show-scope)$/u.test(word)) ?? '',
    )
  )
    return null;
  return `git ${shownArg(command.text)} is not proven only to read`;
}

/** git takes abbreviations of long options. */
const NEVER_SHORTENED = [
  '--output',
  '--output-directory',
  '--ext-diff',
  '--textconv',
  '--exec',
  '--show-signature',
  '--filters',
];
