import type { Chain } from '../model/chain.ts';
import type { Digest } from '../model/digest.ts';
import type { Edge } from '../model/edge.ts';
import type { Event, Tokens } from '../model/event.ts';
import type { ChainRef, EventId, EventRef, InvocationRef, Key, SessionUid } from '../model/ids.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Session } from '../model/session.ts';
import type { Act, ChainState, Disposition, ErrorKind, Facet, Kind, Origin, Outcome, Relation, Role } from '../model/words.ts';
import type { ChainFilter, ChainGroup, ChainRow, ChainWord, FailureRow } from './chain-rows.ts';
import type { OutlineChain, OutlineEdge, OutlineStep } from './outline-rows.ts';
import type { SessionGlance } from './session-glance.ts';
import type { Descendant, UsageBy, UsageFilter, UsageRow, WorkRow } from './usage-rows.ts';
import type { WorkDay, WorkDaysFilter } from './work-days.ts';
import type { InvocationEnd, InvocationFilter, InvocationRow, MinedUses } from './skill-rows.ts';

export type * from './chain-rows.ts';
export type * from './outline-rows.ts';
export type * from './session-glance.ts';
export type * from './usage-rows.ts';
export type * from './work-days.ts';
export type * from './skill-rows.ts';

/**
 * What stemma remembers. Every store keeps store.contract.ts; no caller may assume which one it has.
 *
 * Two kinds of data. The *archive* (files, versions, pieces, blocks) is the agents' own bytes: added, never altered.
 * Everything else is *derived* and can be made again from it, but for what was told by hand (chains). Every key begins with the tree (DESIGN §8).
 * In SQLite one process writes at a time, in PostgreSQL several do; any number read.
 */
export interface Store extends AsyncDisposable {
  readonly write: StoreWriter;
  readonly read: StoreReader;
}

/** For `ingest/` only, which is also where what is told by hand comes in. Each method is one transaction: it happens whole or not at all. */
export interface StoreWriter {
  /**
   * From here on transactions are gathered into larger ones, which costs much less, until `flush` ends the gathering. A
   * crash, or a method that fails, takes back everything since the last flush, and never a part of it; but a store with several
   * writers may flush by itself between two methods, when another waits. Readers of this store see what is gathered, those of
   * other processes do not.
   */
  gather(): Promise<void>;
  flush(): Promise<void>;
  /** Adds what one stretch of one file gave, and moves the file's watermark. The caller has dropped events that `known` names. */
  commit(batch: Batch): Promise<void>;
  /** Which of these events are already here. */
  known(tree: Key, events: readonly Key[]): Promise<ReadonlySet<Key>>;
  /** Replaces the edges that link this session to others: all that were put here for it before. */
  putLinkEdges(tree: Key, session: SessionUid, edges: readonly EdgeRow[]): Promise<void>;
  /** Sessions whose link edges must be made anew: touched since `linked` was last called for them. Survives a crash. */
  unlinked(limit: number): Promise<readonly SessionUid[]>;
  linked(sessions: readonly SessionUid[]): Promise<void>;
  /** Keeps failures that were told by hand, whole: what was said of the same ones before is replaced. Those that were mined come with their batch. */
  putChains(chains: readonly ChainRow[]): Promise<void>;
  /**
   * Keeps what somebody says of a failure that is here, mined or told by hand: what else was tried, what helped, how it ended. It
   * outlives every rebuild, with the failure it is about; what is mined later adds to it and does not overrule it. Of one that is
   * not here nothing is kept.
   */
  sayOfChain(chain: ChainRef, word: ChainWord): Promise<void>;
  /** Vectors of failures, see `StoreReader.failures`. */
  putVectors(vectors: readonly { readonly fingerprint: Key; readonly vector: Uint8Array }[]): Promise<void>;
  /** Replaces the uses of skills that were mined from a session, all of them. Of a session that is not here nothing is kept. */
  putMinedUses(mined: MinedUses): Promise<void>;
  /** Keeps uses of skills that were told by hand: what was said of the same ones before is replaced. They outlive every rebuild. */
  putToldUses(uses: readonly InvocationRow[]): Promise<void>;
  /** How a use that was told by hand ended. Of one that is not here, or was mined, nothing is kept. */
  endToldUse(use: InvocationRef, end: InvocationEnd): Promise<void>;
  /** Gives the session that holds the record a title, unless the user chose one. */
  title(native: string, flavor: string, title: string): Promise<void>;
  /** Sessions of which there is more than their digest tells. */
  unanalyzed(limit: number): Promise<readonly SessionUid[]>;
  /** Keeps what stays of a session, as it was when its `surroundings` were last asked for; `at` is when it was made. */
  putDigest(digest: Digest, at: number): Promise<void>;
  /**
   * Lets the bytes of sessions go, and of those that lie in the same files; all that was learned from them stays, and is left alone by
   * `dropDerived`. Those without a digest, or with an old one, are left out.
   */
  evict(sessions: readonly SessionUid[], how: Eviction): Promise<Evicted>;
  /** Bytes of a file that were let go and have been read again. Once all are here, it is as if they had never gone. */
  bringBack(path: string, pieces: readonly PieceRow[]): Promise<void>;
  /** Removes sessions and their bytes for good and remembers the uids, so that the next ingest leaves them out. */
  forget(sessions: readonly SessionUid[]): Promise<Forgotten>;
  /** Drops everything derived; files go back to their beginning. The archive stays. */
  dropDerived(): Promise<void>;
  /** A fact about the store itself, such as when it was last ingested into. */
  setMeta(name: string, value: string): Promise<void>;
  /** Lets the store tidy up after a long run: merge the search index, refresh statistics, shorten the log. */
  settle(): Promise<void>;
}

