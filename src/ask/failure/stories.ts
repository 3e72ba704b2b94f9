import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { isTelling } from '../../memory/errors/fingerprint.ts';
import { errorStories } from '../errors.ts';
import type { ToldError } from '../errors.ts';

/** The failures of one session, to be asked how they hang together. */
export class Stories {
  readonly all: readonly ToldError[];
  readonly #byId: ReadonlyMap<EventId, ToldError>;

  constructor(all: readonly ToldError[]) {
    this.all = all;
    this.#byId = new Map(all.map((story) => [story.id, story]));
  }

  of(step: EventId): ToldError | undefined {
    return this.#byId.get(step);
  }

  /** The step whose doing a failure was, where that was another one. */
  culpritOf(step: EventId): EventId | undefined {
    const culprit = this.of(step)?.culprit[0]?.step;
    return culprit === step ? undefined : culprit;
  }

  /** What a call was called off for: the failure itself, not another call that was called off. */
  originOf(cascade: ToldError): ToldError {
    const seen = new Set<EventId>();
    let at = cascade;
    while (at.kind === 'cascade' && !seen.has(at.id)) {
      seen.add(at.id);
      at = this.of(at.culprit[0]?.step ?? at.id) ?? at;
    }
    return at;
  }

  cascadesOf(step: EventId): readonly ToldError[] {
    return this.all.filter((story) => story.kind === 'cascade' && story.id !== step && this.originOf(story).id === step);
  }

  /** What failed in the same way later on. A refusal has the same words whatever was refused. */
  againAfter(step: EventId): readonly ToldError[] {
    const story = this.of(step);
    if (!story || story.kind !== 'real') return [];
    return this.all.slice(this.all.indexOf(story) + 1).filter((later) => this.sortOf(later) === this.sortOf(story));
  }

  /** The same for what failed in the same way. Where the words say nothing, nothing is the same but itself. */
  sortOf({ id, kind, fingerprint }: ToldError): string {
    return !isTelling(fingerprint) ? id : `${kind} ${fingerprint}`;
  }
}

export async function storiesOf(read: StoreReader, session: Session): Promise<Stories> {
  return new Stories(await errorStories(read, session));
}
