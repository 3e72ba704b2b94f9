import type { DigestedFailure, DigestFacts } from '../model/digest-facts.ts';
import type { Chain } from '../model/chain.ts';
import type { Digest } from '../model/digest.ts';
import type { Edge } from '../model/edge.ts';
import type { Event } from '../model/event.ts';
import type { ChainRef, EventRef, InvocationRef, Key, SessionUid } from '../model/ids.ts';
import type { Judgement } from '../model/judgement.ts';
import type { DescribedUse, Invocation, Use } from '../model/invocation.ts';
import type { Session } from '../model/session.ts';
import type { Kind } from '../model/words.ts';
import type { Batch } from './contract/batch-rows.ts';
import type {
  ChainCount,
  ChainFilter,
  ChainGroup,
  ChainRow,
  ChainNote,
  FailureRow,
  ModelVector,
  FingerprintCount,
  Recurrence,
  SeenBefore,
  TriedChain,
} from './contract/chain-rows.ts';
import type { KeptDigest } from './contract/digest-rows.ts';
import type { Direction, EdgeRow, LinkRow, SliceStep } from './contract/edge-rows.ts';
import type { FileMark, PieceRow, Place } from './contract/file-rows.ts';
import type { FolderRow, MovedFolder } from './contract/folder-rows.ts';
import type { AppliedJudgement } from './contract/judgement-rows.ts';
import type { LastStep, Pagination, RecentEvents, SessionFilter } from './contract/filters.ts';
import type { MarkedCall, OutlineChain, OutlineEdge, OutlineStep } from './contract/outline-rows.ts';
import type { Overview } from './contract/overview-rows.ts';
import type { EvictableSession, Evicted, Eviction, Forgotten } from './contract/removal-rows.ts';
import type { SecondaryAnalysis } from './contract/secondary-rows.ts';
import type { RankAnswer, RankQuery, SearchHit, SearchQuery } from './contract/search-rows.ts';
import type { SessionPreview } from './contract/session-preview.ts';
import type { InvocationEnd, InvocationFilter, InvocationRow, MinedUses } from './contract/skill-rows.ts';
import type { TitleDetail, UndetailedTitle } from './contract/title-rows.ts';
import type { Heading, UsageBy, UsageFilter, UsageRow, UsedBetween, WorkRow } from './contract/usage-rows.ts';
import type { WorkDay, WorkDaysFilter } from './contract/work-days.ts';

export type * from './contract/batch-rows.ts';
export type * from './contract/chain-rows.ts';
export type * from './contract/digest-rows.ts';
export type * from './contract/edge-rows.ts';
export type * from './contract/file-rows.ts';
export type * from './contract/folder-rows.ts';
export type * from './contract/filters.ts';
export type * from './contract/judgement-rows.ts';
export type * from './contract/outline-rows.ts';
export type * from './contract/overview-rows.ts';
export type * from './contract/removal-rows.ts';
export type * from './contract/search-rows.ts';
export type * from './contract/secondary-rows.ts';
export type * from './contract/session-preview.ts';
export type * from './contract/skill-rows.ts';
export type * from './contract/title-rows.ts';
export type * from './contract/usage-rows.ts';
export type * from './contract/work-days.ts';

/**
 * What stemma remembers. Every store passes store.contract.ts; no caller may assume which one it has.
 *
 * Two kinds of data. The *archive* (files, versions, pieces, blocks) is the agents' own bytes: added, never altered.
 * Everything else is *derived* and can be made again from it, except manual entries. Every key begins with the tree. In
 * SQLite one process writes at a time, in PostgreSQL several do; any number read.
 */
export interface Store extends ReadOnlyStore {
  readonly write: StoreWriter;
}

/** A store that was opened to read. */
export interface ReadOnlyStore extends AsyncDisposable {
  readonly read: StoreReader;
}

export type StoreMode = 'read' | 'write';
export type StoreOpenedTo<Mode extends StoreMode> = Mode extends 'write' ? Store : ReadOnlyStore;
export type OpenStore = <Mode extends StoreMode>(mode: Mode) => Promise<StoreOpenedTo<Mode>>;

/**
 * For `ingest/` only, which also handles manual entries. Each method is one transaction: it happens completely or not
 * at all.
 */
