import type { SessionUid } from '../../model/ids.ts';
import type { Draft, Link, SessionPatch, What } from '../source.ts';
import { type DraftFields, draftOf, patchOf, type SessionFacts } from './draft-of.ts';
import type { ReaderMemory } from './reader-memory.ts';

/** What is known of a record before it is read. */
export interface RecordFacts<Memory extends ReaderMemory> {
  readonly session: SessionUid;
  readonly memory: Memory;
  /** Names the record's first event: its own id, or `line:<n>` where it has none. Files only grow, so that stays true. */
  readonly key: string;
  /** When it was written (ms), if it says so. */
  readonly at?: number | undefined;
  /** Nobody types in a sub-agent: its prompts come from the agent that started it. */
  readonly isSubagent?: boolean | undefined;
}

/** One record being read: what is known of it, and what it has given so far. A source may extend it. */
export class RecordContext<Memory extends ReaderMemory = ReaderMemory> {
  readonly session: SessionUid;
  readonly memory: Memory;
  readonly key: string;
  readonly at: number | undefined;
  readonly isSubagent: boolean;
  readonly drafts: Draft[] = [];
  readonly links: Link[] = [];
  readonly sessions: SessionPatch[] = [];

  constructor({ session, memory, key, at, isSubagent = false }: RecordFacts<Memory>) {
    this.session = session;
    this.memory = memory;
    this.key = key;
    this.at = at;
    this.isSubagent = isSubagent;
  }

  /** An event, at the record's time and in the turn the memory knows unless the fields say otherwise. */
  emit(key: string, what: What, fields: DraftFields = {}): void {
    const { at = this.at, turn = this.memory.turn } = fields;
    this.drafts.push(draftOf(this.session, key, what, { ...fields, at, turn }));
  }

  /** Facts about the session; those that are undefined are left out. */
  patch(facts: SessionFacts): void {
    this.sessions.push(...patchOf(this.session, facts));
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

  /** The model in use, where the record says so; only a change is emitted. */
  setModel(model: string | undefined): void {
    if (model === undefined || model === this.memory.model) return;
    this.memory.model = model;
    this.patch({ model });
  }

  /** A failure is how the session ended, unless something works after it. Only a change is emitted. */
  setFailed(failed: boolean): void {
    const { memory } = this;
    if (failed === (memory.failed ?? false)) return;
    if (failed) memory.failed = true;
    else delete memory.failed;
    this.patch({ outcome: failed ? 'fail' : 'unknown' });
  }
}
