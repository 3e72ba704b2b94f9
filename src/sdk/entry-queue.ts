import type { Entry, WorkspaceContext } from '../entries/entry.ts';
import type { Input, OptionFields } from '../ask/question/field.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { StoreReader } from '../store/store.ts';
import type { TrackedArchive } from './tracked-archive.ts';

export interface QueueParts extends Omit<WorkspaceContext, 'store'> {
  readonly archive: TrackedArchive;
  /** Whether the reader sees anything of what is recorded: where there was no archive yet, it reads an empty one. */
  readonly seesAny: (read: StoreReader) => Promise<boolean>;
}

/**
 * Manual entries, written one after another in the order of the calls. The archive is open for writing only while one
 * runs, so that others may write in between.
 */
export class EntryQueue {
  readonly #parts: QueueParts;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  async run<F extends OptionFields, Answer>(entry: Entry<F, Answer>, input: Input<F>): Promise<Answer> {
    this.refuseClosed();
    const running = this.#last.then(() => this.#run(entry, input));
    this.#last = running.catch(() => undefined);
    return await running;
  }

  /** Resolves when what was called so far has run. */
  async settled(): Promise<void> {
    await this.#last;
  }

  refuseClosed(): void {
    if (this.#isClosed)
      throw new StemmaError('bad-argument', 'This tracker has been closed.', {
        hint: 'Make a new one; what was recorded is kept.',
      });
  }

  /** Nothing more is taken; what was called before still runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#parts.archive.close();
  }

  async #run<F extends OptionFields, Answer>(entry: Entry<F, Answer>, input: Input<F>): Promise<Answer> {
    const { archive, seesAny, ...context } = this.#parts;
    await entry.check?.(await archive.read(), input);
    let answer: Answer;
    {
      await using store = await archive.openToWrite();
      answer = await entry.run({ ...context, store }, input);
    }
    if (!(await seesAny(await archive.read()))) await archive.renew();
    return answer;
  }
}
