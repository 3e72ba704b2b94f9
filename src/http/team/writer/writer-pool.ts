import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SpacePlace } from '../../../team/space-place.ts';
import { HttpError } from '../../response/http-error.ts';
import { received } from './sent-error.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';
import type { Answered, Argument, JobName } from './writer-jobs.ts';

interface Waiting {
  readonly place: SpacePlace;
  readonly job: JobName;
  readonly argument: unknown;
  readonly transfer: readonly ArrayBuffer[];
  readonly bytes: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * The threads that write. An archive always goes to the same one, which does one thing at a time: an archive has one
 * writer, and memory depends on the number of threads and not of archives. What waits for one archive is handed over
 * together, so that fifty machines cost fewer transactions than fifty.
 */
export class WriterPool {
  readonly #data: ThreadData;
  readonly #threads: WriterThread[];

  constructor(data: ThreadData, threads = Math.min(4, Math.max(1, availableParallelism() - 1))) {
    this.#data = data;
    this.#threads = Array.from({ length: threads }, () => new WriterThread(this.#data));
  }

  /** Jobs that wait or run. */
  get waiting(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.waiting, 0);
  }

  async write<Name extends JobName>(
    place: SpacePlace,
    job: Name,
    argument: Argument<Name>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answered<Name>> {
    const thread = this.#threads[numberOf(place.archive) % this.#threads.length]!;
    return (await thread.add(place, job, argument, transfer)) as Answered<Name>;
  }

  /** What was handed over is done first. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class WriterThread {
  readonly #data: ThreadData;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #running: readonly Waiting[] = [];
  #number = 0;
  #isClosed = false;
  #idle: (() => void) | undefined;

  constructor(data: ThreadData) {
    this.#data = data;
  }

  get waiting(): number {
    return this.#queue.length + this.#running.length;
  }

  async add(place: SpacePlace, job: JobName, argument: unknown, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    if (this.#isClosed || this.#queue.length >= maxWaiting)
      throw new HttpError(
        503,
        'too-many',
        this.#isClosed ? 'The server is stopping.' : 'Too much waits to be written.',
        {
          hint: 'Send it again in a moment.',
          headers: { 'retry-after': '3' },
        },
      );
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const bytes = transfer.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#queue.push({ place, job, argument, transfer, bytes, resolve, reject });
    this.#next();
    return await promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
    const worker = this.#worker;
    if (!worker) return;
    const ended = once(worker, 'exit');
    worker.postMessage('end' satisfies ToThread);
    const hurry = setTimeout(() => void worker.terminate(), patienceMs);
    await ended;
    clearTimeout(hurry);
  }

  #next(): void {
    if (this.#running.length > 0) return;
    if (this.#queue.length === 0) {
      this.#idle?.();
      return;
    }
    const together = this.#takeTogether();
    this.#running = together;
    const { job, place } = together[0]!;
    this.#number += 1;
    try {
      this.#started().postMessage(
        { number: this.#number, job, place, together: together.map(({ argument }) => argument) } satisfies ToThread,
        together.flatMap(({ transfer }) => transfer),
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The oldest, and what waits for the same archive and job behind it. */
  #takeTogether(): readonly Waiting[] {
    const first = this.#queue.shift()!;
    const together = [first];
    let { bytes } = first;
    for (let at = 0; at < this.#queue.length && together.length < maxTogether;) {
      const next = this.#queue[at]!;
      if (next.place.archive !== first.place.archive) at += 1;
      // Jobs of one archive stay in order.
      else if (next.job !== first.job || bytes + next.bytes > maxBytesTogether) break;
      else {
        bytes += next.bytes;
        together.push(next);
        this.#queue.splice(at, 1);
      }
    }
    return together;
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const self = import.meta.url;
    const worker = new Worker(new URL(`./writer-thread.${self.endsWith('.ts') ? 'ts' : 'js'}`, self), {
      workerData: this.#data,
      // Parsing makes much short-lived garbage; by default V8 allows 100 MB for it.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    });
    worker.on('message', ({ number, outcomes }: FromThread) => {
      if (number !== this.#number) return;
      const done = this.#running;
      this.#running = [];
      for (const [index, { resolve, reject }] of done.entries()) {
        const outcome = outcomes[index]!;
        if ('error' in outcome) reject(received(outcome.error));
        else resolve(outcome.answer);
      }
      this.#next();
    });
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', () => this.#lost(worker, new Error('the thread that writes has ended')));
    return (this.#worker = worker);
  }

  /** The next job starts another thread. What this one had not committed is not there. */
  #lost(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const failed = this.#running;
    this.#running = [];
    for (const { reject } of failed) reject(error);
    this.#next();
  }
}

/** The same for the same text, evenly spread. */
function numberOf(text: string): number {
  let number = 0;
  for (const letter of text) number = (number * 31 + letter.codePointAt(0)!) >>> 0;
  return number;
}

/** To close archives; everything is committed by then. */
const patienceMs = 5_000;
const maxWaiting = 500;
const maxTogether = 64;
const maxBytesTogether = 32 * 1024 * 1024;
