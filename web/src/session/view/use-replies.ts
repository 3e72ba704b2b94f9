import { useEffect, useState } from 'react';
import type { TimelineAnswer } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';
import { repliesIn } from '../data/replies.ts';
import { setReplies } from './actions.ts';
import type { Change } from './change.ts';
import type { ViewState } from './view-state.ts';

type Events = TimelineAnswer['events'];

/** Loads what the agent said once it is to be shown, and what it says while the session grows. */
export function useReplies({ showReplies: isShown, replies, steps }: ViewState, change: Change): void {
  const [events, setEvents] = useState<Events>([]);
  const { uid } = steps.parts[0]!.session;
  const last = events.at(-1)?.seq ?? null;
  useEffect(() => {
    if (!isShown) return;
    const controller = new AbortController();
    get<TimelineAnswer>(
      `/sessions/${segment(uid)}/timeline`,
      { kinds: 'assistant_msg', after: last, limit: 2000 },
      controller.signal,
    ).then(
      ({ events: more }) => {
        if (!controller.signal.aborted && more.length > 0) setEvents((was) => [...was, ...more]);
      },
      // The list says when the server does not answer.
      () => {},
    );
    return () => controller.abort();
  }, [isShown, uid, last, steps]);
  const isNothing = !isShown && replies.length === 0;
  useEffect(() => {
    // A change while the session opens, even to the same, would draw its list and the rest in one task.
    if (!isNothing) change((was) => setReplies(was, isShown ? repliesIn(steps, events) : []));
  }, [isNothing, isShown, steps, events, change]);
}
