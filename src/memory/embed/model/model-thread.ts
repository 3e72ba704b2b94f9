import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ToThread } from './sentence-model.ts';
import { loadEncoder, type SentenceEncoder } from './sentence-encoder.ts';

const port = parentPort!;
let encoder: SentenceEncoder | undefined;

port.on('message', ({ number, texts }: ToThread) => {
  try {
    encoder ??= loadEncoder(String(workerData));
    port.postMessage({ number, vectors: encoder.embed(texts) } satisfies FromThread);
  } catch (error) {
    port.postMessage({ number, failed: (error as Error).message } satisfies FromThread);
  }
});
