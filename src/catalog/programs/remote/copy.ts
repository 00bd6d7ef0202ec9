import { DYN, isDynamic, type Arg } from '../../shell/arg.ts';
import { change, PIPE, read, unknown, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { writeTo } from '../../shell/files.ts';
import { parseCopy, parseDestination, type SshOptions, type Target } from './ssh-options.ts';
import { placeOf, readOptions, remoteContext } from './ssh.ts';

/** A remote path that a remote shell may read (old scp, `scp -O`): nothing in it but a name and wildcards. */
const PLAIN_PATH = /^[\w./~*?@%+=:,-]*$/u;

export interface CopySide {
  target: Target;
  path: string;
}

/** `host:path` or a URL; null for a local path. A word that starts with something unknown may be either. */
export function remoteSide(arg: Arg): CopySide | 'either' | null {
  const { text } = arg;
  const url = /^(?:scp|sftp|ssh|rsync):\/\/[^/]*(?:\/(?<path>.*))?$/isu.exec(text)?.groups;
  if (url !== undefined) {
    const target = parseDestination({
      ...arg,
      text: text
        .replace(/^rsync:/iu, 'ssh:')
        .split('/')
        .slice(0, 3)
        .join('/'),
    });
    return { target: target ?? { host: null, port: null }, path: url['path'] ?? '' };
  }
  const found = /^(?<host>(?:[^/:@\s]*@)?(?:\[[^\]]+\]|[^/:]*)):(?<path>.*)$/su.exec(text)?.groups;
  if (found === undefined) return text.startsWith(DYN) || arg.many ? 'either' : null;
  const { host = '', path = '' } = found;
  // A Windows drive is local.
  if (/^[A-Za-z]$/u.test(host) && /^[\\/]/u.test(path)) return null;
  const target = host.includes(DYN)
    ? { host: null, port: null }
    : parseDestination({ ...arg, text: host, many: false });
  return target === null ? null : { target, path };
}

export const scp: Handler = (args, context) => {
  const { operands, ...options } = parseCopy(args, 'scp');
  if (operands.length < 2) return options.fault === null ? PIPE : unknown(context, options.fault);
  readOptions(options, context, null);
  if (options.values.has('S') || options.values.has('D'))
    return unknown(context, 'scp runs a program of the caller');
  const sides = operands.map(remoteSide);
  const target = sides.at(-1);
  if (options.fault !== null) return unknown(context, options.fault);
  for (const side of sides.slice(0, -1)) download(side, options, context);
  if (target === 'either') return unknown(context, 'where scp copies to is only known at run time');
  if (target !== null && target !== undefined)
    return change(remoteContext(placeOf(target.target, options, context), context), 'copies a file there');
  writeTo(operands.at(-1)?.text ?? '', context);
  return PIPE;
};

function download(side: CopySide | 'either' | null | undefined, options: SshOptions, context: Context): void {
  if (side === null || side === undefined) return;
  if (side === 'either') return void unknown(context, 'what scp copies is only known at run time');
  const there = remoteContext(placeOf(side.target, options, context), context);
  if (side.path.includes(DYN) || !PLAIN_PATH.test(side.path))
    change(there, 'the remote shell may read the path as a command');
  else read(there, 'copies a file from there');
}

export const sftp: Handler = (args, context) => {
  const { operands, ...options } = parseCopy(args, 'sftp');
  const [destination] = operands;
  if (destination === undefined) return PIPE;
  readOptions(options, context, null);
  if (options.values.has('S') || options.values.has('D'))
    return unknown(context, 'sftp runs a program of the caller');
  const side = remoteSide(destination);
  if (side === 'either') return unknown(context, 'the host is only known at run time');
  const target = side?.target ?? parseDestination(destination);
  if (target === null) return PIPE;
  const there = remoteContext(placeOf(target, options, context), context);
  if (options.fault !== null) return change(there, options.fault);
  const batch = options.values.get('b');
  if (
    side !== null &&
    side.path !== '' &&
    !side.path.endsWith('/') &&
    batch === undefined &&
    context.stdin.kind === 'none' &&
    !side.path.includes(DYN)
  )
    return read(there, 'fetches a file');
  return readBatch(batch, there, context);
};

const READING_COMMANDS =
  /^-?@?\s*(?:get|reget|mget|ls|pwd|cd|lcd|lls|lpwd|df|version|help|\?|bye|exit|quit|progress|#.*)(?:\s+[\w./~*?@%+=:,\s-]*)?$/u;

/** A batch only reads if its text is here and each of its lines does. */
function readBatch(batch: string | undefined, there: Context, context: Context): Stream {
  const text =
    batch !== undefined && batch !== '-'
      ? context.scope.written.get(batch)
      : context.stdin.kind === 'text'
        ? context.stdin.text
        : null;
  if (typeof text !== 'string' || text.includes(DYN)) return change(there, 'what sftp is told is not here');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.every((line) => READING_COMMANDS.test(line))
    ? read(there, 'the batch only reads')
    : change(there, 'the batch changes files');
}

export const sshCopyId: Handler = (args, context) => {
  const operands = args.filter(
    ({ text }, index) => !text.startsWith('-') && !/^-[iopFt]$/u.test(args[index - 1]?.text ?? ''),
  );
  const destination = operands.at(-1);
  const target = destination === undefined || isDynamic(destination) ? null : parseDestination(destination);
  if (target === null) return unknown(context, 'the host is only known at run time');
  return change(remoteContext(context.reading.remotePlace(target.host), context), 'adds a key');
};

/** Mounts a remote folder: what is written there later is not seen. */
export const sshfs: Handler = (args, context) => {
  const side = args.map(remoteSide).find((one) => one !== null);
  if (side === undefined || side === null || side === 'either')
    return unknown(context, 'the host is only known at run time');
  return change(
    remoteContext(context.reading.remotePlace(side.target.host), context),
    'mounts a folder: later writes are not seen',
  );
};
