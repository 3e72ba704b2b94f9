import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The log of one run: one record per line, written as it happens, so that a killed run keeps what it had. A full disk
 * does not affect the program: the rest is lost, and `lost` is the reason.
 */
export class RunLog implements Disposable {
  readonly path: string;
  readonly #run: string;
  readonly #clock: () => number;
  #file: number | undefined;
  #lost: string | undefined;
  #ids = 0;
  readonly #began: number;

  constructor(path: string, run: string, clock: () => number) {
    this.path = path;
    this.#run = run;
    this.#clock = clock;
    this.#began = clock();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'wx', 0o600);
  }

  get lost(): string | undefined {
    return this.#lost;
  }

  /** An id for a record that others will refer to. */
  nextId(letter: string): string {
    this.#ids += 1;
    return `${letter}${this.#ids}`;
  }

  /** A file may have any time; one outside this run is not used. */
  duringRun(at: number | undefined): number {
    const now = this.#clock();
    return at === undefined || at < this.#began || at > now ? now : at;
  }

  write(t: string, fields: Readonly<Record<string, unknown>>, at = this.#clock()): void {
    if (this.#file === undefined) return;
    try {
      const bytes = Buffer.from(
        `${JSON.stringify({ stemma: 'run', run: this.#run, t, at: new Date(at).toISOString(), ...fields })}\n`,
      );
      for (let from = 0; from < bytes.length;) from += writeSync(this.#file, bytes, from);
    } catch (error) {
      this.#lost ??= (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
