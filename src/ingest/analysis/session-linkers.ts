import { createLinker } from '../../causal/create-linker.ts';
import type { FoundCause, Linker } from '../../causal/linker.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Gives } from '../../sources/source.ts';
import type { ToldEvent } from './teller.ts';

/** Inline sub-agents of old Claude Code share a file; more than these never work at once. */
const mostSessions = 16;
/** A call follows what it hangs on within a few events. */
const rememberedParents = 64;

type LinkedEvent = Pick<ToldEvent, 'session' | 'key' | 'parent' | 'told' | 'isCopy'>;

/**
 * Asks, while a file is read, why each of its calls was made: one linker for every session in it. Not told of a
 * session for long, its linker goes.
 */
export class SessionLinkers {
  readonly #sessions = new Map<SessionUid, Session>();
  readonly #gives: Pick<Gives, 'siblings'>;
  readonly #create: () => Linker;

  constructor(gives: Pick<Gives, 'siblings'>, create: () => Linker = createLinker) {
    this.#gives = gives;
    this.#create = create;
  }

  /**
   * Gives the causes of a call, best first; of anything else none. Evidence is as it was seen: `inferredEdges` makes
   * it fit to be kept.
   */
  add({ session, key, parent, told, isCopy }: LinkedEvent): readonly FoundCause[] {
    const { linker, parents } = this.#of(session);
    if (told?.is === 'call') {
      const call = { ...told, key, ...(parent !== undefined && parents.has(parent) && { message: parent }) };
      if (!isCopy) return linker.call(call);
      linker.pass(call);
      return [];
    }
    if (told?.is !== 'prompt' || this.#gives.siblings) remember(parents, key);
    if (told?.is === 'prompt') linker.prompt({ ...told, key });
    else if (told) linker.result(told);
    return [];
  }

  #of(session: SessionUid): Session {
    const known = this.#sessions.get(session) ?? { linker: this.#create(), parents: new Set() };
    this.#sessions.delete(session);
    this.#sessions.set(session, known);
    if (this.#sessions.size > mostSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return known;
  }
}

interface Session {
  readonly linker: Linker;
  /**
   * Keys of the last events that only calls of one response hang on: what the agent said with them, or had just seen.
   * Many agents hang all calls of a turn on its prompt, which says nothing.
   */
  readonly parents: Set<string>;
}

function remember(keys: Set<string>, key: string): void {
  keys.delete(key);
  keys.add(key);
  if (keys.size > rememberedParents) keys.delete(keys.values().next().value!);
}
