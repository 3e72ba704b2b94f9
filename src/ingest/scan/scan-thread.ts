import { parentPort, workerData } from 'node:worker_threads';
import { loadSource } from '../../sources/registry.ts';
import type { Source } from '../../sources/source.ts';
import { Claims } from './claims.ts';
import { readFile } from './read-file.ts';
import type { ScanBatch, ScanJob } from './scan-batch.ts';
import type { FromThread, ThreadData, ToThread } from './thread-scanner.ts';

/** Batches that may be in transit; each holds about a megabyte of source, so this bounds the memory of a run. */
const window = 2;
const port = parentPort!;
const { batches, claims: shared, thread } = workerData as ThreadData;
const claims = new Claims(shared);
const jobs = new Map<number, ScanJob>();
const skipped = new Set<number>();
let credit = window;
let wake: (() => void) | undefined;

port.on('message', (message: ToThread) => {
  if (message === 'more') credit++;
  else if ('skip' in message) skipped.add(message.skip);
  else jobs.set(message.number, message.job);
  wake?.();
});

/** Loaded when there is a file of theirs. */
const sources = new Map<string, Promise<Source | undefined>>();

for (;;) {
  const number = claims.take(thread);
  await read(number, await jobOf(number));
}

/** Its own job. Those before it are of others. */
async function jobOf(number: number): Promise<ScanJob> {
  for (;;) {
    const job = jobs.get(number);
    if (!job) {
      await news();
      continue;
    }
    for (const each of jobs.keys()) if (each <= number) jobs.delete(each);
    for (const each of skipped) if (each < number) skipped.delete(each);
    return job;
  }
}

async function read(number: number, job: ScanJob): Promise<void> {
  try {
    if (!sources.has(job.source)) sources.set(job.source, loadSource(job.source));
    const source = await sources.get(job.source);
    for await (const batch of readFile(job, source!)) {
      await send({ number, batch });
      if (skipped.has(number)) return;
    }
  } catch (error) {
    const { message, code, syscall, stack } = error as NodeJS.ErrnoException;
    await send({ number, failed: { message, code, syscall, stack } });
  }
}

async function send(message: FromThread): Promise<void> {
  while (credit <= 0 && !skipped.has(message.number)) await news();
  if (skipped.has(message.number)) return;
  credit--;
  batches.postMessage(message, 'batch' in message ? ownedBytes(message.batch) : []);
  port.postMessage('sent');
}

/** The piece's buffer is transferred instead of copied, if nothing else shares it. */
function ownedBytes({ piece }: ScanBatch): ArrayBuffer[] {
  const bytes = piece?.data;
  return bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [];
}

function news(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
  });
}
