import { isDynamic, isLiteral, mayBeOption, type Arg } from '../../shell/arg.ts';
import { awkFault } from './awk.ts';
import { findFault } from './find.ts';
import { allows, always, type Judge } from './judge.ts';
import { sedFault } from './sed.ts';
import { SYSTEM } from './system.ts';

/**
 * Programs that write nothing and start nothing, whatever their words are. Each was checked for an option that
 * names an output file or a program; those that have one stand in a table below.
 */
const ALWAYS =
  'cat tac nl head wc cut tr rev fold fmt expand unexpand paste join comm cmp ls dir vdir stat du df free uptime uname arch nproc whoami id groups users who w tty logname getconf pwd true false basename dirname realpath readlink seq factor sleep echo md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum egrep fgrep grep zgrep zegrep zfgrep zcat bzcat xzcat ps pgrep pidof pstree lsblk lscpu lsmod lsusb lsmem lsns lslocks findmnt getent locale cal ncal expr hexdump od strings jq which whereis locate last lastb lslogins printenv host numfmt tsort column look hostid pwdx vmstat mpstat pathchk type getfacl getcap getfattr namei lsattr readelf iostat lsb_release';

const words = (text: string): string[] => text.split(' ').map((word) => `--${word}`);

/** Bash evaluates an index it is given by name: `test -v 'a[$(cmd)]'` runs cmd. */
const testJudge: Judge = (args) =>
  args.some(({ text }) => text === '-v' || text === '-R' || (text.includes('[') && /\$\(|`/u.test(text)))
    ? 'test may evaluate an index'
    : null;

/** Any option but these. */
const anyBut =
  (name: string, never: RegExp): Judge =>
  (args) =>
    args.some(
      (arg) => (mayBeOption(arg) && isDynamic(arg)) || (arg.glob && mayBeOption(arg)) || never.test(arg.text),
    )
      ? `an option of ${name} is not proven only to read`
      : null;

/** `printf -v` sets a variable and nothing else. */
const printfJudge: Judge = (args) =>
  args.some(({ text, many }) => many || text.startsWith('-v')) ? 'printf may assign' : null;

/** A first word that is no option may set the clock (`date 01020304`). */
const dateOperands = /^\+/u;

/** Each of these reads with these options only. */
const TABLES: Readonly<Record<string, Judge>> = {
  printf: printfJudge,
  test: testJudge,
  '[': testJudge,
  rg: anyBut('rg', /^--(?:pre|hos)/u),
  lsof: anyBut('lsof', /^[-+][A-Za-z]*D/u),
  lspci: anyBut('lspci', /^-[A-Za-z]*[qQOA]/u),
  tail: allows('tail', {
    flags: 'fFqvzr',
    values: 'nbcs',
    longFlags: words('follow retry quiet silent verbose zero-terminated'),
    longValues: words('bytes lines max-unchanged-stats pid sleep-interval follow'),
    numeric: true,
  }),
  sort: allows('sort', {
    flags: 'bdfghiMnRrVcCmsuz',
    values: 'kt',
    longFlags: words(
      'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort check merge stable unique zero-terminated debug',
    ),
    longValues: words('key field-separator sort parallel'),
    also: ({ operands }) =>
      operands.some(({ text }) => /^\/[A-Za-z]{1,3}$|^\+/u.test(text))
        ? 'sort on Windows would write a file'
        : null,
  }),
  uniq: allows('uniq', {
    flags: 'cdDiuz',
    values: 'fsw',
    longFlags: words('count repeated all-repeated ignore-case unique zero-terminated'),
    longValues: words('skip-fields skip-chars check-chars'),
    most: 1,
  }),
  diff: allows('diff', {
    flags: 'qrsNyicbwBEaupet',
    values: 'UCxW',
    longFlags: words(
      'brief recursive report-identical-files new-file side-by-side ignore-case ignore-space-change ignore-all-space ignore-blank-lines text unified context color suppress-common-lines',
    ),
    longValues: words('unified context exclude width color'),
  }),
  zdiff: allows('zdiff', { flags: 'qu', values: '', most: 2 }),
  base64: allows('base64', {
    flags: 'diD',
    values: 'w',
    longFlags: words('decode ignore-garbage'),
    longValues: words('wrap'),
    most: 1,
  }),
  base32: allows('base32', {
    flags: 'di',
    values: 'w',
    longFlags: words('decode'),
    longValues: words('wrap'),
    most: 1,
  }),
  xxd: allows('xxd', { flags: 'abeipuE', values: 'clgos', most: 1 }),
  file: allows('file', {
    flags: 'bEhiIkLNnprsv0',
    values: 'F',
    longFlags: words('brief mime mime-type mime-encoding dereference no-dereference'),
  }),
  less: (args) =>
    args.some((arg) => mayBeOption(arg) || arg.text.startsWith('+'))
      ? 'options of less may write or start a program'
      : null,
  more: (args) =>
    args.some((arg) => mayBeOption(arg) || arg.text.startsWith('+'))
      ? 'options of more may start a program'
      : null,
  date: allows('date', {
    flags: 'uRI',
    values: 'dr',
    longFlags: words('utc universal rfc-email rfc-822 iso-8601 debug'),
    longValues: words('date reference iso-8601 rfc-3339'),
    most: 1,
    operands: dateOperands,
  }),
  hostname: allows('hostname', {
    flags: 'aAdfiIsy',
    values: '',
    longFlags: words('alias all-fqdns all-ip-addresses domain fqdn long ip-address short'),
    most: 0,
  }),
  tree: allows('tree', {
    flags: 'adflxpsuhgDFqNCAiJXrtcUvn',
    values: 'LPI',
    longFlags: words('dirsfirst noreport du si inodes prune gitignore matchdirs ignore-case'),
    longValues: words('filelimit sort'),
  }),
  top: (args) =>
    args.some(({ text }) => /^-[A-Za-z]*b/u.test(text)) &&
    args.every((arg) => isLiteral(arg) && /^-?[bcHiSne0-9.,:uUpodw1%A-Z]+$/iu.test(arg.text))
      ? null
      : 'top takes commands from its user',
  yq: allows('yq', {
    flags: 'rPjCMneN0',
    values: 'oI',
    longFlags: words(
      'prettyPrint tojson colors no-colors null-input exit-status no-doc unwrapScalar raw-output',
    ),
    longValues: words('output-format indent input-format'),
  }),
  mount: allows('mount', { flags: 'lv', values: 't', most: 0 }),
  dmesg: allows('dmesg', {
    flags: 'HkuTtxLwWdePrS',
    values: 'lf',
    longFlags: words(
      'human kernel userspace ctime decode follow follow-new color nopager reltime notime raw',
    ),
    longValues: words('level facility since until time-format color'),
    most: 0,
  }),
  ping: allows('ping', { flags: '46nqADvO', values: 'ciWwstI' }),
  ping6: allows('ping6', { flags: 'nqADvO', values: 'ciWwstI' }),
  traceroute: allows('traceroute', { flags: '46ITUndFr', values: 'mqwpfsi' }),
  tracepath: allows('tracepath', { flags: '46nb', values: 'lmp' }),
  mtr: allows('mtr', {
    flags: '46rwnbezjC',
    values: 'cimsP',
    longFlags: words('report report-wide no-dns json'),
    longValues: words('report-cycles interval'),
  }),
  dig: (args) =>
    args.some((arg) => isDynamic(arg) || /^-[fky]/u.test(arg.text))
      ? 'an option of dig reads a file or a key'
      : null,
  nslookup: (args) =>
    args.length > 0 && args.every(isLiteral) ? null : 'nslookup takes commands from its user',
  find: findFault,
  sed: sedFault,
  gsed: sedFault,
  awk: awkFault,
  gawk: awkFault,
  mawk: awkFault,
  nawk: awkFault,
  ss: allows('ss', {
    flags: 'hVnraleompTsEZzNbi46tudwxSQOHM0',
    values: 'fA',
    longFlags: words(
      'numeric resolve all listening options extended memory processes info summary ipv4 ipv6 packet tcp udp raw unix oneline no-header',
    ),
    longValues: words('family query socket'),
  }),
  netstat: allows('netstat', {
    flags: 'aAcCeFgilMnNoOprstuUvWwxb46',
    values: '',
    longFlags: words('all listening numeric programs tcp udp route interfaces statistics'),
  }),
  ifconfig: (args) =>
    args.length <= 1 &&
    args.every(
      (arg) => isLiteral(arg) && /^(?:-a|-s|[\w.:-]+)$/u.test(arg.text) && !/^(?:up|down)$/u.test(arg.text),
    )
      ? null
      : 'ifconfig with more words sets something',
  route: (args) =>
    args.every((arg) => isLiteral(arg) && /^(?:-n|-e|-ee|-4|-6|-v|print)$/u.test(arg.text))
      ? null
      : 'route with more words sets something',
  arp: allows('arp', { flags: 'aenv', values: '', most: 1 }),
  sar: allows('sar', { flags: 'AbBdFHhpqrRSuvwWyzt', values: 'nPfse' }),
  ulimit: (args) =>
    args.every((arg) => isLiteral(arg) && /^-[A-Za-z]+$/u.test(arg.text)) ? null : 'ulimit sets a limit',
  umask: (args) =>
    args.every((arg) => isLiteral(arg) && /^-[pS]+$/u.test(arg.text)) ? null : 'umask sets a mask',
  smartctl: allows('smartctl', {
    flags: 'aixHAc',
    values: 'dln',
    longFlags: words('all xall info health attributes capabilities scan'),
    longValues: words('device log'),
  }),
  openssl: (args) => openssl(args),
  tar: (args) => tar(args),
  ...SYSTEM,
};

/** `tar tf file`, `tar czf - folder`: lists, or writes to its output. */
function tar(args: readonly Arg[]): string | null {
  const fault = 'tar is proven to read for listing and for writing to its output only';
  const [mode, file, ...rest] = args;
  if (mode === undefined || file === undefined || ![mode, file].every(isLiteral)) return fault;
  const bundle = /^-?(?<letters>[ctvzjJhp]+)f$/u.exec(mode.text)?.groups?.['letters'];
  const plain = rest.every(
    (arg) => isLiteral(arg) && (!arg.text.startsWith('-') || /^(?:-C|--exclude=[\w./*-]+)$/u.test(arg.text)),
  );
  if (bundle === undefined || !plain || file.text.startsWith('-') !== (file.text === '-')) return fault;
  const lists = bundle.includes('t') && !bundle.includes('c') && !file.text.includes(':');
  const writes = bundle.includes('c') && !bundle.includes('t') && file.text === '-';
  return lists || writes ? null : fault;
}

function openssl(args: readonly Arg[]): string | null {
  const [command, ...rest] = args;
  const fault = 'openssl is proven to read for x509, version and ciphers only';
  if (command === undefined || !isLiteral(command)) return fault;
  if (/^(?:version|ciphers|list)$/u.test(command.text))
    return rest.every(
      (arg) =>
        isLiteral(arg) && /^-?[\w:!+@=-]+$/u.test(arg.text) && !/^-(?:out|engine|provider)/u.test(arg.text),
    )
      ? null
      : fault;
  if (command.text !== 'x509' && command.text !== 'crl' && command.text !== 'req') return fault;
  const plain =
    /^-(?:noout|text|dates|startdate|enddate|subject|issuer|serial|fingerprint|sha256|sha1|hash|issuer_hash|subject_hash|ext|email|purpose|modulus|pubkey|checkend|checkhost|checkip|inform|in|nameopt|certopt|verify|lastupdate|nextupdate)$/u;
  return rest.every((arg) => isLiteral(arg) && (!arg.text.startsWith('-') || plain.test(arg.text)))
    ? null
    : fault;
}

const READERS = new Map<string, Judge>([
  ...ALWAYS.split(' ').map((name): [string, Judge] => [name, always]),
  ...Object.entries(TABLES),
]);

/** How to judge a program; undefined where nothing about it is proven. */
export function readerOf(name: string): Judge | undefined {
  return READERS.get(name);
}
