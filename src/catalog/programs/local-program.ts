import { isAbsolute } from 'node:path';
import { parse } from 'unbash';
import { guardedPathOrAbove, guardedPath } from '../hosts/guarded-paths.ts';
import { uncHost } from '../hosts/unc.ts';
import type { Effect } from '../types.ts';
import { DYN, programName, type Arg } from '../shell/arg.ts';
import { NO_STREAM, PIPE, unknown, type Context, type Stream } from '../shell/context.ts';
import { fileKey, shown } from '../shell/files.ts';

/** Programs whose words are names of packages, services or processes, or text for people: a tool's name means nothing. */
const NAMES_ONLY =
  /^(?:apt|apt-get|aptitude|apt-cache|dnf|yum|zypper|apk|brew|pacman|port|snap|flatpak|pip[\d.]*|pipx|choco|winget|scoop|dpkg|rpm|man|info|tldr|apropos|whatis|systemctl|service|rc-service|launchctl|pgrep|pkill|killall|kill|ps|lsof|fuser|update-rc\.d|chkconfig|say|notify-send|logger|wall|espeak|cowsay|figlet|banner|mkdir|rmdir|touch|rm|cp|mv|ln|chmod|chown|install|tar|zip|unzip|gzip|gunzip|bzip2|xz|code|subl|open|xdg-open|gh|glab|hub|jira|tee|ssh-keygen|ssh-add|shellcheck|shfmt|prettier|eslint|tsc|cargo|gem|go|rustc|gcc|g\+\+|cc|clang|cmake|javac|mvn|gradle|pytest|jest|vitest|mocha)$/u;

/** Programs whose words are text for people or names of files. */
const PROSE =
  /^(?:gh|glab|hub|jira|say|notify-send|logger|wall|espeak|cowsay|figlet|banner|mkdir|rmdir|touch|rm|cp|mv|ln|chmod|chown|tee|code|subl|open|xdg-open|shellcheck|shfmt|info|tldr|apropos|whatis|pgrep|kill|ps)$/u;

/** Programs that remove, move or replace what is below the folder that they are given. */
const TAKES_FOLDERS =
  /^(?:rm|mv|rmdir|shred|unlink|chmod|chown|chattr|ln|rsync|trash|find|install|mount|umount)$/u;

/** Programs in whose words a host's name is a subject, not a target. */
const MENTIONS =
  /^(?:mkdir|touch|rm|rmdir|cp|mv|ln|chmod|chown|code|vim?|nvim|nano|emacs|ed|sed|gsed|[gmn]?awk|perl|tee|gh|glab|jira|say|notify-send|logger|man|info|tldr|ssh-keygen|ssh-add|tar|zip|unzip|gzip|gunzip|jest|vitest|prettier|eslint|shellcheck)$/u;

/**
 * A program that is not in the list of remote tools. It is local unless its words name a known host, hand a remote
 * tool something to run, or reach what belongs to the guard. What it does by itself cannot be seen.
 */
export function localProgram(name: string, args: readonly Arg[], context: Context): Stream {
  const short = programName(name);
  if (!NAMES_ONLY.test(short)) handedOn(args, context);
  if (!PROSE.test(short)) {
    for (const { text } of args) nestedCommand(text, context);
    if (context.stdin.kind === 'text' && !/^(?:git|gh|glab|tee|cat)$/u.test(short))
      nestedCommand(context.stdin.text, context);
  }
  if (!MENTIONS.test(short)) {
    const words = [
      ...(isAbsolute(name) || name.includes('/') ? [name] : []),
      ...args.map(({ text }) => text).filter((text) => !text.startsWith('\\\\')),
      ...context.env.values(),
    ];
    const host = words
      .map((text) => context.reading.known.namedIn(text.replaceAll(DYN, ' ')))
      .find((found) => found !== null);
    if (host !== undefined && host !== null)
      unknown(context, `${shown(short)} is a local program, and its words name the known host ${host}`);
  }
  for (const { text } of args) {
    const host = text.startsWith('\\\\') ? uncHost(`${text}\\`) : null;
    if (host !== null)
      context.reading.at(
        context.reading.remotePlace(host),
        'change',
        `${shown(short)} works on files there`,
        context.depth,
      );
  }
  guardedWords(short, args, context);
  if (!KEEPS_FILES.test(short)) forgetFiles(args, context);
  return PIPE;
}

const KEEPS_FILES = /^(?:chmod|chown|touch|rm|git|shellcheck|code|open|ls|stat|tee)$/u;

