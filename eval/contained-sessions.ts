import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sources } from '../src/sources/all-sources.ts';
import { peekAt } from '../src/sources/fixtures.ts';
import type { Labelled } from './labels.ts';

/** Writes labelled sessions that lie in a database as files of lines, which every part of the evaluation can read. */
export class ContainedSessions implements Disposable {
  #folder: string | undefined;

  async unpack(labelled: Labelled): Promise<Labelled> {
    const { name, file, known } = labelled;
    if (!/\.(?:db|sqlite)$/.test(file)) return labelled;
    const peek = peekAt(file, await readFile(file, 'latin1'));
    const container = sources.find((source) => source.container?.matches(peek))?.container;
    if (!container) return labelled;
    const ids = [...known];
    for await (const { path } of container.list(file)) {
      const lines = Buffer.concat(await Array.fromAsync(container.bytes(path, 0)));
      if (!ids.some((id) => lines.includes(id))) continue;
      this.#folder ??= mkdtempSync(join(tmpdir(), 'stemma-sessions-'));
      const unpacked = join(this.#folder, `${name}.jsonl`);
      writeFileSync(unpacked, lines);
      return { ...labelled, file: unpacked };
    }
    return labelled;
  }

  [Symbol.dispose](): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
