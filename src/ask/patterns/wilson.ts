/** Where the true rate lies, 19 times of 20, when something worked so often of so many tries. */
export interface Rate {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's interval: one success of one try is no 100 %, it is anything above 20 %. Counts may be fractions, for
 * tries of long ago that count for less.
 */
export function wilson(worked: number, tried: number): Rate {
  if (tried <= 0) return { low: 0, high: 1 };
  const rate = Math.min(1, worked / tried);
  const square = z * z;
  const centre = rate + square / (2 * tried);
  const reach = z * Math.sqrt((rate * (1 - rate)) / tried + square / (4 * tried * tried));
  const whole = 1 + square / tried;
  return { low: Math.max(0, (centre - reach) / whole), high: Math.min(1, (centre + reach) / whole) };
}

/** Of the normal distribution, for 95 %. */
const z = 1.96;