/** A file that this call wrote and a program then works on: its text is not known any more, nor that of its copies. */
function forgetFiles(args: readonly Arg[], context: Context): void {
  const { written } = context.scope;
  if (!args.some(({ text }) => written.has(fileKey(text, context)))) return;
  for (const { text } of args)
    if (!text.startsWith('-')) written.set(fileKey(text.replace(/^of=/u, ''), context), null);
}

function guardedWords(name: string, args: readonly Arg[], context: Context): void {
  const places = { ...context.reading.settings, home: context.scope.home, cwd: context.scope.cwd };
  const find = TAKES_FOLDERS.test(name) ? guardedPathOrAbove : guardedPath;
  for (const { text, glob } of args) {
    for (const word of [text, ...text.split(/[=,:]/u).slice(1)]) {
      const found = find(glob ? word.replace(/[*?[\]]/gu, '') : word, places);
      if (found !== null)
        return void unknown(context, `${shown(name)} works on ${shown(found)}, which belongs to the guard`);
    }
  }
  if (
    TAKES_FOLDERS.test(name) &&
    args.some(({ text }) => text === '.' || text === './' || text === '*') &&
    context.scope.cwd !== null
  ) {
    const found = guardedPathOrAbove(context.scope.cwd, places);
    if (found !== null)
      unknown(context, `${shown(name)} works on ${shown(found)}, which belongs to the guard`);
  }
}

/** Names that mean one thing only: as a word of an unknown program they are what it runs. */
const REACHING =
  /^(?:ssh|slogin|rsh|autossh|mosh|sshpass|scp|sftp|ssh-copy-id|sshfs|rsync|plink|pscp|psftp|pssh|pdsh|clush|parallel-ssh|winrs|psexec|psexec64|ansible(?:-[a-z]+)?|docker|podman|kubectl|helm|virsh|govc|vmrun|vboxmanage|gcloud|terraform|vagrant|bash|sh|zsh|dash|ksh|fish|pwsh|powershell|eval|xargs|sudo|env|zerto-rewind)$/u;

function isReaching(name: string): boolean {
  return REACHING.test(name);
}

/** `wrapper … ssh web01 rm`: what the unknown program would run if it ran the rest of its words. */
function handedOn(args: readonly Arg[], context: Context): void {
  for (let index = 0; index < args.length; index += 1) {
    const name = programName(args[index]?.text ?? '');
    if (!isReaching(name)) continue;
    const found = context.reading.whatIf(
      () =>
        void context.tools.run(args.slice(index), { ...context, stdin: NO_STREAM, depth: context.depth + 1 }),
    );
    tellHanded(found, `a local program is handed ${name}`, context);
  }
}

/** A word that is itself a command line: read as if the program ran it. */
function nestedCommand(text: string, context: Context): void {
  if (!/\s/u.test(text) || text.length > 8_192) return;
  // Quotes within a word hide nothing from a shell.
  const named = text
    .replace(/['"\\]/gu, '')
    .split(/[\s;&|()`${}=<>]+/u)
    .some((word) => isReaching(programName(word)));
  const parsing = candidates(text).filter((candidate) => {
    context.reading.parse(candidate, context.depth + 1);
    return (parse(candidate).errors ?? []).length === 0;
  });
  if (parsing.length === 0)
    return named
      ? void unknown(context, 'a word of a local program may be a command that does not parse')
      : undefined;
  const found = context.reading.whatIf(() => {
    for (const candidate of parsing)
      context.tools.script(candidate, { ...context, stdin: NO_STREAM, depth: context.depth + 1 });
  });
  // Most words with blanks are text for people: what they do not surely name is not held against them.
  if (named || found.some(({ kind }) => kind === 'change'))
    tellHanded(found, 'a word of a local program is a command', context);
}

/** What a program would do with what it is handed; that it runs it is not sure, so a change is a doubt. */
function tellHanded(found: readonly Effect[], what: string, context: Context): void {
  const worst = found.find(({ kind }) => kind !== 'read');
  if (worst !== undefined) unknown(context, `${what}: ${worst.why}`);
  else
    for (const { host, why } of found)
      context.reading.at({ vm: host, remote: true }, 'read', why, context.depth);
}

/** The text itself, and what follows each `=`, `!` or `:` at its start. */
function candidates(text: string): string[] {
  const found = [text];
  let rest = text;
  for (let left = 4; left > 0; left -= 1) {
    const next = /^[\w.:-]*?[=:!]+(?<rest>.*)$/su.exec(rest)?.groups?.['rest'];
    if (next === undefined) break;
    found.push(next);
    rest = next;
  }
  return found;
}
