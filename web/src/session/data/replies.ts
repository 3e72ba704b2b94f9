import type { Event } from '../../../../src/types.ts';
import type { Steps } from './steps.ts';

/** Something the agent said. */
export interface Reply {
  readonly seq: number;
  readonly text: string;
  /** The step after it; the number of steps when none is. */
  readonly before: number;
}

/** The replies of the session itself with their places; `events` are in order. */
export function repliesIn(
  steps: Steps,
  events: readonly Pick<Event, 'seq' | 'summary' | 'is_sidechain'>[],
): readonly Reply[] {
  const { seq, count } = steps.parts[0]!;
  let next = 0;
  return events
    .filter(({ is_sidechain: isSidechain, summary }) => !isSidechain && summary.trim() !== '')
    .map((event) => {
      while (next < count && seq[next]! < event.seq) next++;
      return { seq: event.seq, text: event.summary, before: next < count ? steps.stepAt(0, next) : steps.count };
    });
}
