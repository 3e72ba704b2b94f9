import { sessionKey } from '../../model/ids.ts';
import type { StoreReader } from '../store.ts';
import { check } from './archive/check.ts';
import { evictable } from './archive/evict.ts';
import * as files from './archive/files.ts';
import * as chains from './chains/chains.ts';
import * as counts from './chains/count-chains.ts';
import { modelVectors } from './chains/model-vectors.ts';
import type { Dialect } from './dialect.ts';
import * as edges from './edges/edges.ts';
import { bareEvents } from './events/bare-events.ts';
import * as events from './events/events.ts';
import { findEvents } from './events/find-events.ts';
import { searchRanked } from './search/search-ranked.ts';
import * as outline from './events/outline.ts';
import * as secondary from './events/secondary-events.ts';
import { judgement } from './judgements/judgements.ts';
import { get, type Query } from './query.ts';
import { digest, digests } from './sessions/digests.ts';
import { previews } from './sessions/previews.ts';
import * as sessions from './sessions/sessions.ts';
import { failuresIn } from './sessions/surroundings.ts';
import { workDays } from './sessions/work-days.ts';
import * as invocations from './usage/invocations.ts';
import * as usage from './usage/usage.ts';

/** Runs queries. A query is created again after a lost connection. */
export interface Runner {
  /** For a query of one statement, or of several that need not agree. */
  ask<Answer>(query: () => Query<Answer>): Promise<Answer>;
  /** Every statement sees the same moment. */
  askAtOneMoment<Answer>(query: () => Query<Answer>): Promise<Answer>;
}

/** What both databases read alike. */
export function sharedReader(db: Dialect, runner: Runner) {
  const { ask, askAtOneMoment } = runner;
  return {
    session: (uid) => ask(() => sessions.session(db, uid)),
    sessionsInFile: (name, limit) => ask(() => sessions.sessionsInFile(name, limit)),
    findSessions: (prefix, limit) => askAtOneMoment(() => sessions.findSessions(db, prefix, limit)),
    sessions: (filter, page) => askAtOneMoment(() => sessions.listSessions(db, filter, page)),
    previews: (uids) => ask(() => previews(db, uids)),
    children: (uid, limit) => ask(() => sessions.children(db, uid, limit)),
    sharingFiles: (uid) => ask(() => sessions.sharingFiles(uid)),
    treeOf: (uid) => ask(() => sessions.treeOf(uid)),
    sessionsWithNative: (native, flavor, limit) =>
      ask(() => sessions.sessionsWithNative(db, { native, flavor, limit })),

    // Events are only ever added: their pages need not be one snapshot.
    event: (ref) => ask(() => events.event(db, ref)),
    eventsOf: (refs) => ask(() => events.eventsOf(db, refs)),
    findEvents: (prefix, session, limit) => askAtOneMoment(() => findEvents(db, prefix, session, limit)),
    searchRanked: (query) => ask(() => searchRanked(db, query)),
    events: (session, page) => ask(() => events.eventsAfter(db, session, page)),
    bareEvents: (session, page) => ask(() => bareEvents(db, session, page)),
    recentEvents: (session, page) => ask(() => events.recentEvents(db, session, page)),
    countEvents: (session) => ask(() => events.countEvents(session)),
    steps: (session, page) => ask(() => events.steps(db, session, page)),
    hasTranscript: (session) => askAtOneMoment(() => secondary.hasTranscript(session)),
    secondaryFiles: (session) => askAtOneMoment(() => secondary.secondaryFiles(session)),
    secondaryEvents: (session, limit) => askAtOneMoment(() => secondary.secondaryEvents(db, session, limit)),
    eventsOfStep: (ref, limit) => ask(() => events.eventsOfStep(db, ref, limit)),
    firstStep: (session) => ask(() => events.firstStep(session)),
    lastStep: (session, bounds) => ask(() => events.lastStep(session, bounds)),
    stepByNative: (session, native) => ask(() => events.stepByNative(db, session, native)),
    childEvents: (ref, limit) => ask(() => events.childEvents(db, ref, limit)),

    causes: (refs) => ask(() => edges.causes(db, refs)),
    effects: (refs) => ask(() => edges.effects(db, refs)),
    outline: (session, page) => ask(() => outline.outline(session, page)),
    outlineOf: (session, keys) => ask(() => outline.outlineOf(db, session, keys)),
    callsAfter: (session, page) => ask(() => outline.callsAfter(db, session, page)),
    markedCalls: (session, page) => ask(() => outline.markedCalls(db, session, page)),
    outlineEdges: (session, range) => ask(() => outline.outlineEdges(session, range)),
    outlineChains: (session, page) => ask(() => outline.outlineChains(db, session, page)),
    links: (child) => ask(() => edges.links(child)),
    linksFrom: (parent) => ask(() => edges.linksFrom(parent)),

    chain: (ref) => askAtOneMoment(() => chains.chain(db, ref)),
    chainsOf: (refs) => askAtOneMoment(() => chains.chainsOf(db, refs)),
    findChains: (prefix, limit) => askAtOneMoment(() => chains.findChains(db, prefix, limit)),
    chains: (filter, page) => askAtOneMoment(() => chains.listChains(db, filter, page)),
    chainCounts: (filter) => ask(() => counts.chainCounts(db, filter)),
    fingerprintCounts: (filter, limit, minCount) => ask(() => counts.fingerprintCounts(db, filter, limit, minCount)),
    seenBefore: (fingerprints, before) => ask(() => counts.seenBefore(db, fingerprints, before)),

    modelVectors: (model) => ask(() => modelVectors(model)),

    invocation: (ref) => ask(() => invocations.invocation(ref)),
    invocations: (filter, page) => askAtOneMoment(() => invocations.invocations(filter, page)),
    eachInvocation: (filter) => invocations.eachInvocation(ask, filter),
    uses: (filter) => invocations.uses(ask, filter),
    describedUses: (filter) => invocations.describedUses(ask, filter),
    skillNames: (filter, limit) => ask(() => invocations.skillNames(filter, limit)),

    judgement: (session) => ask(() => judgement(session)),
    digest: (session) => ask(() => digest(db, session)),
    digests: (filter, page) => ask(() => digests(db, filter, page)),
    failuresIn: (session, page) => ask(() => failuresIn(db, session, page)),
    evictable: (limit) => ask(() => evictable(db, limit)),

    usedBetween: (filter) => ask(() => usage.usedBetween(db, filter)),
    work: (filter, by) => ask(() => usage.work(db, filter, by)),
    workDays: (filter, timeOfDay) => ask(() => workDays(db, filter, timeOfDay)),
    headings: (uids) => ask(() => usage.headings(db, uids)),
    descendants: (uid, limit) => ask(() => usage.descendants(db, uid, limit)),

    place: (ref) => ask(() => files.place(db, ref)),
    filesOf: (session) => ask(() => files.filesOf(session)),
    pieces: (path, version) => ask(() => files.pieces(path, version)),
    bytes: (path, version, from, to) => files.bytes(runner, { path, version, from, to }),

    isForgotten: (uid) =>
      ask(function* () {
        return (yield* get('select 1 from forgotten where session = ?', sessionKey(uid))) !== undefined;
      }),
    meta: (name) =>
      ask(function* () {
        return (yield* get<{ value: string }>('select value from meta where name = ?', name))?.value;
      }),
    check: () => askAtOneMoment(() => check(db)),
  } satisfies Partial<StoreReader>;
}
