import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { sizeCanvas } from '../draw/canvas.ts';
import { drawRail, drawRailMarks, railScale } from '../draw/draw-rail.ts';
import { paletteOf } from '../draw/palette.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './rail.module.css';
import { useDrawn } from './use-drawn.ts';
import { useSize } from './use-size.ts';
import { rowHeight } from './use-window.ts';

/** The whole list at a glance, and its scroll bar: what was done, what failed, where the slice is. */
export function Rail({ view, scroller }: { readonly view: ViewState; readonly scroller: HTMLElement | null }) {
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const { width, height } = useSize(box);
  const { steps, rows, slice, direct, chosen } = view;
  const count = rows.rows.length;

  useDrawn(() => {
    const pen = base.current && sizeCanvas(base.current, width, height);
    if (pen) drawRail(pen, paletteOf(theme), steps, rows, width, height);
  }, [steps, rows, theme, width, height]);

  useEffect(() => {
    if (!scroller || width === 0) return;
    const marked = [...((slice ?? direct)?.depth.keys() ?? [])];
    const draw = (): void => {
      const pen = marks.current && sizeCanvas(marks.current, width, height);
      const all = Math.max(1, count * rowHeight);
      if (pen) drawRailMarks(pen, paletteOf(theme), rows, { top: scroller.scrollTop / all, share: scroller.clientHeight / all, marked, chosen }, width, height);
      box.current?.setAttribute('aria-valuenow', String(Math.min(count, Math.floor(scroller.scrollTop / rowHeight) + 1)));
    };
    draw();
    scroller.addEventListener('scroll', draw, { passive: true });
    return () => scroller.removeEventListener('scroll', draw);
  }, [scroller, rows, slice, direct, chosen, theme, width, height, count]);

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!scroller || (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId))) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const { top } = event.currentTarget.getBoundingClientRect();
    scroller.scrollTo({ top: ((event.clientY - top) / railScale(count, height).span) * count * rowHeight - scroller.clientHeight / 2 });
  };
  const press = (event: KeyboardEvent): void => {
    if (!scroller) return;
    const by = { ArrowDown: rowHeight, ArrowUp: -rowHeight, PageDown: scroller.clientHeight, PageUp: -scroller.clientHeight, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    scroller.scrollTo({ top: by === Infinity ? scroller.scrollHeight : by === -Infinity ? 0 : scroller.scrollTop + by });
  };
  return (
    <div
      ref={box}
      className={styles.rail}
      role="scrollbar"
      aria-label="Mini-map and failures"
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
      <canvas ref={marks} />
    </div>
  );
}
