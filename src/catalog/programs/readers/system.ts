import { isDynamic, isLiteral, type Arg } from '../../shell/arg.ts';
import { shownArg, subCommands, type Judge } from './judge.ts';

/** Every word is literal and one of these. */
const only =
  (name: string, words: RegExp): Judge =>
  (args) => {
    const odd = args.find((arg) => !isLiteral(arg) || !words.test(arg.text));
    return odd === undefined ? null : `${shownArg(odd.text)} of ${name} is not proven only to read`;
  };

const split = (text: string): string[] => text.split(' ');

/** Options that lead to another machine, root or service manager. */
const ELSEWHERE = /^(?:-H|-M|--host|--machine|--root|--image)/u;

const SERVICE_NAME = /^[\w@.:-]+$/u;
const service: Judge = (args) => {
  const [name, action, ...rest] = args;
  if (name !== undefined && args.length === 1 && name.text === '--status-all') return null;
  const plain =
    name !== undefined &&
    isLiteral(name) &&
    SERVICE_NAME.test(name.text) &&
    !name.text.includes('..') &&
    !name.text.startsWith('-');
  return plain && action?.text === 'status' && rest.length === 0
    ? null
    : 'service is proven to read for status only';
};

/** `ip [-options] object [show|list|get …]`. */
const ip: Judge = (args) => {
  const words = args.filter(
    ({ text }) =>
      !/^-(?:s|stats|statistics|d|details|4|6|0|B|M|o|oneline|br|brief|j|json|p|pretty|c|color(?:=\w+)?|t|ts|r|resolve|h|human|human-readable|N|a|all)$/u.test(
        text,
      ),
  );
  const odd = words.find((arg) => !isLiteral(arg) || arg.text.startsWith('-'));
  if (odd !== undefined) return `${shownArg(odd.text)} of ip is not proven only to read`;
  const [object, verb, ...rest] = words.map(({ text }) => text);
  if (object === undefined) return null;
  if (
    !/^(?:a|ad|add|addr|address|l|li|lin|link|r|ro|rou|rout|route|n|ne|nei|neigh|neighbor|neighbour|ru|rul|rule|m|ma|maddr|maddress|mr|mro|mroute|tun|tunnel|tuntap|x|xf|xfrm|netns|vrf|ntable|tcpmetrics|tcp_metrics|token|macsec|l2tp|fou|ila|sr)$/u.test(
      object,
    )
  )
    return `ip ${shownArg(object)} is not proven only to read`;
  if (verb === undefined) return null;
  if (/^(?:xfrm|x|xf)$/u.test(object))
    return rest[0] !== undefined && /^(?:show|list|ls)$/u.test(rest[0])
      ? null
      : 'ip xfrm is not proven only to read';
  return /^(?:sh|sho|show|li|lis|list|lst|ls|g|ge|get)$/u.test(verb)
    ? null
    : `ip ${shownArg(verb)} is not proven only to read`;
};

const sysctl: Judge = (args) => {
  const odd = args.find(
    (arg) =>
      !isLiteral(arg) ||
      arg.text.includes('=') ||
      (arg.text.startsWith('-') &&
        !/^(?:-[aneNbqr]+|--all|--values|--names|--ignore|--pattern)$/u.test(arg.text)),
  );
  return odd === undefined && args.length > 0 ? null : 'sysctl with these words may set something';
};

