import type { FoundCause } from '../../causal/linker.ts';
import type { EventFacts } from '../../model/event-facts.ts';
import { clean } from '../../normalise/text/clean.ts';
import { oneLine } from '../../normalise/text/summary.ts';
import type { Source } from '../../sources/source.ts';
import { foundStory, type FoundStory } from './found-story.ts';
import { type LinkersState, SessionLinkers } from './session-linkers.ts';
import { SessionStories, type SessionStoriesState } from './session-stories.ts';

const maxEvidence = 3;

/**
 * The running analysis of a session during ingest: why each call was made, and what failed and how it went on. It sees
 * the events of one file in order. Sub-agents that write into the same file are analysed separately.
 */
export class SessionAnalysis {
  readonly #linkers: SessionLinkers;
  readonly #stories: SessionStories;

  /** `keep`: keep what `state` needs, or go on from a copy, by serialization, of what it gave. */
  constructor({ gives }: Pick<Source, 'gives'>, keep: boolean | AnalysisState = false) {
    const saved = typeof keep === 'object' ? keep : undefined;
    this.#linkers = new SessionLinkers(gives, undefined, saved?.linkers);
    this.#stories = new SessionStories(undefined, saved?.stories ?? keep !== false);
  }

  /**
   * All that is needed to go on, once stories were taken; undefined where it was not kept, or cannot be. Its parts are
   * still in use, and change with the next event.
   */
  state(): AnalysisState | undefined {
    const stories = this.#stories.state();
    return stories && { linkers: this.#linkers.state(), stories };
  }

  /** Returns the causes of a call, best first. `at` is the place of the event in its batch. */
  add(facts: EventFacts, at?: number): readonly FoundCause[] {
    this.#stories.add(facts, at);
    return this.#linkers.add(facts).map(presentable);
  }

  /** The stories that are new or have changed since the last call. */
  takeStories(): readonly FoundStory[] {
    return this.#stories.take().map(foundStory);
  }
}

/** As `v8.serialize` takes it. */
export interface AnalysisState {
  readonly linkers: LinkersState;
  readonly stories: SessionStoriesState;
}

/** With evidence as it is stored: redacted, and on one line. */
function presentable(cause: FoundCause): FoundCause {
  return { ...cause, evidence: cause.evidence.slice(0, maxEvidence).map((text) => oneLine(clean(text))) };
}
