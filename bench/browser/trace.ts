import type { Browser, CDPSession } from 'playwright-core';

/** What the main thread of one page did, by the browser's own trace. */
export interface Traced {
  /** The process it is in. */
  readonly process: number;
  /** Of each task, as the clock saw it and as the processor did, in milliseconds. */
  readonly tasks: readonly { readonly wall: number; readonly cpu: number }[];
  /** Frames of the page that came to the screen, and those that should have. */
  readonly presented: number;
  readonly dropped: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly frame_reporter?: { readonly state?: string } };
}

/**
 * Traces the page that calls itself by the mark of in-page.js while `work` runs; a browser has pages of its own
 * beside it.
 */
export async function traced(browser: Browser, work: () => Promise<void>): Promise<Traced> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'benchmark', 'blink.user_timing'], excludedCategories: ['*'] },
  });
  await work();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return tracedOf(events);
}

function tracedOf(all: readonly TraceEvent[]): Traced {
  const own = all.findLast(({ name }) => name === 'stemma-bench');
  if (!own) throw new Error('The page did not make itself known in the trace.');
  const events = all.filter(({ pid }) => pid === own.pid);
  const tasks = events
    .filter(({ name, tid, dur }) => name.endsWith('RunTask') && tid === own.tid && dur !== undefined)
    .map(({ dur, tdur }) => ({ wall: dur! / 1000, cpu: (tdur ?? dur!) / 1000 }));
  const frames = events.flatMap(({ name, ph, args }) =>
    name === 'PipelineReporter' && ph === 'b' ? (args?.frame_reporter?.state ?? []) : [],
  );
  return {
    process: own.pid,
    tasks,
    presented: frames.filter((state) => state.startsWith('STATE_PRESENTED')).length,
    dropped: frames.filter((state) => state === 'STATE_DROPPED').length,
  };
}
