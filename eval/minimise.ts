/** A function to minimise: writes its gradient at `at` into `gradient` and gives its value. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number;

const remembered = 8;

/** L-BFGS with backtracking, for smooth convex functions. */
export function minimise(size: number, objective: Objective, rounds = 80): Float64Array {
  let at = new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = objective(at, gradient);
  const history: { step: Float64Array; change: Float64Array; rho: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const direction = newtonLike(gradient, history);
    const slope = dot(gradient, direction);
    if (slope < 1e-9) break;
    let next = at;
    let nextGradient = gradient;
    let nextValue = Infinity;
    for (let length = 1; length > 1e-6; length /= 2) {
      next = at.map((each, index) => each - length * direction[index]!);
      nextGradient = new Float64Array(size);
      nextValue = objective(next, nextGradient);
      if (nextValue <= value - 1e-4 * length * slope) break;
    }
    const step = next.map((each, index) => each - at[index]!);
    const change = nextGradient.map((each, index) => each - gradient[index]!);
    const curvature = dot(step, change);
    if (curvature > 1e-10) history.push({ step, change, rho: 1 / curvature });
    if (history.length > remembered) history.shift();
    const gained = value - nextValue;
    [at, gradient, value] = [next, nextGradient, nextValue];
    if (gained < 1e-6 * Math.abs(value)) break;
  }
  return at;
}

function newtonLike(
  gradient: Float64Array,
  history: readonly { step: Float64Array; change: Float64Array; rho: number }[],
): Float64Array {
  const direction = gradient.slice();
  const taken: number[] = [];
  for (const [index, { step, change, rho }] of [...history.entries()].toReversed()) {
    taken[index] = rho * dot(step, direction);
    addTo(direction, change, -taken[index]);
  }
  const last = history.at(-1);
  const scale = last
    ? 1 / (last.rho * dot(last.change, last.change))
    : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)));
  for (let index = 0; index < direction.length; index++) direction[index]! *= scale;
  for (const [index, { step, change, rho }] of history.entries())
    addTo(direction, step, taken[index]! - rho * dot(change, direction));
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

function addTo(target: Float64Array, other: Float64Array, times: number): void {
  for (let index = 0; index < target.length; index++) target[index]! += times * other[index]!;
}
