import type { SessionUid } from '../../model/ids.ts';
import type { Draft, Link, Reading, SessionPatch, What } from '../source.ts';
import { type DraftFields, draftOf, patchOf, type SessionFacts } from './draft-of.ts';
import { unknownKind } from './json-lines.ts';
import type { ReaderMemory } from './reader-memory.ts';

/** What is known of a record before it is read. */
export interface RecordFacts<Memory extends ReaderMemory> {
  readonly session: SessionUid;
  readonly memory: Memory;
  /**
   * Identifies the record's first event: its own id, or `line:<n>` where it has none. Files only grow, so that stays
   * valid. A function where it is costly and seldom needed.
   */
  readonly key: string | (() => string);
  /** When it was written (ms), if recorded. */
  readonly at?: number | undefined;
  /** The key, where it is an id the agent gave. */
  readonly native?: string | undefined;
  /** From 1; needed where an event may span lines. */
  readonly line?: number;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent?: boolean | undefined;
}

const statedFields = ['title', 'cwd', 'branch', 'model', 'version'] as const;
type StatedFacts = { [Field in (typeof statedFields)[number]]?: string | undefined };

export interface EmittedFields extends DraftFields {
  /** Where it is not the record's own. */
  readonly session?: SessionUid | undefined;
}

/**
 * One record being read: what is known of it, and what it has emitted so far. A source may extend it. One is created
 * for every line: fields that the constructor sets are declared, so that they are not set twice.
 */
export class RecordContext<Memory extends ReaderMemory = ReaderMemory> {
  declare readonly session: SessionUid;
  declare readonly memory: Memory;
  declare readonly at: number | undefined;
  declare readonly native: string | undefined;
  declare readonly line: number;
  declare readonly isSubagent: boolean;
  readonly drafts: Draft[] = [];
  readonly links: Link[] = [];
  readonly sessions: SessionPatch[] = [];
  declare unknown?: Reading['unknown'];
  declare private keyOrMaker: string | (() => string);

  constructor({ session, memory, key, at, native, line = 0, isSubagent = false }: RecordFacts<Memory>) {
    this.session = session;
    this.memory = memory;
    this.keyOrMaker = key;
    this.at = at;
    this.native = native;
    this.line = line;
    this.isSubagent = isSubagent;
  }

  get key(): string {
    if (typeof this.keyOrMaker === 'function') this.keyOrMaker = this.keyOrMaker();
    return this.keyOrMaker;
  }

  /** Key of the prompt that opened the turn. */
  get turn(): string | undefined {
    return this.memory.turn;
  }

  /** An event, at the record's time and in the memory's turn unless the fields state otherwise. */
  emit(key: string, what: What, fields: EmittedFields = {}): void {
    this.drafts.push(draftOf(fields.session ?? this.session, key, what, fields, this));
  }

  /** Facts about the session; those that are undefined are left out. */
  patch(facts: SessionFacts, session = this.session): void {
    this.sessions.push(...patchOf(session, facts));
  }

  /** A prompt or call was made. The first one after a compaction continues where the session was. */
  step(key: string): void {
    const { memory } = this;
    if (memory.compactedAt !== undefined && memory.compactedAt !== key) {
      this.links.push({ type: 'continued', session: this.session, from: memory.compactedAt, to: key });
      delete memory.compactedAt;
    }
    memory.lastStep = key;
  }

  /** Something in the record is of a kind that is not known; the first such thing is reported. */
  reportUnknown(kind: string): void {
    this.unknown ??= unknownKind(kind, this.memory.version);
  }

  /** Adds what a record inside this one has emitted. */
  include({ drafts, links, sessions, unknown }: RecordContext): void {
    this.drafts.push(...drafts);
    this.links.push(...links);
    this.sessions.push(...sessions);
    if (unknown) this.unknown ??= unknown;
  }

  /** Session facts that many records repeat: only what changed is emitted. */
  patchChanged(facts: StatedFacts): void {
    const { memory } = this;
    const changed: StatedFacts = {};
    for (const field of statedFields) {
      const value = facts[field];
      if (value !== undefined && value !== memory[field]) changed[field] = memory[field] = value;
    }
    const { version, ...others } = changed;
    this.patch({ ...others, agentVersion: version });
  }

  /** A failure is the session's outcome, unless something succeeds after it. */
  setFailed(failed: boolean): void {
    const { memory } = this;
    if (!failed && !memory.failed) return;
    if (failed) memory.failed = true;
    else delete memory.failed;
    this.patch({ outcome: failed ? 'failed' : 'unknown' });
  }
}

/** For agents that give their records no ids: an event's native id is its key, unless it is stated. */
export class KeyedRecordContext<Memory extends ReaderMemory> extends RecordContext<Memory> {
  override emit(key: string, what: What, fields: EmittedFields = {}): void {
    // A result has its call's.
    const native = what.is === 'result' ? undefined : (fields.native ?? key);
    super.emit(key, what, { ...fields, native });
  }
}