export interface StoreWriter {
  /**
   * From here on transactions are combined into larger ones, which costs much less, until `flush`. A crash, or a method
   * that fails, reverts everything since the last flush, and never a part of it; but a store with several writers may
   * flush by itself between two methods, when another waits. Readers of this store see pending changes, those of other
   * processes do not.
   */
  gather(): Promise<void>;
  flush(): Promise<void>;
  /**
   * Adds the result of one stretch of one file, and moves the file's watermark. The caller has dropped events that
   * `known` names.
   */
  commit(batch: Batch): Promise<void>;
  /** Which of these events are already here. */
  known(tree: Key, events: readonly Key[]): Promise<ReadonlySet<Key>>;
  /** How many tokens of these responses are counted already, in whichever session. */
  countedTokens(responses: readonly Key[]): Promise<ReadonlyMap<Key, number>>;
  /** Replaces all edges that link this session to others. */
  putLinkEdges(tree: Key, session: SessionUid, edges: readonly EdgeRow[]): Promise<void>;
  /**
   * Sessions whose link edges must be derived again: touched since `linked` was last called for them. Survives a crash.
   */
  unlinked(limit: number): Promise<readonly SessionUid[]>;
  linked(sessions: readonly SessionUid[]): Promise<void>;
  /** All folders in which sessions of a repository worked. */
  folders(): Promise<readonly FolderRow[]>;
  /** Their sessions belong to other repositories than their own facts say. */
  moveFolders(moved: readonly MovedFolder[]): Promise<void>;
  /**
   * Sessions that have grown since it was decided whether their title needs a detail, and those whose title has become
   * that of another one too. Titles that a person gave, and those of sub-agents, are left as they are.
   */
  undetailedTitles(): Promise<readonly UndetailedTitle[]>;
  putTitleDetails(details: readonly TitleDetail[]): Promise<void>;
  /** Stores manual failures completely: the same ones from before are replaced. Mined ones come with their batch. */
  putChains(chains: readonly ChainRow[]): Promise<void>;
  /**
   * Adds what a person or a program knows of a stored failure, mined or manual: another attempt, the fix, how it ended.
   * It survives every rebuild, with its failure; what is mined later adds to it and does not overrule it. An unknown
   * failure is ignored.
   */
  annotateChain(chain: ChainRef, note: ChainNote): Promise<void>;
  /**
   * Replaces what was derived from the secondary sources of a session that has no transcript. A commit of its
   * transcript's first events drops it again, with the prompts and answers that secondary sources had.
   */
  putSecondaryAnalysis(analysis: SecondaryAnalysis): Promise<void>;
  /** Vectors of failures, see `StoreReader.failures`. */
  putVectors(vectors: readonly { readonly fingerprint: Key; readonly vector: Uint8Array }[]): Promise<void>;
  /** Vectors of failures by the model of this name, see `StoreReader.modelVectors`. They survive a rebuild. */
  putModelVectors(model: string, vectors: readonly ModelVector[]): Promise<void>;
  /** Drops those of failures that are gone and, with `except`, those of every other model. */
  dropModelVectors(except?: string): Promise<void>;
  /** Stores what a model judged about a session, in place of an earlier judgement. It survives every rebuild. */
  putJudgement(tree: Key, judgement: Judgement): Promise<void>;
  dropJudgement(tree: Key, session: SessionUid): Promise<void>;
  /**
   * Shows a judgement in the answers: its causes beside the inferred ones, its stories in place of the mined ones,
   * which are kept. Replaces what was applied before, also with nothing. Derived: it is repeated after a rebuild.
   */
  applyJudgement(judgement: AppliedJudgement): Promise<void>;
  /** Replaces all uses of skills mined from a session. An unknown session is ignored. */
  putMinedUses(mined: MinedUses): Promise<void>;
  /** Stores manual uses of skills: the same ones from before are replaced. They survive every rebuild. */
  putManualUses(uses: readonly InvocationRow[]): Promise<void>;
  /** How a manual use ended. An unknown or mined one is ignored. */
  endManualUse(use: InvocationRef, end: InvocationEnd): Promise<void>;
  /** Gives the session that holds the record a title, unless the user chose one. */
  title(native: string, flavor: string, title: string): Promise<void>;
  /** Sessions that have grown since their digest was made, or have none. */
  unanalyzed(limit: number): Promise<readonly SessionUid[]>;
  /** Stores the digest of a session, as it was when its `surroundings` were last read; `at` is when it was derived. */
  putDigest(digest: Digest, at: number): Promise<void>;
  /**
   * Evicts the bytes of sessions, and of those in the same files; everything derived from them stays, and `dropDerived`
   * leaves it alone. Sessions without a current digest are skipped.
   */
  evict(sessions: readonly SessionUid[], how: Eviction): Promise<Evicted>;
  /** Evicted bytes of a file that have been read again. Once all are here, the file is no longer evicted. */
  restoreBytes(path: string, pieces: readonly PieceRow[]): Promise<void>;
  /** Removes sessions and their bytes for good and remembers the uids, so that the next ingest leaves them out. */
  forget(sessions: readonly SessionUid[]): Promise<Forgotten>;
  /** Drops everything derived, except in the trees `kept`, and resets the watermarks. The archive stays. */
  dropDerived(kept?: readonly Key[]): Promise<void>;
  /** A fact about the store itself, such as when it was last ingested into. */
  setMeta(name: string, value: string): Promise<void>;
  /** Cleans up after a long run: merges the search index, refreshes statistics, shortens the log. */
  settle(): Promise<void>;
}

