import { DYN, isLiteral, type Arg } from '../../shell/arg.ts';
import { vmOfName } from '../../hosts/vm-of-host.ts';
import { change, PIPE, read, unknown, type Context, type Handler, type Stream } from '../../shell/context.ts';
import { isGuest } from '../../shell/reading.ts';
import { readRemoteCommand, remoteContext } from './ssh.ts';

function onVm(name: string, kind: 'read' | 'change', why: string, context: Context): Stream {
  const place = { vm: vmOfName(name, context.reading.settings), remote: true };
  return (kind === 'read' ? read : change)(remoteContext(place, context), why);
}

const operandsOf = (args: readonly Arg[]): Arg[] => args.filter(({ text }) => !text.startsWith('-'));
const valueAfter = (args: readonly Arg[], option: RegExp): Arg | undefined => {
  for (const [index, { text }] of args.entries()) {
    const equals = text.indexOf('=');
    if (equals > 0 && option.test(text.slice(0, equals)))
      return { text: text.slice(equals + 1), many: false, glob: false };
    if (option.test(text)) return args[index + 1];
  }
  return undefined;
};

const ID = /^\d+$|^[\da-f]{8}-[\da-f-]{27}$|[/\\*?]/iu;

/** A change of the VM that an argument names; an id, a path or nothing: which VM cannot be told. */
function changeOf(vm: Arg | undefined, why: string, context: Context): Stream {
  if (vm === undefined || !isLiteral(vm) || vm.glob || ID.test(vm.text) || vm.text === '')
    return unknown(context, `${why}; which VM cannot be told`);
  return onVm(vm.text, 'change', why, context);
}

/** libvirt: `virsh shutdown web01`. */
const virsh: Handler = (args, context) => {
  const words = args.slice(
    args.findIndex(
      ({ text }, index) =>
        !text.startsWith('-') && !/^(?:-c|--connect|-d|-l|-e|-k|-K)$/u.test(args[index - 1]?.text ?? ''),
    ),
  );
  const [command, vm] = operandsOf(words);
  if (command === undefined)
    return args.length === 0 ? unknown(context, 'virsh reads commands from its input') : PIPE;
  if (/[;\s]/u.test(command.text)) return unknown(context, 'virsh is given several commands');
  if (
    /^(?:list|dominfo|domstate|dom(?:blklist|blkinfo|blkstat|iflist|ifaddr|ifstat|id|uuid|name|stats|display|time|control|jobinfo|memstat|fsinfo|hostname)|dumpxml|version|nodeinfo|capabilities|uri|hostname|help|net-list|net-info|net-dumpxml|pool-list|pool-info|vol-list|vol-info|snapshot-list|snapshot-info|snapshot-dumpxml|snapshot-parent|vcpuinfo|vcpucount|schedinfo|iface-list|nwfilter-list|secret-list|freecell|sysinfo|cpu-stats|guestinfo)$/u.test(
      command.text,
    ) &&
    !args.some(({ text }) => /^--(?:set|config|live|current|sync|now)/u.test(text))
  )
    return PIPE;
  return changeOf(valueAfter(args, /^--domain$/u) ?? vm, `virsh ${command.text} changes a VM`, context);
};

/** vSphere: `govc vm.power -off web01`, `govc guest.run -vm web01 …`. */
const govc: Handler = (args, context) => {
  const [command] = args;
  if (command === undefined) return PIPE;
  const name = command.text;
  if (
    /^(?:about|ls|find|version|env|events|metric\.(?:ls|info|sample)|tasks|logs\.ls|[\w.]+\.(?:info|ls|ip|tree|df|du|ps|getenv)|vm\.ip|guest\.(?:ls|ps|df|getenv)|snapshot\.tree|object\.collect)$/u.test(
      name,
    )
  )
    return PIPE;
  const vm =
    valueAfter(args, /^-vm$/u) ??
    (name.startsWith('vm.') || name.startsWith('guest.') ? operandsOf(args.slice(1)).at(-1) : undefined);
  return changeOf(vm, `govc ${name.replaceAll(DYN, '…')} changes a VM`, context);
};

