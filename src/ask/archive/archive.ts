import { statSync } from 'node:fs';
import { priced } from '../cost/priced.ts';
import { redacted } from '../redaction/redacted.ts';
import { withTeamMemory } from '../team-memory/with-team-memory.ts';
import { knownFailures, otherModel, type KnownFailures } from '../similar/similar.ts';
import type { Endpoint } from '../../memory/embed/endpoint.ts';
import { modelAt } from '../../memory/embed/model/model-at.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { teamMemoryPath } from '../../platform/team-memory-path.ts';
import type { OpenStore, ReadOnlyStore, Store, StoreReader } from '../../store/store.ts';

export interface ArchiveParts {
  readonly openStore: OpenStore;
  /** The file the archive is in; undefined when it is no file. */
  readonly file: string | undefined;
  /** Where the price table of the user lies. */
  readonly base: string;
  /** A model of the user's own, asked what is near in meaning. */
  readonly embedding?: Endpoint | undefined;
  /** Opens what was pulled from the team's server; undefined when nothing was. */
  readonly openTeamMemory?: (() => Promise<ReadOnlyStore | undefined>) | undefined;
  /** How long a write waits for another writer. */
  readonly waitMs?: number;
}

/** The archive as one question sees it, redacted. */
export interface Opened {
  readonly read: StoreReader;
  /** With what was pulled from the team's server. */
  readonly memory: StoreReader;
  readonly failures: KnownFailures;
  /** stemma's home, where the user's price table lies. */
  readonly home: string;
}

/** An archive that questions can be asked of. */
export interface AskedArchive {
  ask<Answer>(question: (opened: Opened) => Promise<Answer>): Promise<Answer>;
}

/**
 * The archive of a server that lives for days. It is opened at the first question and kept, so that what was indexed
 * in memory is there for the next; a reader sees what others add. Once there is another file in its place, or one
 * where there was none, the next question opens that. To write it is opened for one entry at a time, so that an
 * ingest may write in between.
 */
export class Archive implements AskedArchive, AsyncDisposable {
  readonly #parts: ArchiveParts;
  #current: Held | undefined;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  async ask<Answer>(question: (opened: Opened) => Promise<Answer>): Promise<Answer> {
    const held = this.#hold();
    held.uses += 1;
    try {
      return await question(await held.opened);
    } catch (error) {
      // Whatever is wrong with it, the next question gets a fresh one. What was wrong with the question is not its
      // fault.
      if (!(error instanceof StemmaError) || error.code.startsWith('store-')) this.#letGo(held);
      throw error;
    } finally {
      held.uses -= 1;
      if (held.isLetGo && held.uses === 0) await close(held);
    }
  }

  async write<Answer>(work: (store: Store) => Promise<Answer>): Promise<Answer> {
    const { openStore, waitMs = 30_000 } = this.#parts;
    await using store = await within(openStore('write'), waitMs);
    return await work(store);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#current) this.#letGo(this.#current);
  }

  #hold(): Held {
    const identity = `${identityOf(this.#parts.file)} ${identityOf(teamMemoryPath(this.#parts.base))}`;
    if (this.#current && (this.#current.isEmpty || this.#current.identity !== identity)) this.#letGo(this.#current);
    this.#current ??= this.#open(identity);
    return this.#current;
  }

  #open(identity: string): Held {
    const { openStore, base, embedding, openTeamMemory } = this.#parts;
    const store = openStore('read');
    const team = store.then(() => openTeamMemory?.());
    const opened = store.then(async ({ read }) => {
      const models = { endpoint: embedding && otherModel(embedding), model: modelAt(base) };
      const reader = priced(redacted(read), base);
      held.isEmpty = (await read.sessions({}, { limit: 1, offset: 0 })).total === 0;
      const pulled = await team;
      const memory = pulled ? withTeamMemory(reader, redacted(pulled.read)) : reader;
      return { read: reader, memory, failures: knownFailures(memory, models), home: base };
    });
    const held: Held = { identity, store, team, opened, isEmpty: false, uses: 0, isLetGo: false };
    // An archive that could not be opened may be there the next time.
    opened.catch(() => this.#letGo(held));
    return held;
  }

  #letGo(held: Held): void {
    if (this.#current === held) this.#current = undefined;
    held.isLetGo = true;
    if (held.uses === 0) void close(held);
  }
}

interface Held {
  readonly identity: string;
  readonly store: Promise<ReadOnlyStore>;
  readonly team: Promise<ReadOnlyStore | undefined>;
  readonly opened: Promise<Opened>;
  /** It may stand for one that was only being made: not kept. */
  isEmpty: boolean;
  /** Questions that are being answered from it. */
  uses: number;
  isLetGo: boolean;
}

async function close({ store, team }: Held): Promise<void> {
  await team.then((open) => open?.[Symbol.asyncDispose]()).catch(() => undefined);
  await store.then((open) => open[Symbol.asyncDispose]()).catch(() => undefined);
}

function identityOf(file: string | undefined): string {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : 'none';
}

/** A client gives up after a minute, so the answer names a writer that takes longer. */
async function within(opening: Promise<Store>, waitMs: number): Promise<Store> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(
        new StemmaError(
          'store-busy',
          `Another stemma has been writing to the archive for ${Math.round(waitMs / 1000)} s.`,
          { hint: 'Nothing was written. Try again in a minute; questions are answered meanwhile.' },
        ),
      );
    }, waitMs);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
    // It may still come, and then nobody needs it.
    if (isLate) void opening.then((store) => store[Symbol.asyncDispose]()).catch(() => undefined);
  }
}
