import { readFileSync } from 'node:fs';
import { StemmaError } from '../model/stemma-error.ts';
import fitted from './calibration.json' with { type: 'json' };
import { signalNames, weighed, type Signal, type Weighed } from './signals.ts';

/** Every fitted number of the engine. Written by `npm run eval -- --fit`; `STEMMA_CALIBRATION` names another file. */
export interface Calibration {
  /** On what it was fitted. */
  readonly fitted: { readonly sessions: number; readonly calls: number; readonly without: string | null };
  /** Log odds of a candidate without any signal. */
  readonly base: Weights;
  readonly signals: Readonly<Partial<Record<Signal, Weights>>>;
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
  const { base, signals } = (value ?? {}) as Partial<Calibration>;
  const whole =
    isWeights(base) &&
    typeof signals === 'object' &&
    signals !== null &&
    Object.entries(signals).every(([name, weights]) => names.has(name) && isWeights(weights));
  if (!whole)
    throw new StemmaError('bad-settings', `STEMMA_CALIBRATION: ${path} is not a calibration of this version`, { hint });
  return value as Calibration;
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
