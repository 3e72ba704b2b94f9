import type { ChangedFile, FilesAnswer, SessionUid } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';

const pageLength = 500;
const countedAtOnce = 100;
const restMs = 60;
/** Counting lines reads every edit back from the archive, so names of long sessions come first. */
const longSession = 5_000;

export interface FilesState {
  /** Null until the first answer has arrived. */
  readonly total: number | null;
  readonly subagentsLeftOut: number;
  readonly error: Error | null;
}

/** The files of a session, loaded by the page: names first, then the lines of the files in sight. */
export class FilesOfSession {
  readonly #uid: SessionUid;
  readonly #isLong: boolean;
  readonly #files: (ChangedFile | undefined)[] = [];
  readonly #requested = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #state: FilesState = { total: null, subagentsLeftOut: 0, error: null };
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(uid: SessionUid, events: number) {
    this.#uid = uid;
    this.#isLong = events > longSession;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): FilesState => this.#state;

  file(row: number): ChangedFile | undefined {
    return this.#files[row];
  }

  /** Loads what is missing of these rows, once the list has stopped scrolling. */
  show(from: number, to: number): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#load(from, to), this.#state.total === null ? 0 : restMs);
  }

  retry(): void {
    this.#requested.clear();
    this.#update({ error: null });
    this.#load(0, 1);
  }

  stop(): void {
    clearTimeout(this.#restTimer);
    this.#abort.abort();
  }

  #load(from: number, to: number): void {
    const last = Math.max(from, Math.min(to, this.#state.total ?? to) - 1);
    for (const first of new Set([from, last].map((row) => Math.floor(row / pageLength) * pageLength)))
      void this.#fetch(first, pageLength, this.#isLong);
    if (!this.#isLong || this.#state.total === null) return;
    for (const first of new Set([from, last].map((row) => Math.floor(row / countedAtOnce) * countedAtOnce)))
      void this.#fetch(first, countedAtOnce, false);
  }

  async #fetch(after: number, limit: number, skipLines: boolean): Promise<void> {
    const key = `${after} ${limit}`;
    if (this.#requested.has(key)) return;
    this.#requested.add(key);
    try {
      const answer = await get<FilesAnswer>(
        `/sessions/${segment(this.#uid)}/files`,
        { after: after || null, limit, skip_lines: skipLines },
        this.#abort.signal,
      );
      for (const [index, file] of answer.files.entries())
        if (!skipLines || !this.#files[after + index]) this.#files[after + index] = file;
      this.#update({ total: answer.total, subagentsLeftOut: answer.subagents_left_out, error: null });
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#requested.delete(key);
      this.#update({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #update(changes: Partial<FilesState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
