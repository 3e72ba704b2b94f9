import type { Delivery, Push, Receipt } from '../../ingest/receive/delivery.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { FileCursor } from './cursor.ts';
import { type LeftOut, type PendingFile, survey, type SurveyOptions } from './survey.ts';
import type { Target, Watermarks } from './watermarks.ts';

/** Delivers a push to a space of the server; resolves when it is committed there. */
export type Send = (space: Target['space'], push: Push, signal: AbortSignal) => Promise<Sent>;

export interface Sent {
  readonly receipt: Receipt;
  /** As they went over the network. */
  readonly bytes: number;
}

export interface PushOptions extends Omit<SurveyOptions, 'server'> {
  readonly read: StoreReader;
  readonly watermarks: Watermarks;
  readonly server: string;
  /** The name of this machine. */
  readonly machine: string;
  /** Send as it is, secrets included. */
  readonly raw: boolean;
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: PushProgress) => void;
}

export interface PushProgress {
  readonly files: { readonly done: number; readonly total: number };
  /** Of the archive. */
  readonly bytes: { readonly done: number; readonly total: number };
  readonly path: string | null;
}

/** What one push sent. */
export interface PushReport {
  readonly sessions: number;
  readonly files: number;
  /** Redacted, before they were compressed. */
  readonly bytes: number;
  /** As they went over the network. */
  readonly sent_bytes: number;
  readonly secrets: number;
  /** New in the server's archive. */
  readonly events: number;
  /** Files of which everything had been sent before. */
  readonly up_to_date: number;
  readonly left_out: readonly LeftOut[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** A request holds about so much, unless a single document is larger. */
const requestBytes = 4 * 1024 * 1024;
const requestFiles = 256;

/** Sends what is new. Stopped at any moment, the next one goes on where the server is. */
export async function push(options: PushOptions): Promise<PushReport> {
  const found = await survey(options);
  options.watermarks.keepOnly(found.paths);
  const run = new PushRun(options, found.pending);
  for (const space of ['team', 'mine'] as const)
    await run.send(
      space,
      found.pending.filter(({ target }) => target.space === space),
    );
  return run.report(found.leftOut, found.upToDate);
}

/** What a push would send, without sending it. `onPart` gets every byte of it. */
export async function dryPush(
  options: Omit<PushOptions, 'send' | 'machine' | 'signal'>,
  onDelivery?: (file: PendingFile, delivery: Delivery) => Promise<void>,
): Promise<PushReport> {
  const found = await survey(options);
  const run = new PushRun(
    { ...options, machine: '', signal: new AbortController().signal, send: never },
    found.pending,
  );
  for (const file of found.pending) await run.count(file, onDelivery);
  return run.report(found.leftOut, found.upToDate);
}

const never: Send = () => Promise.reject(new Error('nothing is sent'));

class PushRun {
  readonly #options: PushOptions;
  readonly #total: { readonly files: number; readonly bytes: number };
  readonly #sessions = new Set<string>();
  readonly #files = new Set<string>();
  readonly #problems: { path: string; message: string }[] = [];
  #bytes = 0;
  #sentBytes = 0;
  #secrets = 0;
  #events = 0;
  #done = { files: 0, bytes: 0 };

  constructor(options: PushOptions, pending: readonly PendingFile[]) {
    this.#options = options;
    this.#total = { files: pending.length, bytes: pending.reduce((sum, file) => sum + bytesLeft(file), 0) };
  }

  /** File after file, several in a request; one that does not fit is the last in its request. */
  async send(space: Target['space'], files: readonly PendingFile[]): Promise<void> {
    const { signal, watermarks, read, raw, machine } = this.#options;
    const queue = files.map((file) => new FileCursor(read, file, raw));
    while (queue.length > 0) {
      if (signal.aborted) throw interrupted();
      const drawn: { readonly cursor: FileCursor; readonly delivery: Delivery; readonly isLast: boolean }[] = [];
      let size = 0;
      while (queue.length > drawn.length && size < requestBytes && drawn.length < requestFiles) {
        const cursor = queue[drawn.length]!;
        const next = await this.#next(cursor);
        if (next === undefined) {
          queue.splice(drawn.length, 1);
          this.#fileDone(cursor.file);
          continue;
        }
        drawn.push({ cursor, ...next });
        size += next.delivery.bytes.length;
        this.#secrets += next.secrets;
        if (!next.isLast) break;
      }
      if (drawn.length === 0) return;
      this.#progress(drawn[0]!.delivery.path);
      const deliveries = drawn.map(({ delivery }) => delivery);
      const { receipt, bytes } = await this.#options.send(space, { machine, raw, deliveries }, signal);
      this.#sentBytes += bytes;
      this.#events += receipt.events;
      const isDone = new Set<FileCursor>();
      const moved: (() => void)[] = [];
      for (const [index, { cursor, delivery, isLast }] of drawn.entries()) {
        const answer = receipt.files[index];
        if (answer === undefined) throw badReceipt();
        const { file } = cursor;
        const now = await cursor.received(answer);
        if (now === 'gave-up') {
          this.#problems.push({ path: file.mark.path, message: 'the server has something else each time' });
          isDone.add(cursor);
        } else if (now !== 'again') {
          moved.push(() => watermarks.put(file.target, file.mark.path, now));
          if (now.refused !== undefined && answer.is === 'refused')
            this.#problems.push({ path: file.mark.path, message: answer.message });
          else {
            this.#bytes += delivery.bytes.length;
            this.#sessions.add(file.session);
            this.#files.add(file.mark.path);
          }
          if (isLast || now.refused !== undefined) isDone.add(cursor);
        }
      }
      watermarks.together(() => moved.forEach((move) => move()));
      for (const cursor of isDone) {
        queue.splice(queue.indexOf(cursor), 1);
        this.#fileDone(cursor.file);
      }
      this.#progress(null);
    }
  }

  /** Everything of one file that would be sent. */
  async count(file: PendingFile, onDelivery?: (file: PendingFile, delivery: Delivery) => Promise<void>): Promise<void> {
    const cursor = new FileCursor(this.#options.read, file, this.#options.raw);
    for (let next = await this.#next(cursor); next; next = await this.#next(cursor)) {
      const { delivery, secrets, isLast } = next;
      await onDelivery?.(file, delivery);
      this.#bytes += delivery.bytes.length;
      this.#secrets += secrets;
      this.#sessions.add(file.session);
      this.#files.add(file.mark.path);
      if (isLast) break;
      // As if it had arrived.
      const bytes = delivery.keep + delivery.bytes.length;
      await cursor.received({ path: delivery.path, is: 'kept', version: 0, bytes, etag: '' });
    }
    this.#fileDone(file);
    this.#progress(null);
  }

  report(leftOut: readonly LeftOut[], upToDate: number): PushReport {
    return {
      sessions: this.#sessions.size,
      files: this.#files.size,
      bytes: this.#bytes,
      sent_bytes: this.#sentBytes,
      secrets: this.#secrets,
      events: this.#events,
      up_to_date: upToDate,
      left_out: leftOut,
      problems: this.#problems,
    };
  }

  /** A file whose bytes cannot be read does not stop the others. */
  async #next(cursor: FileCursor): ReturnType<FileCursor['next']> {
    try {
      return await cursor.next();
    } catch (error) {
      if (!(error instanceof StemmaError) || !['block-damaged', 'payload-evicted'].includes(error.code)) throw error;
      this.#problems.push({ path: cursor.file.mark.path, message: error.message });
      return undefined;
    }
  }

  #fileDone(file: PendingFile): void {
    this.#done = { files: this.#done.files + 1, bytes: this.#done.bytes + bytesLeft(file) };
  }

  #progress(path: string | null): void {
    const { files, bytes } = this.#total;
    this.#options.onProgress?.({
      files: { done: this.#done.files, total: files },
      bytes: { done: this.#done.bytes, total: bytes },
      path,
    });
  }
}

function bytesLeft({ mark, watermark }: PendingFile): number {
  return watermark?.version === mark.version ? Math.max(0, mark.offset - watermark.bytes) : mark.offset;
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before everything was sent.', {
    hint: 'What was sent stays; run `stemma push` again to go on.',
  });
}

function badReceipt(): StemmaError {
  return new StemmaError('bad-answer', 'The server did not say what became of each file.', {
    hint: 'Use the same version of stemma on the machine and on the server.',
  });
}
