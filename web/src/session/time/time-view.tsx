import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from 'react';
import type { CriticalPathAnswer } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { duration, plural } from '../../format.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { useTheme } from '../../shell/theme.ts';
import { useAnswer } from '../../use-answer.ts';
import { kinds } from '../data/kinds.ts';
import { findStep, nameOf, type Steps } from '../data/steps.ts';
import { sizeCanvas } from '../draw/canvas.ts';
import { paletteOf } from '../draw/palette.ts';
import { useSize } from '../list/use-size.ts';
import { rowHeight, useWindow } from '../list/use-window.ts';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import type { SessionViewProps } from '../views.tsx';
import { drawBars } from './draw-bars.ts';
import styles from './time.module.css';
import { spanFor, waterfallOf, type Waterfall } from './waterfall.ts';

/** Steps by time: what ran when, what waited for whom, and the critical path. */
export function TimeView({ view, data, onStep, note }: SessionViewProps & { readonly note?: string }) {
  const { steps, selected, times } = view;
  const { pages } = data;
  const waterfall = useMemo(() => waterfallOf(steps), [steps]);
  const critical = useCriticalPath(steps);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const window = useWindow(scroller, waterfall.rows.length);
  const version = useRowTexts(steps, waterfall, pages, window.from, window.to);
  const [zoom, setZoom] = useState(0);
  const bars = useRef<HTMLDivElement>(null);
  const { width } = useSize(bars);
  const { left, fit } = rangeOf(waterfall, window.from, window.to);
  const span = spanFor(fit, zoom);
  useScrollTo(scroller, selected < 0 ? -1 : waterfall.rowOf[selected]!, times);

  const go = (step: number | undefined): void => {
    if (step !== undefined) onStep(step);
  };
  const onPath = (direction: 1 | -1): void =>
    go(
      direction > 0 ? critical.list.find((step) => step > selected) : critical.list.findLast((step) => step < selected),
    );
  const slow = (): void => go(waterfall.slowest[(waterfall.slowest.indexOf(selected) + 1) % waterfall.slowest.length]);
  const zoomBy = (by: number): void => setZoom((was) => Math.max(-12, Math.min(12, was + by)));
  useShortcuts({
    title: 'Time',
    keys: [
      { key: '+', label: 'zoom in', run: () => zoomBy(-1) },
      { key: '=', run: () => zoomBy(-1) },
      { key: '-', label: 'zoom out', run: () => zoomBy(1) },
      { key: '0', label: 'fit the rows in sight', run: () => setZoom(0) },
      { key: 'S', label: 'next slowest step', run: slow },
      { key: 'l', label: 'next step of the critical path', run: () => onPath(1) },
      { key: 'L', label: 'previous step of the critical path', run: () => onPath(-1) },
    ],
  });
  const clicked = (event: MouseEvent): void => {
    const row = (event.target as Element).closest('[data-row]')?.getAttribute('data-row');
    if (row === null || row === undefined) return;
    const entry = waterfall.rows[Number(row)]!;
    if (entry >= 0) return onStep(entry);
    const extra = waterfall.extras[-entry - 1]!;
    if (extra.is !== 'agent') return;
    if (extra.band.open) data.close(extra.band.child.session);
    else data.open(extra.band.child.session);
  };
  const size = Math.max(1, window.to - window.from);
  const drawn = Array.from({ length: size }, (_, at) => {
    const row = window.from + ((at - (window.from % size) + size) % size);
    return row < window.to ? (
      <TimeRow
        key={at}
        {...{ steps, waterfall, row, version, pages }}
        isSelected={waterfall.rows[row] === selected}
        isCritical={critical.steps.has(waterfall.rows[row]!)}
      />
    ) : null;
  });
  const { sums } = waterfall;
  const selectedRow = selected < 0 ? -1 : waterfall.rowOf[selected]!;
  return (
    <section className={styles.time} aria-label="Time">
      <header className={styles.head}>
        <p>
          {note && <strong>{note} </strong>}
          Tools {duration(sums.tools)}, model {duration(sums.model)}
          {sums.person > 0 && `, waiting for you ${duration(sums.person)}`}
          {sums.idle > 0 && `, idle ${duration(sums.idle)}`}
          {critical.text}
        </p>
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={slow} title="Next slowest step (S)">
            Slowest
          </button>
          <button type="button" className="button" onClick={() => onPath(1)} title="Next step of the critical path (l)">
            Critical path
          </button>
          <button type="button" className="button" onClick={() => zoomBy(1)} aria-label="Zoom out" title="Zoom out (-)">
            −
          </button>
          <button type="button" className="button" onClick={() => setZoom(0)} title="Fit the rows in sight (0)">
            Fit
          </button>
          <button type="button" className="button" onClick={() => zoomBy(-1)} aria-label="Zoom in" title="Zoom in (+)">
            +
          </button>
        </div>
      </header>
      <div className={styles.axis} aria-hidden="true">
        <div ref={bars}>
          {[0, 1, 2, 3].map((tick) => (
            <span key={tick} style={{ left: `${tick * 25}%` }}>
              {duration(left + (span * tick) / 4)}
            </span>
          ))}
        </div>
      </div>
      <div ref={setScroller} className={styles.scroller}>
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- The keys of the page move in it. */}
        <div
          role="listbox"
          aria-label="Steps by time"
          aria-activedescendant={
            selectedRow >= window.from && selectedRow < window.to ? `time-${selectedRow}` : undefined
          }
          tabIndex={0}
          className={styles.rows}
          style={{ height: waterfall.rows.length * rowHeight }}
          onClick={clicked}
        >
          {drawn}
        </div>
        <Bars
          {...{ steps, waterfall, selected, width, left, span }}
          critical={critical.steps}
          from={window.from}
          to={window.to}
        />
      </div>
    </section>
  );
}

