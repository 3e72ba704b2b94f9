import { writeError } from './write-error.ts';
import type { Batch, LineQueue, OnFull } from './line-queue.ts';
import type { LogFile } from './log-file.ts';

/** Counts of logged events: `logged` is the sum of the others. */
export interface LoggerStats {
  readonly logged: number;
  /** Handed to the operating system. */
  readonly written: number;
  /** Never written, because the queue was full or the logger closed. */
  readonly dropped: number;
  readonly queued: number;
}

interface BatchWriterParts {
  readonly file: LogFile;
  readonly queue: LineQueue;
  readonly onFull: OnFull;
  /** A line that says how many events are missing. */
  readonly droppedLine: (count: number) => string;
  readonly onError: (error: unknown) => void;
}

/** A batch is written when it is this old, or this large. */
const longestWaitMs = 50;
const enoughCharacters = 65_536;
/** After a failed write, the disk is tried again this much later. */
const refusedMs = 1_000;

/**
 * Writes lines in batches, in order, and off the caller's path. A batch is kept until it is known to be written;
 * `writeNow` writes it once more.
 */
export class BatchWriter {
  readonly #parts: BatchWriterParts;
  #pending: Batch | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDueNow = false;
  #isRefused = false;
  #isClosed = false;
  #logged = 0;
  #written = 0;
  #dropped = 0;
  /** Dropped, and not reported in the file yet. */
  #unreported = 0;

  constructor(parts: BatchWriterParts) {
    this.#parts = parts;
  }

  get stats(): LoggerStats {
    return {
      logged: this.#logged,
      written: this.#written,
      dropped: this.#dropped,
      queued: this.#logged - this.#written - this.#dropped,
    };
  }

  add(line: string): void {
    const { queue } = this.#parts;
    this.#logged += 1;
    if (this.#isClosed) {
      this.#dropped += 1;
      return;
    }
    if (queue.isFull && !this.#makeRoom()) return this.#drop();
    queue.push(line);
    if (queue.characters >= enoughCharacters && !this.#isDueNow && !this.#isRefused) {
      this.#isDueNow = true;
      setImmediate(() => this.#writeInBackground());
    } else if (this.#timer === undefined) this.#schedule(longestWaitMs);
  }

  /** Until all that was logged so far is written. */
  async flush(): Promise<void> {
    const target = this.#logged;
    while (this.#written + this.#dropped < target || this.#unreported > 0) await this.#writeOnce();
  }

  /** Until there is room for more. A disk that refuses is not waited for. */
  async ready(): Promise<void> {
    while (!this.#parts.queue.hasRoom && !this.#isRefused) await this.#writeOnce().catch(() => undefined);
  }

  /** All of it, before this returns. */
  writeNow(): void {
    const before = this.#pending;
    const rest = this.#take();
    this.#pending =
      before || rest
        ? { text: (before?.text ?? '') + (rest?.text ?? ''), events: (before?.events ?? 0) + (rest?.events ?? 0) }
        : undefined;
    if (!this.#pending) return;
    this.#parts.file.appendNow(this.#pending.text);
    this.#wrote(this.#pending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    try {
      await this.flush();
    } finally {
      this.#parts.file.close();
    }
  }

  #makeRoom(): boolean {
    switch (this.#parts.onFull) {
      case 'drop-new':
        return false;
      case 'drop-old':
        for (const { queue } = this.#parts; queue.isFull;) {
          queue.dropOldest();
          this.#drop();
        }
        return true;
      case 'wait':
        if (this.#isRefused) return false;
        try {
          this.writeNow();
          return true;
        } catch (error) {
          this.#refused(error);
          return false;
        }
    }
  }

  #drop(): void {
    this.#dropped += 1;
    this.#unreported += 1;
  }

  #take(): Batch | undefined {
    const { queue, droppedLine } = this.#parts;
    if (queue.length === 0 && this.#unreported === 0) return undefined;
    const { text, events } = queue.take();
    const note = this.#unreported > 0 ? droppedLine(this.#unreported) : '';
    this.#unreported = 0;
    return { text: text + note, events };
  }

  /** One batch, or whatever is being written already. */
  #writeOnce(): Promise<void> {
    this.#writing ??= this.#writePending().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #writePending(): Promise<void> {
    const batch = (this.#pending ??= this.#take());
    if (!batch) return;
    try {
      await this.#parts.file.append(batch.text);
    } catch (error) {
      // `writeNow` may have written it meanwhile.
      if (this.#pending === batch) throw this.#refused(error);
    }
    if (this.#pending === batch) this.#wrote(batch);
  }

  #wrote(batch: Batch): void {
    this.#written += batch.events;
    this.#pending = undefined;
    this.#isRefused = false;
  }

  #writeInBackground(): void {
    this.#isDueNow = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isClosed) return;
    void this.#writeOnce().then(
      () => this.#parts.queue.length > 0 && this.#timer === undefined && this.#schedule(longestWaitMs),
      () => this.#timer === undefined && this.#schedule(refusedMs),
    );
  }

  /** The timer must not keep the program alive. */
  #schedule(ms: number): void {
    this.#timer = setTimeout(() => this.#writeInBackground(), ms);
    this.#timer.unref();
  }

  /** Reported once, until writing succeeds again. */
  #refused(cause: unknown): unknown {
    const error = writeError(this.#parts.file.folder, cause);
    if (!this.#isRefused) this.#parts.onError(error);
    this.#isRefused = true;
    return error;
  }
}
