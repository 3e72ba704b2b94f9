import type { Key, SessionUid } from '../../model/ids.ts';
import type { Pagination, SessionFilter } from '../contract/filters.ts';
import type { EventRecord, PlacedEvent } from '../rows/event-table.ts';
import type { SessionRecord } from '../rows/session-record.ts';
import type { ChainFilter } from '../contract/chain-rows.ts';
import type { IndexedWord } from '../../platform/search/words.ts';
import type { SearchFilter } from '../contract/search-rows.ts';
import type { ChainSelection } from './chains/chain-conditions.ts';
import type { Conditions } from './conditions.ts';
import type { Holds } from './holds-text.ts';
import type { Parameter, Query } from './query.ts';

/**
 * Where the two databases differ: in syntax, or in the fastest way to the same rows. Fragments are constant, so that
 * every statement is prepared once.
 */
export interface Dialect {
  readonly holds: Holds;
  /** `a join b on …` that reads `a` first: by default SQLite may scan all of `b`. */
  readonly joinInOrder: string;
  /** A column for which no index should be used: a hint to SQLite, which PostgreSQL does not need. */
  unindexed(column: string): string;
  /** Whether a column is one of a list; `parameter` holds the list. */
  isIn(column: string, type: ListType, parameter?: string): string;
  /** A list as a table `w`, with each `value` and its `key`, its position. */
  list(type: ListType, parameter?: string): string;
  /** Rows of so many numbers as a table `w`. They are the first parameters of their statement. */
  tuples(size: number): Tuples;
  /** The values of column `number` of a select in ascending order, of which there may be half a million. */
  numbers(select: string, ...values: readonly Parameter[]): Query<readonly number[]>;
  /** The smaller or larger of two numbers; the other one where one is null. */
  smaller(a: string, b: string): string;
  larger(a: string, b: string): string;
  /** A sum of dollars that does not depend on the order of the rows: an aggregate, and the total of its result. */
  readonly dollars: {
    sum(column: string): string;
    total(sum: unknown): number | null;
  };
  /** The `failure f` of a row; PostgreSQL stores the text of a failure in every tree. */
  failureOf(row: string): string;
  /** A text as the first column of a recursive query has it. */
  uidText(parameter: string): string;

  /**
   * Whether the links or the digest of a session must be derived again. SQLite has a flag. PostgreSQL counts, so that
   * what one process does while another reads does not count as done.
   */
  readonly session: {
    readonly wantLinks: string;
    readonly wantDigest: string;
    readonly wantsDigest: string;
    readonly changes: string;
    /**
     * The row with a uid. In SQLite by number, since an update of possibly several rows makes FTS5 flush its memory.
     */
    readonly byUid: string;
  };
  /** Of `event e`, as `toEventRecord` takes them. */
  readonly eventColumns: string;
  readonly toEventRecord: (values: readonly unknown[]) => EventRecord;
  /** Of `event e`: the order in which events were stored. */
  readonly eventOrder: string;
  /** The names of the models that these rows hold. */
  modelNames(records: readonly EventRecord[]): Query<(model: EventRecord['model']) => string | null>;
  /** Up to this many sessions are queried one by one, more of them together. */
  readonly fewSessions: number;
  /** After `edge g`: use the index of causes of the same session. */
  readonly edgesByCause: string;
  readonly sessions: {
    /** Of `session s`: whether a step of it failed. */
    readonly hasFailed: string;
    /** Sessions that meet a condition, as `SessionRecord`s. */
    records(chosen: ChosenSessions): string;
    /** Sessions that meet a condition, as a table `s` with `failures` and `open_failures` of each. */
    counted(where: string): string;
  };
  readonly chains: {
    /** With `failure f` and `session s`. */
    listed(filter: ChainFilter): ChainSelection;
    /** `by` is what the counts are grouped by. */
    counted(filter: ChainFilter, by: 'type' | 'fingerprint'): Query<ChainSelection>;
    /** After `chain c`: use the index of fingerprints. */
    readonly byFingerprint: string;
    /** Stores the texts of failures, each once. A text without a type gets the first that comes. */
    putFailures(failures: readonly NewFailure[]): Query<void>;
    putVectors(vectors: readonly FailureVector[]): Query<void>;
    /** Texts that no chain has any more; of these, when some are named. */
    dropUnusedFailures(among?: readonly Key[]): Query<void>;
  };
  readonly search: {
    /** Numbers of the newest events that have what is looked for, newest first; larger numbers came later. */
    postings(wanted: Wanted, filter: SearchFilter, limit: number): Query<readonly number[]>;
    /** Those of these events that are here, in any order. */
    places(docs: readonly number[]): Query<readonly FoundPlace[]>;
    /** Those of these words that any event has, in the order asked for. */
    existing(words: readonly IndexedWord[]): Query<readonly IndexedWord[]>;
  };
  /** Stores new events and their search texts. */
  insertEvents(tree: Key, events: readonly PlacedEvent[]): Query<void>;
  /** The row of an event by parameters that hold its tree, its key and the uid of its session. */
  eventByKey(tree: string, key: string, uid: string): string;
  /** The stored form of an event's model. */
  modelValue(name: string | null): Query<number | string | null>;
  /** The name of the model of an event. */
  readonly modelOfEvent: string;
  /** Of `event`: its search text; null when it has none, as no answer of a search may hold it. */
  readonly searchText: string;
  /** Replaces the search text of an event that has one. `key` is the value of `searchText`. */
  replaceSearchText(place: EventPlace, key: unknown, text: string | null): Query<void>;
  /** Before the events of a session go, or one of them. */
  dropSearchText(tree: Key, session: number, seq?: number): Query<void>;
  /** Before all events go but those that are kept, by this condition. */
  dropAllSearchText(isKept: string): Query<void>;
  /** Links may lead from or to new events: the session's own, and those of sessions that name it as parent. */
  wantLinks(tree: Key, session: number): Query<void>;
  sessionPage(
    filter: SessionFilter,
    conditions: Conditions,
    page: Pagination,
  ): Query<{ readonly sessions: readonly SessionRecord[]; readonly total: number }>;
  /** Keeps other processes from creating this session under another tree; returns whether there may be any. */
  lockSession(uid: SessionUid): Query<boolean>;
}

/** All words of any of these lists. */
type AnyOf = readonly (readonly IndexedWord[])[];

/** Parts of a statement over `session s`. */
export interface ChosenSessions {
  readonly where: string;
  /** A table `s`, where it is not all sessions. */
  readonly from?: string;
  readonly order?: string;
  readonly limit?: string;
}

export interface Wanted {
  readonly any: AnyOf;
  /** And of any of each of these. */
  readonly also?: readonly AnyOf[];
  /** And of none of these. */
  readonly excluded: AnyOf;
}

export interface FoundPlace {
  /** Its number, as `postings` gives it. */
  readonly doc: number;
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
  readonly id: Key;
  readonly kind: number;
}

export interface EventPlace {
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
}

export interface NewFailure {
  readonly tree: Key;
  readonly fingerprint: Key;
  readonly text: string;
  readonly type: string;
}

export interface FailureVector {
  readonly fingerprint: Key;
  readonly vector: Uint8Array;
}

export interface Tuples {
  readonly table: string;
  /** From 0, in the order given. */
  readonly key: string;
  /** From 0. */
  column(at: number): string;
  values(rows: readonly (readonly number[])[]): readonly Parameter[];
}

export type ListType = 'bigint' | 'integer' | 'text';
