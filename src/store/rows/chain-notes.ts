import type { EventRef } from '../../model/ids.ts';
import type { ChainNote } from '../store.ts';
import type { KeptAttempt, KeptChain } from './kept-chain.ts';

/** Manual entries about a mined failure, besides attempts, which are marked. Stored as JSON. */
interface Notes {
  readonly helped?: readonly EventRef[];
  readonly state?: 'resolved' | 'failed';
  readonly resolutionMs?: number;
}

/** The existing notes with this one. */
export function addNote(before: string | null, { helped, end }: ChainNote): string {
  const earlier = (before === null ? {} : JSON.parse(before)) as Notes;
  const notes: Notes = {
    ...earlier,
    ...(helped && { helped: [...(earlier.helped ?? []), helped] }),
    ...(end && { state: end.state }),
    ...(end?.resolutionMs !== undefined && { resolutionMs: end.resolutionMs }),
  };
  return JSON.stringify(notes);
}

/** The attempt last named as the fix. */
export function namedFix(notes: string): EventRef | undefined {
  return (JSON.parse(notes) as Notes).helped?.at(-1);
}

/** A chain that is mined again, with its manual notes and attempts, which take precedence. */
export function withNotes(
  mined: KeptChain,
  before: { readonly notes: string; readonly resolvedAt: number | null },
  manualAttempts: readonly KeptAttempt[],
): KeptChain {
  const { helped = [], state, resolutionMs } = JSON.parse(before.notes) as Notes;
  const attempts = mined.attempts.map((attempt) =>
    helped.some((ref) => isSame(ref, attempt.id)) ? { ...attempt, successful: true } : attempt,
  );
  for (const manual of manualAttempts) {
    const later = attempts.findIndex(({ at }) => at !== null && manual.at !== null && at > manual.at);
    attempts.splice(later < 0 ? attempts.length : later, 0, manual);
  }
  return {
    ...mined,
    attempts,
    notes: before.notes,
    ...(state && { state, resolvedAt: before.resolvedAt, resolutionMs: resolutionMs ?? null }),
  };
}

function isSame(a: EventRef, b: EventRef): boolean {
  return a.tree === b.tree && a.event === b.event;
}
