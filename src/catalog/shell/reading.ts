import { knownHosts, type KnownHosts } from '../hosts/known-hosts.ts';
import { vmOfSshHost } from '../hosts/vm-of-host.ts';
import type { CatalogSettings, Effect, EffectKind, Trace } from '../types.ts';

/** Longer commands are not read (design, issue 5: length and depth are bounded). */
export const LONGEST_COMMAND = 16_384;
const DEEPEST = 10;
const MOST_STEPS = 4_000;
const MOST_CHARACTERS = 200_000;

/** The command is too long, too deep or unfolds too far to be judged. */
export class TooMuch extends Error {}

/** Where a command runs. A remote place without a VM is a host that is only known at run time. */
export interface Place {
  vm: string | null;
  remote: boolean;
}

/** Whether what a program does there matters: this machine counts only where the user bound it to a VM. */
export function isGuest({ vm, remote }: Place): boolean {
  return remote || vm !== null;
}

/** One reading of one call: what it found so far, and how far it may still go. */
export class Reading {
  readonly settings: CatalogSettings;
  readonly known: KnownHosts;
  readonly effects: Effect[] = [];
  private readonly trace: Trace | undefined;
  private steps = 0;
  private characters = 0;
  private muted = 0;

  constructor(settings: CatalogSettings, trace?: Trace) {
    this.settings = settings;
    this.known = knownHosts(settings);
    this.trace = trace;
  }

  /** One more step in a shell of this depth. @throws TooMuch */
  step(depth: number): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooMuch('it unfolds into too many commands');
    if (depth > DEEPEST) throw new TooMuch('it nests too many shells');
  }

  /** A text is about to be parsed. @throws TooMuch */
  parse(text: string, depth: number): void {
    this.step(depth);
    this.characters += text.length;
    if (text.length > LONGEST_COMMAND || this.characters > MOST_CHARACTERS)
      throw new TooMuch('it is too long');
  }

  /** What `kind` does at `place`. Changes where the host is unknown are unknown; local work counts only if bound. */
  at(place: Place, kind: EffectKind, why: string, depth: number): void {
    if (kind === 'unknown') this.add({ kind, host: place.remote ? place.vm : null, why }, depth);
    else if (!isGuest(place)) this.note(`local: ${why}`, depth);
    else if (place.vm === null && kind === 'change')
      this.add({ kind: 'unknown', host: null, why: `${why}; the host is only known at run time` }, depth);
    else this.add({ kind, host: place.vm, why }, depth);
  }

  unknown(why: string, depth: number): void {
    this.add({ kind: 'unknown', host: null, why }, depth);
  }

  note(what: string, depth: number): void {
    if (this.muted === 0) this.trace?.({ depth, what, effect: null });
  }

  /** The place behind a host name as the ssh family takes it; null vm where it cannot be told. */
  remotePlace(host: string | null): Place {
    return { vm: host === null ? null : vmOfSshHost(host, this.settings), remote: true };
  }

  /** Runs `look` and returns what it would have found, without finding it. */
  whatIf(look: () => void): Effect[] {
    const before = this.effects.length;
    this.muted += 1;
    try {
      look();
      return this.effects.slice(before);
    } finally {
      this.effects.length = before;
      this.muted -= 1;
    }
  }

  private add(effect: Effect, depth: number): void {
    this.effects.push(effect);
    if (this.muted === 0)
      this.trace?.({ depth, what: effect.why, effect: { kind: effect.kind, host: effect.host } });
  }
}