/** One stretch of one file, ready to be kept. */
export interface Batch {
  readonly tree: Key;
  readonly file: FileMark;
  /**
   * New pieces, and the last one again when it grew. Pieces of one version follow one another without a gap. A piece
   * that differs from the one in its place replaces all from there on; the same one again leaves those after it alone.
   */
  readonly pieces: readonly PieceRow[];
  readonly sessions: readonly SessionRow[];
  readonly events: readonly EventRow[];
  /** Events that are here already, told again. One that is not here is left out. */
  readonly again: readonly Retelling[];
  /** Events that only a view beside the transcript had told, and that the transcript has now told itself: they go. */
  readonly replaced: readonly Replacement[];
  /** How calls from an earlier batch ended. */
  readonly outcomes: readonly CallOutcome[];
  readonly links: readonly LinkRow[];
  /** What is inferred: about events of this batch, or again about earlier ones. One whose effect is not here is left out. */
  readonly edges: readonly EdgeRow[];
  /**
   * Failures and how they went on, as far as is known by now; the same one again replaces what was said of it, but one that was
   * resolved stays so. One whose failing event is not here is left out.
   */
  readonly chains: readonly ChainRow[];
  readonly unknown: readonly UnknownRow[];
  readonly issues: readonly IssueRow[];
  /** The whole file has been written anew: the bytes of older versions are let go, but for those some event still lies in. */
  readonly renewed: boolean;
}

export interface Retelling {
  readonly row: EventRow;
  /** Where the event is: a view beside transcripts may know of calls in several trees. */
  readonly tree: Key;
  /**
   * `fuller`: what it says is taken over, and its place: the words, tokens, duration, whether it failed.
   * `beside`: what is missing is filled in: time, duration, tokens; and it failed if either says so.
   * `rewritten`: as `fuller`, unless the record has become shorter: then its agent took something out, and as `beside`.
   */
  readonly how: 'fuller' | 'beside' | 'rewritten';
}

export interface Replacement {
  readonly session: SessionUid;
  readonly old: Key;
  /** What hung on the old one hangs on this, its edges too. */
  readonly by: Key;
}

/** A file and how far it has been read. */
export interface FileMark {
  /** On disk; of a file on another machine, where several share a store, its machine's name and a colon before it (file-names.ts). */
  readonly path: string;
  readonly source: string;
  readonly session: SessionUid;
  /** A transcript; a view beside one, such as hooks; or a file without events. */
  readonly role: 'main' | 'beside' | 'side';
  /** Counts from 0; a rewritten file begins a new one. */
  readonly version: number;
  /** Bytes archived of this version. */
  readonly bytes: number;
  /** Bytes understood: up to the end of the last whole line. */
  readonly offset: number;
  readonly lines: LineCounts;
  /** The bytes after `offset` are a line still being written, or torn for good. */
  readonly torn: boolean;
  /** As the file system said when it was last read, to skip it unread next time. */
  readonly size: number;
  readonly mtimeMs: number;
  /** What the reader needs to go on; null for side files. */
  readonly state: string | null;
  /** When it was last read (ms). */
  readonly readAt: number;
  /** Its bytes were let go. */
  readonly evicted?: true;
}

