import type { ProtectionFinding } from '../../activities/shapes.ts';
import { ambiguousVm, notProtected } from '../../domain/reasons.ts';
import { withoutVpgs, type Verdict } from '../../domain/verdict.ts';

type Unfound = Extract<ProtectionFinding['found'], { kind: 'none' | 'ambiguous' }>;

/** The verdict for a VM that nobody protects, or of whose name there are several. */
export function unfound(
  found: Unfound,
  asked: { changeId: string; vm: string },
  rest: Pick<Verdict, 'requests' | 'guard' | 'waitedMs'>,
): Verdict {
  if (found.kind === 'none')
    return withoutVpgs('not_protected', notProtected(asked.vm, found.near), asked, rest);
  const { candidates } = found;
  return withoutVpgs('ambiguous', ambiguousVm(asked.vm, candidates.length), asked, { ...rest, candidates });
}
