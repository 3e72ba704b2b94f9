import { useLayoutEffect, useRef } from 'react';
import { stepOfRow } from '../data/rows-of.ts';
import { sameStep, type ViewState } from '../view/view-state.ts';
import { rowHeight } from './use-window.ts';

const margin = 2 * rowHeight;

/**
 * Keeps the visible rows in place when rows are added or removed, scrolls to a newly selected step, and follows the end
 * of a running session while the end is visible.
 */
export function useScrollPosition(scroller: HTMLElement | null, view: ViewState): void {
  const was = useRef<ViewState | null>(null);
  // Cached, because reading it from the element would force a layout for each selected step.
  const seen = useRef({ top: 0, height: 0 });
  useLayoutEffect(() => {
    if (!scroller) return;
    const look = () => (seen.current = { top: scroller.scrollTop, height: scroller.clientHeight });
    scroller.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(() => {
      const { top, height } = seen.current;
      const { rows, selected } = was.current ?? { selected: -1 };
      const y = selected < 0 ? -1 : rows!.rowOf[selected]! * rowHeight;
      look();
      // A visible row must not end up behind the inspector that opened for it.
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
    const { rows, selected } = view;
    // Measured here only when a step must be scrolled to at once.
    if (seen.current.height === 0 && selected >= 0)
      seen.current = { top: scroller.scrollTop, height: scroller.clientHeight };
    const { top, height } = seen.current;
    if (height === 0) return;
    let next = top;
    if (before && before.rows !== rows) {
      const isAtEnd = top > 0 && top + height >= before.rows.rows.length * rowHeight - rowHeight;
      const hasGrown = before.steps !== view.steps && rows.rows.length > before.rows.rows.length;
      next =
        (isAtEnd || view.follow) && hasGrown && view.replay === 'off' ? Infinity : anchored(before, view, top, height);
    }
    const isSame =
      before !== null &&
      before.times === view.times &&
      before.view === view.view &&
      (before.steps === view.steps
        ? before.selected === selected
        : before.selected >= 0 && sameStep(before.steps, before.selected, view.steps) === selected);
    if (!isSame && selected >= 0) next = inSight(rows.rowOf[selected]! * rowHeight, next, height);
    next = Math.max(0, Math.min(next, rows.rows.length * rowHeight - height));
    if (next === top) return;
    seen.current = { top: next, height };
    scroller.scrollTo({ top: next });
  }, [scroller, view]);
}

/** The scroll position that keeps the selected step in place if it is visible, else the first visible row. */
function anchored(before: ViewState, view: ViewState, top: number, height: number): number {
  const offset = (step: number): number => before.rows.rowOf[step]! * rowHeight - top;
  const isSeen =
    before.selected >= 0 &&
    before.selected < before.steps.count &&
    offset(before.selected) > -rowHeight &&
    offset(before.selected) < height;
  const anchor = isSeen ? before.selected : stepOfRow(before.rows, Math.ceil(top / rowHeight));
  const now = before.steps === view.steps ? anchor : sameStep(before.steps, anchor, view.steps);
  return (view.rows.rowOf[now] ?? 0) * rowHeight - offset(anchor);
}

/** A step near the edge is scrolled just into view, a distant one to the middle. */
function inSight(y: number, top: number, height: number): number {
  if (y < top - height / 2 || y > top + height * 1.5) return y - height / 2 + rowHeight;
  if (y < top + margin) return y - margin;
  return y > top + height - margin - rowHeight ? y - height + margin + rowHeight : top;
}
