import { DYN, literal } from '../../shell/arg.ts';
import { change, PIPE, read, unknown, type Context, type Handler } from '../../shell/context.ts';
import { writeTo } from '../../shell/files.ts';
import { parseOptions, valueOfOption, type OptionTable } from '../options.ts';
import { remoteSide, type CopySide } from './copy.ts';
import { emptyOptions, parseSsh, type SshOptions } from './ssh-options.ts';
import { placeOf, readOptions, remoteContext } from './ssh.ts';

const words = (text: string): string[] => text.split(' ').map((word) => `--${word}`);

/** rsync 3.4's options. */
const TABLE: OptionTable = {
  flags: 'vqcarRbudlLkKHpEAXogtDSnWxUJIOmzChPsiyN0468F',
  values: 'efTBM@',
  longFlags: words(
    'verbose quiet no-motd checksum archive recursive relative no-relative no-implied-dirs backup update inplace append append-verify dirs old-dirs mkpath links copy-links copy-unsafe-links safe-links munge-links copy-dirlinks keep-dirlinks hard-links perms executability acls xattrs owner group devices copy-devices write-devices specials times atimes open-noatime crtimes omit-dir-times omit-link-times super fake-super sparse preallocate dry-run whole-file no-whole-file one-file-system existing ignore-existing remove-source-files remove-sent-files del delete delete-before delete-during delete-delay delete-after delete-excluded ignore-errors force ignore-missing-args delete-missing-args partial delay-updates prune-empty-dirs numeric-ids ignore-times size-only fuzzy compress new-compress old-compress cvs-exclude from0 secluded-args protect-args trust-sender stats 8-bit-output human-readable progress itemize-changes list-only no-perms no-owner no-group no-times no-links no-recursive no-devices no-specials no-compress ipv4 ipv6 version help blocking-io no-blocking-io old-args no-inc-recursive inc-recursive no-o no-g no-p no-t fsync',
  ),
  longValues: words(
    'info debug stderr rsh rsync-path backup-dir suffix chmod chown usermap groupmap block-size max-delete max-size min-size max-alloc partial-dir timeout contimeout modify-window temp-dir compare-dest copy-dest link-dest compress-choice compress-level skip-compress filter exclude exclude-from include include-from files-from address port sockopts bwlimit outbuf out-format log-file log-file-format password-file early-input write-batch only-write-batch read-batch protocol iconv checksum-choice checksum-seed copy-as remote-option stop-after stop-at',
  ),
};

/** The options of the shell that rsync is told to use; anything but a plain ssh is a fault. */
function shellOptions(rsh: string | null, context: Context): SshOptions {
  if (rsh === null) return emptyOptions();
  if (rsh.includes(DYN)) return { ...emptyOptions(), fault: 'the remote shell is only known at run time' };
  const [program = '', ...rest] = rsh.trim().split(/\s+/u);
  if (!/^(?:\/usr\/bin\/)?ssh$/u.test(program))
    return { ...emptyOptions(), fault: `the remote shell is ${program}` };
  const found = /ProxyCommand|LocalCommand|KnownHostsCommand/iu.test(rsh);
  if (found) {
    const inner = context.reading.whatIf(
      () =>
        void context.tools.script(`${rsh} a-host-of-no-name true`, { ...context, depth: context.depth + 1 }),
    );
    if (inner.some(({ kind, why }) => kind !== 'read' && why.startsWith('proxy command')))
      return { ...emptyOptions(), fault: 'the remote shell runs a command' };
    return emptyOptions();
  }
  const { destination, ...options } = parseSsh(rest.map(literal));
  return destination === null ? options : { ...options, fault: 'the remote shell is told a host of its own' };
}

/** `host::module`: the path starts with the second colon. */
const isDaemon = ({ path }: CopySide): boolean => path.startsWith(':');

export const rsync: Handler = (args, context) => {
  const parsed = parseOptions(args, TABLE);
  const { operands, flags, strange } = parsed;
  const sides = operands.map(remoteSide);
  const remote = sides.filter((side): side is CopySide => side !== null && side !== 'either');
  const rshText = valueOfOption(parsed, '-e', '--rsh') ?? context.env.get('RSYNC_RSH') ?? null;
  const options = shellOptions(rshText, context);
  readOptions(options, context, null);
  const place = (side: CopySide): Context => remoteContext(placeOf(side.target, options, context), context);
  const odd =
    strange[0] ??
    (parsed.values.some(({ name }) => name === '--rsync-path' || name === '-M' || name === '--remote-option')
      ? 'a remote program or option'
      : options.fault);
  if (odd !== null && odd !== undefined) {
    if (remote.length === 0 && !sides.includes('either'))
      return strange.length > 0
        ? unknown(context, `option ${odd.replaceAll(DYN, '…')} of rsync is not known`)
        : local(operands.at(-1)?.text ?? '', context);
    if (sides.includes('either') || options.fault !== null)
      return unknown(context, `rsync: ${odd.replaceAll(DYN, '…')}`);
    for (const side of remote) change(place(side), `rsync: ${odd.replaceAll(DYN, '…')}`);
    return PIPE;
  }
  const dry = flags.has('-n') || flags.has('--dry-run') || flags.has('--list-only');
  const moves = flags.has('--remove-source-files') || flags.has('--remove-sent-files');
  const target = operands.length > 1 ? sides.at(-1) : null;
  for (const side of operands.length > 1 ? sides.slice(0, -1) : sides) {
    if (side === null) continue;
    if (side === 'either') {
      if (operands.length > 1 && moves) unknown(context, 'what rsync moves is only known at run time');
      continue;
    }
    if (side.path.includes(DYN) || /[^\w./~*?@%+=:, -]/u.test(side.path))
      change(place(side), 'the remote shell may read the path as a command');
    else if (moves && !dry) change(place(side), 'removes what it has fetched');
    else read(place(side), isDaemon(side) ? 'fetches from a daemon' : 'fetches files');
  }
  if (target === 'either')
    return dry ? PIPE : unknown(context, 'where rsync copies to is only known at run time');
  if (target === null || target === undefined)
    return local(operands.length > 1 ? (operands.at(-1)?.text ?? '') : '', context);
  if (!dry) return change(place(target), 'copies files there');
  return /[^\w./~@%+=:,-]/u.test(target.path) || target.path.includes(DYN)
    ? change(place(target), 'the remote shell may read the path as a command')
    : read(place(target), 'a dry run');
};

function local(target: string, context: Context): typeof PIPE {
  if (target !== '') writeTo(target, context);
  return PIPE;
}
