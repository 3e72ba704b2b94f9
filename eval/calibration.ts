import type { Scored } from './score.ts';

/** Of the causes named with about this confidence, how many a person named too. */
export interface Band {
  readonly from: number;
  readonly count: number;
  readonly meanConfidence: number;
  readonly right: number;
}

/** Ten bands of equal width; what is recorded is not a claim and left out by its certainty. */
export function bandsOf(scored: readonly Scored[]): readonly Band[] {
  const claims = scored.flatMap((each) => each.claims).filter(({ confidence }) => confidence < 1);
  return Array.from({ length: 10 }, (_, index) => {
    const within = claims.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === index);
    const mean = (values: readonly number[]): number =>
      values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      from: index / 10,
      count: within.length,
      meanConfidence: mean(within.map(({ confidence }) => confidence)),
      right: mean(within.map(({ isCause }) => (isCause ? 1 : 0))),
    };
  });
}

/** Expected calibration error: the mean distance between confidence and share correct. */
export function calibrationError(bands: readonly Band[]): number {
  const all = bands.reduce((sum, { count }) => sum + count, 0);
  return bands.reduce(
    (sum, { count, meanConfidence, right }) => sum + (count / Math.max(1, all)) * Math.abs(meanConfidence - right),
    0,
  );
}
