/** Zerto's numbers (zerto-api.md, 3.5 to 3.7 and 4), as this simulated ZVM counts them. */
export const STATUS_NAMES = [
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

export const SUB_STATUS_NAMES = [
  ...[
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
  ],
  ...[
    'DisconnectedFromPeerNoRecoveryPoints',
    'FullSync',
    'VolumeDeltaSync',
    'VolumeFullSync',
    'FailingOverCommitting',
    'FailingOverBeforeCommit',
  ],
  ...[
    'FailingOverRollingBack',
    'Promoting',
    'MovingCommitting',
    'MovingBeforeCommit',
    'MovingRollingBack',
    'Deleting',
    'PendingRemove',
    'BitmapSync',
  ],
  ...[
    'DisconnectedFromPeer',
    'ReplicationPausedUserInitiated',
    'ReplicationPausedSystemInitiated',
    'RecoveryStorageProfileError',
    'Backup',
    'RollingBack',
  ],
  ...['RecoveryStorageError', 'JournalStorageError', 'VmNotProtectedError'],
];

export const ENTITY_NAMES = ['VCVpg', 'VCvApp', 'VCDvApp', 'Aws', 'HyperV', 'Azure'];

export function entityNumber(kind: string): number {
  return { vSphere: 0, AWS: 3, 'Hyper-V': 4, Azure: 5 }[kind] ?? 0;
}

export function numberOf(value: string | number, names: readonly string[]): number {
  if (typeof value === 'number') return value;
  const at = names.indexOf(value);
  if (at < 0) throw new RangeError(`"${value}" is not one of ${names.join(', ')}`);
  return at;
}

const WRITES_CHECKPOINTS = new Set(
  ['MeetingSLA', 'NotMeetingSLA', 'RpoNotMeetingSLA', 'HistoryNotMeetingSLA'].map((name) =>
    STATUS_NAMES.indexOf(name),
  ),
);
const UNDISTURBED = new Set(
  ['None', 'RecoveryPossible', 'Backup'].map((name) => SUB_STATUS_NAMES.indexOf(name)),
);

/** Whether checkpoints are being written (evidence: no-checkpoints-in-sync). */
export function writesCheckpoints(status: number, subStatus: number): boolean {
  return WRITES_CHECKPOINTS.has(status) && UNDISTURBED.has(subStatus);
}
