import { useLayoutEffect, useRef } from 'react';
import { stepOfRow } from '../data/rows-of.ts';
import { sameStep, type ViewState } from '../view/view-state.ts';
import { rowHeight } from './use-window.ts';

const margin = 2 * rowHeight;

/**
 * Keeps what the reader looks at where it is when rows come or go, brings the chosen step into sight when it is
 * chosen, and follows the end of a running session for who was looking at it.
 */
export function usePlaceInList(scroller: HTMLElement | null, view: ViewState): void {
  const was = useRef<ViewState | null>(null);
  // As last known: asking the element would lay the page out anew for each step that is chosen.
  const seen = useRef({ top: 0, height: 0 });
  useLayoutEffect(() => {
    if (!scroller) return;
    const look = () => (seen.current = { top: scroller.scrollTop, height: scroller.clientHeight });
    scroller.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(() => {
      const { top, height } = seen.current;
      const { rows, chosen } = was.current ?? { chosen: -1 };
      const y = chosen < 0 ? -1 : rows!.rowOf[chosen]! * rowHeight;
      look();
      // What was in sight must not end up behind the sheet that was opened for it.
      if (y >= top && y < top + height && scroller.clientHeight < height)
        scroller.scrollTo({ top: inSight(y, scroller.scrollTop, scroller.clientHeight) });
    });
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (!scroller) {
      was.current = null;
      return;
    }
    const before = was.current;
    was.current = view;
    const { rows, chosen } = view;
    // The first time, and only if something must be brought into sight at once.
    if (seen.current.height === 0 && chosen >= 0)
      seen.current = { top: scroller.scrollTop, height: scroller.clientHeight };
    const { top, height } = seen.current;
    if (height === 0) return;
    let next = top;
    if (before && before.rows !== rows) {
      const isAtEnd = top > 0 && top + height >= before.rows.rows.length * rowHeight - rowHeight;
      const hasGrown = before.steps !== view.steps && rows.rows.length > before.rows.rows.length;
      next = isAtEnd && hasGrown && view.replay === 'off' ? Infinity : anchored(before, view, top, height);
    }
    const isSame =
      before !== null &&
      before.times === view.times &&
      before.view === view.view &&
      (before.steps === view.steps
        ? before.chosen === chosen
        : before.chosen >= 0 && sameStep(before.steps, before.chosen, view.steps) === chosen);
    if (!isSame && chosen >= 0) next = inSight(rows.rowOf[chosen]! * rowHeight, next, height);
    next = Math.max(0, Math.min(next, rows.rows.length * rowHeight - height));
    if (next === top) return;
    seen.current = { top: next, height };
    scroller.scrollTo({ top: next });
  }, [scroller, view]);
}

/** Where to scroll so that the chosen step, if it is in sight, else the first that is, stays where it was. */
function anchored(before: ViewState, view: ViewState, top: number, height: number): number {
  const offset = (step: number): number => before.rows.rowOf[step]! * rowHeight - top;
  const isSeen =
    before.chosen >= 0 &&
    before.chosen < before.steps.count &&
    offset(before.chosen) > -rowHeight &&
    offset(before.chosen) < height;
  const anchor = isSeen ? before.chosen : stepOfRow(before.rows, Math.ceil(top / rowHeight));
  const now = before.steps === view.steps ? anchor : sameStep(before.steps, anchor, view.steps);
  return (view.rows.rowOf[now] ?? 0) * rowHeight - offset(anchor);
}

/** A step near the edge of what is seen comes just into it; one that is far away into its middle. */
function inSight(y: number, top: number, height: number): number {
  if (y < top - height / 2 || y > top + height * 1.5) return y - height / 2 + rowHeight;
  if (y < top + margin) return y - margin;
  return y > top + height - margin - rowHeight ? y - height + margin + rowHeight : top;
}
