import { isPrompt, promptKind } from '../data/kinds.ts';
import type { Band, Steps } from '../data/steps.ts';

/** When each step began and ended, on a clock that stops while nothing happens. */
export interface Waterfall {
  /** A step, or `-1 - n` for extra row n. */
  readonly rows: Int32Array;
  readonly rowOf: Int32Array;
  readonly extras: readonly (Gap | SubagentRow)[];
  /** Milliseconds since the session began, without gaps. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** How long the model took until it made the call. */
  readonly model: Float64Array;
  /** Steps that took longest, with the model; the longest first. */
  readonly slowest: readonly number[];
  readonly sums: { readonly tools: number; readonly model: number; readonly person: number; readonly idle: number };
}

/** Time in which nothing happened, before a step of the session. */
export interface Gap {
  readonly before: number;
  readonly ms: number;
  /** `person`: the next thing is a prompt. */
  readonly is: 'person' | 'idle';
}

/** A sub-agent, below the call that started it. */
export interface SubagentRow {
  readonly is: 'agent';
  readonly band: Band;
}

const shortestWait = 30_000;
/** Longer than a model takes. */
const shortestIdle = 10 * 60_000;
const mostSlowest = 50;

/** One pass over all steps. Steps of sub-agents run beside the call that started them. */
export function waterfallOf(steps: Steps): Waterfall {
  const { count, at, took, part, kind } = steps;
  const start = new Float64Array(count);
  const end = new Float64Array(count);
  const model = new Float64Array(count);
  const busyUntil = new Float64Array(steps.parts.length);
  const isBegun = new Uint8Array(steps.parts.length);
  const gaps: Gap[] = [];
  const sums = { tools: 0, model: 0, person: 0, idle: 0 };
  const began = count > 0 ? at[0]! : 0;
  let cut = 0;
  for (let step = 0; step < count; step++) {
    const own = part[step]!;
    const before = isBegun[own] ? busyUntil[own]! : at[step]!;
    // Clocks go backwards; the waterfall does not.
    const free = Math.max(0, at[step]! - before);
    const is = kind[step] === promptKind ? 'person' : 'idle';
    const isGap = own === 0 && free >= (isPrompt(kind[step]!) ? shortestWait : shortestIdle);
    if (isGap) {
      gaps.push({ before: step, ms: free, is });
      cut += free;
      sums[is] += free;
    } else if (!isPrompt(kind[step]!)) {
      model[step] = free;
      if (own === 0) sums.model += free;
    }
    start[step] = Math.max(0, at[step]! - began - cut);
    end[step] = start[step]! + took[step]!;
    if (own === 0) sums.tools += Math.max(0, at[step]! + took[step]! - Math.max(before, at[step]!));
    busyUntil[own] = Math.max(busyUntil[own]!, at[step]! + took[step]!);
    isBegun[own] = 1;
  }
  return { ...rowsWith(steps, gaps), start, end, model, slowest: slowestOf(took, model), sums };
}

function rowsWith({ count, bands }: Steps, gaps: readonly Gap[]): Pick<Waterfall, 'rows' | 'rowOf' | 'extras'> {
  const agents = bands.filter(({ child }) => child.relation === 'subagent').toSorted((a, b) => a.after - b.after);
  const rows = new Int32Array(count + gaps.length + agents.length);
  const rowOf = new Int32Array(count);
  const extras: (Gap | SubagentRow)[] = [];
  let [row, gap, agent] = [0, 0, 0];
  for (let step = 0; step < count; step++) {
    if (gaps[gap]?.before === step) rows[row++] = -extras.push(gaps[gap++]!);
    rowOf[step] = row;
    rows[row++] = step;
    for (; agents[agent]?.after === step; agent++) rows[row++] = -extras.push({ is: 'agent', band: agents[agent]! });
  }
  return { rows, rowOf, extras };
}

function slowestOf(took: Uint32Array, model: Float64Array): readonly number[] {
  const spent = (step: number): number => took[step]! + model[step]!;
  const longest: number[] = [];
  let least = 0;
  for (let step = 0; step < took.length; step++) {
    if (spent(step) <= least) continue;
    longest.push(step);
    if (longest.length < 4 * mostSlowest) continue;
    longest.sort((a, b) => spent(b) - spent(a)).length = mostSlowest;
    least = spent(longest.at(-1)!);
  }
  return longest.sort((a, b) => spent(b) - spent(a)).slice(0, mostSlowest);
}

/** Lengths of time that people read easily. */
const spans = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 86_400, 604_800].map(
    (s) => s * 1000,
  ),
);

/** The shortest of these lengths that is long enough; `by` goes on to longer or shorter ones. */
export function spanFor(ms: number, by = 0): number {
  const fits = spans.findIndex((span) => span >= ms);
  const index = (fits < 0 ? spans.length - 1 : fits) + by;
  return spans[Math.max(0, Math.min(spans.length - 1, index))]!;
}
