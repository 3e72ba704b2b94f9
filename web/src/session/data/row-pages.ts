import type { Row, RowsAnswer, SessionUid } from '../../../../src/types.ts';
import type { Skeleton } from './skeleton.ts';

export type FetchRows = (
  uid: SessionUid,
  params: { readonly after: number; readonly limit: number },
) => Promise<RowsAnswer>;

const pageLength = 256;
const mostPages = 48;
const mostAtOnce = 8;

/**
 * The words of steps, by the page. Nothing waits for them: a row without words is drawn without, and drawn again when
 * they are here.
 */
export class RowPages {
  readonly #fetch: FetchRows;
  /** The longest unused first. */
  readonly #pages = new Map<string, readonly Row[]>();
  readonly #asked = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(fetch: FetchRows) {
    this.#fetch = fetch;
  }

  row(skeleton: Skeleton, place: number): Row | undefined {
    const key = keyOf(skeleton, place);
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    const row = page[place % pageLength];
    return row?.seq === skeleton.seq[place] ? row : page.find(({ seq }) => seq === skeleton.seq[place]);
  }

  /**
   * Asks for the words of what is in sight, once that has been the same for a moment: who scrolls past does not want
   * them.
   */
  want(steps: readonly (readonly [Skeleton, number])[]): void {
    clearTimeout(this.#rest);
    const missing = this.#missing(steps);
    if (missing.size > 0) this.#rest = setTimeout(() => void this.#load(missing), this.#version === 0 ? 0 : restMs);
  }

  /** Asks for the words of some more steps at once. */
  need(steps: readonly (readonly [Skeleton, number])[]): void {
    const missing = this.#missing(steps);
    if (missing.size > 0) void this.#load(missing);
  }

  /** A session has grown, or calls at its end have got their answers. */
  forget(uid: SessionUid, from: number): void {
    for (const key of this.#pages.keys()) {
      const [page, of] = partsOf(key);
      if (of === uid && page >= Math.floor(from / pageLength)) this.#pages.delete(key);
    }
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows whenever there are other words. */
  readonly version = (): number => this.#version;

  close(): void {
    clearTimeout(this.#rest);
  }

  #missing(steps: readonly (readonly [Skeleton, number])[]): ReadonlyMap<string, readonly [Skeleton, number]> {
    const missing = new Map<string, readonly [Skeleton, number]>();
    for (const [skeleton, place] of steps) {
      const key = keyOf(skeleton, place);
      if (!this.#pages.has(key) && !this.#asked.has(key) && missing.size < mostAtOnce)
        missing.set(key, [skeleton, place]);
    }
    return missing;
  }

  async #load(wanted: ReadonlyMap<string, readonly [Skeleton, number]>): Promise<void> {
    await Promise.all(
      [...wanted].map(async ([key, [skeleton, place]]) => {
        const first = Math.floor(place / pageLength) * pageLength;
        this.#asked.add(key);
        try {
          const { rows } = await this.#fetch(skeleton.session.uid, {
            after: first === 0 ? 0 : skeleton.seq[first - 1]!,
            limit: pageLength,
          });
          this.#keep(key, rows);
        } catch {
          // Grey bars stay, and whoever rests here next asks again; so does this, in a moment.
          setTimeout(() => this.#tell(), retryMs);
        } finally {
          this.#asked.delete(key);
        }
      }),
    );
    this.#tell();
  }

  #keep(key: string, rows: readonly Row[]): void {
    this.#pages.set(key, rows);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(oldest);
    }
  }

  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

const retryMs = 3_000;
const restMs = 45;

function keyOf({ session }: Skeleton, place: number): string {
  return `${Math.floor(place / pageLength)} ${session.uid}`;
}

function partsOf(key: string): readonly [page: number, uid: string] {
  const blank = key.indexOf(' ');
  return [Number(key.slice(0, blank)), key.slice(blank + 1)];
}
