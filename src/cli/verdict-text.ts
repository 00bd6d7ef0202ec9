import type { Verdict, VpgVerdict } from '../domain/verdict.ts';

/** A verdict as a person reads it on a terminal. */
export function verdictText(verdict: Verdict): string {
  const { ok, outcome, reason, vm, changeId, tag, vpgs, candidates, warnings } = verdict;
  const head = ok
    ? `${outcome}: ${vm.name} can be rewound to before change ${changeId}.`
    : `${outcome}: do not change ${vm.name}. ${reason?.message ?? ''}`;
  const lines = [head.trim()];
  if (reason !== null) lines.push(`Next: ${reason.next}`);
  for (const candidate of candidates) lines.push(`  candidate ${candidate.identifier} (${candidate.name})`);
  for (const vpg of vpgs) lines.push(`  ${vpgLine(vpg)}`);
  if (tag !== null) lines.push(`Tag: ${tag}`);
  for (const warning of warnings) lines.push(`Note: ${warning}`);
  if (vpgs.length > 0)
    lines.push(`${verdict.requests} ZVM requests, ${(verdict.waitedMs / 1000).toFixed(1)} s.`);
  return lines.join('\n');
}

function vpgLine({ name, protectedSite, state, rewindPoint, detail }: VpgVerdict): string {
  const point =
    rewindPoint === null
      ? 'no rewind point'
      : `rewind point ${rewindPoint.identifier} of ${rewindPoint.at} (${rewindPoint.which})`;
  return `${name} (${protectedSite.name}, ${protectedSite.kind}): ${state}, ${point}${detail === null ? '' : `. ${detail}`}`;
}
