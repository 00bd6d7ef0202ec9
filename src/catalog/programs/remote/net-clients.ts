import { DYN, type Arg } from '../../shell/arg.ts';
import { change, PIPE, read, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { remoteContext } from './ssh.ts';

/** The known hosts that the words of a network client name. */
function namedHosts(args: readonly Arg[], context: Context): string[] {
  const found = args
    .map(({ text }) => context.reading.known.namedIn(text.replaceAll(DYN, ' ')))
    .filter((host) => host !== null);
  // A log-in to a host names a host, known or not.
  const logIns = args
    .map(
      ({ text }) =>
        /^(?:sftp|scp|ssh|smb|smbs):\/\/(?:[^/@]*@)?(?<host>[^/:]+)/iu.exec(text)?.groups?.['host'] ?? null,
    )
    .filter((host) => host !== null);
  return [...new Set([...logIns, ...found])];
}

/**
 * A client that speaks to a host without logging in. Only a host that the user has named somewhere is taken for a
 * guest; what is asked of it is not proven to read, unless `reads` says so.
 */
function client(reads: (args: readonly Arg[]) => boolean): Handler {
  return (args, context, argv) => {
    if (context.place.remote)
      return context.proxy === true
        ? read(context, 'carries a connection')
        : change(context, 'a network client is not proven only to read');
    const hosts = namedHosts(args, context);
    for (const host of hosts) {
      const there = remoteContext(context.reading.remotePlace(host), context);
      if (context.proxy === true || reads(args)) read(there, 'looks at the network');
      else change(there, 'sends a request');
    }
    if (hosts.length > 0) return PIPE;
    if (context.place.vm !== null) change(context, 'a network client is not proven only to read');
    const name = argv[0]?.text ?? '';
    // Its addresses were looked at above; what is left are files of the guard and commands among its words.
    context.tools.local(name, args, context);
    return content(name);
  };
}

const content = (name: string): Stream =>
  /(?:curl|wget|http|https|xh)$/u.test(name) ? { kind: 'content' } : PIPE;

const never = (): boolean => false;
const always = (): boolean => true;
const scans = (args: readonly Arg[]): boolean =>
  args.some(({ text }) => /^-[A-Za-z]*z/u.test(text)) &&
  !args.some(({ text }) => /^-[A-Za-z]*[ecl]|^--(?:exec|sh-exec|lua-exec)/u.test(text));

export const NET_CLIENTS: Readonly<Record<string, Handler>> = {
  curl: client(never),
  wget: client(never),
  http: client(never),
  https: client(never),
  xh: client(never),
  nc: client(scans),
  ncat: client(scans),
  netcat: client(scans),
  socat: client(never),
  telnet: client(never),
  ftp: client(never),
  lftp: client(never),
  tftp: client(never),
  smbclient: client(never),
  rclone: client(never),
  'redis-cli': client(never),
  'ssh-keyscan': client(always),
  nmap: client((args) => !args.some(({ text }) => /^--?(?:script|o[NXGAS]|sC|A$)/u.test(text))),
  grpcurl: client(never),
  ipmitool: client(never),
  snmpset: client(never),
};
