import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * For a program about to do one long task in several threads: limits each thread to 2 MB for short-lived objects, and
 * collects long-lived ones when the heap is one and a half times what is needed. By default V8 lets the former grow to
 * 100 MB per thread and the latter to four times, which gains nothing here and breaks the promise of 300 MB for ingest.
 * It affects the whole process, so only programs call it, never the library.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--min-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}

/**
 * For a program that runs for hours beside others: garbage is collected once it is a third of what is in use. By
 * default V8 lets several times as much accumulate, 30 MB in `watch`.
 */
export function keepHeapTight(): void {
  keepHeapSmall();
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * For a server: reading a list from ten thousand rows makes megabytes of short-lived objects, and with little room half
 * of the time goes into copying them. V8 takes the size of that room only before it starts; later it can only be
 * allowed to grow. It shrinks when idle, so this watches it for good.
 */
export function keepHeapTightForAnswers(): void {
  keepHeapTight();
  let mayGrow = false;
  const allow = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
    const isSmall = young.space_size < roomForAnswers;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 2 : 1}`);
  };
  allow();
  new PerformanceObserver(allow).observe({ entryTypes: ['gc'] });
}

/** Both halves of it. */
const roomForAnswers = 16 * 1024 * 1024;
