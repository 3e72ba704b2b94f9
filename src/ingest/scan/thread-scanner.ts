import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Claims, sharedClaims } from './claims.ts';
import type { ScanBatch, ScanJob } from './scan-batch.ts';
import type { Scanner } from './scanner.ts';

/** Sent to a thread: a file to read, permission to send another batch, or a file of which no more is wanted. */
export type ToThread = NumberedJob | 'more' | { readonly skip: number };

export interface NumberedJob {
  readonly job: ScanJob;
  /** Counts the files in the order in which they were submitted. */
  readonly number: number;
}

/** What comes back. */
export type FromThread =
  | { readonly number: number; readonly batch: ScanBatch }
  | { readonly number: number; readonly failed: Failure };

/** An error as it travels. */
type Failure = Readonly<Record<'message' | 'code' | 'syscall' | 'stack', string | undefined>>;

export interface ThreadData {
  /** Where its batches go. */
  readonly batches: MessagePort;
  /** See `Claims`. */
  readonly claims: SharedArrayBuffer;
  /** Counts the threads, from 1. */
  readonly thread: number;
}

interface Reader {
  readonly thread: Worker;
  readonly batches: MessagePort;
}

/**
 * Reads files in several threads. Each takes the next file that no other has taken; their batches are received file by
 * file, in the order in which the files were submitted, so that what is stored does not depend on how many read.
 *
 * Batches wait in a port, serialized, and are deserialized one by one on request. As ordinary messages all of them
 * would be on this thread's heap at once, which would grow to three times its size.
 */
export class ThreadScanner implements Scanner, AsyncDisposable {
  readonly ahead = 16;
  readonly #shared = sharedClaims();
  readonly #claims = new Claims(this.#shared);
  readonly #readers: Reader[] = [];
  #submitted = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** To so many threads. Only before files are submitted. */
  grow(readers: number): void {
    while (this.#readers.length < readers && this.#submitted === 0) this.#readers.push(this.#start());
  }

  submit(job: ScanJob): AsyncIterable<ScanBatch> {
    const number = this.#submitted++;
    this.#post({ job, number });
    return this.#receive(number);
  }

  #start(): Reader {
    const { port1, port2 } = new MessageChannel();
    const self = import.meta.url;
    const data: ThreadData = { batches: port2, claims: this.#shared, thread: this.#readers.length + 1 };
    const thread = new Worker(new URL(`./scan-thread.${self.endsWith('.ts') ? 'ts' : 'js'}`, self), {
      workerData: data,
      transferList: [port2],
      // Parsing makes much short-lived garbage; by default V8 allows 100 MB for it.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    // The message only signals that there is something in the port.
    thread.on('message', () => this.#wake?.());
    thread.on('error', (error) => {
      this.#failure = { error };
      this.#wake?.();
    });
    return { thread, batches: port1 };
  }

  #post(message: ToThread): void {
    for (const { thread } of this.#readers) thread.postMessage(message);
  }

  async *#receive(number: number): AsyncGenerator<ScanBatch> {
    let isRead = false;
    try {
      while (!isRead) {
        const message = await this.#next(number);
        isRead = 'failed' in message || message.batch.last;
        if ('failed' in message) throw Object.assign(new Error(message.failed.message ?? ''), message.failed);
        yield message.batch;
      }
    } finally {
      if (!isRead) this.#post({ skip: number });
    }
  }

  async #next(number: number): Promise<FromThread> {
    for (;;) {
      const reader = this.#readers[this.#claims.claimant(number) - 1];
      const received = reader && (receiveMessageOnPort(reader.batches) as { message: FromThread } | undefined);
      if (received) {
        reader.thread.postMessage('more' satisfies ToThread);
        // Of a file of which no more was wanted.
        if (received.message.number !== number) continue;
        return received.message;
      }
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#readers.map(async ({ thread, batches }) => {
        batches.close();
        await thread.terminate();
      }),
    );
  }
}
