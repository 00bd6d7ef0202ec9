/** Seconds, as measured on a live ZVM 10.9.10 (evidence: cadence-measured). */
export interface SimCadence {
  gap: number;
  visible: number;
  stamp: number;
  patience: number;
}

const MEASURED: Readonly<Record<string, SimCadence>> = {
  vSphere: { gap: 5, visible: 4, stamp: 2, patience: 45 },
  Azure: { gap: 60, visible: 34, stamp: 30, patience: 120 },
  AWS: { gap: 630, visible: 128, stamp: 30, patience: 1260 },
};

const SHORTEST_PATIENCE = 10;

/** The cadence of a kind of site at a speed; `patience` keeps a floor, because clients have one too. */
export function simulatedCadence(kind: string, speed: number): SimCadence {
  const { gap, visible, stamp, patience } = MEASURED[kind] ?? { gap: 5, visible: 4, stamp: 2, patience: 45 };
  return {
    gap: gap / speed,
    visible: visible / speed,
    stamp: stamp / speed,
    patience: Math.max(SHORTEST_PATIENCE, patience / speed),
  };
}

export function simulatedCadences(speed: number): Record<string, SimCadence> {
  return Object.fromEntries(Object.keys(MEASURED).map((kind) => [kind, simulatedCadence(kind, speed)]));
}