export type LineCounts = Readonly<Record<Disposition, number>>;

/** A stretch of a file's bytes, held in one block. Blocks are shared: the same bytes of one tree are kept once. */
export interface PieceRow {
  readonly start: number;
  readonly length: number;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** zstd; absent when the block is known to be in the store. */
  readonly data?: Uint8Array;
  /** Dispositions of the lines that begin in the piece, as runs: `m12s1m3r1`. */
  readonly lines: string;
}

export interface SessionRow {
  readonly uid: SessionUid;
  readonly source: string;
  readonly nativeId: string;
  readonly root: SessionUid;
  readonly parent?: { readonly uid: SessionUid; readonly relation: Relation };
  /** Facts; `undefined` leaves what is known. Later ones win, but for `cwd` and `repo`: a session belongs where it began. */
  readonly title?: string;
  readonly customTitle?: string;
  /** The first thing said in the file: the title of a session that has no other. A person's words win over anybody's before. */
  readonly firstWords?: { readonly text: string; readonly byPerson: boolean };
  readonly cwd?: string;
  readonly repo?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly agentVersion?: string;
  readonly outcome?: Outcome;
  readonly notRecorded?: readonly Facet[];
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly workspace: string;
  /** Added to what is there. */
  readonly add: Tally;
}

export interface Tally {
  readonly events: number;
  readonly steps: number;
  readonly errors: number;
  readonly turns: number;
  readonly retries: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheTokens: number;
  /** Time spent inside turns, as far as times are known. */
  readonly wallClockMs: number;
}

export interface EventRow {
  readonly session: SessionUid;
  readonly key: Key;
  readonly native: string | null;
  readonly at: number | null;
  readonly kind: Kind;
  readonly act: Act | null;
  readonly type: string | null;
  readonly role: Role | null;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly origin: Origin | null;
  readonly parent: Key | null;
  readonly step: Key | null;
  readonly turn: Key | null;
  readonly tokens: Tokens | null;
  readonly model: string | null;
  readonly usd: number | null;
  readonly durationMs: number | null;
  /** Redacted, one line each. */
  readonly marks: readonly string[];
  /** Where its line is in the file of the batch. */
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  /** Redacted text to find it by; null when it is not to be found. */
  readonly search: string | null;
}

export interface CallOutcome {
  readonly session: SessionUid;
  readonly call: Key;
  readonly failed: boolean;
  readonly durationMs: number | null;
}

/** A link as a source stated it (see `Link` in sources/source.ts), and the one ingest finds itself: whence a fork or resume came. */
export interface LinkRow {
  readonly type: 'spawned' | 'returned' | 'continued';
  /** The session the link explains. */
  readonly child: SessionUid;
  readonly parent: SessionUid;
  /** `spawned`: native id of the call in the parent, or '' when only the session is known. */
  readonly call: string;
  /** `returned`: the step in the parent. `continued`: the step it goes on from. */
  readonly from: Key | null;
  /** `continued` inside one session: the step it goes on in. */
  readonly to: Key | null;
  /** `continued` from another session: shares its lines before this one. */
  readonly beforeLine: number | null;
}

/** Known by its two ends and its basis: told again, it replaces what was said before. */
export interface EdgeRow {
  /** Trees of both ends; the edge is stored with its effect. */
  readonly cause: EventRef;
  readonly effect: EventRef;
  /** The most telling one first; the order is kept. */
  readonly types: Edge['types'];
  readonly basis: Edge['basis'];
  /** Kept to three decimals. */
  readonly confidence: number;
  /** Short, for there are several edges to every call. Kept as one line each. */
  readonly evidence: readonly string[];
}

export interface UnknownRow {
  readonly kind: string;
  readonly version: string | null;
  readonly count: number;
}

export interface IssueRow {
  /** From 1; 0 when it concerns the whole file. */
  readonly line: number;
  readonly offset: number;
  readonly reason: string;
}

