export interface Requirement {
  id: string;
  promise: string;
  /** The page and chapter that it comes from. */
  source: string;
}

const from = (source: string, ...promises: [id: string, promise: string][]): Requirement[] =>
  promises.map(([id, promise]) => ({ id, promise, source }));

/** Every promise that the product makes as it stands; a test must cite each (`covers` in test titles). */
export const REQUIREMENTS: readonly Requirement[] = [
  ...from(
    'facts 1',
    ['tag:format', 'The tag tells agent, action, VM, change and time, in this order'],
    ['tag:length', 'A tag is at most 200 characters; the action is shortened first'],
    ['tag:clean', 'Separators, line breaks and control characters in the parts are replaced'],
    ['tag:parses-back', 'A tag parses back to the cleaned parts'],
    [
      'vpg:taggable-by-name',
      'Status and sub-status names decide whether a VPG can be tagged; unknown ones are tried',
    ],
    ['find:none', 'A VM that Zerto does not know is not protected'],
    ['find:ambiguous', 'Several VMs of one name are ambiguous, with the identifiers to choose from'],
    ['find:not-taggable', 'A VM none of whose VPGs can be tagged is refused'],
    ['guard:every-vpg-one-tag', 'Every taggable VPG gets the same tag, and each must be listed'],
  ),
  ...from(
    'facts 4',
    ['cadence:protected-site', 'The pace is that of the protected site: vSphere, Azure, AWS'],
    ['guard:lands-after-130s', 'An AWS tag that is listed after 130 s is confirmed, not refused'],
    [
      'guard:timeout-names-task',
      'A refusal by time names the task to check before concluding that the insert failed',
    ],
    ['point:existing-recorded', 'The checkpoint that already existed is always reported'],
    ['point:listed-before-release', 'Only a tag seen listed before the release is the rewind point'],
  ),
  ...from(
    'design 3.1.1',
    [
      'start:late-worker-inserts-nothing',
      'A worker that comes back after everybody has left inserts nothing',
    ],
    ['start:no-worker', 'Without any worker the caller is told NO_WORKER'],
  ),
  ...from(
    'design 3.1.2',
    ['again:same-point', 'The same change asked again has the same rewind point and no second checkpoint'],
    [
      'again:never-old-verdict',
      'After a wiped journal the same change is never confirmed by the old verdict',
    ],
    ['again:attaches', 'A caller who asks while the guard runs attaches to it'],
    ['again:window', 'A tag older than the change window is not the answer any more'],
    ['again:own-guard-per-vm', 'A change id used for another VM is another guard'],
  ),
  ...from(
    'design 3.1.3',
    ['find:case-insensitive', 'VM names compare without regard to case'],
    ['find:domains', 'A full name is shortened only in a configured domain; otherwise a near name is told'],
    ['find:both-ends-one-vpg', 'One VPG seen from both ends is one VPG'],
    ['find:silent-site', 'A configured protected site that is silent makes the guard unavailable'],
  ),
  ...from(
    'design 3.1.5',
    ['insert:exactly-once', 'Lost replies and killed workers leave exactly one tag'],
    ['insert:others-tasks', "Tasks of other accounts and other guards are not taken for one's own"],
  ),
  ...from(
    'design 3.1.6-9',
    ['wait:schedule', 'The first look is at 0.6 of the usual time, then at most 5 % or 0.25 s apart'],
    ['wait:task-schedule', 'The task is looked at after 1, 2, 4, 8, … s until it is over'],
    ['wait:failed-task', 'A failed task ends the wait with the words of Zerto'],
    ['wait:last-look-at-patience', 'The last look is exactly at the end of patience; then the guard refuses'],
    ['wait:callers-time', "At the end of a caller's time the answer is pending, and the guard goes on"],
    ['wait:survives-worker', 'A guard in flight survives the death of its worker'],
    ['wait:wiped-journal', 'A journal wiped while waiting is never confirmed'],
  ),
  ...from('design 3.3', ['reason:complete', 'Every reason has a code, what happened and what to do next']),
  ...from(
    'design 4.1',
    [
      'cli:exit-codes',
      'Exit codes: 0 ok, 3 refused, 4 not protected or ambiguous, 5 pending, 6 cannot say, 2 usage or config',
    ],
    ['cli:ctrl-c', 'Ctrl-C leaves the durable guard running and says how to look at it'],
    ['cli:changes', 'changes lists guarded changes and whether their points exist'],
    ['cli:status', 'status exits 0 only when a guard would work'],
    ['cli:up-down', 'What up started down stops; guards survive the restart'],
    ['cli:no-stack-traces', 'Failures are told as code, sentence and next step'],
  ),
  ...from(
    'design 4.2',
    ['config:bad-key', 'A bad key is told by its path, unknown keys are refused'],
    ['temporal:unreachable', 'A Temporal that cannot be reached is told as such'],
  ),
  ...from('design 4.4', [
    'temporal:ui-words',
    'The Temporal UI says in words what a guard waits for and until when',
  ]),
  ...from(
    'design 4.6',
    ['sim:cadence', 'The simulated ZVM keeps the measured cadences, divided by the speed'],
    ['sim:judges', 'Unknown paths, query parameters and body keys show as problems'],
    ['sim:faults', 'Faults are matched in order, by site, method, path and count'],
    ['sim:estate', 'A bad estate is refused with the offending key'],
  ),
  ...from(
    'design 5',
    ['safety:closed-list', 'No live operation can be sent, in whatever spelling'],
    ['safety:password-once', 'A refused password is never tried again'],
    ['safety:no-secrets-in-history', 'No credential stands in a workflow history'],
  ),
  ...from(
    'design 2',
    ['structure:arrows', 'Arrows between folders go one way'],
    ['structure:small-bundle', 'zod and HTTP stay out of the workflow bundle'],
    ['structure:one-temporal-version', 'All @temporalio packages have one exact version'],
  ),
  ...from(
    'issue: guard, end to end',
    ['zvm:log-in', 'Password and client credentials, always openid, one refresh for concurrent calls'],
    ['zvm:errors', 'An error type per cause, with what the call may have done'],
    ['zvm:tls', 'Certificates are checked, by CA file or fingerprint'],
    ['zvm:tolerant', 'Casing and date forms do not matter; unknown numbers never throw'],
  ),
];
