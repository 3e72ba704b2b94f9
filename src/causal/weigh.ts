import type { Calibration, Weights } from './calibration.ts';
import type { Candidate } from './candidates.ts';
import { Likeliest, likelihood, lookedAt, oddsOf, secondLook, type CallLookedAt } from './second-look.ts';
import type { SignalRow } from './signal-row.ts';
import { column, ruleNames, signalNames, signalsOf, weighed, type RuleName, type Weighed } from './signals.ts';
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
  odds(signals: SignalRow, group: Weighed): number {
    return this.#base[group] + signals.weightedSum(this.#weights[group]);
  }

  /** Those with at least this probability, most likely first. */
  likely<Of extends Pick<Candidate, 'signals'> & { readonly step: { readonly index: number } }>(
    call: CallLookedAt<Of>,
    minProbability = 0,
  ): readonly Likely<Of>[] {
    const likeliest = new Likeliest<Of>();
    for (const candidate of call.candidates) likeliest.add(candidate, this.odds(candidate.signals, call.group));
    const rows = secondLook(likeliest, call);
    const minOdds = oddsOf(minProbability);
    const likely: Likely<Of>[] = [];
    for (const [rank, candidate] of likeliest.candidates.entries()) {
      const odds = this.#forest.addTo(likeliest.odds[rank]!, rows[rank]!, minOdds);
      if (odds >= minOdds) likely.push({ candidate, probability: likelihood(odds) });
    }
    return likely.sort((a, b) => b.probability - a.probability);
  }

  /** What a rule adds to the log odds. */
  ofRule(rule: RuleName, signals: SignalRow, group: Weighed): number {
    const weights = this.#weights[group];
    let sum = 0;
    for (const at of columnsOf[rule]) sum += weights[at]! * signals.get(at);
    return sum;
  }
}

export interface Likely<Of> {
  readonly candidate: Of;
  readonly probability: number;
}

const columnsOf = Object.fromEntries(
  ruleNames.map((rule) => [rule, signalsOf(rule).map((signal) => column[signal])]),
) as unknown as Readonly<Record<RuleName, readonly number[]>>;

function byGroup<Value>(make: (group: Weighed) => Value): Record<Weighed, Value> {
  return Object.fromEntries(weighed.map((group) => [group, make(group)])) as Record<Weighed, Value>;
}
