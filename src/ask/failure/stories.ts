import { resolutionMinutes } from '../../model/chain.ts';
import { eventId, type EventId, type EventRef, type Key } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { ChainState, ErrorKind } from '../../model/words.ts';
import { isTelling } from '../../memory/errors/fingerprint.ts';
import type { OutlineChain, StoreReader } from '../../store/store.ts';
import { storiesOfChains } from '../errors.ts';
import type { ToldError } from '../errors.ts';
import { refOf } from '../step.ts';
import { placesIn } from './places.ts';
import type { Places } from './places.ts';

/** A failure as far as it is weighed against others; its words are read when it is told. A session may have fifty thousand. */
export interface Story {
  /** Of the failing step, and as a key; its tree. */
  readonly id: EventId;
  readonly key: Key;
  readonly tree: Key;
  readonly kind: ErrorKind;
  readonly state: ChainState;
  readonly fingerprint: string;
  readonly at: number | null;
  /** The likeliest that is here. */
  readonly culprit: EventId | null;
  /** Steps that did not help, and steps that did or may have. */
  readonly attempts: readonly Key[];
  readonly fix: readonly Key[];
  readonly verifiedBy: Key | null;
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
    return this.all.filter((story) => story.kind === 'cascade' && story.id !== step && this.originOf(story).id === step);
  }

  /** What failed in the same way later on. A refusal has the same words whatever was refused. */
  againAfter(step: EventId): readonly Story[] {
    const story = this.of(step);
    if (!story || story.kind !== 'real') return [];
    return this.all.slice(this.all.indexOf(story) + 1).filter((later) => this.sortOf(later) === this.sortOf(story));
  }

  /** The same for what failed in the same way. Where the words say nothing, nothing is the same but itself. */
  sortOf({ id, kind, fingerprint }: Story): string {
    return !isTelling(fingerprint) ? id : `${kind} ${fingerprint}`;
  }
}

export async function storiesOf(read: StoreReader, session: Session): Promise<Stories> {
  const drafts = await draftsOf(read, session);
  const places = await placesIn(read, session, stepsOf(drafts));
  const inOrder = drafts
    .map((draft) => ({ draft, seq: places.of(draft.key).seq }))
    .toSorted((a, b) => a.seq - b.seq || (a.draft.at ?? 0) - (b.draft.at ?? 0));
  return new Stories(inOrder.map(({ draft }) => toStory(draft, places)), places);
}

/** Their words, as `errors` tells them. */
export async function tell(read: StoreReader, stories: readonly Story[]): Promise<readonly ToldError[]> {
  return (await storiesOfChains(read, await read.chainsOf(stories.map(({ tree, key }) => ({ tree, chain: key }))))) as readonly ToldError[];
}

/** A story with everything it names, whether or not that is here. */
interface Draft extends Omit<Story, 'culprit' | 'verifiedBy'> {
  readonly culprits: readonly EventId[];
  readonly proof: EventId | null;
}

async function draftsOf(read: StoreReader, { uid }: Session): Promise<readonly Draft[]> {
  const all: Draft[] = [];
  for (;;) {
    const page = await read.outlineChains(uid, { after: all.at(-1)?.key ?? 0, limit: atOnce });
    for (const chain of page) all.push(toDraft(chain));
    if (page.length < atOnce) return all;
  }
}

const atOnce = 1_000;

function toDraft({ tree, chain, kind, state, fingerprint, at, resolvedAt, culprit, attempts, verifiedBy }: OutlineChain): Draft {
  const tried = (helped: boolean): readonly Key[] => attempts.flatMap(({ event, successful }) => ((successful !== false) === helped ? [event] : []));
  return {
    id: eventId({ tree, event: chain }), key: chain, tree, kind, state, fingerprint, at, culprits: culprit,
    attempts: tried(false), fix: tried(true), proof: verifiedBy, minutes: resolutionMinutes(at, resolvedAt),
  };
}

function* stepsOf(drafts: readonly Draft[]): Iterable<EventRef> {
  for (const { tree, key, attempts, fix, culprits, proof } of drafts) {
    yield { tree, event: key };
    for (const event of attempts) yield { tree, event };
    for (const event of fix) yield { tree, event };
    for (const step of culprits) yield refOf(step);
    if (proof !== null) yield refOf(proof);
  }
}

/** What it names and is not here is left out. */
function toStory({ culprits, proof, attempts, fix, ...story }: Draft, places: Places): Story {
  const isHere = (step: EventId): boolean => places.has(refOf(step).event);
  return {
    ...story,
    culprit: culprits.find(isHere) ?? null,
    attempts: attempts.filter((step) => places.has(step)),
    fix: fix.filter((step) => places.has(step)),
    verifiedBy: proof !== null && isHere(proof) ? refOf(proof).event : null,
  };
}
