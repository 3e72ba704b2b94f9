import type { Chain, FixAttempt } from '../../../model/chain.ts';
import { eventRef, type EventId } from '../../../model/ids.ts';
import type { StoreReader } from '../../../store/store.ts';
import { refOf } from '../../walk/step.ts';
import type { History } from './read-history.ts';

/** The failures of a stretch of work as they stood at its end, latest first. Later findings are left out. */
export async function failuresIn(
  read: StoreReader,
  { events, delegated }: History,
  isLast: boolean,
): Promise<readonly Chain[]> {
  // A chain has the id of the failed call, so looking these up costs the same however many the session has.
  const failing = [...delegated.flatMap((each) => each.events), ...events].filter(
    ({ id, step, failed: isFailed }) => isFailed && step === id,
  );
  const refs = failing
    .slice(-mostChains)
    .map(({ id }) => refOf(id))
    .map(({ tree, event }) => ({ tree, chain: event }));
  const found = (await read.chainsOf(refs)).filter(({ error }) => error.kind === 'real');
  const places = new Map<string, number>(events.map(({ id }, place) => [id, place]));
  const ordered = found.toSorted((a, b) => (places.get(b.error.id) ?? -1) - (places.get(a.error.id) ?? -1));
  if (isLast) return ordered;
  // The stretch is complete, so an event that is not in it came later.
  const isKnown = (id: string): boolean =>
    places.has(id) || delegated.some((each) => each.events.some((event) => event.id === id));
  const failed = new Set<string>(
    [...events, ...delegated.flatMap((each) => each.events)].flatMap((event) =>
      event.failed ? [event.id, event.step ?? event.id] : [],
    ),
  );
  return ordered
    .filter(({ error }) => isKnown(error.id) && failed.has(error.id))
    .map((chain) => asKnown(chain, isKnown));
}

const mostChains = 200;

function asKnown(chain: Chain, isKnown: (id: string) => boolean): Chain {
  const attempts = chain.attempts.filter(({ id }) => isKnown(id));
  if (chain.verified_by !== null && isKnown(chain.verified_by)) return { ...chain, attempts };
  const unproven = attempts.map((attempt): FixAttempt =>
    attempt.successful === true ? { ...attempt, successful: null } : attempt,
  );
  const state =
    chain.state === 'failed' ? 'open' : unproven.some(({ successful }) => successful === null) ? 'unverified' : 'open';
  return {
    ...chain,
    attempts: unproven,
    state,
    resolved: false,
    needs_review: false,
    successful_fix_id: null,
    resolution_ms: null,
    resolution_time_minutes: null,
    resolved_at: null,
    verified_by: null,
  };
}

/** The step that failed; null for a manual entry. */
export function stepOfFailure({ error }: Chain): EventId | null {
  return eventRef(error.id) ? (error.id as EventId) : null;
}
