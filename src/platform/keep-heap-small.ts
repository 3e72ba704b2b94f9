import { setFlagsFromString } from 'node:v8';

/**
 * For a program that is about to do one long piece of work in several threads: gives each 2 MB for its short-lived
 * objects and leaves it at that. Left alone V8 begins with half of it and lets it grow to 100 MB a thread, which gains
 * nothing here and breaks the promise of 300 MB for ingest. It concerns the whole process, so it is the program's to
 * call and never the library's.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--min-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * The same for a program that runs for hours beside others: what is no longer needed goes as soon as it is a third of what is.
 * Left alone V8 lets several times as much come together, 30 MB in `watch`; for one long piece of work that is worth it.
 */
export function keepHeapTight(): void {
  keepHeapSmall();
  setFlagsFromString('--heap-growing-percent=30');
}
