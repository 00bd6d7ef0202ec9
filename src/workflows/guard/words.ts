import type { Verdict } from '../../domain/verdict.ts';
import type { GuardProgress } from './contract.ts';

/** `15:04:05 UTC` */
export function clockTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)} UTC`;
}

/** What an operator reads in the Temporal UI under "current details" while the guard runs. */
export function detailsOf(progress: GuardProgress): string {
  const lines = progress.vpgs.map(({ name, site, kind, state, waitsFor, untilMs, task }) => {
    const until = untilMs === null ? '' : `, until ${clockTime(untilMs)} at the latest`;
    return `- **${name}** (${site}, ${kind}): ${state}${waitsFor === null ? '' : `; waits for ${waitsFor}${until}`}${task === null ? '' : `; Zerto task ${task}`}`;
  });
  return [progress.phase, ...lines].join('\n');
}

/** What it reads there once the guard has answered. */
export function answerOf(verdict: Verdict): string {
  const points = verdict.vpgs.map(
    ({ name, state, rewindPoint }) =>
      `- **${name}**: ${state}${rewindPoint === null ? '' : `; rewind point ${rewindPoint.identifier} of ${rewindPoint.at} (${rewindPoint.which})`}`,
  );
  const why = verdict.reason === null ? [] : [`${verdict.reason.code}: ${verdict.reason.message}`];
  return [`Answered: **${verdict.outcome}**`, ...why, ...points].join('\n');
}
