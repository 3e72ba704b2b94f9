import type { Calibration, Weights } from './calibration.ts';
import { isPossible, likelihood, lookedAt, secondLook, type CallLookedAt, type FirstSight } from './second-look.ts';
import { ruleNames, ruleOf, signalNames, weighed, type RuleName, type Weighed } from './signals.ts';
import { Forest } from './trees.ts';

/** How likely each candidate is a cause: first by itself, then beside the others. */
export class Scale {
  readonly #base: Record<Weighed, number>;
  readonly #weights: Record<Weighed, Float64Array>;
  readonly #forest: Forest;

  constructor({ base, signals, trees, columns }: Omit<Calibration, 'fitted'>) {
    const of = (weights: Weights | undefined, group: Weighed): number => (weights?.all ?? 0) + (weights?.[group] ?? 0);
    this.#base = byGroup((group) => of(base, group));
    this.#weights = byGroup((group) => Float64Array.from(signalNames, (name) => of(signals[name], group)));
    this.#forest = new Forest(
      trees,
      columns.map((name) => lookedAt.indexOf(name)),
    );
  }

  /** Log odds at first sight: the signals add up. */
  odds(signals: Float32Array, group: Weighed): number {
    const weights = this.#weights[group];
    let odds = this.#base[group];
    for (let at = 0; at < weights.length; at++) odds += weights[at]! * signals[at]!;
    return odds;
  }

  /** The likely ones, most likely first. */
  likely<Of extends FirstSight['candidate']>(
    call: CallLookedAt<Of>,
  ): readonly { readonly candidate: Of; readonly probability: number }[] {
    const possible: { readonly candidate: Of; readonly odds: number }[] = [];
    for (const candidate of call.candidates) {
      const odds = this.odds(candidate.signals, call.group);
      if (isPossible(odds)) possible.push({ candidate, odds });
    }
    return secondLook(possible, call)
      .map(({ candidate, odds, row }) => ({ candidate, probability: likelihood(odds + this.#forest.sum(row)) }))
      .sort((a, b) => b.probability - a.probability);
  }

  /** What each rule adds to the log odds. */
  byRule(signals: Float32Array, group: Weighed): ReadonlyMap<RuleName, number> {
    const weights = this.#weights[group];
    const sums = new Float64Array(ruleNames.length);
    for (let at = 0; at < weights.length; at++) sums[ruleAt[at]!]! += weights[at]! * signals[at]!;
    return new Map(ruleNames.map((rule, at) => [rule, sums[at]!]));
  }
}

/** The rule of each signal, as a place in `ruleNames`. */
const ruleAt = Uint8Array.from(signalNames, (signal) => ruleNames.indexOf(ruleOf(signal)));

function byGroup<Value>(make: (group: Weighed) => Value): Record<Weighed, Value> {
  return Object.fromEntries(weighed.map((group) => [group, make(group)])) as Record<Weighed, Value>;
}
