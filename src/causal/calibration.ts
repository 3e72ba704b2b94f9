import { readFileSync } from 'node:fs';
import { StemmaError } from '../model/stemma-error.ts';
import fitted from './calibration.json' with { type: 'json' };
import { lookedAt } from './second-look.ts';
import type { Tree } from './trees.ts';
import { signalNames, weighed, type Signal, type Weighed } from './signals.ts';

/** Every fitted number of the engine. Written by `npm run eval -- --fit`; `STEMMA_CALIBRATION` names another file. */
export interface Calibration {
  /** On what it was fitted. */
  readonly fitted: { readonly sessions: number; readonly calls: number; readonly without: string | null };
  /** Log odds of a candidate without any signal. */
  readonly base: Weights;
  readonly signals: Readonly<Partial<Record<Signal, Weights>>>;
  /** What a second look, beside the other candidates, adds. */
  readonly trees: readonly Tree[];
  /** The names of the columns that trees look at, as places in this list. */
  readonly columns: readonly string[];
}

/** `all` counts for every call, the others are added for calls of their group. */
export type Weights = Readonly<Partial<Record<'all' | Weighed, number>>>;

const hint = 'Write one with `npm run eval -- --fit --out FILE`, or unset STEMMA_CALIBRATION.';

let chosen: { readonly path: string | undefined; readonly calibration: Calibration } | undefined;

export function calibration(): Calibration {
  const path = process.env['STEMMA_CALIBRATION'] || undefined;
  if (!chosen || chosen.path !== path)
    chosen = {
      path,
      calibration: path === undefined ? checked(fitted, 'calibration.json') : checked(read(path), path),
    };
  return chosen.calibration;
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StemmaError('bad-settings', `STEMMA_CALIBRATION: ${path} cannot be read: ${(error as Error).message}`, {
      hint,
      cause: error,
    });
  }
}

function checked(value: unknown, path: string): Calibration {
  const { base, signals, trees = [], columns = [] } = (value ?? {}) as Partial<Calibration>;
  const whole =
    isWeights(base) &&
    typeof signals === 'object' &&
    signals !== null &&
    Object.entries(signals).every(([name, weights]) => names.has(name) && isWeights(weights)) &&
    Array.isArray(columns) &&
    columns.every((name) => lookedAt.includes(name)) &&
    Array.isArray(trees) &&
    trees.every((tree) => isTree(tree, columns.length));
  if (!whole)
    throw new StemmaError('bad-settings', `STEMMA_CALIBRATION: ${path} is not a calibration of this version`, { hint });
  return { ...(value as Calibration), trees, columns };
}

const names: ReadonlySet<string> = new Set(signalNames);
const groups: ReadonlySet<string> = new Set(['all', ...weighed]);

function isWeights(value: unknown): value is Weights {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([group, weight]) => groups.has(group) && typeof weight === 'number' && Number.isFinite(weight),
    )
  );
}

/** Columns exist, and every way down ends: a node's branches come after it. */
function isTree(value: unknown, columns: number): value is Tree {
  const { column, at, left } = (value ?? {}) as Partial<Tree>;
  return (
    isNumbers(column) &&
    isNumbers(at) &&
    isNumbers(left) &&
    column.length > 0 &&
    at.length === column.length &&
    left.length === column.length &&
    column.every((each, node) =>
      each === -1
        ? true
        : Number.isInteger(each) && each >= 0 && each < columns && left[node]! > node && left[node]! + 1 < at.length,
    )
  );
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => Number.isFinite(each));
}
