import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { sizeCanvas } from '../draw/canvas.ts';
import { drawRail, drawRailMarks, railScale, seenOnRail } from '../draw/draw-rail.ts';
import { paletteOf } from '../draw/palette.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './rail.module.css';
import { useDeferredDraw } from './use-deferred-draw.ts';
import { useSize } from './use-size.ts';
import { rowHeight } from './use-window.ts';

/** The mini-map, which is also the scroll bar: kinds of steps, failures, and the slice. */
export function Rail({ view, scroller }: { readonly view: ViewState; readonly scroller: HTMLElement | null }) {
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { width, height } = useSize(box);
  const { steps, rows, slice, direct, selected, matches } = view;
  const count = rows.rows.length;

  useDeferredDraw(() => {
    const ctx = base.current && sizeCanvas(base.current, width, height);
    if (ctx) drawRail(ctx, paletteOf(theme), steps, rows, width, height);
  }, [steps, rows, theme, width, height]);

  useEffect(() => {
    const ctx = marks.current && sizeCanvas(marks.current, width, height);
    if (ctx)
      drawRailMarks(
        ctx,
        paletteOf(theme),
        rows,
        { marked: (slice ?? direct)?.depth.keys() ?? [], matches: matches?.keys() ?? [], selected },
        width,
        height,
      );
  }, [rows, slice, direct, selected, matches, theme, width, height]);

  // An element rather than part of the drawing, because it moves with every frame of a scroll.
  useEffect(() => {
    const { current: frame } = seen;
    if (!scroller || !frame || height === 0) return;
    let was = '';
    const move = (): void => {
      const first = scroller.scrollTop / rowHeight;
      box.current?.setAttribute('aria-valuenow', String(Math.min(count, Math.floor(first) + 1)));
      const { start, high } = seenOnRail(count, height, first, scroller.clientHeight / rowHeight);
      const now = `${start} ${high}`;
      // One pixel may be a hundred rows.
      if (now === was) return;
      was = now;
      frame.style.height = `${high}px`;
      frame.style.transform = `translateY(${start}px)`;
    };
    move();
    scroller.addEventListener('scroll', move, { passive: true });
    return () => scroller.removeEventListener('scroll', move);
  }, [scroller, height, count]);

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!scroller || (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId))) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const { top } = event.currentTarget.getBoundingClientRect();
    scroller.scrollTo({
      top: ((event.clientY - top) / railScale(count, height).span) * count * rowHeight - scroller.clientHeight / 2,
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (!scroller) return;
    const by = {
      ArrowDown: rowHeight,
      ArrowUp: -rowHeight,
      PageDown: scroller.clientHeight,
      PageUp: -scroller.clientHeight,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    scroller.scrollTo({
      top: by === Infinity ? scroller.scrollHeight : by === -Infinity ? 0 : scroller.scrollTop + by,
    });
  };
  return (
    <div
      ref={box}
      className={styles.rail}
      role="scrollbar"
      aria-label="Mini-map of steps and failures"
      aria-controls="steps"
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={1}
      tabIndex={0}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <canvas ref={base} />
      <canvas ref={marks} data-matches={matches?.size} />
      <div ref={seen} className={styles.seen} />
    </div>
  );
}
