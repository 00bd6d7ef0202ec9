import { DYN, isLiteral, type Arg } from '../../shell/arg.ts';
import { change, PIPE, read, unknown, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { isGuest } from '../../shell/reading.ts';
import { remoteContext } from './ssh.ts';

const HOST = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/u;

/** The place behind a host that a Windows tool names. */
export function windowsPlace(host: string, context: Context): Context {
  const bare = host
    .replace(/^\\\\/u, '')
    .replace(/^https?:\/\//iu, '')
    .replace(/[:/].*$/u, '');
  return remoteContext(
    { vm: HOST.test(bare) ? context.reading.remotePlace(bare).vm : null, remote: true },
    context,
  );
}

/** Programs of Windows that only read, whatever their words. */
const READS =
  /^(?:whoami|systeminfo|tasklist|netstat|ver|vol|ping|tracert|nslookup|getmac|driverquery|qwinsta|quser|findstr|where|fc|comp)$/iu;
/** Those whose namesakes elsewhere write with a dashed option, or set something. */
const READS_FILES = /^(?:dir|type|tree)$/iu;

/**
 * What cmd.exe would read: one program that is proven only to read, without operators, redirections or variables.
 */
export function cmdFault(text: string): string | null {
  if (/[&|<>^%!()\r\n"'`;]/u.test(text) || text.includes(DYN))
    return 'a command line of cmd.exe is not read here';
  const [program = '', ...words] = text.trim().split(/\s+/u);
  const name = program.toLowerCase().replace(/\.(?:exe|com)$/u, '');
  const rest = words.join(' ').toLowerCase();
  if (
    READS.test(name) ||
    (READS_FILES.test(name) && !words.some((word) => word.startsWith('-'))) ||
    (name === 'hostname' && rest === '')
  )
    return null;
  if (name === 'ipconfig' && /^(?:|\/all|\/displaydns)$/u.test(rest)) return null;
  if (
    name === 'sc' &&
    /^(?:query|queryex|qc|qdescription|qfailure|getdisplayname|getkeyname|enumdepend)(?: |$)/u.test(rest)
  )
    return null;
  if (name === 'reg' && /^query /u.test(rest)) return null;
  if (name === 'schtasks' && /^(?:\/query(?: |$)|$)/u.test(rest)) return null;
  if (
    name === 'net' &&
    /^(?:start|share|user|localgroup|accounts|view|statistics workstation|statistics server)$/u.test(rest)
  )
    return null;
  if (name === 'query' && /^(?:user|session|process|termserver)/u.test(rest)) return null;
  return `${name.slice(0, 40)} is not proven only to read`;
}

function cmdText(text: string, there: Context): Stream {
  const shell = /^(?:powershell|pwsh)(?:\.exe)?\s/iu.test(text.trim());
  if (shell) return there.tools.script(text.replaceAll('\\', '\\\\'), there);
  const fault = cmdFault(text);
  return fault === null ? read(there, 'the command only reads') : change(there, fault);
}

const winrs: Handler = (args, context) => {
  let host: string | null = null;
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    const remote = /^[-/](?:r|remote):(?<host>.+)$/iu.exec(text)?.groups?.['host'];
    if (remote !== undefined) host = remote;
    else if (!/^[-/]/u.test(text)) break;
  }
  const words = args.slice(index);
  if (host === null) return words.length === 0 ? PIPE : unknown(context, 'winrs names no host');
  if (host.includes(DYN)) return unknown(context, 'the host is only known at run time');
  const there = windowsPlace(host, context);
  if (words.length === 0) return change(there, 'opens a shell: anything may follow');
  if (!words.every(isLiteral)) return change(there, 'the command is only known at run time');
  return cmdText(words.map(({ text }) => text).join(' '), there);
};

const psexec: Handler = (args, context) => {
  const hosts = args.filter(({ text }) => /^(?:\\\\|\/\/|\\)[^\\/]/u.test(text));
  const [first] = hosts;
  if (first === undefined)
    return args.some(({ text }) => text.startsWith('@') || text.includes(DYN))
      ? unknown(context, 'the hosts are in a file')
      : context.tools.local('psexec', args, context);
  for (const host of first.text.replace(/^[\\/]+/u, '').split(',')) {
    if (!HOST.test(host)) return unknown(context, 'the hosts are only known at run time');
    change(windowsPlace(host, context), 'psexec runs a program there');
  }
  return PIPE;
};

/** Tools with an option that names another host: a host there, or this machine. */
function withHost(option: RegExp, reads: (args: readonly Arg[]) => boolean): Handler {
  return (args, context, argv) => {
    if (context.place.remote)
      return reads(args) && !args.some(({ text }) => option.test(text))
        ? read(context, 'only reads')
        : change(context, `${argv[0]?.text ?? ''} is not proven only to read`);
    const hosts = args.flatMap(({ text }, index) => {
      const attached = /^[-/](?:node|server|s|r|m|computer)[:=](?<host>.+)$/iu.exec(text)?.groups?.['host'];
      if (attached !== undefined) return attached.split(',').map((one) => one.replace(/^"|"$/gu, ''));
      if (option.test(text) && args[index + 1] !== undefined) return [args[index + 1]?.text ?? ''];
      return /^\\\\[^\\]+/u.test(text) ? [/^\\\\(?<host>[^\\]+)/u.exec(text)?.groups?.['host'] ?? ''] : [];
    });
    for (const host of hosts) {
      if (host.includes(DYN)) unknown(context, 'the host is only known at run time');
      else if (reads(args)) read(windowsPlace(host, context), 'only reads');
      else change(windowsPlace(host, context), `${argv[0]?.text ?? ''} may change something there`);
    }
    if (hosts.length > 0) return PIPE;
    if (isGuest(context.place)) {
      if (reads(args)) read(context, 'only reads');
      else change(context, `${argv[0]?.text ?? ''} is not proven only to read`);
    }
    return context.tools.local(argv[0]?.text ?? '', args, context);
  };
}

const first =
  (pattern: RegExp) =>
  (args: readonly Arg[]): boolean => {
    const word = args.find(({ text }) => !/^\\\\/u.test(text));
    return word !== undefined && isLiteral(word) && pattern.test(word.text);
  };
const never = (): boolean => false;
const always = (): boolean => true;

/** `cmd /c …`: on a host proven only where it is one reading program. */
const cmd: Handler = (args, context) => {
  const at = args.findIndex(({ text }) => /^\/[ckr]$/iu.test(text) || /^\/[ckr]/iu.test(text));
  if (at < 0) return context.place.remote ? change(context, 'opens a shell: anything may follow') : PIPE;
  const words = args.slice(at + 1);
  const attached = (args[at]?.text ?? '').slice(2);
  const text = [...(attached === '' ? [] : [attached]), ...words.map((word) => word.text)].join(' ');
  if (context.place.remote)
    return words.every(isLiteral)
      ? cmdText(text, context)
      : change(context, 'the command is only known at run time');
  if (text.trim() === '') return PIPE;
  if (isGuest(context.place)) cmdText(text, context);
  // Enough alike to find a remote tool in it: operators and double quotes are the same.
  return context.tools.script(text.replaceAll('\\', '\\\\'), { ...context, depth: context.depth + 1 });
};

const start: Handler = (args, context) => {
  const rest = args.filter(
    ({ text }, index) =>
      !/^\/(?:b|wait|min|max|i|d.*|high|low|normal)$/iu.test(text) && !(index === 0 && /\s/u.test(text)),
  );
  return rest.length === 0 ? PIPE : context.tools.run(rest, context);
};

const plink: Handler = (args, context) => {
  const mapped = args.flatMap((arg) => {
    if (
      /^-(?:batch|ssh|agent|noagent|share|x|X|A|a|t|T|C|N|s|no-antispoof|no-trivial-auth|legacy-stdio-prompts)$/u.test(
        arg.text,
      )
    )
      return [];
    if (/^-(?:pw|pwfile|hostkey|P|sercfg|load|proxycmd|loghost)$/u.test(arg.text))
      return [{ ...arg, text: '-p' }];
    return [arg];
  });
  const odd = args.find(({ text }) => /^-(?:load|proxycmd|m|telnet|rlogin|raw|serial)$/u.test(text));
  if (odd !== undefined) return unknown(context, `plink ${odd.text} is not read here`);
  return context.tools.run([{ text: 'ssh', many: false, glob: false }, ...mapped], context);
};

export const WINDOWS_TOOLS: Readonly<Record<string, Handler>> = {
  winrs,
  psexec,
  psexec64: psexec,
  paexec: psexec,
  cmd,
  start,
  plink,
  wmic: withHost(
    /^\/node$/iu,
    (args) =>
      args.every(isLiteral) &&
      args.some(({ text }) => /^(?:get|list)$/iu.test(text)) &&
      !args.some(
        ({ text }) =>
          /^(?:call|set|create|delete)$/iu.test(text) || /^\/(?:output|append|record)/iu.test(text),
      ),
  ),
  sc: withHost(
    /^$/u,
    first(/^(?:query|queryex|qc|qdescription|qfailure|getdisplayname|getkeyname|enumdepend)$/iu),
  ),
  schtasks: withHost(/^\/s$/iu, first(/^\/query$/iu)),
  tasklist: withHost(/^\/s$/iu, always),
  taskkill: withHost(/^\/s$/iu, never),
  shutdown: withHost(/^\/m$/iu, never),
  systeminfo: withHost(/^\/s$/iu, always),
  reg: withHost(/^$/u, first(/^query$/iu)),
  query: withHost(/^$/u, first(/^(?:user|session|process)$/iu)),
  logoff: withHost(/^$/u, never),
  msg: withHost(/^$/u, never),
  eventcreate: withHost(/^\/s$/iu, never),
  wevtutil: withHost(
    /^$/u,
    (args) => first(/^(?:qe|query-events|el|gl|gli|ep)$/iu)(args) && args.every(isLiteral),
  ),
};
