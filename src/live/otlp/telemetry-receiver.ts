import { join } from 'node:path';
import { KnownAgents } from '../../sources/otlp/agents.ts';
import { receivedFile } from '../../sources/otlp/received-file.ts';
import { agents } from '../../sources/registry.ts';
import { appendTo } from '../spool/append-to.ts';
import { splitRequest } from './split-request.ts';
import type { Signal } from './split-request.ts';

export interface Receipt {
  readonly rejected: number;
  /** Why the first of them was; empty when none was. */
  readonly reason: string;
}

/**
 * Keeps export requests as files below a folder, one a line, for `ingest` and `watch` to read. One receiver writes to a
 * folder.
 */
export class TelemetryReceiver {
  readonly #folder: string;
  #agents: Promise<KnownAgents> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the records are on disk. Undefined when it is no export request of this signal. */
  async receive(signal: Signal, request: unknown): Promise<Receipt | undefined> {
    const known = await (this.#agents ??= KnownAgents.load(agents));
    const split = splitRequest(signal, request, (record) => {
      const file = receivedFile(known, record);
      return file && join(this.#folder, file[0], `${file[1]}.jsonl`);
    });
    if (!split) return undefined;
    await this.#inTurn(async () => {
      for (const [file, part] of split.parts) await appendTo(file, `${JSON.stringify(part)}\n`);
    });
    return { rejected: split.rejected, reason: split.reason };
  }

  /** Two requests may be for one file, and their lines must not mix. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Where a machine keeps what it received, until the archive has it. */
export function receivedFolder(home: string): string {
  return join(home, 'otlp', 'received');
}
