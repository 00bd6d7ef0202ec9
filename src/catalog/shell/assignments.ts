import type { Assignment } from 'unbash';
import { DYN, isLiteral } from './arg.ts';
import { change, unknown, type Context } from './context.ts';
import { expandWord, wordText, type Substitute } from './expand.ts';
import { isGuest } from './reading.ts';
import type { Value } from './scope.ts';

/** Variables that change nothing of what a proven program does. */
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|COLUMNS|LINES|TERM|NO_COLOR|CLICOLOR|SYSTEMD_COLORS|DEBIAN_FRONTEND|HISTFILE|HISTSIZE)$/u;
/** Pagers run as programs: only these values are proven to do nothing. */
const PAGERS = /^(?:SYSTEMD_PAGER|PAGER|GIT_PAGER|MANPAGER)$/u;

/** Variables that decide which program runs or what it loads, exported or not. */
const DECISIVE =
  /^(?:PATH|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|CDPATH|GLOBIGNORE|LD_.*|DYLD_.*|GIT_.*|.*PAGER|.*EDITOR|VISUAL|LESS.*|PYTHON.*|PERL.*|RUBY.*|NODE_.*|JAVA_.*|.*_RSH|.*_HOST|KUBECONFIG|MALLOC_.*|GCONV_PATH|TMPDIR|XDG_.*|HOME|AWKPATH|AWKLIBPATH|POSIXLY_CORRECT|BASH_FUNC.*|_JAVA_OPTIONS|SSLKEYLOGFILE|OPENSSL_.*|TERMINFO.*|NLSPATH|LOCPATH|HOSTALIASES|RES_OPTIONS|SUDO_.*|SYSTEMD_.*)$/u;

/** Variables whose value is run as a command by somebody. */
const COMMANDS = new Set([
  'GIT_SSH_COMMAND',
  'GIT_SSH',
  'GIT_PROXY_COMMAND',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_EXTERNAL_DIFF',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  'RSYNC_RSH',
  'RSYNC_CONNECT_PROG',
  'CVS_RSH',
  'SVN_SSH',
  'HG_SSH',
  'PAGER',
  'MANPAGER',
  'EDITOR',
  'VISUAL',
  'BROWSER',
  'PROMPT_COMMAND',
  'LESSOPEN',
  'LESSCLOSE',
  'FZF_DEFAULT_COMMAND',
]);
const PROMPTS = /^PS[0-4]$/u;

/** Whether a variable set for a program leaves what it does as proven. */
export function isHarmlessVariable(name: string, value: string): boolean {
  return HARMLESS.test(name) || (PAGERS.test(name) && /^(?:|cat|\/bin\/cat|\/usr\/bin\/cat)$/u.test(value));
}

/** What variables set for one command do by themselves. */
export function checkEnvironment(env: ReadonlyMap<string, string>, context: Context): void {
  for (const [name, value] of env) {
    if (isGuest(context.place) && !isHarmlessVariable(name, value))
      change(context, `sets ${name} for a program`);
    runValue(name, value, context);
  }
}

function runValue(name: string, value: string, context: Context): void {
  if (PROMPTS.test(name) && /\$\(|`/u.test(value)) unknown(context, `${name} holds a command`);
  if (!COMMANDS.has(name) || value.trim() === '' || context.place.remote) return;
  context.reading.note(`${name} is run as a command`, context.depth);
  context.tools.script(value, { ...context, env: new Map(), depth: context.depth + 1 });
}

/** A variable gets a text that may hold unknown parts. */
export function setVariable(name: string, value: Value, context: Context): void {
  if (name === 'IFS') context.scope.ifs = true;
  if (
    isGuest(context.place) &&
    DECISIVE.test(name) &&
    !(typeof value === 'string' && isHarmlessVariable(name, value))
  )
    change(context, `sets ${name}`);
  if (typeof value === 'string') runValue(name, value, context);
  context.scope.vars.set(name, value);
}

/** `X=1` as a command of its own. */
export function assign(node: Assignment, context: Context, substitute: Substitute): void {
  const { name, value, append, index } = node;
  if (index !== undefined) wordText(index, context, substitute);
  if (value.type === 'ArrayValue') {
    const words = value.elements.flatMap((word) => expandWord(word, context, substitute));
    const plain =
      append !== true && words.every(isLiteral) && !words.some(({ text }) => text.startsWith('['));
    setVariable(name, plain ? words.map(({ text }) => text) : null, context);
    return;
  }
  const text = wordText(value, context, substitute);
  if (index !== undefined) return setVariable(name, null, context);
  if (append !== true) return setVariable(name, text, context);
  const before = context.scope.vars.get(name);
  setVariable(name, typeof before === 'string' ? before + text : `${DYN}${text}`, context);
}
