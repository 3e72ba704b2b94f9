import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { nameFor, nameForAll } from './file-names.ts';
import { payloadEvicted } from '../rows/payload-evicted.ts';
import type { Batch, FileMark, Store, StoreReader, StoreWriter } from '../store.ts';

/**
 * The same store, with files named as one machine names them: different files at the same path on two machines do not
 * collide, and each machine finds its own by the path alone.
 */
export function asSeenFrom(machine: string, store: Store): Store {
  const shared = (name: string): string => nameForAll(name, machine);
  const seen = (name: string): string => nameFor(machine, name);
  return {
    read: reader(store.read, shared, seen),
    write: writer(store.write, shared),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

type Naming = (name: string) => string;

function writer(write: StoreWriter, shared: Naming): StoreWriter {
  const named = (batch: Batch): Batch => ({ ...batch, file: { ...batch.file, path: shared(batch.file.path) } });
  return {
    ...write,
    commit: (batch) => write.commit(named(batch)),
    restoreBytes: (path, pieces) => write.restoreBytes(shared(path), pieces),
  };
}

function reader(read: StoreReader, shared: Naming, seen: Naming): StoreReader {
  const session = (each: Session): Session =>
    each.source_path === null ? each : { ...each, source_path: seen(each.source_path) };
  const named = <Of extends { readonly path: string }>(of: Of): Of => ({ ...of, path: seen(of.path) });
  return {
    ...read,
    session: async (uid) => optional(await read.session(uid), session),
    findSessions: async (prefix, limit) => (await read.findSessions(prefix, limit)).map(session),
    sessions: async (filter, page) => {
      const { sessions, total } = await read.sessions(filter, page);
      return { sessions: sessions.map(session), total };
    },
    children: async (uid, limit) => (await read.children(uid, limit)).map(session),

    place: async (ref) => optional(await read.place(ref), named),
    file: async (path) => optional(await read.file(shared(path)), named<FileMark>),
    async *files(which) {
      for await (const mark of read.files(which)) yield named(mark);
    },
    filesOf: async (uid) => (await read.filesOf(uid)).map(named),
    secondaryFiles: async (uid) => (await read.secondaryFiles(uid)).map(named),
    pieces: (path, version) => read.pieces(shared(path), version),
    async *bytes(path, version, from, to) {
      try {
        yield* read.bytes(shared(path), version, from, to);
      } catch (error) {
        throw error instanceof StemmaError && error.code === 'payload-evicted' ? payloadEvicted(path) : error;
      }
    },
    overview: async () => {
      const overview = await read.overview();
      return { ...overview, issues: overview.issues.map(named) };
    },
  };
}

function optional<Value>(value: Value | undefined, then: (value: Value) => Value): Value | undefined {
  return value === undefined ? undefined : then(value);
}
