import type { FoundCause } from '../../causal/linker.ts';
import type { Source } from '../../sources/source.ts';
import type { ScanBatch, ScanEvent, ScanJob } from '../scan/scan-batch.ts';
import { SessionLinkers } from './session-linkers.ts';
import { SessionStories, type SessionStory } from './session-stories.ts';
import type { ToldEvent } from './teller.ts';
import type { WarmKnowledge } from './warm-knowledge.ts';

/** What must be known of the earlier part of a file to understand the next. */
export class Knowledge {
  readonly linkers: SessionLinkers;
  readonly stories = new SessionStories();

  constructor(source: Source) {
    this.linkers = new SessionLinkers(source.gives);
  }

  add(event: ToldEvent): readonly FoundCause[] {
    this.stories.add(event);
    return this.linkers.add(event);
  }
}

/** What a batch means, in the light of what came before it. */
export interface Findings {
  readonly causes: readonly CallCauses[];
  /** Stories that are new or have gone on. */
  readonly stories: readonly SessionStory[];
}

/** Why a call was made, as far as its own file shows. */
export interface CallCauses {
  readonly call: ScanEvent;
  readonly found: readonly FoundCause[];
}

export interface FileKnowledgeOptions {
  readonly job: ScanJob;
  readonly source: Source;
  /** What the file had told when it was left. */
  readonly knowledge?: Knowledge | undefined;
  /** Where it goes in the end. */
  readonly warm?: WarmKnowledge | undefined;
}

/**
 * Finds causes and failures in one file, from where it was left. Done in the thread that keeps: the one that reads
 * has enough to do.
 */
export class FileKnowledge {
  readonly #job: ScanJob;
  readonly #source: Source;
  readonly #warm: WarmKnowledge | undefined;
  #version: number | undefined;
  #knowledge: Knowledge | undefined;

  constructor({ job, source, knowledge, warm }: FileKnowledgeOptions) {
    this.#job = job;
    this.#source = source;
    this.#warm = warm;
    this.#version = job.resume?.version;
    this.#knowledge = knowledge;
  }

  /** `isNew` tells what is not here yet: of what is, the causes are known. */
  findings({ version, lesson, events }: ScanBatch, isNew: (event: ScanEvent) => boolean): Findings {
    if (version !== this.#version || lesson) this.#knowledge = undefined;
    this.#version = version;
    const knowledge = (this.#knowledge ??= new Knowledge(this.#source));
    if (lesson) {
      for (const told of lesson) knowledge.add(told);
      // They were told when they happened.
      knowledge.stories.take();
    }
    const causes = events.flatMap((call) => {
      const {
        row: { session, at, summary },
        keyText,
        parentText,
        turnText,
        told,
      } = call;
      const found = knowledge.add({
        session,
        key: keyText,
        parent: parentText,
        turn: turnText,
        at,
        summary,
        told,
        isCopy: !isNew(call),
      });
      return found.length > 0 ? [{ call, found }] : [];
    });
    return { causes, stories: knowledge.stories.take() };
  }

  /** What the batch told is kept: whoever reads on from there need not be told again. */
  kept({ version, offset, last }: ScanBatch): void {
    if (last && this.#knowledge) this.#warm?.put({ path: this.#job.path, version, offset }, this.#knowledge);
  }
}
