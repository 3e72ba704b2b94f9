import { closeSync, existsSync, fstatSync, mkdirSync, openSync, write, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The file of one logger of one process, made when there is something to write. Lines are only added. What could not
 * be written whole is written again after a line break: then there are two of some lines, which is one too many for
 * nobody, as they have the same ids.
 */
export class LogFile {
  readonly #folder: string;
  readonly #name: string;
  readonly #start: string;
  #file: number | undefined;
  #path: string | undefined;
  #count = 0;
  /** The file may end within a line: something was not written whole, or is being written. */
  #isTorn = false;
  #hasStart = false;

  /** `start` is the line that every file begins with. */
  constructor(folder: string, name: string, start: string) {
    this.#folder = folder;
    this.#name = name;
    this.#start = start;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Undefined as long as nothing was written. */
  get path(): string | undefined {
    return this.#path;
  }

  async append(text: string): Promise<void> {
    const { file, bytes } = this.#prepare(text);
    const written = await new Promise<number>((resolve, reject) =>
      write(file, bytes, 0, bytes.length, null, (error, count) => (error ? reject(error) : resolve(count))),
    );
    // Somebody may have appended meanwhile: a rest would be in the wrong place.
    if (written < bytes.length) throw new Error(`Only ${written} of ${bytes.length} bytes were written.`);
    this.#done();
  }

  /** For when there is no time to wait. */
  appendNow(text: string): void {
    const { file, bytes } = this.#prepare(text);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
    this.#done();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #prepare(text: string): { readonly file: number; readonly bytes: Buffer } {
    // A cleanup may have removed an old file: what is written to it now would be lost.
    if (this.#file !== undefined && fstatSync(this.#file).nlink === 0) this.close();
    const file = (this.#file ??= this.#open());
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${this.#hasStart ? '' : this.#start}${text}`);
    this.#isTorn = true;
    return { file, bytes };
  }

  #done(): void {
    this.#isTorn = false;
    this.#hasStart = true;
  }

  #open(): number {
    makeFolder(this.#folder);
    this.#count += 1;
    const path = join(this.#folder, `${this.#name}${this.#count === 1 ? '' : `-${this.#count}`}.jsonl`);
    const file = openSync(path, 'ax', 0o600);
    this.#path = path;
    this.#isTorn = this.#hasStart = false;
    return file;
  }
}

/** Each by itself: `recursive` never returns where a folder is there and takes none, as below /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}
