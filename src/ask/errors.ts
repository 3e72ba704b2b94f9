import type { Chain } from '../model/chain.ts';
import type { Event } from '../model/event.ts';
import { eventRef } from '../model/ids.ts';
import type { EventId, SessionUid } from '../model/ids.ts';
import type { Session } from '../model/session.ts';
import { errorKinds, type ErrorKind } from '../model/words.ts';
import type { StoreReader } from '../store/store.ts';

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
  readonly limit?: number;
  /** Only stories of these kinds. */
  readonly kinds?: readonly ErrorKind[];
}

/** What failed in a session, and how it went on. */
export async function errors(read: StoreReader, session: Session, { limit = 20, kinds = errorKinds }: ErrorsOptions = {}): Promise<ErrorsAnswer> {
  const told: ToldError[] = [];
  const counts: Record<ErrorKind, number> = { real: 0, benign: 0, denied: 0, cascade: 0 };
  let total = 0;
  for (const error of await errorStories(read, session)) {
    counts[error.kind]++;
    if (!kinds.includes(error.kind)) continue;
    total++;
    if (told.length < limit) told.push(error);
  }
  return { session, errors: told, kinds: counts, total, truncated: total > told.length };
}

/** All stories of a session, in the order of the failures. */
export async function errorStories(read: StoreReader, session: Session): Promise<readonly ToldError[]> {
  const chains = await allChains(read, session);
  const steps = await stepsIn(read, chains);
  return toldErrors(chains.toSorted((a, b) => (steps.get(a.error.id)?.seq ?? 0) - (steps.get(b.error.id)?.seq ?? 0)), steps);
}

/** Failures of any sessions, as stories. */
export async function storiesOfChains(read: StoreReader, chains: readonly Chain[]): Promise<readonly ToldError[]> {
  return toldErrors(chains, await stepsIn(read, chains));
}

function toldErrors(chains: readonly Chain[], steps: ReadonlyMap<string, Event>): readonly ToldError[] {
  return chains.flatMap((chain) => {
    const failing = steps.get(chain.error.id);
    // What was told by hand is no step of a session.
    return failing ? [toldError(chain, failing, steps)] : [];
  });
}

async function allChains(read: StoreReader, { uid }: Session): Promise<Chain[]> {
  const all: Chain[] = [];
  for (;;) {
    const { chains, total } = await read.chains({ session: uid, basis: 'mined', oldestFirst: true }, { limit: page, offset: all.length });
    all.push(...chains);
    if (chains.length === 0 || all.length >= total) return all;
  }
}

const page = 500;

async function stepsIn(read: StoreReader, chains: readonly Chain[]): Promise<Map<string, Event>> {
  const ids = new Set(chains.flatMap(({ error, attempts, culprit, verified_by }) => [error.id, ...attempts.map(({ id }) => id), ...culprit, ...(verified_by === null ? [] : [verified_by])]));
  // An attempt that was told by hand is no step.
  const refs = [...ids].map((id) => eventRef(id)).filter((ref) => ref !== undefined);
  const steps = new Map<string, Event>();
  for (let at = 0; at < refs.length; at += page) for (const event of await read.eventsOf(refs.slice(at, at + page))) steps.set(event.id, event);
  return steps;
}

function toldError({ error, attempts, culprit, verified_by, resolution_minutes }: Chain, { id, native_id, session, summary }: Event, steps: ReadonlyMap<string, Event>): ToldError {
  const named = (step: string): readonly StepInStory[] => {
    const event = steps.get(step);
    return event ? [{ step: event.id, native_id: event.native_id, summary: event.summary }] : [];
  };
  return {
    id,
    native_id,
    session,
    kind: error.kind,
    fingerprint: error.fingerprint,
    message: error.message,
    at: error.at,
    summary,
    culprit: culprit.flatMap(named),
    attempts: attempts.flatMap((each) => (each.successful === false ? named(each.id) : [])),
    fix: attempts.flatMap((each) => (each.successful === false ? [] : named(each.id))),
    verified: verified_by !== null,
    verified_by: verified_by === null ? null : (named(verified_by)[0] ?? null),
    resolution_minutes,
  };
}
