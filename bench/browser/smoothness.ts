import type { Movement } from './movements.ts';
import { othersDuring } from './others.ts';
import type { Tab } from './tab.ts';
import { traced } from './trace.ts';

/** How a page kept up with a movement. */
export interface Smoothness {
  readonly what: string;
  /** That of the page. */
  readonly process: number;
  /** Pixels, there and back. */
  readonly scrolled: number;
  /** Frames in which the page itself took part, a second. */
  readonly fps: number;
  /** Of a hundred frames, the second longest. */
  readonly slowFrameMs: number;
  /** The longest task of its main thread: as the clock saw it, and as the processor did. */
  readonly longestWall: number;
  readonly longestCpu: number;
  /** Of the page, a frame. */
  readonly cpuPerFrame: number;
  readonly longTasks: number;
  /** Of the frames due, those that came to the screen. */
  readonly presented: number;
  /** How much of the machine somebody else had meanwhile, from 0 to 1. */
  readonly others: number;
}

interface Counted {
  readonly intervals: readonly number[];
  readonly scrolled: number;
  readonly longTasks: readonly number[];
}

export async function smoothness(tab: Tab, { what, prepare, move, isStill = false }: Movement): Promise<Smoothness> {
  const { page, browser } = tab;
  await prepare(page);
  let counted: Counted = { intervals: [], scrolled: 0, longTasks: [] };
  let others = Number.NaN;
  const { process, tasks, presented, dropped } = await traced(browser, async () => {
    await tab.bench('begin');
    others = await othersDuring(async () => await move(page));
    counted = await tab.bench('end');
  });
  if (!isStill && counted.scrolled < 100) throw new Error(`${what}: nothing was scrolled.`);
  const intervals = counted.intervals.toSorted((a, b) => a - b);
  const sum = intervals.reduce((total, each) => total + each, 0);
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    what,
    process,
    scrolled: counted.scrolled,
    fps: (intervals.length / sum) * 1000,
    slowFrameMs: intervals[Math.floor(intervals.length * 0.99)] ?? Number.NaN,
    longestWall: most(tasks.map(({ wall }) => wall)),
    longestCpu: most(tasks.map(({ cpu }) => cpu)),
    cpuPerFrame: tasks.reduce((total, { cpu }) => total + cpu, 0) / intervals.length,
    longTasks: counted.longTasks.length,
    presented: presented / (presented + dropped),
    others,
  };
}
