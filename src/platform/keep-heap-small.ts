import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * For a program that is about to do one long piece of work in several threads: gives each 2 MB for its short-lived
 * objects and leaves it at that, and collects what lives longer when it has grown to two and a half times what is
 * needed. Left alone V8 lets the first grow to 100 MB a thread and the second to four times, which gains nothing
 * here, takes 50 MB more and breaks the promise of 300 MB for ingest. It concerns the whole process, so it is the
 * program's to call and never the library's.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--min-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=150');
}

/**
 * The same for a program that runs for hours beside others: what is no longer needed goes as soon as it is a third of
 * what is. Left alone V8 lets several times as much come together, 30 MB in `watch`; for one long piece of work that
 * is worth it.
 */
export function keepHeapTight(): void {
  keepHeapSmall();
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * The same for a server: a list that is read from ten thousand rows makes megabytes of short-lived objects, and with
 * little room for them half of its time goes into moving them about. V8 can only be told how much room there is
 * before it starts; afterwards only whether it may grow. It shrinks by itself when there is nothing to do, so it is
 * looked after for good.
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