/** One canvas as high as the drawn rows; it scrolls with them. */
function Bars({
  steps,
  waterfall,
  critical,
  selected,
  from,
  to,
  width,
  left,
  span,
}: {
  readonly steps: Steps;
  readonly waterfall: Waterfall;
  readonly critical: ReadonlySet<number>;
  readonly selected: number;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly left: number;
  readonly span: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useLayoutEffect(() => {
    const ctx = canvas.current && sizeCanvas(canvas.current, width, (to - from) * rowHeight);
    if (ctx)
      drawBars(ctx, {
        steps,
        waterfall,
        critical,
        selected,
        from,
        to,
        rowHeight,
        width,
        left,
        span,
        palette: paletteOf(theme),
      });
  }, [steps, waterfall, critical, selected, from, to, width, left, span, theme]);
  return (
    <canvas
      ref={canvas}
      className={styles.bars}
      style={{ transform: `translateY(${from * rowHeight}px)` }}
      aria-hidden="true"
    />
  );
}

const TimeRow = memo(function TimeRow({
  steps,
  waterfall,
  row,
  pages,
  isSelected,
  isCritical,
}: {
  readonly steps: Steps;
  readonly waterfall: Waterfall;
  readonly row: number;
  readonly pages: SessionViewProps['data']['pages'];
  /** Changes when other texts are available. */
  readonly version: number;
  readonly isSelected: boolean;
  readonly isCritical: boolean;
}) {
  const entry = waterfall.rows[row]!;
  const place = {
    id: `time-${row}`,
    role: 'option',
    'aria-selected': isSelected,
    'aria-posinset': row + 1,
    'aria-setsize': waterfall.rows.length,
    'data-row': row,
    style: { transform: `translateY(${row * rowHeight}px)` },
  } as const;
  if (entry < 0) {
    const extra = waterfall.extras[-entry - 1]!;
    return (
      <div {...place} className={styles.row} data-is={extra.is}>
        {extra.is === 'agent' ? (
          <span className={styles.label}>
            {extra.band.open ? '▾' : '▸'} Sub-agent <bdi>{extra.band.child.title ?? ''}</bdi>{' '}
            <i>{plural(extra.band.child.steps, 'step')}</i>
          </span>
        ) : (
          <span className={styles.label}>
            {extra.is === 'person' ? 'Waited for you' : 'Idle'} {duration(extra.ms)}
          </span>
        )}
      </div>
    );
  }
  const kind = kinds[steps.kind[entry]!]!;
  const tool = nameOf(steps, entry);
  const text = pages.row(steps.parts[steps.part[entry]!]!, steps.own[entry]!)?.summary;
  const [model, took] = [waterfall.model[entry]!, steps.took[entry]!];
  const spent = [
    model >= 1000 && `model ${duration(model)}`,
    took > 0 && `took ${duration(took)}`,
    isCritical && 'critical path',
  ];
  return (
    <div
      {...place}
      className={styles.row}
      data-selected={isSelected || undefined}
      data-critical={isCritical || undefined}
      title={spent.filter(Boolean).join(', ')}
    >
      <span className={styles.label} style={{ paddingLeft: steps.depth[entry]! * 12 }}>
        <Mark kind={kind} failed={steps.failed[entry] === 1} />
        <b>{tool}</b> {text !== undefined && <Summary text={text} tool={tool} kind={kind} />}
      </span>
      <span className={styles.took}>
        {took > 0 ? duration(took) : model >= 1000 ? <i>{duration(model)}</i> : ''}
        {isCritical && <span className="hidden-label">, critical path</span>}
      </span>
    </div>
  );
});

/** What is in sight: where it begins, and how long it takes. */
function rangeOf({ rows, start, end, model }: Waterfall, from: number, to: number): { left: number; fit: number } {
  let [first, last] = [Infinity, 0];
  for (let row = from; row < to; row++) {
    const step = rows[row]!;
    if (step < 0) continue;
    first = Math.min(first, start[step]! - model[step]!);
    last = Math.max(last, end[step]!);
  }
  const left = first === Infinity ? 0 : Math.max(0, first);
  return { left, fit: Math.max(1, last - left) };
}

interface CriticalPath {
  readonly steps: ReadonlySet<number>;
  readonly list: readonly number[];
  readonly text: string;
}

/** The steps of the critical path, once the server has found it. */
function useCriticalPath(steps: Steps): CriticalPath {
  const { uid } = steps.parts[0]!.session;
  const { answer } = useAnswer<CriticalPathAnswer>(`/sessions/${segment(uid)}/critical-path`);
  return useMemo(() => {
    const list = (answer?.steps ?? [])
      .map(({ seq }) => findStep(steps, { session: uid, seq }))
      .filter((step) => step !== null);
    const text = answer ? `; critical path ${plural(list.length, 'step')}, ${duration(answer.path_ms)}` : '';
    return { list, steps: new Set(list), text };
  }, [answer, steps, uid]);
}

/** Keeps a newly selected step in sight. */
function useScrollTo(scroller: HTMLElement | null, row: number, times: number): void {
  useLayoutEffect(() => {
    if (!scroller || row < 0) return;
    const { scrollTop, clientHeight } = scroller;
    const y = row * rowHeight;
    if (y >= scrollTop + rowHeight && y < scrollTop + clientHeight - 2 * rowHeight) return;
    const isFar = Math.abs(y - scrollTop) > 2 * clientHeight;
    const top = isFar
      ? y - clientHeight / 3
      : y < scrollTop + rowHeight
        ? y - 2 * rowHeight
        : y - clientHeight + 3 * rowHeight;
    scroller.scrollTo({ top: Math.max(0, top) });
  }, [scroller, row, times]);
}

function useRowTexts(
  steps: Steps,
  { rows }: Waterfall,
  pages: SessionViewProps['data']['pages'],
  from: number,
  to: number,
): number {
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    pages.requestVisible(
      [...rows.subarray(from, to)]
        .filter((step) => step >= 0)
        .map((step) => [steps.parts[steps.part[step]!]!, steps.own[step]!] as const),
    );
  }, [steps, rows, pages, from, to, version]);
  return version;
}
