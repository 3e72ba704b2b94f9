import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const flushAt = 4 * 1024 * 1024;

/** A JSON Lines file, written a few megabytes at a time: a transcript may be larger than memory should be. */
export class Transcript implements Disposable {
  readonly #file: number;
  #pending: string[] = [];
  #pendingSize = 0;
  #bytes = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'w');
  }

  /** About how large the file is; characters that are not written yet count as one byte each. */
  get bytes(): number {
    return this.#bytes + this.#pendingSize;
  }

  add(record: unknown): void {
    const line = `${JSON.stringify(record)}\n`;
    this.#pending.push(line);
    this.#pendingSize += line.length;
    if (this.#pendingSize >= flushAt) this.#flush();
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    const chunk = Buffer.from(this.#pending.join(''));
    for (let written = 0; written < chunk.length;) written += writeSync(this.#file, chunk, written);
    this.#bytes += chunk.length;
    this.#pending = [];
    this.#pendingSize = 0;
  }
}
