import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { clock, count } from '../../format.ts';
import { useTheme } from '../../shell/theme.ts';
import { stepAtTime } from '../data/work-time.ts';
import { sizeCanvas } from '../draw/canvas.ts';
import { drawTime, drawTimeMark } from '../draw/draw-time.ts';
import { paletteOf } from '../draw/palette.ts';
import type { Change } from '../view/change.ts';
import { useDeferredDraw } from '../list/use-deferred-draw.ts';
import { useSize } from '../list/use-size.ts';
import { select, endReplay, toggleFollow, togglePlay } from '../view/actions.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './scrubber.module.css';
import { defaultSpeed, speeds, usePlaying } from './use-playing.ts';

/** The replay controls: a timeline of active time. */
export function Scrubber({ view, change }: { readonly view: ViewState; readonly change: Change }) {
  const { steps, selected, replay } = view;
  const track = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const { width, height } = useSize(track);
  const { times } = steps;
  const end = times.at(-1) || 1;
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(defaultSpeed);
  usePlaying(view, times, speed, change);

  useDeferredDraw(() => {
    const ctx = base.current && sizeCanvas(base.current, width, height);
    if (ctx) drawTime(ctx, paletteOf(theme), steps, times, width, height);
  }, [steps, times, theme, width, height]);
  useLayoutEffect(() => {
    const ctx = mark.current && sizeCanvas(mark.current, width, height);
    if (ctx && selected >= 0) drawTimeMark(ctx, paletteOf(theme), times[selected]! / end, width, height);
  }, [times, end, selected, theme, width, height]);

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const { left } = event.currentTarget.getBoundingClientRect();
    const time = Math.max(0, Math.min(1, (event.clientX - left) / width)) * end;
    change((was) => select(was, stepAtTime(times, time)));
  };
  const press = (event: KeyboardEvent): void => {
    const to = {
      ArrowRight: selected + 1,
      ArrowLeft: selected - 1,
      PageDown: selected + 20,
      PageUp: selected - 20,
      Home: 0,
      End: steps.count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change((was) => select(was, Math.max(0, Math.min(steps.count - 1, to))));
  };
  const isPlaying = replay === 'playing';
  const at = selected < 0 ? 0 : steps.at[selected]!;
  return (
    <footer className={styles.foot}>
      <button
        type="button"
        className={styles.play}
        aria-label={isPlaying ? 'Pause replay' : 'Replay from here'}
        title="Replay (space)"
        onClick={() => change(togglePlay)}
      >
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <path d={isPlaying ? 'M1 0h3v10H1zM6 0h3v10H6z' : 'M1 0l9 5-9 5z'} fill="currentColor" />
        </svg>
      </button>
      <button
        type="button"
        className={styles.follow}
        aria-label={`Replay speed ${speed}×`}
        title="Replay speed: press for the next"
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length]!)}
      >
        {speed}×
      </button>
      <button
        type="button"
        className={styles.follow}
        aria-pressed={view.follow}
        title="Stay at the end while the session grows (e)"
        onClick={() => change(toggleFollow)}
      >
        Follow
      </button>
      {replay !== 'off' && (
        <button
          type="button"
          className={styles.all}
          onClick={() => change(endReplay)}
          title="Show all steps again (Esc)"
        >
          End replay
        </button>
      )}
      <div
        ref={track}
        className={styles.track}
        role="slider"
        tabIndex={0}
        aria-label="Position in the session"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.count)}
        aria-valuenow={Math.max(1, selected + 1)}
        aria-valuetext={selected < 0 ? 'no step selected' : `step ${selected + 1} of ${steps.count}`}
        onPointerDown={drag}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <canvas ref={base} aria-hidden="true" />
        <canvas ref={mark} aria-hidden="true" />
      </div>
      <span className={styles.position}>
        {selected < 0 ? '–' : count(selected + 1)} / {count(steps.count)}
        {at > 0 && <span>{clock(at)}</span>}
      </span>
    </footer>
  );
}
