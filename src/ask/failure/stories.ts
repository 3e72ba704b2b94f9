import { resolutionMinutes } from '../../model/chain.ts';
import { eventId, type EventId, type Key } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { ChainState, ErrorKind } from '../../model/words.ts';
import { isDistinctive } from '../../memory/errors/fingerprint.ts';
import type { OutlineChain, StoreReader } from '../../store/store.ts';
import { storiesOfChains } from '../errors/errors.ts';
import type { ErrorStory } from '../errors/errors.ts';
import { refOf } from '../walk/step.ts';
import { placesIn } from './places.ts';
import type { Places } from './places.ts';

/**
 * A failure with what ranking needs; its texts are read only when it is shown. A session may have fifty thousand.
 */
export interface Story {
  /** Of the failing step, and as a key; its tree. */
  readonly id: EventId;
  readonly key: Key;
  readonly tree: Key;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly fingerprint: string;
  readonly at: number | null;
  /** The likeliest. */
  readonly culprit: EventId | null;
  /** Steps that did not help, and steps that did or may have. */
  readonly attempts: readonly Key[];
  readonly fix: readonly Key[];
  readonly proof: Key | null;
  readonly minutes: number | null;
}

/** The failures of one session, to be asked how they hang together. */
export class Stories {
  /** In the order of the failures. */
  readonly all: readonly Story[];
  readonly places: Places;
  readonly #byStep: ReadonlyMap<EventId, Story>;

  constructor(all: readonly Story[], places: Places) {
    this.all = all;
    this.places = places;
    this.#byStep = new Map(all.map((story) => [story.id, story]));
  }

  of(step: EventId): Story | undefined {
    return this.#byStep.get(step);
  }

  /** The step whose doing a failure was, where that was another one. */
  culpritOf(step: EventId): EventId | undefined {
    const culprit = this.of(step)?.culprit ?? undefined;
    return culprit === step ? undefined : culprit;
  }

  /** What a call was called off for: the failure itself, not another call that was called off. */
  originOf(cascade: Story): Story {
    const seen = new Set<EventId>();
    let at = cascade;
    while (at.kind === 'cascade' && !seen.has(at.id)) {
      seen.add(at.id);
      at = this.of(at.culprit ?? at.id) ?? at;
    }
    return at;
  }

  cascadesOf(step: EventId): readonly Story[] {
    return this.all.filter(
      (story) => story.kind === 'cascade' && story.id !== step && this.originOf(story).id === step,
    );
  }

  /** What failed in the same way later on. A refusal has the same words whatever was refused. */
  againAfter(step: EventId): readonly Story[] {
    const story = this.of(step);
    if (!story || story.kind !== 'real') return [];
    return this.all.slice(this.all.indexOf(story) + 1).filter((later) => this.sortOf(later) === this.sortOf(story));
  }

  /** The same for what failed in the same way. Where the words say nothing, nothing is the same but itself. */
  sortOf({ id, kind, fingerprint }: Story): string {
    return !isDistinctive(fingerprint) ? id : `${kind} ${fingerprint}`;
  }
}

/**
 * Of a session; in their order, and with their places, those that have to do with the failure of one step, or all of
 * them.
 */
export async function storiesOf(read: StoreReader, session: Session, about?: EventId): Promise<Stories> {
  const stories = await readStories(read, session);
  const target = stories.find(({ id }) => id === about);
  const isAskedFor = ({ id, kind, fingerprint, culprit }: Story): boolean =>
    about === undefined ||
    id === about ||
    culprit === about ||
    kind === 'cascade' ||
    fingerprint === target?.fingerprint;
  const places = await placesIn(read, session, stories.filter(isAskedFor).flatMap(endsOf));
  const inOrder = stories
    .map((story) => ({ story, seq: places.of(story.key).seq }))
    .toSorted((a, b) => a.seq - b.seq || (a.story.at ?? 0) - (b.story.at ?? 0));
  return new Stories(
    inOrder.map(({ story }) => story),
    places,
  );
}

/** Where it failed, and the last steps that had to do with it: attempts come in order. */
function endsOf({ key, attempts, fix, proof }: Story): readonly Key[] {
  return [key, attempts.at(-1), fix.at(-1), proof].filter((step) => step !== undefined && step !== null);
}

/** Their texts, as `errors` shows them. */
export async function storyAnswers(read: StoreReader, stories: readonly Story[]): Promise<readonly ErrorStory[]> {
  return (await storiesOfChains(
    read,
    await read.chainsOf(stories.map(({ tree, key }) => ({ tree, chain: key }))),
  )) as readonly ErrorStory[];
}

async function readStories(read: StoreReader, { uid }: Session): Promise<readonly Story[]> {
  const all: Story[] = [];
  // The same words again and again: one text for all.
  const texts = new Map<string, string>();
  for (;;) {
    const page = await read.outlineChains(uid, { after: all.at(-1)?.key ?? 0, limit: atOnce });
    for (const chain of page) {
      const fingerprint = texts.get(chain.fingerprint) ?? chain.fingerprint;
      texts.set(fingerprint, fingerprint);
      all.push(toStory(chain, fingerprint));
    }
    if (page.length < atOnce) return all;
  }
}

const atOnce = 2_000;

function toStory(
  { tree, chain, kind, state, at, resolvedAt, culprit, attempts, verifiedBy }: OutlineChain,
  fingerprint: string,
): Story {
  const tried = (helped: boolean): readonly Key[] =>
    attempts.flatMap(({ event, successful }) => ((successful !== false) === helped ? [event] : []));
  return {
    id: eventId({ tree, event: chain }),
    key: chain,
    tree,
    kind,
    state,
    fingerprint,
    at,
    culprit: culprit[0] ?? null,
    attempts: tried(false),
    fix: tried(true),
    proof: verifiedBy === null ? null : refOf(verifiedBy).event,
    minutes: resolutionMinutes(at, resolvedAt),
  };
}
