import { useLayoutEffect, useRef } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { sizeCanvas } from '../draw/canvas.ts';
import { drawGutter } from '../draw/draw-gutter.ts';
import { paletteOf } from '../draw/palette.ts';
import { useHovered, type Hovered } from '../view/hovered.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './step-list.module.css';
import { rowHeight, type Window } from './use-window.ts';

/** One canvas as high as the drawn rows. It scrolls with them, so it never lags behind. */
export function Gutter({
  view,
  window: { from, to },
  width,
  latest,
  hovered,
}: {
  readonly view: ViewState;
  readonly window: Window;
  readonly width: number;
  readonly latest: number;
  readonly hovered: Hovered;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const over = useHovered(hovered);
  const { steps, rows, slice, direct, selected } = view;
  useLayoutEffect(() => {
    const ctx = canvas.current && sizeCanvas(canvas.current, width, (to - from) * rowHeight);
    if (ctx)
      drawGutter(ctx, {
        steps,
        rows,
        slice,
        direct,
        selected,
        latest,
        hovered: over,
        from,
        to,
        width,
        rowHeight,
        palette: paletteOf(theme),
      });
  }, [steps, rows, slice, direct, selected, latest, over, from, to, width, theme]);
  return (
    <canvas
      ref={canvas}
      className={styles.gutter}
      style={{ transform: `translateY(${from * rowHeight}px)` }}
      aria-hidden="true"
    />
  );
}
