import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { loadSources } from '../../sources/registry.ts';
import { knownBlocks, pack } from './pack.ts';
import { scan } from './scan.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { FromThread, ToThread } from './scanner.ts';

/** Batches that may be in transit; each holds about a megabyte of source, so this bounds the memory of a run. */
const window = 3;
const port = parentPort!;
const batches = workerData as MessagePort;
const jobs: Extract<ToThread, { job: unknown }>[] = [];
let credit = window;
let wake: (() => void) | undefined;

port.on('message', (message: ToThread) => {
  if (message === 'more') credit++;
  else jobs.push(message);
  wake?.();
});

const sources = await loadSources();
for (;;) {
  const next = jobs.shift();
  if (next) await read(next);
  else await news();
}

async function read({ job, number }: (typeof jobs)[number]): Promise<void> {
  try {
    const known = knownBlocks(job);
    for await (const batch of scan(
      job,
      sources.find(({ name }) => name === job.source)!,
    ))
      await send({ number, batch: pack(batch, known) });
  } catch (error) {
    const { message, code, syscall, stack } = error as NodeJS.ErrnoException;
    await send({ number, failed: { message, code, syscall, stack } });
  }
}

async function send(message: FromThread): Promise<void> {
  while (credit <= 0) await news();
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
