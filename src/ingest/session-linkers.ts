import { createLinker } from '../causal/create-linker.ts';
import type { FoundCause, Linker } from '../causal/linker.ts';
import type { Draft } from '../model/draft.ts';
import type { SessionUid } from '../model/ids.ts';
import type { NormalEvent } from '../normalise/normaliser.ts';
import { operationsOf } from '../normalise/operations.ts';
import type { Gives } from '../sources/source.ts';

/** Inline sub-agents of old Claude Code share a file; more than these never work at once. */
const mostSessions = 16;
/** A call follows what it hangs on within a few events. */
const rememberedParents = 64;

/** Asks, while a file is read, why each of its calls was made: one linker for every session in it. Not told of a session for long, its linker goes. */
export class SessionLinkers {
  readonly #sessions = new Map<SessionUid, Told>();
  readonly #gives: Pick<Gives, 'siblings'>;
  readonly #create: () => Linker;

  constructor(gives: Pick<Gives, 'siblings'>, create: () => Linker = createLinker) {
    this.#gives = gives;
    this.#create = create;
  }

  cwd(session: SessionUid, path: string): void {
    this.#of(session).linker.cwd(path);
  }

  /** Gives the causes of a call, best first; of anything else none. Evidence is as it was seen: `inferredEdges` makes it fit to be kept. */
  add(draft: Draft, event: NormalEvent): readonly FoundCause[] {
    const { linker, parents } = this.#of(draft.session);
    const { what } = draft;
    if (what.is === 'call') {
      const { key, parent } = draft;
      const message = parent !== undefined && parents.has(parent) ? { message: parent } : {};
      return linker.call({ key, ...message, input: what.input, operations: operationsOf(what.tool, what.input) });
    }
    if (what.is !== 'prompt' || this.#gives.siblings) remember(parents, draft.key);
    if (what.is === 'prompt') linker.prompt({ key: draft.key, text: what.text, origin: what.origin });
    else if (what.is === 'result') linker.result({ call: what.call, output: event.output ?? what.output, failed: event.failed });
    return [];
  }

  #of(session: SessionUid): Told {
    const told = this.#sessions.get(session) ?? { linker: this.#create(), parents: new Set() };
    this.#sessions.delete(session);
    this.#sessions.set(session, told);
    if (this.#sessions.size > mostSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return told;
  }
}

interface Told {
  readonly linker: Linker;
  /**
   * Keys of the last events that only calls of one response hang on: what the agent said with them, or had just seen. Many agents
   * hang all calls of a turn on its prompt, which says nothing.
   */
  readonly parents: Set<string>;
}

function remember(keys: Set<string>, key: string): void {
  keys.delete(key);
  keys.add(key);
  if (keys.size > rememberedParents) keys.delete(keys.values().next().value!);
}