export interface Eviction {
  readonly at: number;
  /** What is to be kept of a reader's state: most of it can be made again from the bytes, should they come again. */
  readonly shortened: (state: string) => string;
}

export interface Evicted {
  readonly sessions: readonly SessionUid[];
  /** What their blocks took in the store. */
  readonly bytes: number;
}

export interface Forgotten {
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
}

/** For questions. Every list is bounded. */
export interface StoreReader {
  session(uid: SessionUid): Promise<Session | undefined>;
  /** Sessions whose uid or native id begins with the text; the exact one alone if there is one. */
  findSessions(prefix: string, limit: number): Promise<readonly Session[]>;
  /** Newest first. */
  sessions(filter: SessionFilter, page: Page): Promise<{ readonly sessions: readonly Session[]; readonly total: number }>;
  children(uid: SessionUid, limit: number): Promise<readonly Session[]>;
  /** What a list shows of sessions besides themselves, in the order asked for. */
  glances(sessions: readonly SessionUid[]): Promise<readonly SessionGlance[]>;
  /** Other sessions that lie in the same transcripts, and are forgotten with it. */
  sharingFiles(uid: SessionUid): Promise<readonly SessionUid[]>;
  /**
   * The tree a session is kept under. It was named when the session was first seen, and nothing in the files says so
   * again; so it is known as long as a file of the session is here, also while everything derived is made anew.
   */
  treeOf(uid: SessionUid): Promise<Key | undefined>;

