import type { StoreReader } from '../store.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import type { Connection } from './connection.ts';
import * as counts from './count-chains.ts';
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
import { seenBefore } from './seen-before.ts';
import { sharedReader, type Runner } from '../queries/reader.ts';
import { surroundings } from '../queries/sessions/surroundings.ts';
import { sqliteDialect } from './dialect.ts';
import { slice } from './slice.ts';
import { triedChains } from './tried-chains.ts';

export function sqliteReader(connection: Connection): StoreReader {
  const ask = connection.ask.bind(connection);
  const run: Runner['ask'] = (query) => connection.ask(() => connection.perform(query()));
  return {
    ...sharedReader(sqliteDialect, { ask: run, askAtOneMoment: run }),
    changeMark: () => run(tracking.changeMark),
    newest: () => run(tracking.newest),
    eventsSince: (mark, limit) => run(() => tracking.eventsSince(mark, limit)),
    surroundings: (session) => run(() => surroundings(sqliteDialect, session)),

    parentChain: (ref, limit) => run(() => parentChain(ref, limit)),

    causes: (effects) => ask(() => edges.causes(connection, effects)),
    effects: (causes) => ask(() => edges.effects(connection, causes)),
    slice: (from, direction, limit) => ask(() => slice(connection, from, direction, limit)),
    links: (child) => ask(() => edges.links(connection, child)),
    linksFrom: (parent) => ask(() => edges.linksFrom(connection, parent)),

    chain: (ref) => ask(() => chains.chain(connection, ref)),
    chainsOf: (refs) => ask(() => chains.chainsOf(connection, refs)),
    findChains: (prefix, limit) => ask(() => chains.findChains(connection, prefix, limit)),
    chains: (filter, page) => ask(() => chains.chains(connection, filter, page)),
    chainCounts: (filter) => ask(() => counts.chainCounts(connection, filter)),
    fingerprintCounts: (filter, limit, least) => ask(() => counts.fingerprintCounts(connection, filter, limit, least)),
    chainGroups: (fingerprints, filter) => ask(() => counts.chainGroups(connection, fingerprints, filter)),
    recurrences: (fingerprints, filter, since, before) =>
      ask(() => counts.recurrences(connection, fingerprints, filter, since, before)),
    latestChains: (fingerprints, filter) => ask(() => chains.latestChains(connection, fingerprints, filter)),
    triedChains: (fingerprints, filter, limit) => ask(() => triedChains(connection, fingerprints, filter, limit)),
    failureTexts: (fingerprints) => ask(() => chains.failureTexts(connection, fingerprints)),
    seenBefore: (fingerprints, before) => ask(() => seenBefore(connection, fingerprints, before)),
    failures: () => ask(() => chains.failures(connection)),

    invocation: (ref) => ask(() => invocations.invocation(connection, ref)),
    invocations: (filter, page) => ask(() => invocations.invocations(connection, filter, page)),
    eachInvocation: (filter) => invocations.eachInvocation(connection, filter),
    uses: (filter) => invocations.uses(connection, filter),
    skillNames: (filter, limit) => ask(() => invocations.skillNames(connection, filter, limit)),

    evictable: (limit) => ask(() => evictable(connection, limit)),

    usage: (filter, by) => ask(() => usage.usage(connection, filter, by)),
    work: (filter, by) => ask(() => usage.work(connection, filter, by)),
    headings: (uids) => ask(() => usage.headings(connection, uids)),
    descendants: (uid, limit) => ask(() => usage.descendants(connection, uid, limit)),

    search: (query) => ask(() => search(connection, query)),

    place: (ref) => ask(() => archive.place(connection, ref)),
    file: (path) => ask(() => archive.file(connection, path)),
    files: () => archive.files(connection),
    filesOf: (session) => ask(() => archive.filesOf(connection, session)),
    pieces: (path, version) => ask(() => archive.pieces(connection, path, version)),
    bytes: (path, version, from, to) => archive.bytes(connection, { path, version, from, to }),

    overview: () => ask(() => overview(connection)),
    check: () => ask(() => check(connection)),
    backup: (to) => ask(() => backup(connection, to)),
  };
}
