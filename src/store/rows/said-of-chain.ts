import type { EventRef } from '../../model/ids.ts';
import type { KeptAttempt, KeptChain } from './kept-chain.ts';
import type { ChainWord } from '../store.ts';

/** What somebody said of a failure that was mined, besides attempts, which say so themselves. Kept as JSON. */
interface Said {
  readonly helped?: readonly EventRef[];
  readonly state?: 'resolved' | 'failed';
}

/** What was said before, and this. */
export function withWord(before: string | null, { helped, end }: ChainWord): string {
  const earlier = (before === null ? {} : JSON.parse(before)) as Said;
  const said: Said = {
    ...earlier,
    ...(helped && { helped: [...(earlier.helped ?? []), helped] }),
    ...(end && { state: end.state }),
  };
  return JSON.stringify(said);
}

/** The attempt that was last said to have helped. */
export function namedFix(said: string): EventRef | undefined {
  return (JSON.parse(said) as Said).helped?.at(-1);
}

/** What is mined again, with what was said of it before, and with the attempts that were told: that holds. */
export function withWhatWasSaid(
  mined: KeptChain,
  before: { readonly said: string; readonly resolved_at: number | null },
  toldAttempts: readonly KeptAttempt[],
): KeptChain {
  const { helped = [], state } = JSON.parse(before.said) as Said;
  const attempts = mined.attempts.map((attempt) =>
    helped.some((ref) => isSame(ref, attempt.id)) ? { ...attempt, successful: true } : attempt,
  );
  for (const told of toldAttempts) {
    const later = attempts.findIndex(({ at }) => at !== null && told.at !== null && at > told.at);
    attempts.splice(later < 0 ? attempts.length : later, 0, told);
  }
  return { ...mined, attempts, said: before.said, ...(state && { state, resolvedAt: before.resolved_at }) };
}

function isSame(a: EventRef, b: EventRef): boolean {
  return a.tree === b.tree && a.event === b.event;
}