  event(ref: EventRef): Promise<Event | undefined>;
  /** Those of these that are here, in the order asked for. */
  eventsOf(refs: readonly EventRef[]): Promise<readonly Event[]>;
  /** Events whose id or native id begins with the text, in one session or in all; an exact native id wins over longer ones. */
  findEvents(prefix: string, session: SessionUid | undefined, limit: number): Promise<readonly Event[]>;
  /** In order, after `seq`. */
  events(session: SessionUid, page: { readonly after: number; readonly limit: number; readonly kinds?: readonly Kind[] }): Promise<readonly Event[]>;
  /** The same without what they hang on and what they cost: `native_id`, `parent`, `turn`, `tokens`, `model` and `usd` are null. For who reads all of them. */
  bareEvents(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  /** The last ones, newest first. */
  recentEvents(session: SessionUid, page: RecentEvents): Promise<readonly Event[]>;
  countEvents(session: SessionUid): Promise<number>;
  /**
   * A text that is another one once anything at all has changed, whoever changed it: events, or what is said of them. It may be another one
   * though nothing has. To be compared with what the same reader said before.
   */
  changeMark(): Promise<string>;
  /** A mark that everything kept from now on comes after, whoever keeps it. */
  newest(): Promise<number>;
  /** What was kept after the mark, in the order it was kept, and the mark after these. */
  eventsSince(mark: number, limit: number): Promise<{ readonly events: readonly Event[]; readonly mark: number }>;
  /** Prompts and calls only. */
  steps(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly Event[]>;
  /** The events of a step, its prompt or call first. */
  eventsOfStep(ref: EventRef, limit: number): Promise<readonly Event[]>;
  firstStep(session: SessionUid): Promise<EventRef | undefined>;
  lastStep(session: SessionUid, bounds?: LastStep): Promise<EventRef | undefined>;
  stepByNative(session: SessionUid, native: string): Promise<EventRef | undefined>;
  /** Events that only a view beside the transcript has told. */
  besideEvents(session: SessionUid, limit: number): Promise<readonly Event[]>;
  /** Sessions of this flavor that hold a record with this native id (results have none). */
  sessionsWithNative(native: string, flavor: string, limit: number): Promise<readonly SessionUid[]>;
  /** The event, its parent, its parent's parent … nearest first. Ends at a cycle. */
  parentChain(ref: EventRef, limit: number): Promise<readonly Event[]>;
  childEvents(ref: EventRef, limit: number): Promise<readonly Event[]>;

  /** Edges that end in any of these steps, one for each pair (see one-per-pair.ts): recorded first, then by falling confidence. */
  causes(effects: readonly EventRef[]): Promise<readonly Edge[]>;
  effects(causes: readonly EventRef[]): Promise<readonly Edge[]>;
  /**
   * A part of the graph in one go, so that a walk need not ask step by step: these steps, those that caused them (`back`)
   * or that they led to (`ahead`), and so on, nearest first, until there are `limit`. Each comes with all its edges in that
   * direction, ranked as above, also those that lead out of the slice. What is not here is left out.
   */
  slice(from: readonly EventRef[], direction: Direction, limit: number): Promise<readonly SliceStep[]>;
  /** The same steps and edges in as few words as can be, for who draws a whole session: prompts and calls after `seq`, in order. */
  outline(session: SessionUid, page: { readonly after: number; readonly limit: number }): Promise<readonly OutlineStep[]>;
  /** What is believed of the causes of steps after `seq` and up to `until`, in the order of the effects; those of one effect in none. */
  outlineEdges(session: SessionUid, range: { readonly after: number; readonly until: number }): Promise<readonly OutlineEdge[]>;
  /** Mined failures of a session by their keys, after one; 0 is before the first. */
  outlineChains(session: SessionUid, page: { readonly after: Key; readonly limit: number }): Promise<readonly OutlineChain[]>;
  links(child: SessionUid): Promise<readonly LinkRow[]>;
  /** Links that name this session as parent. */
  linksFrom(parent: SessionUid): Promise<readonly LinkRow[]>;

  chain(ref: ChainRef): Promise<Chain | undefined>;
  /** Those of these that are here, in the order asked for. */
  chainsOf(refs: readonly ChainRef[]): Promise<readonly Chain[]>;
  /** Chains whose id begins with the text. */
  findChains(prefix: string, limit: number): Promise<readonly Chain[]>;
  /** By time, the latest first unless the filter says otherwise. */
  chains(filter: ChainFilter, page: Page): Promise<{ readonly chains: readonly Chain[]; readonly total: number }>;
  /** How many failures there are of each fingerprint or type, the most first. */
  chainGroups(by: 'fingerprint' | 'type', filter: ChainFilter, page: Page): Promise<{ readonly groups: readonly ChainGroup[]; readonly total: number }>;
  /** Every fingerprint there is, with its vector where it has been made: to search in memory. */
  failures(): Promise<readonly FailureRow[]>;

  invocation(ref: InvocationRef): Promise<Invocation | undefined>;
  /** Uses of skills, the latest first. */
  invocations(filter: InvocationFilter, page: Page): Promise<{ readonly invocations: readonly Invocation[]; readonly total: number }>;
  /** All of them, the oldest first; those without a time before these. */
  eachInvocation(filter: InvocationFilter): AsyncIterable<Invocation>;

  /** What was used, by group and model. Sums are kept: it costs no more for a million events. */
  usage(filter: UsageFilter, by: UsageBy): Promise<readonly UsageRow[]>;
  /** The sessions of each group, and what else they took. */
  work(filter: UsageFilter, by: Exclude<UsageBy, 'slot'>): Promise<readonly WorkRow[]>;
  /** What was worked on which day, as far as the table of sessions tells; the oldest first. `timeOfDay` (ms) parts the sessions of each day. */
  workDays(filter: WorkDaysFilter, timeOfDay: number): Promise<readonly WorkDay[]>;
  /** The session, and all that came of it, at any depth. */
  descendants(uid: SessionUid, limit: number): Promise<readonly Descendant[]>;

  /** What stays of a session; undefined while it tells less than there is. */
  digest(session: SessionUid): Promise<Digest | undefined>;
  /** Those of all sessions that pass the filter and have one, also of such as have grown since; the newest sessions first. */
  digests(filter: SessionFilter, page: Page): Promise<readonly KeptDigest[]>;
  /** What is told of a session elsewhere than in its events; undefined when it is not here. */
  surroundings(session: SessionUid): Promise<Surroundings | undefined>;
  /** Mined failures of a session in the order they happened, in few words. */
  failuresIn(session: SessionUid, page: Page): Promise<readonly BriefFailure[]>;
  /** Oldest first. */
  evictable(limit: number): Promise<readonly EvictableSession[]>;

  search(query: SearchQuery): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number; readonly totalIsExact: boolean }>;

  /** Where an event's line lies. */
  place(ref: EventRef): Promise<Place | undefined>;
  file(path: string): Promise<FileMark | undefined>;
  /** Every file; `here`, to compare with what is on disk, only those of this machine, where several share a store. */
  files(which?: 'here'): AsyncIterable<FileMark>;
  filesOf(session: SessionUid): Promise<readonly FileMark[]>;
  pieces(path: string, version: number): Promise<readonly Omit<PieceRow, 'data'>[]>;
  /** The bytes of a version, from and up to; throws `payload-evicted` when they are gone. */
  bytes(path: string, version: number, from: number, to: number): AsyncIterable<Uint8Array>;

  isForgotten(uid: SessionUid): Promise<boolean>;
  overview(): Promise<Overview>;
  meta(name: string): Promise<string | undefined>;
  /** Problems found by a full check; empty when the store is whole. */
  check(): Promise<readonly string[]>;
  backup(to: string): Promise<void>;
}

export type Direction = 'back' | 'ahead';

export interface SliceStep {
  readonly step: BriefEvent;
  /** Those it is the effect of; of a slice ahead, those it is the cause of. */
  readonly edges: readonly Edge[];
}

/** What is told of a step in passing. */
export type BriefEvent = Pick<
  Event, 'id' | 'session' | 'native_id' | 'seq' | 'at' | 'kind' | 'act' | 'tool' | 'summary' | 'failed' | 'origin' | 'duration_ms'
>;

export interface RecentEvents {
  /** Only those with a smaller `seq`. */
  readonly before?: number;
  readonly limit: number;
  readonly kinds?: readonly Kind[];
}

export interface KeptDigest {
  readonly digest: Digest;
  readonly repo: string | null;
}

export interface Surroundings {
  readonly cost: Digest['cost'];
  readonly endedAt: number | null;
  /** How many of its events are failures. */
  readonly errors: number;
  readonly isSubagent: boolean;
  /** What its agent says of its end. */
  readonly said: Outcome;
  /** Of a sub-agent: what it found came back to the session that started it. */
  readonly returned: boolean;
  /** A session that resumes it, or goes on after a compaction. */
  readonly goesOn: SessionUid | null;
  /** A few, in the order they began. */
  readonly subagents: Digest['subagents'];
}

export interface BriefFailure {
  readonly step: EventId;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly fingerprint: string;
  readonly message: string;
}

/** A session whose bytes may be let go. */
export interface EvictableSession {
  readonly uid: SessionUid;
  readonly endedAt: number | null;
  /** What its blocks take in the store. */
  readonly bytes: number;
}

export interface LastStep {
  /** Of the lines before this one. */
  readonly beforeLine?: number;
  /** Of those not later than this (ms). */
  readonly until?: number;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface SessionFilter {
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly since?: number;
  readonly until?: number;
  /** Only sessions with at least one error. */
  readonly failed?: boolean;
  /** Only sessions that have no parent here. */
  readonly topLevel?: boolean;
  /** Only sessions that came of this one. */
  readonly parent?: SessionUid;
  /** Only sessions whose title, repository, branch, uid and model together hold all these words, in capitals or not. */
  readonly text?: string;
  /** Its whole name. */
  readonly model?: string;
  /** Leave out sessions without any event. */
  readonly notEmpty?: boolean;
  /** Only sessions that ended so, as far as is known. */
  readonly outcome?: Outcome;
  readonly workspace?: string;
}

export interface SearchQuery {
  readonly text: string;
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly session?: SessionUid;
  readonly kind?: Kind;
  readonly act?: Act;
  readonly since?: number;
  readonly failed?: boolean;
  readonly limit: number;
}

export interface SearchHit {
  readonly event: Event;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

export interface Place {
  readonly path: string;
  readonly version: number;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}

export interface Overview {
  readonly sources: readonly SourceOverview[];
  readonly bytes: { readonly source: number; readonly blocks: number; readonly store: number };
  readonly issues: readonly { readonly path: string; readonly line: number; readonly reason: string }[];
  readonly issueCounts: readonly { readonly reason: string; readonly count: number }[];
}

export interface SourceOverview {
  readonly source: string;
  readonly files: number;
  /** Those with at least one event. */
  readonly sessions: number;
  readonly events: number;
  readonly errors: number;
  readonly lines: LineCounts;
  readonly versions: readonly { readonly version: string; readonly sessions: number }[];
  readonly unknown: readonly UnknownRow[];
  readonly lastEventAt: string | null;
}
