import { cadenceOf, siteKind, type CadenceTable } from '../domain/cadence.ts';
import { findProtection, type ProtectionRow, type SiteAnswer, type SiteRef } from '../domain/protection.ts';
import { silentSite } from '../domain/reasons.ts';
import { taggability } from '../domain/taggable.ts';
import { foldVmName, isVmIdentifier, shortName, vmNames, type NameRules } from '../domain/vm-name.ts';
import { metered, type ZvmVmRow } from '../zvm/index.ts';
import type { GuardPolicy, ProtectionFinding, Trouble } from './shapes.ts';
import { troubleOf, type Site, type Sites } from './sites.ts';

export interface ProtectionRules extends NameRules {
  cadence: CadenceTable;
  policy: GuardPolicy;
}

type Told = SiteAnswer & { trouble: Trouble | null };

function protectionRow({ protectedSite, ...row }: ZvmVmRow): ProtectionRow {
  const { entityType, ...site } = protectedSite;
  return { ...row, protectedSite: { ...site, kind: siteKind(entityType) } };
}

/** Asks every configured ZVM at once for the VM, under each of its names. */
export class ProtectionFinder {
  private readonly sites: Sites;
  private readonly rules: ProtectionRules;
  /** Who each site is, kept for when it falls silent: its VPGs are then known to be missing. */
  private readonly identities = new Map<string, SiteRef>();

  constructor(sites: Sites, rules: ProtectionRules) {
    this.sites = sites;
    this.rules = rules;
  }

  async find(wanted: string): Promise<ProtectionFinding> {
    const { result, requests } = await metered(() => this.search(wanted));
    return { policy: this.rules.policy, found: result, requests };
  }

  private async search(wanted: string): Promise<ProtectionFinding['found']> {
    const names = vmNames(wanted, this.rules);
    const filters = names.map((name) => (isVmIdentifier(name) ? { vmIdentifier: name } : { vmName: name }));
    const narrow = await this.ask((site) => Promise.all(filters.map((filter) => site.zvm.vms(filter))));
    const found = this.judge(names, narrow);
    if (found.kind !== 'none') return found;
    // Nothing by the server's filter, whose rules nobody documents: the whole list decides, and shows a near name.
    const whole = await this.ask(async (site) => [await site.zvm.vms({})]);
    const sure = this.judge(names, whole);
    if (sure.kind !== 'none') return sure;
    return { kind: 'none', near: nearName(wanted, whole) };
  }

  private async ask(query: (site: Site) => Promise<ZvmVmRow[][]>): Promise<Told[]> {
    return await Promise.all(
      this.sites.all.map(async (site): Promise<Told> => {
        try {
          const [identity, lists] = await Promise.all([site.zvm.localSite(), query(site)]);
          this.identities.set(site.name, { identifier: identity.identifier, name: identity.name });
          return { site: site.name, identity, rows: lists.flat().map(protectionRow), trouble: null };
        } catch (error) {
          const identity = this.identities.get(site.name) ?? null;
          return { site: site.name, identity, rows: null, trouble: troubleOf(error) };
        }
      }),
    );
  }

  private judge(names: readonly string[], answers: readonly Told[]): ProtectionFinding['found'] {
    const protection = findProtection(names, answers);
    if (protection.kind === 'none') return { kind: 'none', near: null };
    if (protection.kind === 'ambiguous') return protection;
    if (protection.kind === 'silent') {
      const trouble = answers.find(({ site }) => site === protection.site)?.trouble;
      if (!trouble) throw new Error(`Site ${protection.site} is silent without a cause.`);
      const reason =
        answers.length === 1
          ? trouble.reason
          : silentSite(protection.site, protection.unproven, trouble.reason);
      return { kind: 'silent', trouble: { ...trouble, reason } };
    }
    return {
      ...protection,
      vpgs: protection.vpgs.map((vpg) => ({
        ...vpg,
        taggability: taggability(vpg.status, vpg.subStatus),
        cadence: cadenceOf(vpg.protectedSite.kind, this.rules.cadence),
      })),
    };
  }
}

function nearName(wanted: string, answers: readonly SiteAnswer[]): string | null {
  const short = shortName(wanted);
  const names = answers.flatMap(({ rows }) => (rows ?? []).map((row) => row.vm.name));
  const near = names.find((name) => {
    const known = foldVmName(name);
    // Either is the other's short name, or they differ in spaces and punctuation alone.
    return (
      (short !== null && known === foldVmName(short)) ||
      known.split('.')[0] === foldVmName(wanted) ||
      letters(known) === letters(wanted)
    );
  });
  return near ?? null;
}

function letters(name: string): string {
  return foldVmName(name).replace(/[^\p{L}\p{N}]/gu, '');
}
