import { createLinker } from '../../causal/create-linker.ts';
import type { FoundCause, Linker, LinkerState } from '../../causal/linker.ts';
import type { EventFacts } from '../../model/event-facts.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Gives } from '../../sources/source.ts';

/** Inline sub-agents of old Claude Code share a file; more than these never work at once. */
const maxSessions = 16;
/** A call follows its parent within a few events. */
const rememberedParents = 64;

/**
 * Finds, while a file is read, why each of its calls was made. Every session in the file has its own linker; one that
 * was inactive for long is dropped.
 */
export class SessionLinkers {
  readonly #sessions: Map<SessionUid, Session>;
  readonly #gives: Pick<Gives, 'siblings'>;
  readonly #create: (saved?: LinkerState) => Linker;

  /** `saved`: a copy, by serialization, of what `state` gave. */
  constructor(
    gives: Pick<Gives, 'siblings'>,
    create: (saved?: LinkerState) => Linker = createLinker,
    saved: LinkersState = [],
  ) {
    this.#gives = gives;
    this.#create = create;
    this.#sessions = new Map(
      saved.map(([uid, { linker, parents }]) => [uid, { linker: create(linker), parents: new Set(parents) }]),
    );
  }

  /** Its parts are still in use, and change with the next event. */
  state(): LinkersState {
    return [...this.#sessions].map(([uid, { linker, parents }]) => [uid, { linker: linker.state(), parents }]);
  }

  /** Returns the causes of a call, best first; none for anything else. Evidence is raw. */
  add(facts: EventFacts): readonly FoundCause[] {
    const { linker, parents } = this.#of(facts.session);
    const { key, parent } = facts;
    if (facts.is === 'call') {
      const call = parent !== undefined && parents.has(parent) ? { ...facts, message: parent } : facts;
      return linker.call(call);
    }
    if (facts.is !== 'prompt' || this.#gives.siblings) remember(parents, key);
    if (facts.is === 'prompt') linker.prompt(facts);
    else if (facts.is === 'result') linker.result(facts);
    return [];
  }

  #of(session: SessionUid): Session {
    const known = this.#sessions.get(session) ?? { linker: this.#create(), parents: new Set() };
    this.#sessions.delete(session);
    this.#sessions.set(session, known);
    if (this.#sessions.size > maxSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return known;
  }
}

export type LinkersState = readonly (readonly [
  SessionUid,
  { readonly linker: LinkerState; readonly parents: ReadonlySet<string> },
])[];

interface Session {
  readonly linker: Linker;
  /**
   * Keys of the last events that can only be the parent of calls of one response: their message, or the result before
   * them. Many agents make the prompt the parent of all calls of a turn, which carries no information.
   */
  readonly parents: Set<string>;
}

function remember(keys: Set<string>, key: string): void {
  keys.delete(key);
  keys.add(key);
  if (keys.size > rememberedParents) keys.delete(keys.values().next().value!);
}
