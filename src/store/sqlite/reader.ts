import { statSync } from 'node:fs';
import { eachFile, file } from '../queries/archive/files.ts';
import { overview } from '../queries/archive/overview.ts';
import { answer } from '../queries/query.ts';
import { sharedReader, type Runner } from '../queries/reader.ts';
import { surroundings } from '../queries/sessions/surroundings.ts';
import type { StoreReader } from '../store.ts';
import { backup } from './copy/backup.ts';
import * as byFingerprint from './queries/chains-by-fingerprint.ts';
import { changeMark, eventsSince, newest } from './queries/changes.ts';
import { check } from './queries/check.ts';
import type { Connection } from './connect/connection.ts';
import { sqliteDialect } from './dialect.ts';
import { parentChain } from './queries/lineage.ts';
import { search } from './queries/search.ts';
import { slice } from './queries/slice.ts';
import { usage } from './queries/usage.ts';

export function sqliteReader(connection: Connection): StoreReader {
  const ask: Runner['ask'] = (query) => connection.ask(() => connection.perform(query()));
  const shared = sharedReader(sqliteDialect, { ask, askAtOneMoment: ask });
  return {
    ...shared,
    changeMark: () => ask(changeMark),
    newest: () => ask(newest),
    eventsSince: (mark, limit) => ask(() => eventsSince(mark, limit)),
    parentChain: (ref, limit) => ask(() => parentChain(ref, limit)),
    slice: (from, direction, limit) => connection.ask(() => slice(connection, from, direction, limit)),

    chainGroups: (fingerprints, filter) => ask(() => byFingerprint.chainGroups(fingerprints, filter)),
    recurrences: (fingerprints, filter, since, before) =>
      ask(() => byFingerprint.recurrences(fingerprints, filter, since, before)),
    latestChains: (fingerprints, filter) => ask(() => byFingerprint.latestChains(fingerprints, filter)),
    triedChains: (fingerprints, filter, limit) => ask(() => byFingerprint.triedChains(fingerprints, filter, limit)),
    failureTexts: (fingerprints) => ask(() => byFingerprint.failureTexts(fingerprints)),
    failures: () => ask(byFingerprint.failures),

    surroundings: (session) => ask(() => surroundings(sqliteDialect, session)),
    usage: (filter, by) => ask(() => usage(filter, by)),
    search: (query) => connection.ask(() => search(connection, query)),

    file: (path) => ask(() => file(path)),
    files: () => eachFile(ask),
    overview: () =>
      ask(() => overview(sqliteDialect, () => answer(sizeOf(connection.path) + sizeOf(`${connection.path}-wal`)))),
    check: () => ask(check),
    backup: (to) => connection.ask(() => backup(connection, to)),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