const CLOUD_READS =
  /^(?:list|show|describe|get|ls|status|help|version|--version|--help|wait|tail|export-template|list-\S+|describe-\S+|get-\S+|show-\S+)$/u;

const GCLOUD_VALUES =
  /^--(?:zone|project|region|format|account|configuration|impersonate-service-account|verbosity|filter|limit)$/u;

/** `gcloud compute ssh web01 --command='uptime'`, `gcloud compute instances stop web01`. */
const gcloud: Handler = (args, context) => {
  const words = operandsOf(args).map(({ text }) => text);
  const at = words[0] === 'beta' || words[0] === 'alpha' ? 1 : 0;
  if (words[at] !== 'compute')
    return words.some((word) => /^(?:ssh|exec|connect)$/u.test(word))
      ? unknown(context, 'gcloud may reach a guest')
      : PIPE;
  if (words[at + 1] === 'ssh') {
    const vm = operandsOf(args)[at + 2];
    const command = valueAfter(args, /^--command$/u);
    const dashes = args.findIndex(({ text }) => text === '--');
    if (vm === undefined || !isLiteral(vm)) return unknown(context, 'the instance is only known at run time');
    const host = vm.text.replace(/^.*@/u, '');
    const place = { vm: vmOfName(host, context.reading.settings), remote: true };
    if (dashes >= 0) return change(remoteContext(place, context), 'options are handed to ssh');
    return readRemoteCommand(command === undefined ? [] : [command], place, context);
  }
  if (words[at + 1] === 'scp')
    return words.slice(at + 2, -1).every((word) => !word.includes(':'))
      ? changeOf(hostPart(words.at(-1)), 'copies a file there', context)
      : PIPE;
  if (words[at + 1] !== 'instances')
    return words.some((word) => CLOUD_READS.test(word))
      ? PIPE
      : unknown(context, `gcloud ${words.slice(0, 4).join(' ')} may change a guest`);
  if (CLOUD_READS.test(words[at + 2] ?? '') || (words[at + 2] ?? '').startsWith('get-')) return PIPE;
  const vms = operandsOf(args.filter((_, index) => !GCLOUD_VALUES.test(args[index - 1]?.text ?? ''))).slice(
    at + 3,
  );
  const [vm, second] = vms;
  return second === undefined
    ? changeOf(vm, 'changes an instance', context)
    : unknown(context, 'changes several instances or is given options that are not read here');
};

const hostPart = (word: string | undefined): Arg | undefined =>
  word === undefined
    ? undefined
    : { text: word.replace(/^.*@/u, '').replace(/:.*$/u, ''), many: false, glob: false };

/** `az vm run-command invoke -g rg -n app-az-1 …`, `az vm restart -n app-az-1`. */
const az: Handler = (args, context) => {
  const words = operandsOf(args).map(({ text }) => text);
  if (words[0] === 'ssh')
    return changeOf(valueAfter(args, /^(?:-n|--name|--vm-name)$/u), 'opens a shell there', context);
  if (
    !/^(?:vm|vmss|disk|snapshot|serial-console|resource|group|deployment|rest|aks|stack-hci-vm|arcvm|connectedmachine)$/u.test(
      words[0] ?? '',
    )
  )
    return PIPE;
  const verb = words.slice(1).find((word) => /^[a-z]/u.test(word)) ?? '';
  if (
    CLOUD_READS.test(verb) ||
    (words.length > 2 &&
      /^(?:image|extension|sizes|list-sizes|list-skus)$/u.test(verb) &&
      CLOUD_READS.test(words[2] ?? ''))
  )
    return PIPE;
  return changeOf(
    words[0] === 'vm' ? valueAfter(args, /^(?:-n|--name|--vm-name)$/u) : undefined,
    `az ${words.slice(0, 3).join(' ')} may change a guest`,
    context,
  );
};

const AWS_READS =
  /^(?:describe|get|list|head|lookup|search|batch-get|scan|query|wait|help|ls|filter|test|validate|estimate|preview)(?:-|$)/u;
const AWS_GUESTS =
  /^(?:ec2|ssm|ec2-instance-connect|lightsail|autoscaling|opsworks|drs|mgn|workspaces|eks|ecs|cloudformation|elasticbeanstalk|codedeploy|fsx|backup|dlm)$/u;

