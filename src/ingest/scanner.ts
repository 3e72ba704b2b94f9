import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { sources as registered } from '../sources/registry.ts';
import type { Source } from '../sources/source.ts';
import { Inbox } from './inbox.ts';
import { scan } from './scan.ts';
import type { ScanBatch, ScanJob } from './scan-batch.ts';

/** Reads files: here, or, when there is much to read, in a thread of its own while this one writes. */
export interface Scanner extends AsyncDisposable {
  /** How many files may be submitted before the first is read to its end. */
  readonly ahead: number;
  /** Batches of one file, in order. Files are read in the order they were submitted. */
  submit(job: ScanJob): AsyncIterable<ScanBatch>;
}

/** Below this a thread costs more than it saves. */
const worthAThread = 4 * 1024 * 1024;

export function openScanner(sources: readonly Source[], bytes: number): Scanner {
  // A source that was handed in from outside lives in this thread only.
  const canTravel = sources.every((source) => registered.includes(source));
  return bytes >= worthAThread && canTravel && availableParallelism() > 1 ? new ThreadScanner() : new LocalScanner(sources);
}

class LocalScanner implements Scanner {
  readonly ahead = 1;
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  submit(job: ScanJob): AsyncIterable<ScanBatch> {
    return scan(job, this.#sources.find(({ name }) => name === job.source)!);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** What goes to the thread: a file to read, or leave to send another batch. */
export type ToThread = { readonly job: ScanJob; readonly number: number } | 'more';

/** What comes back. */
export type FromThread =
  | { readonly number: number; readonly batch: ScanBatch }
  | { readonly number: number; readonly failed: { readonly message: string; readonly code: string | undefined; readonly stack: string | undefined } };

class ThreadScanner implements Scanner {
  readonly ahead = 16;
  readonly #thread: Worker;
  readonly #inboxes = new Map<number, Inbox<ScanBatch>>();
  #submitted = 0;

  constructor() {
    const self = import.meta.url;
    this.#thread = new Worker(new URL(`./scan-thread.${self.endsWith('.ts') ? 'ts' : 'js'}`, self));
    this.#thread.on('message', (message: FromThread) => {
      const inbox = this.#inboxes.get(message.number);
      // Nobody reads that file any more; the thread must not wait for them.
      if (!inbox) this.#more();
      else if ('failed' in message) inbox.fail(Object.assign(new Error(message.failed.message), message.failed));
      else inbox.put(message.batch);
    });
    this.#thread.on('error', (error) => {
      for (const inbox of this.#inboxes.values()) inbox.fail(error);
    });
  }

  submit(job: ScanJob): AsyncIterable<ScanBatch> {
    const number = this.#submitted++;
    const inbox = new Inbox<ScanBatch>();
    this.#inboxes.set(number, inbox);
    this.#thread.postMessage({ job, number } satisfies ToThread);
    return this.#receive(number, inbox);
  }

  async *#receive(number: number, inbox: Inbox<ScanBatch>): AsyncGenerator<ScanBatch> {
    try {
      for (;;) {
        const batch = await inbox.next();
        this.#more();
        yield batch;
        if (batch.last) return;
      }
    } finally {
      this.#inboxes.delete(number);
      for (let left = inbox.waiting; left > 0; left--) this.#more();
    }
  }

  #more(): void {
    this.#thread.postMessage('more' satisfies ToThread);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
