/**
 * Whether a VPG can be tagged, by the *names* of its status and sub-status (facts.md, chapter 1). Anything
 * that no list names is tried and judged by the listing alone: live 10.9 contradicts the documented values.
 */
export type Taggability = 'taggable' | 'refuse' | 'try';

const TAGGABLE_STATUS = new Set(['MeetingSLA', 'NotMeetingSLA', 'RpoNotMeetingSLA', 'HistoryNotMeetingSLA']);
const TAGGABLE_SUB_STATUS = new Set(['None', 'Backup', 'RecoveryPossible']);

const REFUSED_STATUS = new Set(['Initializing', 'FailingOver', 'Moving', 'Deleting', 'Recovered']);

/** No checkpoint is written in these: even under "MeetingSLA" (facts.md, chapter 4). */
const REFUSED_SUB_STATUS = new Set([
  // synchronising
  'InitialSync',
  'VolumeInitialSync',
  'Sync',
  'DeltaSync',
  'FullSync',
  'VolumeDeltaSync',
  'VolumeFullSync',
  'BitmapSync',
  'AddedVmsInInitialSync',
  // paused
  'ReplicationPausedUserInitiated',
  'ReplicationPausedSystemInitiated',
  'ReplicationPausedForMissingVolume',
  // disconnected
  'DisconnectedFromPeer',
  'DisconnectedFromPeerNoRecoveryPoints',
  // needs configuration, empty, in error
  'NeedsConfiguration',
  'EmptyProtectionGroup',
  'Error',
  'RecoveryStorageProfileError',
  'RecoveryStorageError',
  'JournalStorageError',
  'VmNotProtectedError',
  'JournalOrRecoveryMissingError',
  // promoting, committing, rolling back, deleting
  'Promoting',
  'FailingOverCommitting',
  'FailingOverBeforeCommit',
  'FailingOverRollingBack',
  'MovingCommitting',
  'MovingBeforeCommit',
  'MovingRollingBack',
  'RollingBack',
  'Deleting',
  'PendingRemove',
]);

export function taggability(status: string, subStatus: string): Taggability {
  if (REFUSED_STATUS.has(status) || REFUSED_SUB_STATUS.has(subStatus)) return 'refuse';
  return TAGGABLE_STATUS.has(status) && TAGGABLE_SUB_STATUS.has(subStatus) ? 'taggable' : 'try';
}