const aws: Handler = (args, context) => {
  const words = operandsOf(
    args.filter(
      (_, index) => !/^--(?:profile|region|output|query|endpoint-url)$/u.test(args[index - 1]?.text ?? ''),
    ),
  ).map(({ text }) => text);
  const [service = '', verb = ''] = words;
  if (!AWS_GUESTS.test(service) || AWS_READS.test(verb))
    return service.includes(DYN) ? unknown(context, 'the service is only known at run time') : PIPE;
  return unknown(
    context,
    `aws ${service} ${verb.replaceAll(DYN, '…')} may change a guest that its words name by an id`,
  );
};

/** Tools whose targets are a cluster, a state file or ids: what they change may lie on any guest. */
function cluster(name: string, reads: RegExp, skip: RegExp): Handler {
  return (args, context) => {
    const operands = args.filter(
      ({ text }, index) => !text.startsWith('-') && !skip.test(args[index - 1]?.text ?? ''),
    );
    const [command] = operands;
    if (command === undefined) return PIPE;
    if (
      reads.test(command.text) ||
      reads.test(
        operands
          .slice(0, 2)
          .map(({ text }) => text)
          .join(' '),
      )
    ) {
      return args.some(({ text }) => /^--raw/u.test(text))
        ? unknown(context, `${name} sends a request`)
        : PIPE;
    }
    return unknown(
      context,
      `${name} ${command.text.replaceAll(DYN, '…')} may change guests that its words do not name`,
    );
  };
}

const KUBE_READS =
  /^(?:get|describe|logs|top|version|api-resources|api-versions|cluster-info|explain|diff|events|completion|wait|options|help|config (?:view|current-context|get-contexts|get-clusters|get-users)|auth (?:can-i|whoami)|rollout (?:status|history))$/u;
const KUBE_VALUES =
  /^(?:-n|--namespace|--context|--cluster|--user|--kubeconfig|-s|--server|--token|--as|--as-group|--request-timeout|-v|--certificate-authority|--client-key|--client-certificate|--cache-dir)$/u;
const kubectl = cluster('kubectl', KUBE_READS, KUBE_VALUES);
const terraform = cluster(
  'terraform',
  /^(?:plan|validate|fmt|show|output|version|providers|graph|init|get|console|help|metadata|test|state (?:list|show|pull)|workspace (?:list|show))$/u,
  /^-chdir$/u,
);

const vagrant: Handler = (args, context) => {
  const [command, vm] = operandsOf(args);
  if (
    command === undefined ||
    /^(?:status|global-status|version|ssh-config|port|validate|box|plugin|help|init|cloud|login)$/u.test(
      command.text,
    )
  )
    return PIPE;
  if (command.text === 'ssh') {
    const code = valueAfter(args, /^(?:-c|--command)$/u);
    if (vm !== undefined && isLiteral(vm) && vm.text !== code?.text)
      return readRemoteCommand(
        code === undefined ? [] : [code],
        { vm: vmOfName(vm.text, context.reading.settings), remote: true },
        context,
      );
    return unknown(context, 'which machine of the Vagrantfile cannot be told');
  }
  return changeOf(vm, `vagrant ${command.text} changes a VM`, context);
};

/** `verb VM` or `VM verb` tools of single hypervisors. */
const named =
  (name: string, reads: RegExp, pick: (operands: Arg[], args: readonly Arg[]) => Arg | undefined): Handler =>
  (args, context) => {
    const operands = operandsOf(args);
    const [command] = operands;
    if (command === undefined || operands.slice(0, 2).some(({ text }) => reads.test(text))) return PIPE;
    return changeOf(
      pick(operands, args),
      `${name} ${command.text.replaceAll(DYN, '…')} changes a VM`,
      context,
    );
  };

const LISTS =
  /^(?:list|ls|info|status|config|showvminfo|show|help|version|getextradata|guestproperty|listsnapshots|pending|listRunningVMs|listSnapshots|getGuestIPAddress|checkToolsState|listProcessesInGuest)$/u;

