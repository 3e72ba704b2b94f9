import type { SessionUid } from '../../../model/ids.ts';
import type { Role } from '../../../model/words.ts';
import { name, text, time } from '../../../platform/parse-records.ts';
import type { DraftFields } from '../../reader/draft-of.ts';
import { RecordContext } from '../../reader/record-context.ts';
import type { Identity, Reading, What } from '../../source.ts';
import type { Chain, ClaudeMemory } from './memory.ts';
import type { Rec } from './record.ts';

interface Position {
  /** Replaces the id of a record that has none. */
  readonly spareKey: () => string;
  readonly isAlone: boolean;
}

interface ChainFields extends Pick<DraftFields, 'native' | 'parent' | 'tokens' | 'response' | 'model' | 'durationMs'> {
  /** A prompt that came into a running turn opens none. */
  readonly midTurn?: true;
}

/**
 * One record being read. Its session is the file's own; its events belong to a chain, which may be another session's.
 */
export class ClaudeContext extends RecordContext<ClaudeMemory> {
  readonly record: Rec;
  /** The main session, under whose uid the sub-agents' are made; the file's own unless that is a sub-agent's. */
  readonly base: SessionUid;
  /** The line is read alone, from the archive: what came before is unknown. */
  readonly isAlone: boolean;
  readonly titles: NonNullable<Reading['titles']>[number][] = [];
  readonly #identity: Identity;
  readonly #position: Position;

  constructor(identity: Identity, memory: ClaudeMemory, record: Rec, position: Position) {
    const uuid = name(record['uuid']);
    const key = uuid ?? position.spareKey;
    super({ session: identity.session, memory, key, native: uuid, at: time(record['timestamp']) });
    this.record = record;
    this.base = identity.root ?? identity.session;
    this.isAlone = position.isAlone;
    this.#identity = identity;
    this.#position = position;
  }

  /** For a record that is inside this one. */
  inner(record: Rec): ClaudeContext {
    return new ClaudeContext(this.#identity, this.memory, record, this.#position);
  }

  /** Adds an event to a chain and remembers what later records need of it. */
  emitOn(chain: Chain, key: string, what: What, fields: ChainFields): void {
    const { native, parent, tokens, response, model, durationMs, midTurn } = fields;
    const turn = this.#turnOf(chain, key, what, midTurn);
    const role = roleOf(what);
    this.emit(key, what, { session: chain.uid, role, turn, native, parent, tokens, response, model, durationMs });
    chain.last = key;
    if (what.is === 'prompt' || what.is === 'call') chain.step = key;
    this.memory.events.add(key);
  }

  /** A generated key is not an id of the agent's. */
  nativeOf(key: string): string | undefined {
    return this.native === undefined ? undefined : key;
  }

  subagentUid(agent: string): SessionUid {
    return `${this.base}/${agent}` as SessionUid;
  }

  /**
   * Prompts of people and of finished tasks open a turn, and the task of a sub-agent. Text of the harness belongs to the
   * running turn, and before the first to none.
   */
  #turnOf(chain: Chain, key: string, what: What, midTurn: true | undefined): string | undefined {
    const { turns } = this.memory;
    const promptId = text(this.record['promptId']);
    const opens =
      what.is === 'prompt' &&
      !midTurn &&
      (what.origin === 'human' ||
        what.origin === 'notification' ||
        (chain.turn === undefined && chain.uid !== this.base));
    if (!opens) return (promptId === undefined ? undefined : turns.get(promptId)) ?? chain.turn;
    chain.turn = key;
    if (promptId !== undefined) turns.set(promptId, key);
    return key;
  }
}

function roleOf(what: What): Role {
  switch (what.is) {
    case 'prompt':
    case 'intervention':
    case 'decision':
      return 'user';
    case 'message':
    case 'thinking':
    case 'call':
    case 'completion':
      return 'assistant';
    case 'result':
      return 'tool';
    case 'failure':
    case 'lifecycle':
      return 'system';
  }
}
