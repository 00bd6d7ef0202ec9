/**
 * Why a guard did not say yes: a closed list of codes (design 3.3). Each reason tells what happened, on which
 * VPG and site, and what a person can do next.
 */
export const REASON_CODES = [
  'NOT_PROTECTED',
  'AMBIGUOUS_VM',
  'NOT_TAGGABLE',
  'INSERT_REFUSED',
  'INSERT_TASK_FAILED',
  'NOT_LISTED_IN_TIME',
  'STILL_PENDING',
  'EXPIRED',
  'CHECKPOINT_GONE',
  'ZVM_UNREACHABLE',
  'ZVM_AUTH',
  'ZVM_FORBIDDEN',
  'ZVM_BAD_ANSWER',
  'TEMPORAL_UNREACHABLE',
  'NO_WORKER',
  'CONFIG',
  'GUARD_ENDED',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  code: ReasonCode;
  message: string;
  next: string;
}

const seconds = (value: number): string =>
  (value < 10 ? value.toFixed(1).replace(/\.0$/u, '') : value.toFixed(0)) + ' s';

export function notProtected(vm: string, near: string | null): Reason {
  return {
    code: 'NOT_PROTECTED',
    message: `No configured Zerto site protects a VM "${vm}", so nothing could be rewound.`,
    next:
      near === null
        ? 'Check the name in the Zerto UI (VMs), add an alias for it to the config, or protect the VM in a VPG first.'
        : `A VM "${near}" is protected. If it is the same machine, add "${vm}" to aliases or its domain to domains in the config, or name "${near}".`,
  };
}

export function ambiguousVm(vm: string, count: number): Reason {
  return {
    code: 'AMBIGUOUS_VM',
    message: `${count} protected VMs are named "${vm}"; a guess could tag the wrong one.`,
    next: 'Ask again with one of the vmIdentifiers in candidates as the VM.',
  };
}

export interface RefusedVpg {
  name: string;
  status: string;
  subStatus: string;
  site: string;
}

export function notTaggable(vm: string, vpgs: readonly RefusedVpg[]): Reason {
  const states = vpgs.map((vpg) => `${vpg.name} at ${vpg.site} (${vpg.status}, ${vpg.subStatus})`).join('; ');
  return {
    code: 'NOT_TAGGABLE',
    message: `Zerto protects ${vm}, but no checkpoint can be written now: ${states}.`,
    next: 'Wait until the VPG meets its SLA without a sync or pause (Zerto UI, VPGs), then try again. A re-sync deletes checkpoints.',
  };
}

export interface Where {
  vpg: string;
  site: string;
}

export function insertRefused(where: Where, zertoSays: string): Reason {
  return {
    code: 'INSERT_REFUSED',
    message: `The ZVM of ${where.site} refused a checkpoint on VPG ${where.vpg}: ${zertoSays}`,
    next: "Clear what Zerto names (Zerto UI, the VPG's status and alerts), then try again.",
  };
}

export function insertTaskFailed(where: Where & { task: string }, zertoSays: string): Reason {
  return {
    code: 'INSERT_TASK_FAILED',
    message: `Zerto could not write the checkpoint on VPG ${where.vpg} (${where.site}): ${zertoSays}`,
    next: `Look at task ${where.task} in the Zerto UI (Monitoring, Tasks), clear its cause, then try again.`,
  };
}

export function notListedInTime(where: Where & { task: string | null }, waited: number): Reason {
  return {
    code: 'NOT_LISTED_IN_TIME',
    message: `The checkpoint on VPG ${where.vpg} (${where.site}) was not listed within ${seconds(waited)}.`,
    next: `Zerto may still be making it: check ${where.task === null ? 'its tasks' : `task ${where.task}`} in the Zerto UI before concluding that the insert failed. Try the same change again later; a tag that has landed by then is used.`,
  };
}

