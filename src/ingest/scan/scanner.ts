import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Source } from '../../sources/source.ts';
import { knownBlocks, pack } from './pack.ts';
import { scan } from './scan.ts';
import type { ScanBatch, ScanJob } from './scan-batch.ts';

/** Reads files: in this thread or, when there is much to read, in another one while this one writes. */
export interface Scanner {
  /** How many files may be submitted before the first is read to its end. */
  readonly ahead: number;
  /** Batches of one file, in order. Files are read in the order they were submitted. */
  submit(job: ScanJob): AsyncIterable<ScanBatch>;
}

/** Below this a thread costs more than it saves. */
const worthAThread = 4 * 1024 * 1024;

/**
 * Chooses where to read. The amount to read grows as files are found, and the thread starts as soon as it is enough:
 * loading it takes as long as finding the rest of the files.
 */
export class ScannerChoice implements AsyncDisposable {
  readonly #sources: readonly Source[];
  #bytes = 0;
  #thread: Promise<ThreadScanner | undefined> | undefined;

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  expect(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= worthAThread && availableParallelism() > 1) this.#thread ??= this.#start();
  }

  async choose(): Promise<Scanner> {
    return (await this.#thread) ?? new LocalScanner(this.#sources);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#thread)?.[Symbol.asyncDispose]();
  }

  /** A custom source exists in this thread only. */
  async #start(): Promise<ThreadScanner | undefined> {
    // Imported here and not above: commands that do not ingest need not load every agent.
    const { loadSources } = await import('../../sources/registry.ts');
    const registered = await loadSources();
    return this.#sources.every((source) => registered.includes(source)) ? new ThreadScanner() : undefined;
  }
}

export class LocalScanner implements Scanner {
  readonly ahead = 1;
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  async *submit(job: ScanJob): AsyncIterable<ScanBatch> {
    const known = knownBlocks(job);
    for await (const batch of scan(
      job,
      this.#sources.find(({ name }) => name === job.source)!,
    ))
      yield pack(batch, known);
  }
}

/** Sent to the thread: a file to read, or permission to send another batch. */
export type ToThread = { readonly job: ScanJob; readonly number: number } | 'more';

/** What comes back, in the order the files were submitted. */
export type FromThread =
  | { readonly number: number; readonly batch: ScanBatch }
  | { readonly number: number; readonly failed: Failure };

/** An error as it travels. */
type Failure = Readonly<Record<'message' | 'code' | 'syscall' | 'stack', string | undefined>>;

/**
 * Batches wait in a port, serialized, and are deserialized one by one on request. As ordinary messages all of them
 * would be on this thread's heap at once, which would grow to three times its size.
 */
class ThreadScanner implements Scanner, AsyncDisposable {
  readonly ahead = 16;
  readonly #thread: Worker;
  readonly #batches: MessagePort;
  #submitted = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const self = import.meta.url;
    this.#batches = port1;
    this.#thread = new Worker(new URL(`./scan-thread.${self.endsWith('.ts') ? 'ts' : 'js'}`, self), {
      workerData: port2,
      transferList: [port2],
      // Parsing makes much short-lived garbage; by default V8 allows 100 MB for it.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    // The message only signals that there is something in the port.
    this.#thread.on('message', () => this.#wake?.());
    this.#thread.on('error', (error) => {
      this.#failure = { error };
      this.#wake?.();
    });
  }

  submit(job: ScanJob): AsyncIterable<ScanBatch> {
    const number = this.#submitted++;
    this.#thread.postMessage({ job, number } satisfies ToThread);
    return this.#receive(number);
  }

  async *#receive(number: number): AsyncGenerator<ScanBatch> {
    for (;;) {
      const message = await this.#next();
      // A consumer that stopped in the middle of a file left the rest of it here.
      if (message.number !== number) continue;
      if ('failed' in message) throw Object.assign(new Error(message.failed.message ?? ''), message.failed);
      yield message.batch;
      if (message.batch.last) return;
    }
  }

  async #next(): Promise<FromThread> {
    for (;;) {
      const received = receiveMessageOnPort(this.#batches) as { message: FromThread } | undefined;
      if (received) {
        this.#thread.postMessage('more' satisfies ToThread);
        return received.message;
      }
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#batches.close();
    await this.#thread.terminate();
  }
}
