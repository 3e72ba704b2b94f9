import { useLayoutEffect, useRef } from 'react';
import { stepOfRow } from '../data/rows-of.ts';
import { sameStep, type ViewState } from '../view/view-state.ts';
import { rowHeight } from './use-window.ts';

const margin = 2 * rowHeight;

/**
 * Keeps what the reader looks at where it is when rows come or go, brings the chosen step into sight when another is chosen, and follows
 * the end of a running session for who was looking at it.
 */
export function usePlaceInList(scroller: HTMLElement | null, view: ViewState): void {
  const was = useRef<ViewState | null>(null);
  const top = useRef(0);
  useLayoutEffect(() => {
    if (!scroller) return;
    const remember = () => (top.current = scroller.scrollTop);
    scroller.addEventListener('scroll', remember, { passive: true });
    return () => scroller.removeEventListener('scroll', remember);
  }, [scroller]);
  useLayoutEffect(() => {
    if (!scroller) return;
    const before = was.current;
    was.current = view;
    const { rows, chosen } = view;
    const height = scroller.clientHeight;
    if (before && before.rows !== rows) {
      const isAtEnd = top.current > 0 && top.current + height >= before.rows.rows.length * rowHeight - rowHeight;
      const hasGrown = before.steps !== view.steps && rows.rows.length > before.rows.rows.length;
      scroller.scrollTop = isAtEnd && hasGrown && view.replay === 'off' ? rows.rows.length * rowHeight : anchored(before, view, top.current, height);
    }
    const isOther = !before || before.chosen !== chosen || before.view !== view.view || before.replay !== view.replay;
    if (isOther && chosen >= 0 && !(before && before.steps !== view.steps && sameStep(before.steps, before.chosen, view.steps) === chosen)) {
      scroller.scrollTop = inSight(rows.rowOf[chosen]! * rowHeight, scroller.scrollTop, height);
    }
    top.current = scroller.scrollTop;
  }, [scroller, view]);
}

/** Where to scroll so that the chosen step, if it is in sight, else the first that is, stays where it was. */
function anchored(before: ViewState, view: ViewState, top: number, height: number): number {
  const offset = (step: number): number => before.rows.rowOf[step]! * rowHeight - top;
  const isSeen = before.chosen >= 0 && before.chosen < before.steps.count && offset(before.chosen) > -rowHeight && offset(before.chosen) < height;
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
