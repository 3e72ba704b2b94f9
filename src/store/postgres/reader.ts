import { StemmaError } from '../../model/stemma-error.ts';
import { eachFile, file } from '../queries/archive/files.ts';
import { overview, sum } from '../queries/archive/overview.ts';
import { sharedReader, type Runner } from '../queries/reader.ts';
import { surroundings } from '../queries/sessions/surroundings.ts';
import type { FileMark, StoreReader } from '../store.ts';
import * as byFingerprint from './queries/chains-by-fingerprint.ts';
import { changeMark, eventsSince, newest } from './queries/changes.ts';
import type { Connection } from './connect/connection.ts';
import { postgresDialect } from './dialect.ts';
import type { SeenChanges } from './queries/digests.ts';
import { parentChain } from './queries/lineage.ts';
import { search } from './queries/search.ts';
import type { SeenMarks } from './seen-marks.ts';
import { slice } from './queries/slice.ts';
import { usage } from './queries/usage.ts';

/**
 * What the writer of the same store must know of what was read; and whose files are `here`: all of them when the
 * machine has no name.
 */
interface Reading {
  readonly marks: SeenMarks;
  readonly changes: SeenChanges;
  readonly machine: string | undefined;
}

export function postgresReader(connection: Connection, { marks, changes, machine }: Reading): StoreReader {
  const ask: Runner['ask'] = (query) => connection.askOnce((sql) => sql.perform(query()));
  const askAtOneMoment: Runner['ask'] = (query) => connection.ask((sql) => sql.perform(query()));
  return {
    ...sharedReader(postgresDialect, { ask, askAtOneMoment }),
    changeMark: () => ask(changeMark),
    newest: () => ask(newest),
    // Not one snapshot: what ended between its two statements must be seen by the second.
    eventsSince: (mark, limit) => ask(() => eventsSince(mark, limit)),
    parentChain: (ref, limit) => connection.askOnce((sql) => parentChain(sql, ref, limit)),
    slice: (from, direction, limit) => askAtOneMoment(() => slice(from, direction, limit)),

    chainGroups: (fingerprints, filter) => ask(() => byFingerprint.chainGroups(fingerprints, filter)),
    seenBefore: (fingerprints, before) => ask(() => byFingerprint.seenBefore(fingerprints, before)),
    recurrences: (fingerprints, filter, since, before) =>
      ask(() => byFingerprint.recurrences(fingerprints, filter, since, before)),
    latestChains: (fingerprints, filter) => askAtOneMoment(() => byFingerprint.latestChains(fingerprints, filter)),
    triedChains: (fingerprints, filter, limit) =>
      askAtOneMoment(() => byFingerprint.triedChains(fingerprints, filter, limit)),
    failureTexts: (fingerprints) => ask(() => byFingerprint.failureTexts(fingerprints)),
    failures: () => ask(byFingerprint.failures),

    surroundings: (session) =>
      askAtOneMoment(() => surroundings(postgresDialect, session, (seen) => changes.set(session, seen))),
    usage: (filter, by) => ask(() => usage(filter, by)),
    search: (query) => connection.ask((sql) => search(sql, query)),

    async file(path) {
      const mark = await ask(() => file(path));
      if (mark === undefined) marks.seeNone(path);
      else marks.see(mark);
      return mark;
    },
    files: (which) => seenFiles(ask, marks, which === undefined ? undefined : machine),
    overview: () =>
      askAtOneMoment(() => overview(postgresDialect, () => sum('select pg_database_size(current_database()) as sum'))),
    backup: async () => {
      throw new StemmaError(
        'bad-argument',
        'A store in PostgreSQL is copied by PostgreSQL itself, not by `stemma backup`.',
        {
          hint: `Run \`pg_dump --format=custom --file=stemma.dump\` with the address of the database.`,
        },
      );
    },
  };
}

async function* seenFiles(ask: Runner['ask'], marks: SeenMarks, machine: string | undefined): AsyncIterable<FileMark> {
  // Names of one machine's files lie between `machine:` and what comes right after the colon.
  const range = machine === undefined ? {} : { after: `${machine}:`, before: `${machine};` };
  for await (const mark of eachFile(ask, range)) {
    marks.see(mark);
    yield mark;
  }
  marks.seeAll();
}
