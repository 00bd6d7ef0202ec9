/**
 * Names behind Zerto's numbers. A ZVM's own lists decide; these are used only where it does not give them,
 * and only for numbers on which all sources agree (zerto-api.md, 3.5 to 3.7). Status 3 and 4 are swapped
 * between sources, which does not matter here: both can be tagged.
 */
export type NameList = readonly (string | undefined)[];

export const STATUSES: NameList = [
  'Initializing',
  'MeetingSLA',
  'NotMeetingSLA',
  'RpoNotMeetingSLA',
  'HistoryNotMeetingSLA',
  'FailingOver',
  'Moving',
  'Deleting',
  'Recovered',
];

export const SUB_STATUSES: NameList = [
  'None',
  'InitialSync',
  'Creating',
  'VolumeInitialSync',
  'Sync',
  'RecoveryPossible',
  'DeltaSync',
  'NeedsConfiguration',
  'Error',
  'EmptyProtectionGroup',
  'DisconnectedFromPeerNoRecoveryPoints',
  'FullSync',
  'VolumeDeltaSync',
  'VolumeFullSync',
  'FailingOverCommitting',
  'FailingOverBeforeCommit',
  'FailingOverRollingBack',
  'Promoting',
  'MovingCommitting',
  'MovingBeforeCommit',
  'MovingRollingBack',
  'Deleting',
  'PendingRemove',
  'BitmapSync',
  'DisconnectedFromPeer',
  'ReplicationPausedUserInitiated',
  'ReplicationPausedSystemInitiated',
  'RecoveryStorageProfileError',
];

export const ENTITY_TYPES: NameList = ['VCVpg', 'VCvApp', 'VCDvApp', 'Aws', 'HyperV', 'Azure'];

export const TASK_STATES: NameList = [
  'FirstUnusedValue',
  'InProgress',
  'WaitingForUserInput',
  'Paused',
  'Failed',
  'Stopped',
  'Completed',
  'Cancelling',
];

/** The name of a value that may be a name or a number; an unknown number stays a number and never throws. */
export function nameOf(value: string | number, list: NameList): string {
  if (typeof value === 'string' && !/^\d+$/u.test(value)) return value;
  return list[Number(value)] ?? `#${value}`;
}

const DISPUTED = new Set(['RpoNotMeetingSLA', 'HistoryNotMeetingSLA']);

/**
 * A ZVM's own list of names, if its order is the order of the numbers: that is an inference of
 * zerto-api.md, 3.2, so it must agree with every number on which all sources agree. Otherwise ours.
 */
export function trusted(listed: NameList, ours: NameList): NameList {
  const agrees = ours.every(
    (name, index) => name === undefined || DISPUTED.has(name) || listed[index] === name,
  );
  return agrees ? listed : ours;
}