export function stillPending(waiting: readonly (Where & { usually: number; elapsed: number })[]): Reason {
  const each = waiting.map(
    (one) =>
      `${one.vpg} (${one.site}) usually lists a tag after ${seconds(one.usually)}; ${seconds(one.elapsed)} have passed`,
  );
  const longest = Math.max(1, ...waiting.map((one) => one.usually - one.elapsed));
  return {
    code: 'STILL_PENDING',
    message:
      each.length === 0
        ? 'The checkpoint is not confirmed yet.'
        : `The checkpoint is on its way: ${each.join('; ')}.`,
    next: `Do not change the VM. The guard goes on: ask again with the same change id in about ${seconds(longest)}.`,
  };
}

export function expired(detail: string): Reason {
  return {
    code: 'EXPIRED',
    message: `Nobody was waiting any more when the guard could have begun, so nothing was inserted: ${detail}.`,
    next: 'Ask again; check with "zerto-rewind status" that a worker is running.',
  };
}

export function checkpointGone(where: Where): Reason {
  return {
    code: 'CHECKPOINT_GONE',
    message: `The tagged checkpoint on VPG ${where.vpg} (${where.site}) was listed and has left the journal, as after a re-sync.`,
    next: 'Wait until the VPG meets its SLA again, then ask for the same change again: it gets a new checkpoint.',
  };
}

export function silentSite(site: string, unproven: 'name' | 'vpgs', cause: Reason): Reason {
  const why =
    unproven === 'name'
      ? 'another VM of this name may be protected there'
      : 'it may protect this VM in VPGs that only it knows';
  return { ...cause, message: `${cause.message} Without ${site} the guard is not proven: ${why}.` };
}

export function zvmUnreachable(site: string, detail: string): Reason {
  return {
    code: 'ZVM_UNREACHABLE',
    message: `The ZVM of site ${site} cannot be reached: ${detail}.`,
    next: 'Check its url in the config, the network to it, and that the Zerto services run; then try again.',
  };
}

export function zvmAuth(site: string, detail: string): Reason {
  return {
    code: 'ZVM_AUTH',
    message: `The ZVM of site ${site} did not accept the log-in: ${detail}.`,
    next: 'Correct the account or its password (auth in the config). A refused password is not tried again until it changes.',
  };
}

export function zvmForbidden(site: string, detail: string): Reason {
  return {
    code: 'ZVM_FORBIDDEN',
    message: `The account of site ${site} may not do this: ${detail}.`,
    next: 'Give the account the right to view and manage VPGs (ZVM, roles), then try again.',
  };
}

export function zvmBadAnswer(site: string, detail: string): Reason {
  return {
    code: 'ZVM_BAD_ANSWER',
    message: `The ZVM of site ${site} answered something that cannot be relied on: ${detail}.`,
    next: 'Check that the url in the config leads to a ZVM (10.x) and not to a proxy or log-in page; then try again.',
  };
}

export function temporalUnreachable(address: string, detail: string): Reason {
  return {
    code: 'TEMPORAL_UNREACHABLE',
    message: `Temporal at ${address} cannot be reached: ${detail}.`,
    next: 'Start it with "zerto-rewind up", or correct temporal.address in the config.',
  };
}

export function noWorker(taskQueue: string, waited: number): Reason {
  return {
    code: 'NO_WORKER',
    message:
      waited === 0
        ? `No worker is polling the task queue "${taskQueue}", so nobody would guard the change.`
        : `No worker of the task queue "${taskQueue}" took the guard within ${seconds(waited)}.`,
    next: 'Start one with "zerto-rewind up" or "zerto-rewind worker", then try again.',
  };
}

export function guardEnded(detail: string): Reason {
  return {
    code: 'GUARD_ENDED',
    message: `The guard ended without an answer: ${detail}.`,
    next: 'Look at its run in the Temporal UI (ended by a person, or a fault of this worker), then ask for the same change again.',
  };
}
