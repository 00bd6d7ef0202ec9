import type { SimCadence } from './cadence.ts';
import { jitter } from './random.ts';

export interface Entry {
  identifier: number;
  stampedAt: number;
  listedAt: number;
  tag: string | null;
}

/** A tagged checkpoint from its request on; the ledger shows it whether it ever lands or not. */
export interface Tagged {
  tag: string;
  requestedAt: number;
  stampAt: number;
  /** Infinity: never. */
  listAt: number;
  identifier: number | null;
  goneAt: number | null;
}

/** Rows kept at most, and history at the start: a day at 5 s would be 17,000 rows a VPG. */
const MOST_ROWS = 20_000;
const HISTORY_ROWS = 500;

/**
 * The journal of one VPG as a function of time: nothing happens by itself, `advance` works out what has
 * happened until now. So a test's clock may jump by minutes.
 */
export class Journal {
  readonly tagged: Tagged[] = [];
  private entries: Entry[] = [];
  private next: number;
  private counter: number;
  private written = true;
  private readonly cadence: SimCadence;
  private readonly seed: number;
  private readonly name: string;

  constructor(name: string, cadence: SimCadence, seed: number, now: number) {
    this.name = name;
    this.cadence = cadence;
    this.seed = seed;
    this.counter = 1 + Math.floor(jitter(seed, name, 'counter') * 5_000);
    const rows = Math.min(HISTORY_ROWS, Math.ceil(86_400 / cadence.gap));
    this.next = now - rows * cadence.gap * 1000 * jitter(seed, name, 'phase');
    this.advance(now);
  }

  /** Whether checkpoints are written from now on; call after `advance(now)`. */
  write(on: boolean): void {
    this.written = on;
  }

  insert(tagged: Tagged): void {
    this.tagged.push(tagged);
  }

  /** What the journal lists at this moment, oldest first. */
  listed(now: number): Entry[] {
    return this.entries.filter(({ listedAt }) => listedAt <= now);
  }

  /** A re-sync deletes every checkpoint, tagged ones too, and what was on its way (evidence: resync-wipes). */
  wipe(now: number): void {
    this.entries = [];
    for (const one of this.tagged) {
      if (one.goneAt !== null) continue;
      if (one.listAt <= now) one.goneAt = now;
      else one.listAt = Infinity;
      if (one.stampAt > now) one.stampAt = Infinity;
    }
  }

  advance(now: number): void {
    for (;;) {
      const tag = this.tagged
        .filter(({ identifier }) => identifier === null)
        .sort((a, b) => a.stampAt - b.stampAt)[0];
      const due = Math.min(this.next, tag?.stampAt ?? Infinity);
      if (due > now) break;
      this.counter += 1;
      if (tag !== undefined && tag.stampAt <= this.next) {
        tag.identifier = this.counter;
        if (tag.listAt !== Infinity) {
          this.entries.push({
            identifier: this.counter,
            stampedAt: tag.stampAt,
            listedAt: tag.listAt,
            tag: tag.tag,
          });
        }
        continue;
      }
      if (this.written)
        this.entries.push({ identifier: this.counter, stampedAt: this.next, listedAt: this.next, tag: null });
      this.next += this.cadence.gap * 1000 * jitter(this.seed, this.name, 'gap', this.counter);
    }
    if (this.entries.length > MOST_ROWS) this.entries = this.entries.slice(-MOST_ROWS);
  }
}
