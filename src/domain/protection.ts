import { foldVmName, isVmIdentifier } from './vm-name.ts';

export interface VmRef {
  /** `serverGuid.moref` */
  identifier: string;
  name: string;
}

export interface SiteRef {
  identifier: string;
  name: string;
}

/** One row of Zerto's VM list: one VM in one VPG, with status names instead of numbers. */
export interface ProtectionRow {
  vm: VmRef;
  vpg: { identifier: string; name: string };
  status: string;
  subStatus: string;
  /** `kind`: see `siteKind`. */
  protectedSite: SiteRef & { kind: string };
  recoverySite: SiteRef;
}

/** What one configured ZVM said when it was asked for a VM; `rows` is null where it did not answer. */
export interface SiteAnswer {
  /** The site's name in the config. */
  site: string;
  /** The site's own identity, where it was ever read. */
  identity: SiteRef | null;
  rows: readonly ProtectionRow[] | null;
}

/** A VPG that protects the wanted VM, as one VPG however many ends showed it. */
export interface ProtectingVpg extends Omit<ProtectionRow, 'vm' | 'vpg'> {
  identifier: string;
  name: string;
  /** Configured sites whose ZVM shows it, the protected end first: where to insert and where to look. */
  zvms: string[];
}

export type Protection =
  | { kind: 'found'; vm: VmRef; vpgs: ProtectingVpg[]; incomplete: string | null }
  | { kind: 'none' }
  | { kind: 'ambiguous'; candidates: VmRef[] }
  | { kind: 'silent'; site: string; unproven: 'name' | 'vpgs' };

type Sighting = ProtectionRow & { site: string; atProtectedEnd: boolean };

function sightings(names: readonly string[], answers: readonly SiteAnswer[]): Sighting[] {
  const all = answers.flatMap((answer) =>
    (answer.rows ?? []).map((row) => ({
      ...row,
      site: answer.site,
      atProtectedEnd: answer.identity?.identifier === row.protectedSite.identifier,
    })),
  );
  for (const name of names) {
    // The server's own filter is not trusted: unknown filters are ignored silently (zerto-api.md, 8.3 row 12).
    const matching = all.filter((row) =>
      isVmIdentifier(name)
        ? row.vm.identifier.toLowerCase() === name.toLowerCase()
        : foldVmName(row.vm.name) === foldVmName(name),
    );
    if (matching.length > 0) return matching;
  }
  return [];
}

/** Rows of one VPG seen from both ends are one VPG, described by its protected end where that answered. */
function mergeEnds(rows: readonly Sighting[]): Sighting[][] {
  const byVpg = new Map<string, Sighting[]>();
  for (const row of rows) byVpg.set(row.vpg.identifier, [...(byVpg.get(row.vpg.identifier) ?? []), row]);
  return [...byVpg.values()].map((ends) =>
    [...ends].sort((a, b) => Number(b.atProtectedEnd) - Number(a.atProtectedEnd)),
  );
}

function distinctVms(vpgs: readonly Sighting[][]): VmRef[] {
  const vms = new Map<string, VmRef>();
  for (const ends of vpgs) {
    const told = ends[0]?.site;
    for (const row of ends) if (row.site === told) vms.set(row.vm.identifier, row.vm);
  }
  return [...vms.values()];
}

function mayBe(silent: SiteAnswer, site: SiteRef): boolean {
  return silent.identity === null || silent.identity.identifier === site.identifier;
}

/**
 * Which VPGs protect the wanted VM, from what every configured ZVM answered (design 3.1, step 3).
 *
 * `names` come from `vmNames`, best first. The set of VPGs counts as complete when the ZVM of the VM's
 * protected site answered; a configured one that is silent makes the answer `silent`, because a VPG that it
 * alone knows would go untagged. A silent site also leaves the uniqueness of a *name* unproven.
 */
export function findProtection(names: readonly string[], answers: readonly SiteAnswer[]): Protection {
  const silent = answers.filter((answer) => answer.rows === null);
  const vpgs = mergeEnds(sightings(names, answers));
  const vms = distinctVms(vpgs);
  if (vms.length > 1) return { kind: 'ambiguous', candidates: vms };

  const byName = !names.every(isVmIdentifier);
  const firstSilent = silent[0];
  const vm = vms[0];
  if (vm === undefined) {
    return firstSilent === undefined
      ? { kind: 'none' }
      : { kind: 'silent', site: firstSilent.site, unproven: 'name' };
  }
  if (firstSilent !== undefined && byName)
    return { kind: 'silent', site: firstSilent.site, unproven: 'name' };

  const answered = new Set(
    answers.flatMap(({ rows, identity }) => (rows && identity ? [identity.identifier] : [])),
  );
  const unheard = new Map<string, string>();
  for (const [row] of vpgs) {
    if (row === undefined || answered.has(row.protectedSite.identifier)) continue;
    const holder = silent.find((answer) => mayBe(answer, row.protectedSite));
    if (holder !== undefined) return { kind: 'silent', site: holder.site, unproven: 'vpgs' };
    unheard.set(row.protectedSite.identifier, row.protectedSite.name);
  }
  return {
    kind: 'found',
    vm,
    vpgs: vpgs.flatMap(([told, ...others]) => {
      if (told === undefined) return [];
      const { vpg, status, subStatus, protectedSite, recoverySite, site } = told;
      const zvms = [...new Set([site, ...others.map((row) => row.site)])];
      return [{ ...vpg, status, subStatus, protectedSite, recoverySite, zvms }];
    }),
    incomplete:
      unheard.size === 0
        ? null
        : `No ZVM of the protected site ${[...unheard.values()].join(', ')} is configured, so VPGs that only it knows would not be seen.`,
  };
}
