import { parentPort } from 'node:worker_threads';
import { sources } from '../sources/registry.ts';
import { scan } from './scan.ts';
import type { FromThread, ToThread } from './scanner.ts';

/** Batches that may be on their way; each holds about a megabyte of source, so this bounds the memory of a run. */
const window = 8;

const port = parentPort!;
const jobs: Extract<ToThread, { job: unknown }>[] = [];
let credit = window;
let wake: (() => void) | undefined;

port.on('message', (message: ToThread) => {
  if (message === 'more') credit++;
  else jobs.push(message);
  wake?.();
});

for (;;) {
  const next = jobs.shift();
  if (!next) {
    await news();
    continue;
  }
  const { job, number } = next;
  try {
    for await (const batch of scan(job, sources.find(({ name }) => name === job.source)!)) {
      while (credit <= 0) await news();
      credit--;
      port.postMessage({ number, batch } satisfies FromThread);
    }
  } catch (error) {
    const { message, code, stack } = error as NodeJS.ErrnoException;
    port.postMessage({ number, failed: { message, code, stack } } satisfies FromThread);
  }
}

function news(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
  });
}
