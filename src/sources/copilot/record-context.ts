import type { SessionUid } from '../../model/ids.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import { RecordContext, type RecordFacts } from '../reader/record-context.ts';
import type { What } from '../source.ts';
import type { CopilotMemory } from './memory.ts';

export class CopilotContext extends RecordContext<CopilotMemory> {
  /** The main session of the file; the record's own is this one, or a sub-agent's. */
  readonly main: SessionUid;
  /** The sub-agent's id; '' in the main conversation. */
  readonly agent: string;

  constructor({ main, agent, ...facts }: Omit<RecordFacts<CopilotMemory>, 'session'> & Agent) {
    super({ ...facts, session: uidOf(main, agent) });
    this.main = main;
    this.agent = agent;
  }

  /** Something that happened to the conversation, in the turn that was going on. */
  emitHere(what: What, fields: DraftFields = {}): void {
    const turn = this.memory.turns.get(this.agent);
    this.emit(this.key, what, { native: this.key, role: 'system', turn, ...fields });
  }

  override step(key: string): void {
    this.memory.steps.set(this.agent, key);
  }
}

interface Agent {
  readonly main: SessionUid;
  readonly agent: string;
}

export function uidOf(main: SessionUid, agent: string | undefined): SessionUid {
  return agent ? (`${main}/${agent}` as SessionUid) : main;
}
