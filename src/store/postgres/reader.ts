import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../store.ts';
import { check } from './check.ts';
import type { Connection } from './connection.ts';
import * as counts from './count-chains.ts';
import type { SeenChanges } from './digests.ts';
import { evictable } from './evict.ts';
import { overview } from './overview.ts';
import * as archive from './read-archive.ts';
import * as chains from './read-chains.ts';
import * as edges from './read-edges.ts';
import * as tracking from './changes.ts';
import * as invocations from './read-invocations.ts';
import { parentChain } from './read-lineage.ts';
import * as usage from './read-usage.ts';
import { search } from './search.ts';
import type { SeenMarks } from './seen-marks.ts';
import { slice } from './slice.ts';
import type { Sql } from './sql.ts';
import { seenBefore } from './seen-before.ts';
import { sharedReader, type Runner } from '../queries/reader.ts';
import { surroundings } from '../queries/sessions/surroundings.ts';
import { postgresDialect } from './dialect.ts';
import { triedChains } from './tried-chains.ts';

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
  const ask = <Answer>(work: (sql: Sql) => Promise<Answer>) => connection.ask(work);
  const askOnce = <Answer>(work: (sql: Sql) => Promise<Answer>) => connection.askOnce(work);
  const runner: Runner = {
    ask: (query) => connection.askOnce((sql) => sql.perform(query())),
    askAtOneMoment: (query) => connection.ask((sql) => sql.perform(query())),
  };
  return {
    ...sharedReader(postgresDialect, runner),
    changeMark: () => runner.ask(tracking.changeMark),
    newest: () => runner.ask(tracking.newest),
    // Not at one moment: what ended between its two statements must be seen by the second.
    eventsSince: (mark, limit) => runner.ask(() => tracking.eventsSince(mark, limit)),
    surroundings: (session) =>
      runner.askAtOneMoment(() => surroundings(postgresDialect, session, (seen) => changes.set(session, seen))),

    // Not at one moment: what ended between its two statements must be seen by the second.
    parentChain: (ref, limit) => askOnce((sql) => parentChain(sql, ref, limit)),

    causes: (effects) => askOnce((sql) => edges.causes(sql, effects)),
    effects: (causes) => askOnce((sql) => edges.effects(sql, causes)),
    slice: (from, direction, limit) => ask((sql) => slice(sql, from, direction, limit)),
    links: (child) => askOnce((sql) => edges.links(sql, child)),
    linksFrom: (parent) => askOnce((sql) => edges.linksFrom(sql, parent)),

    chain: (ref) => ask((sql) => chains.chain(sql, ref)),
    chainsOf: (refs) => ask((sql) => chains.chainsOf(sql, refs)),
    findChains: (prefix, limit) => ask((sql) => chains.findChains(sql, prefix, limit)),
    chains: (filter, page) => ask((sql) => chains.chains(sql, filter, page)),
    chainCounts: (filter) => askOnce((sql) => counts.chainCounts(sql, filter)),
    fingerprintCounts: (filter, limit, least) => askOnce((sql) => counts.fingerprintCounts(sql, filter, limit, least)),
    chainGroups: (fingerprints, filter) => askOnce((sql) => counts.chainGroups(sql, fingerprints, filter)),
    recurrences: (fingerprints, filter, since, before) =>
      askOnce((sql) => counts.recurrences(sql, fingerprints, filter, since, before)),
    latestChains: (fingerprints, filter) => ask((sql) => chains.latestChains(sql, fingerprints, filter)),
    triedChains: (fingerprints, filter, limit) => ask((sql) => triedChains(sql, fingerprints, filter, limit)),
    failureTexts: (fingerprints) => askOnce((sql) => chains.failureTexts(sql, fingerprints)),
    seenBefore: (fingerprints, before) => askOnce((sql) => seenBefore(sql, fingerprints, before)),
    failures: () => askOnce(chains.failures),

    invocation: (ref) => askOnce((sql) => invocations.invocation(sql, ref)),
    invocations: (filter, page) => ask((sql) => invocations.invocations(sql, filter, page)),
    eachInvocation: (filter) => invocations.eachInvocation(connection, filter),
    uses: (filter) => invocations.uses(connection, filter),
    skillNames: (filter, limit) => askOnce((sql) => invocations.skillNames(sql, filter, limit)),

    evictable: (limit) => askOnce((sql) => evictable(sql, limit)),

    usage: (filter, by) => askOnce((sql) => usage.usage(sql, filter, by)),
    work: (filter, by) => askOnce((sql) => usage.work(sql, filter, by)),
    headings: (uids) => askOnce((sql) => usage.headings(sql, uids)),
    descendants: (uid, limit) => askOnce((sql) => usage.descendants(sql, uid, limit)),

    search: (query) => ask((sql) => search(sql, query)),

    place: (ref) => askOnce((sql) => archive.place(sql, ref)),
    file: (path) => askOnce((sql) => archive.file(sql, path, marks)),
    files: (which) => archive.files(connection, marks, which === undefined ? undefined : machine),
    filesOf: (session) => askOnce((sql) => archive.filesOf(sql, session)),
    pieces: (path, version) => askOnce((sql) => archive.pieces(sql, path, version)),
    bytes: (path, version, from, to) => archive.bytes(connection, { path, version, from, to }),

    overview: () => ask(overview),
    check: () => ask(check),
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
