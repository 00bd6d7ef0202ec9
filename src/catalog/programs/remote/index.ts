import type { Handler } from '../../shell/context.ts';
import { change, PIPE, unknown } from '../../shell/context.ts';
import { DYN } from '../../shell/arg.ts';
import { ANSIBLE } from './ansible.ts';
import { scp, sftp, sshCopyId, sshfs } from './copy.ts';
import { DOCKER } from './docker.ts';
import { FLEET } from './fleet.ts';
import { GIT } from './git.ts';
import { HYPERVISORS } from './hypervisors.ts';
import { NET_CLIENTS } from './net-clients.ts';
import { rsync } from './rsync.ts';
import { ssh } from './ssh.ts';
import { WINDOWS_TOOLS } from './windows-tools.ts';

/** mosh, autossh and others that log in as ssh does, with options of their own in front. */
const sshLike =
  (withValue: RegExp): Handler =>
  (args, context) => {
    const words = args.filter(
      ({ text }, index) => !withValue.test(text) && !withValue.test(args[index - 1]?.text ?? ''),
    );
    return ssh(words, context, args);
  };

/** Types into a terminal: what reads there may be a host. */
const terminal =
  (typing: RegExp): Handler =>
  (args, context, argv) => {
    if (args.some(({ text }) => typing.test(text)))
      return unknown(context, 'types into another terminal, which may be on a guest');
    const command = args.find(({ text }) => /\s/u.test(text));
    if (command !== undefined) context.tools.script(command.text, { ...context, depth: context.depth + 1 });
    const at = args.findIndex(({ text }) => /^(?:ssh|sftp|mosh)$/u.test(text));
    if (at >= 0) context.tools.run(args.slice(at), context);
    void argv;
    return PIPE;
  };

/** Runs a text later: from its input or its words. */
const later: Handler = (args, context) => {
  if (context.place.remote)
    return args.some(({ text }) => /^-[lqVc]$/u.test(text)) &&
      args.every(({ text }) => /^-[lqV]$|^[a-z]$/u.test(text))
      ? PIPE
      : change(context, 'runs something later');
  if (context.stdin.kind === 'text')
    return context.tools.script(context.stdin.text, {
      ...context,
      stdin: { kind: 'none' },
      depth: context.depth + 1,
    });
  if (context.stdin.kind === 'pipe')
    return unknown(context, 'runs a text later that is only known at run time');
  return PIPE;
};

const crontab: Handler = (args, context) => {
  const onlyLists =
    args.length > 0 &&
    args.every(({ text }, index) => text === '-l' || text === '-u' || args[index - 1]?.text === '-u');
  if (context.place.remote || context.place.vm !== null) {
    if (onlyLists && args.every(({ text }) => !text.includes(DYN)))
      context.reading.at(context.place, 'read', 'lists what is scheduled', context.depth);
    else change(context, 'changes what is scheduled');
    return PIPE;
  }
  if (onlyLists || args.length === 0) return PIPE;
  return unknown(context, 'changes what is scheduled on this machine, which may reach a guest');
};

const tailscale: Handler = (args, context, argv) =>
  args[0]?.text === 'ssh' ? ssh(args.slice(1), context, argv) : PIPE;
const tsh: Handler = (args, context, argv) =>
  /^(?:ssh|scp|kube|db|proxy|aws)$/u.test(args[0]?.text ?? '')
    ? args[0]?.text === 'ssh'
      ? ssh(args.slice(1), context, argv)
      : unknown(context, 'tsh may reach a guest')
    : PIPE;

/** Programs through which a command can change a guest. What is not here is a local program. */
export const REMOTE_TOOLS: Readonly<Record<string, Handler>> = {
  ssh,
  slogin: ssh,
  rsh: ssh,
  rlogin: ssh,
  rexec: ssh,
  dbclient: ssh,
  hpnssh: ssh,
  autossh: sshLike(/^-M$/u),
  mosh: sshLike(/^(?:--ssh|--server|--predict|--port|-p)$/u),
  et: ssh,
  kitten: (args, context, argv) => (args[0]?.text === 'ssh' ? ssh(args.slice(1), context, argv) : PIPE),
  scp,
  sftp,
  'ssh-copy-id': sshCopyId,
  sshfs,
  rsync,
  tailscale,
  tsh,
  at: later,
  batch: later,
  crontab,
  tmux: terminal(/^(?:send-keys|send|paste-buffer|pasteb|respawn-pane|pipe-pane)$/u),
  screen: terminal(/^(?:stuff|paste|-X)$/u),
  zellij: terminal(/^(?:write|write-chars|action)$/u),
  xdotool: terminal(/^(?:type|key)$/u),
  ...ANSIBLE,
  ...DOCKER,
  ...FLEET,
  ...HYPERVISORS,
  ...GIT,
  ...NET_CLIENTS,
  ...WINDOWS_TOOLS,
};
