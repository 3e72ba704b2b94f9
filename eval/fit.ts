import type { Calibration, Weights } from '../src/causal/calibration.ts';
import { Likeliest, lookedAt, secondLook } from '../src/causal/second-look.ts';
import { meaningOf, signalNames, weighed, type Signal, type Weighed } from '../src/causal/signals.ts';
import { Scale } from '../src/causal/weigh.ts';
import { boost, type Boosting } from './boost.ts';
import type { Case, CaseCandidate } from './cases.ts';
import { minimise } from './minimise.ts';

/**
 * Regularisation of the weights: a little for those of all calls, more for those of one group, which fewer calls
 * support.
 */
const restraint = { all: 1, group: 4 };

const boosting: Boosting = { trees: 40, leaves: 8, rate: 0.08, minRows: 30, restraint: 10, share: 0.4 };

/** Parts of the repositories that are weighed by the others, for the trees to learn from. */
const parts = 4;

/**
 * Weights under which the labels are most likely (logistic regression), then trees that look at each candidate beside
 * the others. The trees learn from odds of repositories the weights had not seen: those of seen ones are too good.
 */
export function fit(cases: readonly Case[], without: string | null = null): Calibration {
  const examples = splitByRepository(cases, parts).flatMap(({ own, others }) => examplesOf(own, weightsFor(others)));
  const trees = boost(
    {
      rows: examples.map(({ row }) => row),
      right: examples.map(({ isCause }) => isCause),
      odds: examples.map(({ odds }) => odds),
    },
    boosting,
  );
  const sessions = new Set(cases.map(({ labelled }) => labelled.name)).size;
  return { fitted: { sessions, calls: cases.length, without }, ...weightsFor(cases), columns: lookedAt, trees };
}

/** So many parts of whole repositories, about equal. With one repository there is nothing unseen to learn from, and no trees. */
export function splitByRepository(
  cases: readonly Case[],
  parts: number,
): readonly { readonly own: readonly Case[]; readonly others: readonly Case[] }[] {
  const repositories = [...Map.groupBy(cases, ({ labelled }) => labelled.repository)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  if (repositories.length < 2) return [];
  const split = Array.from({ length: Math.min(parts, repositories.length) }, (): Case[] => []);
  for (const [, own] of repositories) split.toSorted((a, b) => a.length - b.length)[0]!.push(...own);
  return split.map((own) => ({ own, others: split.filter((part) => part !== own).flat() }));
}

function examplesOf(
  cases: readonly Case[],
  weights: Pick<Calibration, 'base' | 'signals'>,
): readonly { readonly row: Float64Array; readonly isCause: boolean; readonly odds: number }[] {
  const scale = new Scale({ ...weights, trees: [], columns: [] });
  return cases.flatMap((each) => {
    const likeliest = new Likeliest<CaseCandidate>();
    for (const candidate of each.candidates) likeliest.add(candidate, scale.odds(candidate.signals, each.group));
    const rows = secondLook(likeliest, each);
    return likeliest.candidates.map(({ isCause }, rank) => ({
      row: rows[rank]!.slice(),
      isCause,
      odds: likeliest.odds[rank]!,
    }));
  });
}

/** Logistic regression, without the signals that are left out. */
export function weightsFor(
  cases: readonly Case[],
  leftOut: ReadonlySet<Signal> = new Set(),
): Pick<Calibration, 'base' | 'signals'> {
  const columns = new Columns(leftOut);
  const rows = columns.rowsOf(cases);
  const weights = minimise(columns.size, (at, gradient) => {
    let loss = 0;
    for (let row = 0; row < rows.count; row++) {
      const end = rows.start[row + 1]!;
      let odds = 0;
      for (let cell = rows.start[row]!; cell < end; cell++) odds += at[rows.column[cell]!]! * rows.value[cell]!;
      const likely = 1 / (1 + Math.exp(-odds));
      const isCause = rows.isCause[row]!;
      loss -= Math.log(Math.max(1e-12, isCause ? likely : 1 - likely));
      const error = likely - isCause;
      for (let cell = rows.start[row]!; cell < end; cell++) gradient[rows.column[cell]!]! += error * rows.value[cell]!;
    }
    for (let column = 0; column < columns.size; column++) {
      const held = columns.restraint(column);
      loss += 0.5 * held * at[column]! ** 2;
      gradient[column]! += held * at[column]!;
    }
    return loss;
  });
  return columns.named(weights);
}

/** What is not 0 in each row, one row after the other. */
interface Rows {
  readonly count: number;
  /** Where the cells of each row begin, and the end of the last. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  readonly isCause: Uint8Array;
}

class Columns {
  readonly #names: { signal: Signal | 'base'; group: 'all' | Weighed }[] = [];
  readonly #byName = new Map<string, number>();

  constructor(leftOut: ReadonlySet<Signal>) {
    for (const signal of ['base' as const, ...signalNames]) {
      if (signal !== 'base' && leftOut.has(signal)) continue;
      this.#add(signal, 'all');
      if (signal === 'base' || !meaningOf(signal).everywhere) for (const group of weighed) this.#add(signal, group);
    }
  }

  get size(): number {
    return this.#names.length;
  }

  restraint(column: number): number {
    const { signal, group } = this.#names[column]!;
    return group === 'all' ? (signal === 'base' ? 0 : restraint.all) : restraint.group;
  }

  rowsOf(cases: readonly Case[]): Rows {
    const start = [0];
    const column: number[] = [];
    const value: number[] = [];
    const isCause: number[] = [];
    for (const { group, candidates } of cases) {
      const base = this.#columnsOf('base', group);
      const ofSignal = signalNames.map((signal) => this.#columnsOf(signal, group));
      for (const candidate of candidates) {
        for (const each of base) value[column.push(each) - 1] = 1;
        for (const [at, columns] of ofSignal.entries()) {
          const own = candidate.signals.get(at);
          if (own !== 0) for (const each of columns) value[column.push(each) - 1] = own;
        }
        start.push(column.length);
        isCause.push(candidate.isCause ? 1 : 0);
      }
    }
    return {
      count: isCause.length,
      start: Int32Array.from(start),
      column: Int32Array.from(column),
      value: Float64Array.from(value),
      isCause: Uint8Array.from(isCause),
    };
  }

  named(weights: Float64Array): Pick<Calibration, 'base' | 'signals'> {
    const all: Partial<Record<Signal | 'base', Record<string, number>>> = {};
    for (const [column, { signal, group }] of this.#names.entries()) {
      const weight = Math.round(weights[column]! * 1000) / 1000;
      if (weight !== 0) (all[signal] ??= {})[group] = weight;
    }
    const { base = {}, ...signals } = all;
    return { base, signals: signals as Partial<Record<Signal, Weights>> };
  }

  #columnsOf(signal: Signal | 'base', group: Weighed): readonly number[] {
    return (['all', group] as const).flatMap((each) => this.#byName.get(`${signal} ${each}`) ?? []);
  }

  #add(signal: Signal | 'base', group: 'all' | Weighed): void {
    this.#byName.set(`${signal} ${group}`, this.#names.length);
    this.#names.push({ signal, group });
  }
}
