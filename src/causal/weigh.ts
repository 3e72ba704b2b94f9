import type { Calibration, Weights } from './calibration.ts';
import { signalNames, weighed, type Signal, type Weighed } from './signals.ts';

/** Log odds for each signal, by what the call does. */
export class Scale {
  readonly #base: Record<Weighed, number>;
  readonly #weights: Record<Weighed, Map<Signal, number>>;

  constructor({ base, signals }: Calibration) {
    const of = (weights: Weights | undefined, group: Weighed): number => (weights?.all ?? 0) + (weights?.[group] ?? 0);
    this.#base = byGroup((group) => of(base, group));
    this.#weights = byGroup((group) => new Map(signalNames.map((name) => [name, of(signals[name], group)])));
  }

  /** What one signal adds to the log odds. */
  weight(signal: Signal, group: Weighed): number {
    return this.#weights[group].get(signal)!;
  }

  confidence(signals: ReadonlyMap<Signal, number>, group: Weighed): number {
    let odds = this.#base[group];
    for (const [signal, value] of signals) odds += value * this.weight(signal, group);
    return 1 / (1 + Math.exp(-odds));
  }
}

function byGroup<Value>(make: (group: Weighed) => Value): Record<Weighed, Value> {
  return Object.fromEntries(weighed.map((group) => [group, make(group)])) as Record<Weighed, Value>;
}
