import type { FoundCause } from '../../causal/linker.ts';
import type { EventFacts } from '../../model/event-facts.ts';
import type { Source } from '../../sources/source.ts';
import { SessionLinkers } from './session-linkers.ts';
import { SessionStories, type SessionStory } from './session-stories.ts';

/**
 * The running analysis of a session during ingest: why each call was made, and what failed and how it went on. It sees
 * the events of one file in order. Sub-agents that write into the same file are analysed separately.
 */
export class SessionAnalysis {
  readonly #linkers: SessionLinkers;
  readonly #stories = new SessionStories();

  constructor({ gives }: Pick<Source, 'gives'>) {
    this.#linkers = new SessionLinkers(gives);
  }

  /** Returns the causes of a call, best first; none for a copy, whose causes are known at its origin. */
  add(facts: EventFacts, isCopy = false): readonly FoundCause[] {
    this.#stories.add(facts, isCopy);
    return this.#linkers.add(facts, isCopy);
  }

  /** The stories that are new or have changed since the last call. */
  takeStories(): readonly SessionStory[] {
    return this.#stories.take();
  }
}