const rpm: Judge = (args) => {
  const [first] = args;
  if (first === undefined || !/^(?:-q[ailpcdRfsl]*|-[ailpcdRf]*q[ailpcdRf]*|--query)$/u.test(first.text))
    return 'rpm is proven to read for queries only';
  const odd = args.find(
    (arg) =>
      !isLiteral(arg) ||
      (arg.text.startsWith('-') &&
        !/^(?:-q?[ailpcdRfsqK]+|--(?:query|all|info|list|file|package|changelog|requires|provides|whatprovides|whatrequires|last|scripts|docfiles|configfiles|state|qf|queryformat))$/u.test(
          arg.text,
        )) ||
      /%\(|%\{lua|%!/u.test(arg.text),
  );
  return odd === undefined ? null : `${shownArg(odd.text)} of rpm is not proven only to read`;
};

const QUIET_PACKAGE_OPTION =
  /^(?:-q|-qq|-v|-y|-C|-a|--installed|--upgradable|--all|--all-versions|-i|--cacheonly|--showduplicates|--enabled|--disabled|--available|--updates|--names-only|-n|--quiet|--assumeno|--format=[a-z]+|--local|--outdated|--user|--depth=\d+|-g|--global|--json|--long|--latest)$/u;

/** Package managers: these sub-commands, with options from a short list. */
function packages(name: string, reads: readonly string[]): Judge {
  const judge = subCommands({
    name,
    reads,
    before: { flags: 'qvyCn', values: '', longFlags: ['--quiet', '--cacheonly', '--version'] },
  });
  return (args, context) => {
    const odd = args.find(({ text }) => text.startsWith('-') && !QUIET_PACKAGE_OPTION.test(text));
    return odd === undefined
      ? judge(args, context)
      : `${shownArg(odd.text)} of ${name} is not proven only to read`;
  };
}

const iptables: Judge = (args) => {
  const lists = args.some(({ text }) => /^-[nvx]*[LS][nvx]*$|^--list(?:-rules)?$/u.test(text));
  const odd = args.find(
    (arg) =>
      !isLiteral(arg) ||
      (arg.text.startsWith('-') &&
        !/^(?:-[nvxLSt]+|--list|--list-rules|--numeric|--verbose|--exact|--line-numbers|--table|-w|--wait)$/u.test(
          arg.text,
        )),
  );
  return lists && odd === undefined ? null : 'iptables is proven to read for -L and -S only';
};

const journalctl: Judge = (args) => {
  const plain = /^-(?:[aefkmqrxb]+|[aefkmqrx]*[unoptgScDTU].*|n\d*|b-?\d*|\d+)$/u;
  const long =
    /^--(?:unit|user-unit|since|until|lines|output|priority|grep|boot|list-boots|dmesg|follow|reverse|no-pager|no-tail|all|full|no-full|utc|catalog|quiet|identifier|facility|output-fields|case-sensitive|disk-usage|header|fields|field|user|system|merge|pager-end|no-hostname|verify|list-catalog|cursor|after-cursor|show-cursor|version|help|exclude-identifier|truncate-newline)(?:=.*)?$/u;
  const odd = args.find(
    (arg) => isDynamic(arg) || (arg.text.startsWith('-') && !plain.test(arg.text) && !long.test(arg.text)),
  );
  const folder = args.find(({ text }) => /^-[a-z]*D|^--(?:root|image|directory|file)/u.test(text));
  const worst = odd ?? folder;
  return worst === undefined ? null : `${shownArg(worst.text)} of journalctl is not proven only to read`;
};

const exactly =
  (name: string, ...forms: readonly RegExp[]): Judge =>
  (args: readonly Arg[]) => {
    const text = args.map((arg) => (isLiteral(arg) ? arg.text : '\u0000')).join(' ');
    return forms.some((form) => form.test(text))
      ? null
      : `${name} with these words is not proven only to read`;
  };

const version = (name: string): Judge => exactly(name, /^(?:--version|-version|-V|-v|version)$/u);

/** Programs that look after a system; each reads in these forms only. */
export const SYSTEM: Readonly<Record<string, Judge>> = {
  systemctl: subCommands({
    name: 'systemctl',
    reads: split(
      'status show cat is-active is-enabled is-failed is-system-running list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts get-default show-environment',
    ),
    bare: true,
    never: ELSEWHERE,
    before: {
      flags: 'alqr',
      values: 'tpno',
      longFlags: [
        '--no-pager',
        '--user',
        '--system',
        '--all',
        '--full',
        '--plain',
        '--no-legend',
        '--quiet',
        '--failed',
        '--recursive',
        '--value',
      ],
      longValues: ['--type', '--state', '--property', '--lines', '--output'],
    },
  }),
  journalctl,
  service,
  'rc-service': service,
  timedatectl: subCommands({
    name: 'timedatectl',
    reads: split('status show list-timezones timesync-status show-timesync'),
    bare: true,
    never: ELSEWHERE,
    before: { flags: '', values: '', longFlags: ['--no-pager'] },
  }),
  hostnamectl: subCommands({ name: 'hostnamectl', reads: ['status'], bare: true, never: ELSEWHERE }),
  localectl: subCommands({
    name: 'localectl',
    reads: split('status list-locales list-keymaps'),
    bare: true,
    never: ELSEWHERE,
  }),
  loginctl: subCommands({
    name: 'loginctl',
    reads: split(
      'list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat',
    ),
    bare: true,
    never: ELSEWHERE,
    before: { flags: '', values: '', longFlags: ['--no-pager'] },
  }),
  resolvectl: subCommands({
    name: 'resolvectl',
    reads: split('status query statistics dns domain'),
    bare: true,
    before: { flags: '', values: '', longFlags: ['--no-pager'] },
  }),
  networkctl: subCommands({
    name: 'networkctl',
    reads: split('list status lldp'),
    bare: true,
    before: { flags: 'a', values: '', longFlags: ['--no-pager', '--all'] },
  }),
  coredumpctl: subCommands({
    name: 'coredumpctl',
    reads: split('list info'),
    bare: true,
    never: /^(?:-o|--output|-D|--dir)/u,
  }),
  supervisorctl: exactly('supervisorctl', /^status(?: [\w:-]+)*$/u),
  ip,
  bridge: ip,
  tc: exactly('tc', /^(?:-s )?(?:qdisc|class|filter)(?: (?:show|list|ls)(?: dev [\w.-]+)?)?$/u),
  brctl: exactly('brctl', /^show(?:macs|stp)?(?: [\w.-]+)?$/u),
  ethtool: exactly('ethtool', /^(?:-[ikSgclamT] )?[\w.:-]+$/u),
  iptables,
  ip6tables: iptables,
  'iptables-save': only('iptables-save', /^-[ct]$|^(?:filter|nat|mangle|raw|security)$/u),
  nft: exactly('nft', /^(?:-[an]+ )*list (?:ruleset|tables|chains|sets)$/u),
  ufw: exactly('ufw', /^status(?: (?:verbose|numbered))?$/u),
  'firewall-cmd': only(
    'firewall-cmd',
    /^--(?:state|list-[a-z-]+|get-[a-z-]+|info-[a-z]+=[\w-]+|zone=[\w-]+|permanent|query-[a-z-]+=[\w/-]+)$/u,
  ),
  sysctl,
  dpkg: exactly(
    'dpkg',
    /^(?:-l|-L|-s|-S|-p|--list|--listfiles|--status|--search|--print-avail|--get-selections|--print-architecture|--print-foreign-architectures|--audit|-C|--verify|-V|--version)(?: (?!-)[\w.+:*?/-]+)*$/u,
  ),
  'dpkg-query': exactly(
    'dpkg-query',
    /^(?:-l|-L|-s|-S|-W|--show|--list|--status)(?: -f=?\S*)?(?: (?!-)[\w.+:*?/-]+)*$/u,
  ),
  apt: packages('apt', split('list show search policy depends rdepends')),
  'apt-cache': packages(
    'apt-cache',
    split('policy show search depends rdepends madison showpkg stats pkgnames'),
  ),
  'apt-mark': packages('apt-mark', split('showauto showmanual showhold')),
  dnf: packages('dnf', split('list info search repolist check-update provides updateinfo repoquery')),
  yum: packages('yum', split('list info search repolist check-update provides updateinfo')),
  rpm,
  zypper: packages('zypper', split('search se info if list-updates lu repos lr packages pa')),
  apk: packages('apk', split('list info search policy version')),
  pacman: exactly(
    'pacman',
    /^-Q[a-z]*(?: (?!-)[\w.+/-]+)*$/u,
    /^-Ss(?: (?!-)[\w.+-]+)*$/u,
    /^-Si(?: (?!-)[\w.+-]+)*$/u,
  ),
  snap: packages('snap', split('list info find version services changes')),
  flatpak: packages('flatpak', split('list info search remotes')),
  brew: packages('brew', split('list info search outdated deps leaves --version')),
  pip: packages('pip', split('list show freeze')),
  pip3: packages('pip3', split('list show freeze')),
  gem: packages('gem', split('list search')),
  npm: packages('npm', split('ls list view outdated')),
  zfs: exactly('zfs', /^(?:list|get)(?: -[HrptodsSx]+| [\w@/.,:-]+)*$/u),
  zpool: exactly('zpool', /^(?:list|status|get|iostat|history)(?: -[HvxPLgTDit]+| [\w@/.,:-]+)*$/u),
  lvs: only('lvs', /^(?:-a|-o|-v|--units|--noheadings|--all|--options|[\w+,./-]+)$/u),
  vgs: only('vgs', /^(?:-a|-o|-v|--units|--noheadings|--all|--options|[\w+,./]+)$/u),
  pvs: only('pvs', /^(?:-a|-o|-v|--units|--noheadings|--all|--options|[\w+,./]+)$/u),
  mdadm: exactly('mdadm', /^(?:--detail|-D)(?: (?:--scan|\/dev\/[\w/]+))+$/u),
  fdisk: exactly('fdisk', /^(?:-l|--list)(?: \/dev\/[\w/]+)*$/u),
  blkid: exactly('blkid', /^(?:\/dev\/[\w/]+)?$/u),
  swapon: exactly('swapon', /^(?:-s|--show(?:=[\w,]+)?)$/u),
  dmidecode: exactly('dmidecode', /^(?:-t [\w,]+|-s [\w-]+|--type [\w,]+)?$/u),
  lshw: only(
    'lshw',
    /^-(?:short|json|class|C|businfo|quiet)$|^(?:network|disk|memory|cpu|processor|system|display|storage|volume)$/u,
  ),
  lastlog: exactly('lastlog', /^(?:(?:-u|-t|-b) [\w-]+ ?)*$/u),
  getenforce: only('getenforce', /^$/u),
  sestatus: only('sestatus', /^-[vb]$/u),
  getsebool: exactly('getsebool', /^(?:-a|[\w-]+)$/u),
  chronyc: exactly(
    'chronyc',
    /^(?:-n )?(?:tracking|sources(?: -v)?|sourcestats(?: -v)?|activity|ntpdata|clients)$/u,
  ),
  ntpq: exactly('ntpq', /^-[pn]+$/u),
  showmount: exactly('showmount', /^(?:-[aed] ?)*[\w.-]*$/u),
  sensors: only('sensors', /^-[fAu]$/u),
  'nvidia-smi': only('nvidia-smi', /^(?:-L|-q|--query-[a-z-]+=[\w.,]+|--format=[\w,]+)$/u),
  atq: only('atq', /^$/u),
  wg: exactly('wg', /^(?:show(?: [\w-]+)*)?$/u),
  nginx: exactly('nginx', /^-[vV]$/u),
  apachectl: exactly('apachectl', /^-[vV]$/u),
  crictl: exactly(
    'crictl',
    /^(?:ps|pods|images|stats|info|version|inspect|inspecti|logs)(?: -[aq]| [\w-]+)*$/u,
  ),
  java: version('java'),
  python: version('python'),
  python3: version('python3'),
  node: version('node'),
  php: version('php'),
  ruby: version('ruby'),
  perl: version('perl'),
  go: exactly('go', /^version$/u),
  gcc: version('gcc'),
  psql: exactly('psql', /^(?:--version|-V)$/u),
  mysql: exactly('mysql', /^(?:--version|-V)$/u),
};
