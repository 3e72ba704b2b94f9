import type { Calibration, Weights } from '../src/causal/calibration.ts';
import { meaningOf, signalNames, weighed, type Signal, type Weighed } from '../src/causal/signals.ts';
import type { Case } from './cases.ts';
import { minimise } from './minimise.ts';

/**
 * Regularisation of the weights: a little for those of all calls, more for those of one group, which fewer calls
 * support.
 */
const restraint = { all: 0.2, group: 1 };

/**
 * A person names the one to three causes that come to mind: what is named is right, what is left out is not always
 * wrong. So a named cause counts a little more. It costs some calibration, which docs/quality.md shows.
 */
const named = 1.4;

/** Weights under which the labels are most likely (logistic regression), without the signals that are left out. */
export function fit(
  cases: readonly Case[],
  without: string | null = null,
  leftOut: ReadonlySet<Signal> = new Set(),
): Calibration {
  const columns = new Columns(leftOut);
  const rows = cases.flatMap(({ group, candidates }) =>
    candidates.map(({ signals, isCause }) => ({ isCause, cells: columns.cells(signals, group) })),
  );
  const weights = minimise(columns.size, (at, gradient) => {
    let loss = 0;
    for (const { isCause, cells } of rows) {
      let odds = 0;
      for (const { column, value } of cells) odds += at[column]! * value;
      const likely = 1 / (1 + Math.exp(-odds));
      const counts = isCause ? named : 1;
      loss -= counts * Math.log(Math.max(1e-12, isCause ? likely : 1 - likely));
      const error = counts * (likely - (isCause ? 1 : 0));
      for (const { column, value } of cells) gradient[column]! += error * value;
    }
    for (let column = 0; column < columns.size; column++) {
      const held = columns.restraint(column);
      loss += 0.5 * held * at[column]! ** 2;
      gradient[column]! += held * at[column]!;
    }
    return loss;
  });
  const sessions = new Set(cases.map(({ labelled }) => labelled.name)).size;
  return { fitted: { sessions, calls: cases.length, without }, ...columns.named(weights) };
}

interface Cell {
  readonly column: number;
  readonly value: number;
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

  cells(signals: ReadonlyMap<Signal, number>, group: Weighed): Cell[] {
    const cells: Cell[] = [];
    const put = (signal: Signal | 'base', value: number): void => {
      for (const each of ['all', group] as const) {
        const column = this.#byName.get(`${signal} ${each}`);
        if (column !== undefined) cells.push({ column, value });
      }
    };
    put('base', 1);
    for (const [signal, value] of signals) put(signal, value);
    return cells;
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

  #add(signal: Signal | 'base', group: 'all' | Weighed): void {
    this.#byName.set(`${signal} ${group}`, this.#names.length);
    this.#names.push({ signal, group });
  }
}
