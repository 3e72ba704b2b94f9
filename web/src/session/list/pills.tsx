import { useEffect, useState } from 'react';
import { count } from '../../format.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './pills.module.css';
import { rowHeight } from './use-window.ts';

interface OutOfSight {
  readonly above: number;
  readonly below: number;
  /** The nearest such rows. */
  readonly up: number;
  readonly down: number;
}

const nothing: OutOfSight = { above: 0, below: 0, up: -1, down: -1 };

/** Buttons to causes or effects outside the view, and to new steps at the end. */
export function Pills({
  view,
  scroller,
  unseen,
  toEnd,
}: {
  readonly view: ViewState;
  readonly scroller: HTMLElement | null;
  readonly unseen: number;
  readonly toEnd: () => void;
}) {
  const [{ above, below, up, down }, setOut] = useState(nothing);
  const { rows, slice, direct, selected } = view;
  useEffect(() => {
    if (!scroller) return;
    const marked = [...((slice ?? direct)?.depth.keys() ?? [])]
      .filter((step) => step !== selected)
      .map((step) => rows.rowOf[step]!);
    const look = (): void => {
      if (marked.length === 0) return setOut(nothing);
      const first = Math.floor(scroller.scrollTop / rowHeight);
      const last = first + Math.ceil(scroller.clientHeight / rowHeight);
      let next = nothing;
      for (const row of marked) {
        if (row < first) next = { ...next, above: next.above + 1, up: Math.max(next.up, row) };
        else if (row >= last)
          next = { ...next, below: next.below + 1, down: next.down < 0 ? row : Math.min(next.down, row) };
      }
      setOut((was) =>
        was.above === next.above && was.below === next.below && was.up === next.up && was.down === next.down
          ? was
          : next,
      );
    };
    const soon = requestAnimationFrame(look);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(soon);
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller, rows, slice, direct, selected]);
  const noun = (slice ?? direct)?.direction === 'effects' ? 'effect' : 'cause';
  const show = (row: number) => scroller?.scrollTo({ top: row * rowHeight - scroller.clientHeight / 3 });
  return (
    <>
      {above > 0 && (
        <button type="button" className={styles.pill} data-at="top" onClick={() => show(up)}>
          ↑ {count(above)} <span className="hidden-label">{above === 1 ? noun : `${noun}s`} </span>above
        </button>
      )}
      {below > 0 && (
        <button type="button" className={styles.pill} data-at="bottom" onClick={() => show(down)}>
          ↓ {count(below)} <span className="hidden-label">{below === 1 ? noun : `${noun}s`} </span>below
        </button>
      )}
      {unseen > 0 && (
        <button type="button" className={styles.pill} data-at="end" onClick={toEnd}>
          {count(unseen)} new <span className="hidden-label">{unseen === 1 ? 'step' : 'steps'} </span>↓
        </button>
      )}
    </>
  );
}
