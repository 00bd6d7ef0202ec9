import { DYN, isDynamic, type Arg } from '../../shell/arg.ts';

/** OpenSSH 9's options with an argument; every other letter is a flag. */
const WITH_VALUE = 'BbcDEeFIiJLlmOoPpQRSWw';
const FLAGS = '46AaCfGgKkMNnqsTtVvXxYy';

export interface SshOptions {
  flags: Set<string>;
  values: Map<string, string>;
  /** `-o` keywords in lower case. */
  config: Map<string, string>;
  /** What could not be read; a reason, or null. */
  fault: string | null;
}

export interface SshCall extends SshOptions {
  destination: Arg | null;
  command: readonly Arg[];
}

export function emptyOptions(): SshOptions {
  return { flags: new Set(), values: new Map(), config: new Map(), fault: null };
}

/** `Keyword=value` or `Keyword value`, as `-o` takes it. */
function addConfig(text: string, into: SshOptions): void {
  const found = /^\s*(?<key>[A-Za-z0-9]+)\s*[=\s]\s*(?<value>[\s\S]*)$/u.exec(text)?.groups;
  if (found === undefined) {
    into.fault ??= `-o ${text.replaceAll(DYN, '…')} cannot be read`;
    return;
  }
  const key = (found['key'] ?? '').toLowerCase();
  // The first value wins, as in the configuration file.
  if (!into.config.has(key)) into.config.set(key, (found['value'] ?? '').trim().replace(/^"(.*)"$/u, '$1'));
}

/** Reads one option word; returns how many words after it belong to it. */
function readOption(
  text: string,
  next: Arg | undefined,
  into: SshOptions,
  withValue: string,
  flags: string,
): number {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (!withValue.includes(letter)) {
      if (flags.includes(letter)) into.flags.add(letter);
      else into.fault ??= `option -${letter.replace(DYN, '…')} is not known`;
      continue;
    }
    const attached = text.slice(at + 1);
    const value = attached === '' ? (next?.text ?? '') : attached;
    if (attached === '' && (next === undefined || next.many))
      into.fault ??= `the value of -${letter} is only known at run time`;
    if (letter === 'o') addConfig(value, into);
    else if (!into.values.has(letter)) into.values.set(letter, value);
    return attached === '' ? 1 : 0;
  }
  return 0;
}

/** ssh takes options before and after the destination; the command starts at the next word without a dash. */
export function parseSsh(args: readonly Arg[]): SshCall {
  const options = emptyOptions();
  let destination: Arg | null = null;
  let index = 0;
  while (index < args.length) {
    const arg = args[index];
    if (arg === undefined) break;
    const { text } = arg;
    if (text === '--') {
      index += 1;
      if (destination !== null) break;
      destination = args[index] ?? null;
      index += 1;
      break;
    }
    if (text.startsWith('-') && text !== '-') {
      index += 1 + readOption(text, args[index + 1], options, WITH_VALUE, FLAGS);
      continue;
    }
    if (destination !== null) break;
    destination = arg;
    index += 1;
  }
  return { ...options, destination, command: args.slice(index) };
}

const SCP_VALUES = 'cDFiJloPSX';
const SCP_FLAGS = '346ABCOpqRrsTv';
const SFTP_VALUES = 'BbcDFiJloPRSsX';
const SFTP_FLAGS = '46AaCfNpqrv';

/** Options and operands of scp and sftp. */
export function parseCopy(args: readonly Arg[], program: 'scp' | 'sftp'): SshOptions & { operands: Arg[] } {
  const options = emptyOptions();
  const operands: Arg[] = [];
  const [values, flags] = program === 'scp' ? [SCP_VALUES, SCP_FLAGS] : [SFTP_VALUES, SFTP_FLAGS];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) break;
    if (arg.text === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg.text.startsWith('-') && arg.text !== '-')
      index += readOption(arg.text, args[index + 1], options, values, flags);
    else operands.push(arg);
  }
  return { ...options, operands };
}

export interface Target {
  /** Null: only known at run time. */
  host: string | null;
  port: string | null;
}

const HOST = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?$|^[\p{L}\p{N}_]$/u;
const ADDRESS = /^[\da-f:.]*:[\da-f:.]*(?:%[\w.-]+)?$/iu;

/** `[user@]host`, `ssh://[user@]host[:port]`, addresses in brackets. Null: no host can have that name. */
export function parseDestination(arg: Arg): Target | null {
  const { text } = arg;
  if (isDynamic(arg) || arg.glob) {
    // `deploy@$HOST`: one word, no option; `$HOST` alone may be an option or a command of its own.
    return { host: null, port: null };
  }
  const url = /^(?:ssh|scp|sftp):\/\/(?<rest>[^/]*)/iu.exec(text)?.groups?.['rest'];
  const rest = (url ?? text).replace(/^.*@/su, '');
  const found = /^\[(?<six>[^\]]+)\](?::(?<port>\d+))?$/u.exec(rest)?.groups;
  if (found !== undefined) return { host: found['six'] ?? null, port: found['port'] ?? null };
  const [host = '', port = null] = url === undefined ? [rest] : rest.split(':');
  return HOST.test(host) || ADDRESS.test(host) ? { host, port } : null;
}

/** Whether an unknown destination is surely one word that is no option. */
export function isOneHost({ text, many }: Arg): boolean {
  return !many && !text.startsWith(DYN) && !text.startsWith('-');
}
