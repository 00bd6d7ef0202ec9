import { DYN, literal, type Arg } from '../../shell/arg.ts';
import {
  change,
  PIPE,
  read,
  unknown,
  variable,
  type Context,
  type Handler,
  type Stream,
} from '../../shell/context.ts';
import { isGuest } from '../../shell/reading.ts';
import { gitFault } from '../readers/git.ts';
import { remoteSide } from './copy.ts';
import { emptyOptions } from './ssh-options.ts';
import { placeOf, remoteContext } from './ssh.ts';

/** Sub-commands whose words are messages, names and paths: nothing among them is run. */
const TEXT_ONLY =
  /^(?:add|commit|tag|status|log|diff|show|branch|stash|notes|blame|grep|rev-parse|describe|ls-files|shortlog|reflog|merge|cherry-pick|revert|mv|rm|restore|reset|init|worktree|switch|checkout|sparse-checkout|merge-base|cat-file|name-rev|format-patch|am|apply|clean|gc|fsck|count-objects|archive)$/u;
const TALKS = /^(?:push|pull|fetch|clone|ls-remote|remote|submodule|archive)$/u;
const CODE_KEYS =
  /^(?:core\.sshcommand|core\.gitproxy|core\.pager|core\.editor|core\.fsmonitor|core\.hookspath|sequence\.editor|diff\.external|credential\.helper|alias\..*|filter\..*|merge\..*\.driver|diff\..*\.(?:command|textconv)|gpg\..*|pager\..*|protocol\..*|url\..*|remote\..*|include\.path|includeif\..*)$/iu;

interface GitCall {
  command: string;
  rest: readonly Arg[];
  /** Values of `-c` and `--config-env`. */
  settings: string[];
}

function gitCall(args: readonly Arg[]): GitCall {
  const settings: string[] = [];
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    if (text === '-c') settings.push(args[++index]?.text ?? '');
    else if (/^(?:-C|--git-dir|--work-tree|--namespace|--super-prefix|--exec-path|--config-env)$/u.test(text))
      index += 1;
    else if (!text.startsWith('-')) break;
  }
  return { command: args[index]?.text ?? '', rest: args.slice(index + 1), settings };
}

/** A value that git runs: read as a command. */
function runSetting(key: string, value: string, context: Context): void {
  if (!CODE_KEYS.test(key)) return;
  const text = value.replace(/^!/u, '');
  const found = context.reading.whatIf(
    () => void context.tools.script(text, { ...context, depth: context.depth + 1 }),
  );
  const worst = found.find(({ kind }) => kind !== 'read');
  if (worst !== undefined)
    unknown(context, `git setting ${key.replaceAll(DYN, '…')} runs a command: ${worst.why}`);
}

/** git: local, unless its words name a host that is no forge, or a command to run. */
const git: Handler = (args, context) => {
  const { command, rest, settings } = gitCall(args);
  if (context.place.remote) {
    const fault = settings.length > 0 ? 'git -c sets what it runs' : gitFault(args);
    return fault === null ? read(context, `git ${command} only reads`) : change(context, fault);
  }
  if (isGuest(context.place)) {
    if (settings.length === 0 && gitFault(args) === null) read(context, `git ${command} only reads`);
    else change(context, `git ${command} is not proven only to read`);
  }
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    if (equals > 0) runSetting(setting.slice(0, equals), setting.slice(equals + 1), context);
  }
  if (command === 'config') {
    const operands = rest.filter(({ text }) => !text.startsWith('-'));
    runSetting(operands[0]?.text ?? '', operands[1]?.text ?? '', context);
  }
  if (TALKS.test(command)) talk(command, rest, context);
  if (TEXT_ONLY.test(command)) return PIPE;
  // Foreach, bisect run, rebase --exec, filter-branch and aliases run their words.
  return context.tools.local(
    'git',
    rest.filter((arg) => remoteSide(arg) === null),
    { ...context, env: new Map() },
  );
};

/** Servers that are there for git: a push to one changes no guest, unless the user has named it somewhere. */
const FORGE =
  /(?:^|\.)(?:github|gitlab|bitbucket|codeberg|gitea|forgejo|gogs|gerrit|azure|visualstudio|launchpad|sourceforge|savannah)\b|(?:^|\.)sr\.ht$|^(?:git|code|scm|source|vcs|repo|gitlab|review)\./iu;

/** `git push ssh://web01/srv/repo`: a host in its own words, which is no forge. */
function talk(command: string, rest: readonly Arg[], context: Context): Stream {
  const runs = rest.find(({ text }) => /^--(?:upload-pack|receive-pack|exec)|^-u$/u.test(text));
  for (const [index, arg] of rest.entries()) {
    if (/^ext::/u.test(arg.text)) {
      context.tools.script([arg.text.slice(5), ...rest.slice(index + 1).map(({ text }) => text)].join(' '), {
        ...context,
        depth: context.depth + 1,
      });
      continue;
    }
    const side = remoteSide(arg.text.startsWith('git+ssh://') ? literal(arg.text.slice(4)) : arg);
    if (side === null || side === 'either' || side.target.host === null) continue;
    const place = placeOf(side.target, emptyOptions(), context);
    const known =
      context.reading.known.has(side.target.host) ||
      (place.vm !== null && context.reading.known.has(place.vm));
    if (!known && FORGE.test(side.target.host)) continue;
    const there = remoteContext(place, context);
    const reads =
      runs === undefined &&
      /^(?:fetch|pull|clone|ls-remote)$/u.test(command) &&
      variable(context, 'GIT_SSH_COMMAND') === null;
    if (reads) read(there, `git ${command} fetches from there`);
    else change(there, `git ${command} may change a repository there`);
  }
  return PIPE;
}

export const GIT: Readonly<Record<string, Handler>> = { git };
