import type { Key } from '../../model/ids.ts';
import type { TableName } from './archive-tables.ts';

export type Value = number | string | Uint8Array | null;
/** In the order of the table's columns. */
export type Row = readonly Value[];

/** The text of a failure: the same in every tree. */
export interface FailureText {
  readonly fingerprint: Key;
  readonly text: string;
  readonly type: string;
  readonly vector: Uint8Array | null;
}

/** The search texts of an event. */
export interface EventTexts {
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
  /** Each once, sorted, with blanks between them. */
  readonly words: string;
}

/**
 * An archive as a copy sees it: rows in one shape whichever database they are in. A source is a snapshot, however long
 * the copy takes. Nothing grows with the archive, except a number for each tree.
 */
export interface ArchiveEnd extends AsyncDisposable {
  readonly engine: 'sqlite' | 'postgresql';
  /** Without a password. */
  readonly address: string;
  /** In order. */
  trees(): Promise<readonly Key[]>;
  /** Of one tree by key, a page at a time. */
  rows(table: TableName, tree: Key): AsyncIterable<readonly Row[]>;
  /** Of all trees, in the order of tree, session and seq. */
  words(): AsyncIterable<readonly EventTexts[]>;
  /** By fingerprint, after this one; empty when there are no more. */
  failures(after: Key): Promise<readonly FailureText[]>;
  /** Those of these that are here. */
  failuresOf(fingerprints: readonly Key[]): Promise<readonly FailureText[]>;
  /** Keys of sessions that were forgotten. */
  forgotten(): Promise<readonly Key[]>;
  meta(): Promise<ReadonlyMap<string, string>>;
  /** The smallest and the largest `arrival`; undefined when there are no events. */
  arrivals(): Promise<Arrivals | undefined>;
}

export interface Arrivals {
  readonly first: number;
  readonly last: number;
}

/** One that is copied to. */
export interface ArchiveTarget extends ArchiveEnd {
  /** All of `work` or nothing of it, while nobody else writes. */
  alone<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  dropTree(tree: Key): Promise<void>;
  /**
   * The offset that must be added to every `arrival` of a source the first time, so that no two events get the same.
   */
  shiftFor(arrivals: Arrivals): Promise<number>;
  /** Rows of a tree that is not here, or was dropped; `failures` are those that its chains name. */
  put(table: TableName, tree: Key, rows: readonly Row[]): Promise<void>;
  putFailures(tree: Key, failures: readonly FailureText[]): Promise<void>;
  /** Every row of the tree was put. */
  finish(tree: Key): Promise<void>;
  putVectors(failures: readonly FailureText[]): Promise<void>;
  forget(sessions: readonly Key[]): Promise<void>;
  /** Undefined removes it. */
  setMeta(name: string, value: string | undefined): Promise<void>;
  /** Sessions of these that are here under another tree. */
  elsewhere(tree: Key, uids: readonly string[]): Promise<readonly string[]>;
}