/** For questions. Every list is bounded. */
export interface StoreReader {
  session(uid: SessionUid): Promise<Session | undefined>;
  /** Sessions whose uid or native id begins with the text; the exact one alone if there is one. */
  findSessions(prefix: string, limit: number): Promise<readonly Session[]>;
  /** Sessions that were read from a file whose name, or the end of whose path, has this text; by uid. */
  sessionsInFile(name: string, limit: number): Promise<readonly SessionUid[]>;
  /** Newest first. */
  sessions(
    filter: SessionFilter,
    page: Pagination,
  ): Promise<{ readonly sessions: readonly Session[]; readonly total: number }>;
  children(uid: SessionUid, limit: number): Promise<readonly Session[]>;
  /** The previews of sessions, in the order asked for. */
  previews(sessions: readonly SessionUid[]): Promise<readonly SessionPreview[]>;
  /** Other sessions that lie in the same transcripts, and are forgotten with it. */
  sharingFiles(uid: SessionUid): Promise<readonly SessionUid[]>;
  /**
   * The tree of a session. It was chosen when the session was first seen, and nothing in the files states it again; so
   * it is known as long as a file of the session is here, also while everything is derived again.
   */
  treeOf(uid: SessionUid): Promise<Key | undefined>;

  event(ref: EventRef): Promise<Event | undefined>;
  /** Those of these that are here, in the order asked for. */
  eventsOf(refs: readonly EventRef[]): Promise<readonly Event[]>;
  /**
   * Events whose id or native id begins with the text, in one session or in all; an exact native id wins over longer
   * ones.
   */
  findEvents(prefix: string, session: SessionUid | undefined, limit: number): Promise<readonly Event[]>;
  /** In order, after `seq`. */
  events(
    session: SessionUid,
    page: { readonly after: number; readonly limit: number; readonly kinds?: readonly Kind[] },
  ): Promise<readonly Event[]>;
  /**
   * The same without references and costs: `native_id`, `parent`, `turn`, `tokens`, `model` and `usd` are null. For
   * callers that read all of them.
   */
  bareEvents(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  /** The last ones, newest first. */
  recentEvents(session: SessionUid, page: RecentEvents): Promise<readonly Event[]>;
  countEvents(session: SessionUid): Promise<number>;
  /**
   * A text that changes whenever anything changes, whichever process changed it: events, or anything derived. It may
   * also change without a reason. Comparable only with earlier ones of the same reader.
   */
  changeMark(): Promise<string>;
  /** A mark that precedes everything stored from now on, by any process. */
  newest(): Promise<number>;
  /** What was stored after the mark, in that order, and the mark after these. */
  eventsSince(mark: number, limit: number): Promise<{ readonly events: readonly Event[]; readonly mark: number }>;
  /** Prompts and calls only. */
  steps(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  /** The events of a step, its prompt or call first. */
  eventsOfStep(ref: EventRef, limit: number): Promise<readonly Event[]>;
  firstStep(session: SessionUid): Promise<EventRef | undefined>;
  lastStep(session: SessionUid, bounds?: LastStep): Promise<EventRef | undefined>;
  stepByNative(session: SessionUid, native: string): Promise<EventRef | undefined>;
  /** Whether its transcript, or another primary source, recorded any of its events. */
  hasTranscript(session: SessionUid): Promise<boolean>;
  /** The secondary sources that hold events of it. */
  secondaryFiles(session: SessionUid): Promise<readonly FileMark[]>;
  /** Events that only a secondary source has, such as hooks. */
  secondaryEvents(session: SessionUid, limit: number): Promise<readonly Event[]>;
  /** Sessions of this flavor that hold a record with this native id (results have none). */
  sessionsWithNative(native: string, flavor: string, limit: number): Promise<readonly SessionUid[]>;
  /** The event, its parent, its parent's parent … nearest first. Ends at a cycle. */
  parentChain(ref: EventRef, limit: number): Promise<readonly Event[]>;
  childEvents(ref: EventRef, limit: number): Promise<readonly Event[]>;

  /**
   * Edges that end in any of these steps, one for each pair (see one-per-pair.ts): recorded first, then by falling
   * confidence.
   */
  causes(effects: readonly EventRef[]): Promise<readonly Edge[]>;
  effects(causes: readonly EventRef[]): Promise<readonly Edge[]>;
  /**
   * A part of the graph in one call, so that a walk need not ask step by step: these steps, those that caused them
   * (`back`) or that they led to (`ahead`), and so on, nearest first, until there are `limit`. Each comes with all its
   * edges in that direction, ranked as above, also those that lead out of the slice. Unknown steps are left out.
   */
  slice(from: readonly EventRef[], direction: Direction, limit: number): Promise<readonly SliceStep[]>;
  /**
   * The same steps and edges in the shortest form, to draw a whole session: prompts and calls after `seq`, in order.
   */
  outline(
    session: SessionUid,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly OutlineStep[]>;
  /** Those of these that are steps of the session, in its order. */
  outlineOf(session: SessionUid, events: readonly Key[]): Promise<readonly OutlineStep[]>;
  /** The `seq` of its calls after one, in order, for counting. */
  callsAfter(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly number[]>;
  /** Calls after `seq` that did not fail and whose marks contain the text, in any case; in order. */
  markedCalls(
    session: SessionUid,
    page: { readonly after: number; readonly limit: number; readonly containing: string },
  ): Promise<readonly MarkedCall[]>;
  /** The edges of steps after `seq` and up to `until`, in the order of the effects; those of one effect in no order. */
  outlineEdges(
    session: SessionUid,
    range: { readonly after: number; readonly until: number },
  ): Promise<readonly OutlineEdge[]>;
  /** Mined failures of a session by their keys, after one; 0 is before the first. */
  outlineChains(
    session: SessionUid,
    page: { readonly after: Key; readonly limit: number },
  ): Promise<readonly OutlineChain[]>;
  links(child: SessionUid): Promise<readonly LinkRow[]>;
  /** Links that name this session as parent. */
  linksFrom(parent: SessionUid): Promise<readonly LinkRow[]>;

  chain(ref: ChainRef): Promise<Chain | undefined>;
  /** Those of these that are here, in the order asked for. */
  chainsOf(refs: readonly ChainRef[]): Promise<readonly Chain[]>;
  /** Chains whose id begins with the text. */
  findChains(prefix: string, limit: number): Promise<readonly Chain[]>;
  /** By time, the latest first unless the filter has another order. */
  chains(filter: ChainFilter, page: Pagination): Promise<{ readonly chains: readonly Chain[]; readonly total: number }>;
  /** How many failures there are of each kind, state and type. */
  chainCounts(filter: ChainFilter): Promise<readonly ChainCount[]>;
  /**
   * How many failures there are of each fingerprint with at least `minCount`, 1 by default; of more than `limit` those
   * with the most. In no order.
   */
  fingerprintCounts(filter: ChainFilter, limit: number, minCount?: number): Promise<readonly FingerprintCount[]>;
  /**
   * What failures with each of these have in common. In no order; fingerprints without failures are left out, here and
   * below.
   */
  chainGroups(fingerprints: readonly Key[], filter: ChainFilter): Promise<readonly ChainGroup[]>;
  recurrences(
    fingerprints: readonly Key[],
    filter: ChainFilter,
    since: number,
    before: number,
  ): Promise<readonly Recurrence[]>;
  /** The latest failure with each of these. */
  latestChains(fingerprints: readonly Key[], filter: ChainFilter): Promise<readonly Chain[]>;
  /** The latest failures with each of these, at most `limit` of each, and what was tried. */
  triedChains(fingerprints: readonly Key[], filter: ChainFilter, limit: number): Promise<readonly TriedChain[]>;
  /** The texts of these fingerprints. */
  failureTexts(fingerprints: readonly Key[]): Promise<readonly Pick<FailureRow, 'fingerprint' | 'text'>[]>;
  /** Which of these fingerprints occurred before this time (ms). */
  seenBefore(fingerprints: readonly Key[], before: number): Promise<readonly SeenBefore[]>;
  /** Every fingerprint, with its vector where there is one: to search in memory. */
  failures(): Promise<readonly FailureRow[]>;
  /** The vectors of failures by the model of this name so far. */
  modelVectors(model: string): Promise<readonly ModelVector[]>;

  invocation(ref: InvocationRef): Promise<Invocation | undefined>;
  /** Uses of skills, the latest first. */
  invocations(
    filter: InvocationFilter,
    page: Pagination,
  ): Promise<{ readonly invocations: readonly Invocation[]; readonly total: number }>;
  /** All of them, the oldest first; those without a time before these. */
  eachInvocation(filter: InvocationFilter): AsyncIterable<Invocation>;
  /** The same in brief, a page at a time. */
  uses(filter: InvocationFilter): AsyncIterable<readonly Use[]>;
  /** The same with what was wanted of each. */
  describedUses(filter: InvocationFilter): AsyncIterable<readonly DescribedUse[]>;
  /** What was used, the most used first. */
  skillNames(filter: InvocationFilter, limit: number): Promise<readonly string[]>;

  /** Usage by group and model. Sums are stored: it costs no more for a million events. */
  usage(filter: UsageFilter, by: UsageBy): Promise<readonly UsageRow[]>;
  /** The first and last use in this time, to the millisecond; reads the events of sessions active then. */
  usedBetween(filter: UsageFilter): Promise<UsedBetween | undefined>;
  /** The sessions of each group, and what else they took. */
  work(filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): Promise<readonly WorkRow[]>;
  /** Work per day, from the table of sessions; the oldest first. `timeOfDay` (ms) splits the sessions of each day. */
  workDays(filter: WorkDaysFilter, timeOfDay: number): Promise<readonly WorkDay[]>;
  /** The titles of these, and their parents. In no order. */
  headings(uids: readonly SessionUid[]): Promise<readonly Heading[]>;
  /** The session and its descendants, at any depth. */
  descendants(uid: SessionUid, limit: number): Promise<readonly Heading[]>;

  /** What a model judged about a session. */
  judgement(session: SessionUid): Promise<Judgement | undefined>;
  /** The digest of a session; undefined when the session has grown since. */
  digest(session: SessionUid): Promise<Digest | undefined>;
  /**
   * Those of all sessions that pass the filter and have one, also of sessions that have grown since; the newest first.
   */
  digests(filter: SessionFilter, page: Pagination): Promise<readonly KeptDigest[]>;
  /** What a digest needs that is not in the events of a session; undefined when it is not here. */
  surroundings(session: SessionUid): Promise<DigestFacts | undefined>;
  /** Mined failures of a session in the order they happened, in brief. */
  failuresIn(session: SessionUid, page: Pagination): Promise<readonly DigestedFailure[]>;
  /** Oldest first. */
  evictable(limit: number): Promise<readonly EvictableSession[]>;

  /** Sessions and events that answer a question, best first. */
  searchRanked(query: RankQuery): Promise<RankAnswer>;
  /** Events with all words of a text. */
  search(
    query: SearchQuery,
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number; readonly totalIsExact: boolean }>;

  /** Where an event's line is. */
  place(ref: EventRef): Promise<Place | undefined>;
  file(path: string): Promise<FileMark | undefined>;
  /** Every file; `here`, to compare with the disk, only those of this machine, where several share a store. */
  files(which?: 'here'): AsyncIterable<FileMark>;
  filesOf(session: SessionUid): Promise<readonly FileMark[]>;
  pieces(path: string, version: number): Promise<readonly Omit<PieceRow, 'data'>[]>;
  /** The bytes of a version, from and up to; they are the caller's. Throws `payload-evicted` when they are gone. */
  bytes(path: string, version: number, from: number, to: number): AsyncIterable<Uint8Array>;

  isForgotten(uid: SessionUid): Promise<boolean>;
  overview(): Promise<Overview>;
  meta(name: string): Promise<string | undefined>;
  /** Problems found by a full check; empty when the store is whole. */
  check(): Promise<readonly string[]>;
  backup(to: string): Promise<void>;
}
