import type { Row, RowsAnswer, SessionUid } from '../../../../src/types.ts';
import type { Skeleton } from './skeleton.ts';

export type FetchRows = (
  uid: SessionUid,
  params: { readonly after: number; readonly limit: number },
) => Promise<RowsAnswer>;

const pageLength = 256;
const maxPages = 48;
const maxAtOnce = 8;

/** The texts of steps, loaded by the page. Rows are drawn without text until it arrives. */
export class RowPages {
  readonly #fetch: FetchRows;
  /** Least recently used first. */
  readonly #pages = new Map<string, readonly Row[]>();
  readonly #pending = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(fetch: FetchRows) {
    this.#fetch = fetch;
  }

  row(skeleton: Skeleton, index: number): Row | undefined {
    const key = keyOf(skeleton, index);
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    const row = page[index % pageLength];
    return row?.seq === skeleton.seq[index] ? row : page.find(({ seq }) => seq === skeleton.seq[index]);
  }

  /** Loads the visible rows once the list has stopped scrolling. */
  requestVisible(steps: readonly (readonly [Skeleton, number])[]): void {
    clearTimeout(this.#restTimer);
    const missing = this.#missing(steps);
    if (missing.size > 0)
      this.#restTimer = setTimeout(() => void this.#load(missing), this.#version === 0 ? 0 : restMs);
  }

  /** Loads some more rows immediately. */
  request(steps: readonly (readonly [Skeleton, number])[]): void {
    const missing = this.#missing(steps);
    if (missing.size > 0) void this.#load(missing);
  }

  /** Drops the rows from `from` on: the session has grown, or calls at its end have got their results. */
  invalidate(uid: SessionUid, from: number): void {
    for (const key of this.#pages.keys()) {
      const [page, of] = partsOf(key);
      if (of === uid && page >= Math.floor(from / pageLength)) this.#pages.delete(key);
    }
    this.#notify();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Increases whenever other rows are available. */
  readonly version = (): number => this.#version;

  close(): void {
    clearTimeout(this.#restTimer);
  }

  #missing(steps: readonly (readonly [Skeleton, number])[]): ReadonlyMap<string, readonly [Skeleton, number]> {
    const missing = new Map<string, readonly [Skeleton, number]>();
    for (const [skeleton, index] of steps) {
      const key = keyOf(skeleton, index);
      if (!this.#pages.has(key) && !this.#pending.has(key) && missing.size < maxAtOnce)
        missing.set(key, [skeleton, index]);
    }
    return missing;
  }

  async #load(wanted: ReadonlyMap<string, readonly [Skeleton, number]>): Promise<void> {
    await Promise.all(
      [...wanted].map(async ([key, [skeleton, index]]) => {
        const first = Math.floor(index / pageLength) * pageLength;
        this.#pending.add(key);
        try {
          const { rows } = await this.#fetch(skeleton.session.uid, {
            after: first === 0 ? 0 : skeleton.seq[first - 1]!,
            limit: pageLength,
          });
          this.#keep(key, rows);
        } catch {
          // The placeholders stay; subscribers are notified later, so that whoever needs the rows requests them again.
          setTimeout(() => this.#notify(), retryMs);
        } finally {
          this.#pending.delete(key);
        }
      }),
    );
    this.#notify();
  }

  #keep(key: string, rows: readonly Row[]): void {
    this.#pages.set(key, rows);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(oldest);
    }
  }

  #notify(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

const retryMs = 3_000;
const restMs = 45;

function keyOf({ session }: Skeleton, index: number): string {
  return `${Math.floor(index / pageLength)} ${session.uid}`;
}

function partsOf(key: string): readonly [page: number, uid: string] {
  const blank = key.indexOf(' ');
  return [Number(key.slice(0, blank)), key.slice(blank + 1)];
}
