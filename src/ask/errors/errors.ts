import type { Chain, FixAttempt } from '../../model/chain.ts';
import type { Event } from '../../model/event.ts';
import { eventRef } from '../../model/ids.ts';
import type { ChainId, EventId, SessionUid } from '../../model/ids.ts';
import type { JudgedBy } from '../../model/judgement.ts';
import type { Session } from '../../model/session.ts';
import { errorKinds, type ChainBasis, type ChainState, type DetectedBy, type ErrorKind } from '../../model/words.ts';
import { isRetried } from '../patterns/fix-marks.ts';
import type { StoreReader } from '../../store/store.ts';

export interface ErrorsAnswer {
  readonly session: Session;
  /** In the order in which they happened. */
  readonly errors: readonly AnyError[];
  /** How many there are of each kind, whichever were asked for. */
  readonly kinds: Readonly<Record<ErrorKind, number>>;
  readonly total: number;
  readonly truncated: boolean;
}

/** A failing step or a manual entry. A manual entry has no step; its id is that of its chain. */
export type AnyError =
  | ErrorStory
  | (Omit<ErrorStory, 'id' | 'session'> & { readonly id: ChainId; readonly session: SessionUid | null });

/**
 * One failure with its likely culprit, attempts, fix and proof. Inferred, except for manual entries.
 */
export interface ErrorStory {
  readonly id: EventId;
  /** The id to add to it with: `stemma remember ch_…`. */
  readonly chain: ChainId;
  /** The failing call's. */
  readonly native_id: string | null;
  readonly session: SessionUid;
  readonly kind: ErrorKind;
  /** `mined` when it was inferred. */
  readonly basis: ChainBasis;
  /** Who judged it; only where `basis` is `judged`. */
  readonly judged?: JudgedBy;
  readonly fingerprint: string;
  readonly message: string;
  /** The lines of its output that name it, most informative first, a few. */
  readonly lines: readonly string[];
  /** What showed that the call failed; null when that is not known. */
  readonly detected_by: DetectedBy | null;
  readonly at: string | null;
  /** The failing step itself, in one line. */
  readonly summary: string;
  /** Most likely first, at most three; empty when the cause is outside the session. */
  readonly culprit: readonly StepInStory[];
  readonly attempts: readonly StepInStory[];
  readonly fix: readonly StepInStory[];
  /** It passed when it was called again and nothing had been changed: `fix` is that call, and fixed nothing. */
  readonly retried: boolean;
  /** Manual entries about it, in order; they are not steps. */
  readonly manual: readonly StoryAttempt[];
  /** The state; `resolved` by a verified fix or a person's confirmation. */
  readonly state: ChainState;
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

export interface StoryAttempt extends Pick<FixAttempt, 'id' | 'action' | 'code_changes' | 'successful' | 'at'> {}

export interface ErrorsOptions {
  readonly limit?: number;
  /** Only stories of these kinds. */
  readonly kinds?: readonly ErrorKind[];
}

/**
 * The failures of a session and their fixes. All are counted and ordered; only those shown are read in full.
 */
export async function errors(
  read: StoreReader,
  session: Session,
  { limit = 20, kinds = errorKinds }: ErrorsOptions = {},
): Promise<ErrorsAnswer> {
  const shown: Chain[] = [];
  const counts: Record<ErrorKind, number> = { real: 0, benign: 0, denied: 0, cascade: 0 };
  let total = 0;
  for (const chain of inOrder(await minedOf(read, session), await allChains(read, session, 'manual'))) {
    counts[chain.error.kind]++;
    if (!kinds.includes(chain.error.kind)) continue;
    total++;
    if (shown.length < limit) shown.push(chain);
  }
  return { session, errors: await storiesOfChains(read, shown), kinds: counts, total, truncated: total > shown.length };
}

/** In the order of the steps that failed. */
async function minedOf(read: StoreReader, session: Session): Promise<readonly Chain[]> {
  const chains = await allChains(read, session, 'mined');
  const steps = await stepsNamed(
    read,
    chains.map(({ error }) => error.id),
  );
  const placeOf = ({ error }: Chain): number => steps.get(error.id)?.seq ?? 0;
  return chains.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Failures of any sessions and of none, as stories. */
export async function storiesOfChains(read: StoreReader, chains: readonly Chain[]): Promise<readonly AnyError[]> {
  const steps = await stepsIn(read, chains);
  return chains.map((chain) => errorOf(chain, steps));
}

/** Steps have an order; manual entries have only a time and come after what had failed by then. */
function inOrder(mined: readonly Chain[], manual: readonly Chain[]): readonly Chain[] {
  const all = [...mined];
  for (const each of manual) {
    const before = all.findLastIndex(
      ({ error: { at } }) => at !== null && each.error.at !== null && at <= each.error.at,
    );
    all.splice(before + 1, 0, each);
  }
  return all;
}

async function allChains(read: StoreReader, { uid }: Session, basis: ChainBasis): Promise<readonly Chain[]> {
  const all: Chain[] = [];
  for (;;) {
    const { chains, total } = await read.chains(
      { session: uid, basis, oldestFirst: true },
      { limit: page, offset: all.length },
    );
    all.push(...chains);
    if (chains.length === 0 || all.length >= total) return all;
  }
}

const page = 500;

async function stepsIn(read: StoreReader, chains: readonly Chain[]): Promise<ReadonlyMap<string, Event>> {
  return await stepsNamed(
    read,
    chains.flatMap(({ error, attempts, culprit, verified_by }) => [
      error.id,
      ...attempts.map(({ id }) => id),
      ...culprit,
      ...(verified_by === null ? [] : [verified_by]),
    ]),
  );
}

async function stepsNamed(read: StoreReader, ids: readonly string[]): Promise<ReadonlyMap<string, Event>> {
  // A manual entry has no step.
  const refs = [...new Set(ids)].map((id) => eventRef(id)).filter((ref) => ref !== undefined);
  const steps = new Map<string, Event>();
  for (let at = 0; at < refs.length; at += page)
    for (const event of await read.eventsOf(refs.slice(at, at + page))) steps.set(event.id, event);
  return steps;
}

function errorOf(
  { id, basis, judged, error, attempts, state, culprit, verified_by, resolution_time_minutes }: Chain,
  steps: ReadonlyMap<string, Event>,
): AnyError {
  const failing = steps.get(error.id);
  const named = (step: string): readonly StepInStory[] => {
    const event = steps.get(step);
    return event ? [{ step: event.id, native_id: event.native_id, summary: event.summary }] : [];
  };
  return {
    id: error.id as ChainId,
    chain: id,
    native_id: failing?.native_id ?? null,
    session: failing?.session ?? error.session,
    kind: error.kind,
    basis,
    ...(judged && { judged }),
    fingerprint: error.fingerprint,
    message: error.message,
    lines: error.lines,
    detected_by: error.detected_by,
    at: error.at,
    summary: failing?.summary ?? error.action,
    culprit: culprit.flatMap(named),
    attempts: attempts.flatMap((each) => (each.successful === false ? named(each.id) : [])),
    fix: attempts.flatMap((each) => (each.successful === false ? [] : named(each.id))),
    retried: isRetried({ attempts }),
    manual: attempts
      .filter((each) => eventRef(each.id) === undefined)
      .map(({ id: fix, action, code_changes, successful, at }) => ({ id: fix, action, code_changes, successful, at })),
    state,
    verified: verified_by !== null,
    verified_by: verified_by === null ? null : (named(verified_by)[0] ?? null),
    resolution_minutes: resolution_time_minutes,
  };
}
