import { join } from 'node:path';
import { Archive } from '../../ask/archive/archive.ts';
import type { AskedArchive } from '../../ask/archive/archive.ts';
import { TelemetryReceiver, receivedFolder } from '../../live/otlp/telemetry-receiver.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { isPostgres } from '../../store/archive-address.ts';
import { isCurrent } from '../../store/is-current.ts';
import type { StoreMode, StoreOpenedTo } from '../../store/store.ts';
import { isMade } from '../../team/is-made.ts';
import { spacePlace, type ServerPlace, type SpacePlace } from '../../team/space-place.ts';
import type { Bearer, Workspace } from '../../team/registry.ts';
import { Answers } from '../handler.ts';
import { Hub } from '../live/hub.ts';
import type { Space } from './server-route.ts';
import type { WriterPool } from './writer/writer-pool.ts';

export interface SpacesParts {
  readonly place: ServerPlace;
  readonly openStore: <Mode extends StoreMode>(archive: string, mode: Mode) => Promise<StoreOpenedTo<Mode>>;
  readonly writers: WriterPool;
  readonly clock: () => number;
  readonly onBug: (error: unknown) => void;
  /** How long a question waits for its archive to be brought up to date. */
  readonly prepareMs?: number | undefined;
}

/** A space with what answers its questions. */
export interface OpenSpace extends Space {
  readonly hub: Hub;
  readonly answers: Answers;
  readonly telemetry: TelemetryReceiver;
  /** There is new telemetry: it is read soon, together with what comes meanwhile. */
  telemetryCame(): void;
}

/** The archives that are open to read. The one used longest ago is closed when there are too many. */
export class Spaces {
  readonly #parts: SpacesParts;
  /** The one used last is the last one. */
  readonly #open = new Map<string, Held>();
  /** Those that the thread that writes is bringing up to date. */
  readonly #preparing = new Map<string, Promise<unknown>>();

  constructor(parts: SpacesParts) {
    this.#parts = parts;
  }

  get open(): number {
    return this.#open.size;
  }

  get followers(): number {
    return [...this.#open.values()].reduce((sum, { hub }) => sum + hub.followers, 0);
  }

  /** The space of everybody in the bearer's workspace, or the bearer's own. No other can be named. */
  of({ workspace, user, userId }: Bearer, kind: Space['kind']): OpenSpace {
    const place = spacePlace(this.#parts.place, workspace, kind === 'mine' ? { id: userId, name: user } : undefined);
    const space = this.#open.get(place.archive) ?? this.#opened(place, workspace);
    this.#open.delete(place.archive);
    this.#open.set(place.archive, space);
    this.#closeOldest();
    return space;
  }

  /** Closes those of workspaces that were deleted: what is open stays on disk. */
  closeDeleted(workspaces: readonly Workspace[]): void {
    const ids = new Set(workspaces.map(({ id }) => id));
    for (const [archive, { workspace, hub, archive: opened }] of this.#open) {
      if (ids.has(workspace)) continue;
      this.#open.delete(archive);
      hub.close();
      void opened[Symbol.asyncDispose]();
    }
  }

  stopFollowing(): void {
    for (const { hub } of this.#open.values()) hub.close();
  }

  async close(): Promise<void> {
    this.stopFollowing();
    // What was received is in files, and is read when the server starts again.
    for (const { archive } of this.#open.values()) await archive[Symbol.asyncDispose]();
    this.#open.clear();
  }

  #opened(place: SpacePlace, { id, allowsRaw }: Workspace): Held {
    const { writers, clock, onBug, place: server } = this.#parts;
    const archive = new Archive({
      openStore: (mode) => this.#openStore(place, mode),
      file: isPostgres(place.archive) ? undefined : place.archive,
      base: server.folder,
    });
    const hub = new Hub({ archive });
    let reading: NodeJS.Timeout | undefined;
    return {
      name: place.name,
      kind: place.kind,
      allowsRaw,
      workspace: id,
      archive,
      hub,
      answers: new Answers({ archive, clock }, cacheBytes),
      telemetry: new TelemetryReceiver(receivedFolder(place.folder)),
      write: async (job, argument, transfer) => {
        const answer = await writers.write(place, job, argument, transfer);
        hub.nudge();
        return answer;
      },
      telemetryCame() {
        reading ??= setTimeout(() => {
          reading = undefined;
          writers.write(place, 'readTelemetry', null).then(() => hub.nudge(), onBug);
        }, collectMs).unref();
      },
    };
  }

  async #openStore<Mode extends StoreMode>(place: SpacePlace, mode: Mode): Promise<StoreOpenedTo<Mode>> {
    const { openStore, place: server } = this.#parts;
    if (mode === 'write') throw new Error('Only the thread that writes opens an archive to write.');
    // Asking makes nothing: what was never written to answers like an empty archive.
    if (!isMade(place)) return await openStore(join(server.folder, 'no-such-archive.db'), mode);
    if (!(await isCurrent(place.archive))) await this.#prepare(place);
    return await openStore(place.archive, mode);
  }

  /** An archive of an older stemma is migrated by the thread that writes; who asks meanwhile is put off. */
  async #prepare(place: SpacePlace): Promise<void> {
    let preparing = this.#preparing.get(place.archive);
    if (!preparing) {
      preparing = this.#parts.writers
        .write(place, 'prepare', null)
        .finally(() => this.#preparing.delete(place.archive));
      this.#preparing.set(place.archive, preparing);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(beingPrepared()), this.#parts.prepareMs ?? patienceMs);
    });
    try {
      await Promise.race([preparing, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #closeOldest(): void {
    for (const [archive, { hub, archive: opened }] of this.#open) {
      if (this.#open.size <= maxOpen) return;
      if (hub.followers > 0) continue;
      this.#open.delete(archive);
      hub.close();
      void opened[Symbol.asyncDispose]();
    }
  }
}

interface Held extends OpenSpace {
  readonly workspace: number;
  readonly archive: AskedArchive & AsyncDisposable;
}

function beingPrepared(): StemmaError {
  return new StemmaError('store-busy', 'The archive is being brought up to date, or a lot is being written to it.', {
    hint: 'Ask again in a moment.',
  });
}

/** Each may keep 16 MB of its archive in memory. */
const maxOpen = 12;
const cacheBytes = 2 * 1024 * 1024;
const patienceMs = 5_000;
/** Exporters send every few seconds. */
const collectMs = 500;
