import { createErrorStories } from '../memory/errors/error-stories.ts';
import type { ErrorStory } from '../memory/errors/error-stories.ts';
import type { Event } from '../model/event.ts';
import type { EventId, SessionUid } from '../model/ids.ts';
import type { Session } from '../model/session.ts';
import { errorKinds, type ErrorKind } from '../model/words.ts';
import type { Source } from '../sources/source.ts';
import type { StoreReader } from '../store/store.ts';
import { payloadReader } from './payload.ts';
import { refOf } from './step.ts';
import { StepTeller } from './step-facts.ts';

export interface ErrorsAnswer {
  readonly session: Session;
  /** In the order in which they happened. */
  readonly errors: readonly ToldError[];
  /** How many there are of each kind, whichever were asked for. */
  readonly kinds: Readonly<Record<ErrorKind, number>>;
  readonly total: number;
  readonly truncated: boolean;
}

/** The story of one failure: what failed, whose doing it was, what was tried, what helped, and what proved it. All of it is inferred. */
export interface ToldError {
  readonly id: EventId;
  /** The failing call's. */
  readonly native_id: string | null;
  readonly session: SessionUid;
  readonly kind: ErrorKind;
  readonly fingerprint: string;
  readonly message: string;
  readonly at: string | null;
  /** The failing step itself, in one line. */
  readonly summary: string;
  /** Likeliest first, at most three; none when it came from outside the session. */
  readonly culprit: readonly StepInStory[];
  readonly attempts: readonly StepInStory[];
  readonly fix: readonly StepInStory[];
  readonly verified: boolean;
  readonly verified_by: StepInStory | null;
  /** From the failure to its proof; null when there is none, or when times are not known. */
  readonly resolution_minutes: number | null;
}

export interface StepInStory {
  readonly step: EventId;
  readonly native_id: string | null;
  readonly summary: string;
}

export interface ErrorsOptions {
  readonly sources: readonly Source[];
  readonly limit?: number;
  /** Only stories of these kinds. */
  readonly kinds?: readonly ErrorKind[];
}

/** What failed in a session, and how it went on. */
export async function errors(read: StoreReader, session: Session, { sources, limit = 20, kinds = errorKinds }: ErrorsOptions): Promise<ErrorsAnswer> {
  const told: ToldError[] = [];
  const counts: Record<ErrorKind, number> = { real: 0, benign: 0, denied: 0, cascade: 0 };
  let total = 0;
  for await (const error of errorStories(read, session, sources)) {
    counts[error.kind]++;
    if (!kinds.includes(error.kind)) continue;
    total++;
    if (told.length < limit) told.push(error);
  }
  return { session, errors: told, kinds: counts, total, truncated: total > told.length };
}

/**
 * All stories of a session, each when nothing can change it any more, in the order of the failures. The session is read again
 * from the archive, an event at a time, so that its length does not matter; throws `payload-evicted` when it is gone.
 */
export async function* errorStories(read: StoreReader, session: Session, sources: readonly Source[]): AsyncGenerator<ToldError> {
  // Unredacted, because a rule must see what the agent saw; nothing of it leaves but summaries, which were redacted when they were made.
  const payloadOf = payloadReader(read, { sources, raw: true });
  const steps = new StepTeller();
  const stories = createErrorStories();
  const seen = new Map<string, StepInStory>();

  for await (const event of eventsOf(read, session)) {
    if (event.step === null) continue;
    if (event.id === event.step) remember(event);
    const what = (await payloadOf(event))?.what;
    const facts = what && steps.event({ ...event, key: event.id, at: event.at === null ? null : Date.parse(event.at), what });
    if (!facts) continue;
    stories.step(facts);
    for (const story of stories.take()) yield await toldError(story);
  }
  for (const story of stories.open()) yield await toldError(story);

  function remember({ id, native_id, summary }: Event): void {
    seen.set(id, { step: id, native_id, summary });
    if (seen.size > rememberedSteps) seen.delete(seen.keys().next().value!);
  }

  async function toldError({ key, at, kind, fingerprint, message, culprit, attempts, fix, verifiedBy, resolvedAt }: ErrorStory): Promise<ToldError> {
    const { step: id, native_id, summary } = await named(key);
    return {
      id,
      native_id,
      session: session.uid,
      kind,
      fingerprint,
      message,
      at: at === null ? null : new Date(at).toISOString(),
      summary,
      culprit: await Promise.all(culprit.map(named)),
      attempts: await Promise.all(attempts.map(named)),
      fix: await Promise.all(fix.map(named)),
      verified: verifiedBy !== null,
      verified_by: verifiedBy === null ? null : await named(verifiedBy),
      resolution_minutes: at === null || resolvedAt === null ? null : Math.max(0, Math.round((resolvedAt - at) / 6000) / 10),
    };
  }

  async function named(key: string): Promise<StepInStory> {
    const known = seen.get(key);
    if (known) return known;
    const { id, native_id, summary } = (await read.event(refOf(key as EventId)))!;
    return { step: id, native_id, summary };
  }
}

/** A story names steps up to three hundred calls before it and is told up to two hundred after it. */
const rememberedSteps = 1000;

async function* eventsOf(read: StoreReader, session: Session): AsyncGenerator<Event> {
  const page = 200;
  for (let after = 0; ; ) {
    const events = await read.events(session.uid, { after, limit: page });
    yield* events;
    if (events.length < page) return;
    after = events.at(-1)!.seq;
  }
}