/** `qm stop 101`: ids of the hypervisor, resolved by an alias only. */
const byId =
  (name: string): Handler =>
  (args, context) => {
    const [command, id] = operandsOf(args);
    if (command === undefined || LISTS.test(command.text)) return PIPE;
    const vm = id === undefined || !isLiteral(id) ? null : vmOfName(id.text, context.reading.settings);
    if (vm === null || vm === id?.text)
      return unknown(context, `${name} ${command.text} changes a VM that its words name by an id`);
    return onVm(vm, 'change', `${name} ${command.text} changes a VM`, context);
  };

const TABLE: Readonly<Record<string, Handler>> = {
  virsh,
  govc,
  gcloud,
  az,
  aws,
  kubectl,
  oc: kubectl,
  k3s: kubectl,
  microk8s: kubectl,
  helm: cluster(
    'helm',
    /^(?:list|ls|status|get|history|show|search|version|template|lint|env|repo|dependency|pull|help|completion|verify|package|create)$/u,
    KUBE_VALUES,
  ),
  terraform,
  tofu: terraform,
  terragrunt: terraform,
  pulumi: cluster(
    'pulumi',
    /^(?:preview|whoami|version|about|logs|stack|config|console|help|login|new)$/u,
    /^(?:-s|--stack|-C|--cwd)$/u,
  ),
  packer: cluster('packer', /^(?:validate|fmt|inspect|version|init|console|plugins|help)$/u, /^$/u),
  nomad: cluster(
    'nomad',
    /^(?:status|version|node status|job status|alloc status|server members|help)$/u,
    /^$/u,
  ),
  vagrant,
  vmrun: named('vmrun', LISTS, (operands) => operands[1]),
  vboxmanage: named('VBoxManage', LISTS, (operands, args) => valueAfter(args, /^--vmname$/u) ?? operands[1]),
  prlctl: named('prlctl', LISTS, (operands) => operands[1]),
  multipass: named('multipass', LISTS, (operands) =>
    operands.find(({ text }, index) => index > 0 && !text.includes('/')),
  ),
  lxc: named('lxc', LISTS, (operands) => operands[1]),
  incus: named('incus', LISTS, (operands) => operands[1]),
  limactl: named('limactl', LISTS, (operands) => operands[1]),
  xe: named('xe', /-list$/u, (_, args) => valueAfter(args, /^(?:vm|vm-name|name-label)$/u)),
  esxcli: (args, context) =>
    args.some(({ text }) => /^(?:list|get)$/u.test(text))
      ? PIPE
      : unknown(context, 'esxcli may change a guest'),
  'vim-cmd': byId('vim-cmd'),
  qm: byId('qm'),
  pct: byId('pct'),
  pvesh: (args, context) =>
    args[0]?.text === 'get' || args[0]?.text === 'ls' || args.length === 0
      ? PIPE
      : unknown(context, 'pvesh may change a guest'),
  zerto: (_, context) => unknown(context, 'it may change what the guard rests on'),
};

const READ_FROM_GUESTS = /^(?:kubectl|oc|helm|virsh|k3s)$/u;

/** On a guest these tools run with its credentials: what they do not only read is a change of the guest too. */
function onGuests(name: string, handler: Handler): Handler {
  return (args, context, argv) => {
    if (!isGuest(context.place)) return handler(args, context, argv);
    const found = context.reading.whatIf(() => void handler(args, context, argv));
    if (
      found.every(({ kind }) => kind === 'read') &&
      READ_FROM_GUESTS.test(name) &&
      args.length > 0 &&
      args.every(isLiteral)
    )
      return read(context, `${name} only reads`);
    change(context, `${name} is not proven only to read`);
    // Which VM a tool of the hypervisor changes from there counts as well; a cluster's node is changed already.
    return /^(?:virsh|govc|qm|pct|vmrun|vboxmanage|vim-cmd|esxcli)$/u.test(name)
      ? handler(args, context, argv)
      : PIPE;
  };
}

export const HYPERVISORS: Readonly<Record<string, Handler>> = Object.fromEntries(
  Object.entries(TABLE).map(([name, handler]) => [name, onGuests(name, handler)]),
);
