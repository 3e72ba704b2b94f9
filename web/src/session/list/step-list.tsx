import { memo, useEffect, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import type { SessionUid } from '../../../../src/types.ts';
import type { CauseTree } from '../data/cause-tree.ts';
import { bases, isPrompt, kinds, types } from '../data/kinds.ts';
import type { RowPages } from '../data/row-pages.ts';
import type { Extra } from '../data/rows-of.ts';
import { roleOf } from '../data/stories.ts';
import { nameOf } from '../data/steps.ts';
import type { Hovered } from '../view/hovered.ts';
import { closedTurns, isOpen } from '../view/actions.ts';
import type { ViewState } from '../view/view-state.ts';
import { BandRow, FoldRow, gapText } from './extra-row.tsx';
import { Gutter } from './gutter.tsx';
import { notesText, readsText } from './reads-text.ts';
import { StepRow } from './step-row.tsx';
import styles from './step-list.module.css';
import { useScrollPosition } from './use-scroll-position.ts';
import { rowHeight, useWindow } from './use-window.ts';

export interface StepListProps {
  readonly view: ViewState;
  readonly pages: RowPages;
  readonly opening: ReadonlySet<SessionUid>;
  /** The first step after the last visit; -1 for none. */
  readonly firstNew: number;
  readonly gutterWidth: number;
  readonly hovered: Hovered;
  readonly scroller: HTMLElement | null;
  readonly setScroller: (element: HTMLElement | null) => void;
  readonly onStep: (step: number) => void;
  readonly onExtra: (extra: Extra) => void;
}

/** All rows as a virtual list; the tree has the same rows, indented. */
export function StepList({
  view,
  pages,
  opening,
  firstNew,
  gutterWidth,
  hovered,
  scroller,
  setScroller,
  onStep,
  onExtra,
}: StepListProps) {
  const { steps, rows, selected } = view;
  const isTree = view.view === 'tree';
  const count = rows.rows.length;
  const window = useWindow(scroller, count);
  useScrollPosition(scroller, view);
  const textVersion = useRowTexts(view, pages, window.from, window.to);
  const latest = view.replay === 'off' || selected < 0 ? steps.count : selected;
  const size = Math.max(1, window.to - window.from);
  const drawn: ReactNode[] = Array.from({ length: size }, () => null);
  // Keyed by row modulo window size: scrolling by one row renders one row.
  for (let row = window.from; row < window.to; row++)
    drawn[row % size] = (
      <RowAt key={row % size} {...{ view, pages, opening, firstNew, row, latest, isTree, textVersion }} />
    );

  const clicked = (event: MouseEvent): void => {
    const element = (event.target as Element).closest('[data-row]');
    if (!element) return;
    const entry = rows.rows[Number(element.getAttribute('data-row'))];
    if (entry === undefined) return;
    if (entry >= 0) onStep(entry);
    else onExtra(rows.extras[-entry - 1]!);
  };
  const [isActive, setActive] = useState(false);
  const selectedRow = selected < 0 ? -1 : rows.rowOf[selected]!;
  const isDrawn = selectedRow >= window.from && selectedRow < window.to && rows.rows[selectedRow] === selected;
  return (
    <div ref={setScroller} className={styles.scroller}>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- The keys of the page move in it. */}
      <div
        id="steps"
        role={isTree ? 'tree' : 'listbox'}
        aria-label="Steps"
        aria-activedescendant={isDrawn ? `step-${selected}` : undefined}
        tabIndex={0}
        className={styles.rows}
        data-active={isActive || undefined}
        onFocus={() => setActive(true)}
        onBlur={() => setActive(false)}
        style={{ height: count * rowHeight }}
        onClick={clicked}
      >
        {drawn}
      </div>
      {!isTree && <Gutter view={view} window={window} width={gutterWidth} latest={latest} hovered={hovered} />}
    </div>
  );
}

interface RowAtProps extends Pick<StepListProps, 'view' | 'pages' | 'opening' | 'firstNew'> {
  readonly row: number;
  readonly latest: number;
  readonly isTree: boolean;
  /** Changes when other texts are available, to render the row again. */
  readonly textVersion: number;
}

/** Memoised, so that unchanged rows are not rendered when others scroll in or out. */
const RowAt = memo(function RowAt({ view, pages, opening, firstNew, row, latest, isTree }: RowAtProps) {
  const { steps, rows, selected, slice, direct, causeTree } = view;
  const of = rows.rows.length;
  const step = rows.rows[row]!;
  if (step < 0) {
    const extra = rows.extras[-step - 1]!;
    const isLater = extra.from > latest;
    if (extra.is === 'gap')
      return <FoldRow {...{ row, of, isLater }} text={gapText(extra.to - extra.from + 1, view.foldRest)} />;
    if (extra.is === 'notes')
      return <FoldRow {...{ row, of, isLater }} text={notesText(steps, pages, extra.from, extra.to)} />;
    if (extra.is === 'reads')
      return <FoldRow {...{ row, of, isLater }} text={readsText(steps, pages, extra.from, extra.to)} />;
    if (extra.is === 'reply') return <FoldRow {...{ row, of, isLater }} text={extra.reply.text} isReply />;
    const { child, depth, open } = extra.band;
    return (
      <BandRow
        {...{ row, of, isLater, child, depth }}
        level={causeTree ? causeTree.level[extra.from]! + 1 : isTree ? 1 + 2 * depth : 0}
        state={open ? 'open' : opening.has(child.session) ? 'opening' : 'closed'}
      />
    );
  }
  const edge = causeTree ? edgeAbove(causeTree, step) : (slice ?? direct)?.via.get(step);
  const turn = steps.turn[step]!;
  const isTurnStart = steps.turnStart[turn] === step;
  const isClosed = isTurnStart && closedTurns(view).has(turn) && !(view.foldRest && slice && !isTree);
  const kind = kinds[steps.kind[step]!]!;
  const part = steps.parts[steps.part[step]!]!;
  const own = steps.own[step]!;
  return (
    <StepRow
      row={row}
      of={of}
      step={step}
      number={own + 1}
      tool={nameOf(steps, step)}
      kind={kind}
      failed={steps.failed[step] === 1}
      depth={steps.depth[step]!}
      text={pages.row(part, own)?.summary}
      type={edge === undefined ? null : types[steps.type[edge]!]!}
      context={edge === undefined ? (slice?.context.find(({ cause }) => cause === step)?.is ?? null) : null}
      basis={edge === undefined ? 'inferred' : bases[steps.basis[edge]!]!}
      confidence={edge === undefined ? 0 : steps.confidence[edge]!}
      role={roleOf(steps.role[step]!)}
      took={steps.took[step]!}
      isSelected={step === selected}
      isMatch={view.matches?.has(step) === true}
      isDim={slice !== null && !slice.depth.has(step)}
      isLater={step > latest}
      line={step === firstNew ? 'new' : row > 0 && !causeTree && isPrompt(steps.kind[step]!) ? 'turn' : null}
      folded={isClosed ? foldedTurn(view, turn) : null}
      level={causeTree?.level[step] ?? (isTree ? (isTurnStart ? 1 : 2 + 2 * steps.depth[step]!) : 0)}
      isOpen={isTree ? isOpen(view, step) : null}
    />
  );
});

/** The edge that a step is below its cause for. */
function edgeAbove({ edge }: CauseTree, step: number): number | undefined {
  return edge[step]! < 0 ? undefined : edge[step];
}

/** What a folded turn contains. Cached, because turns are rendered often. */
function foldedTurn(
  { steps }: ViewState,
  turn: number,
): { readonly steps: number; readonly failed: number; readonly ms: number } {
  const kept = turnsOf.get(steps) ?? new Map<number, { steps: number; failed: number; ms: number }>();
  turnsOf.set(steps, kept);
  const had = kept.get(turn);
  if (had) return had;
  const from = steps.turnStart[turn]!;
  const to = steps.turnStart[turn + 1] ?? steps.count;
  let failed = 0;
  for (let step = from; step < to; step++) failed += steps.failed[step]!;
  const totals = { steps: to - from, failed, ms: Math.max(0, steps.at[to - 1]! - steps.at[from]!) };
  kept.set(turn, totals);
  return totals;
}

const turnsOf = new WeakMap<object, Map<number, { steps: number; failed: number; ms: number }>>();

/** Loads the texts of visible rows; returns a number that changes when other texts are available. */
function useRowTexts({ steps, rows }: ViewState, pages: RowPages, from: number, to: number): number {
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    const wanted: (readonly [(typeof steps.parts)[number], number])[] = [];
    for (let row = from; row < to; row++) {
      const entry = rows.rows[row]!;
      const extra = entry < 0 ? rows.extras[-entry - 1]! : null;
      const step = extra ? extra.from : entry;
      if (extra?.is !== 'band' && extra?.is !== 'reply')
        wanted.push([steps.parts[steps.part[step]!]!, steps.own[step]!]);
    }
    pages.requestVisible(wanted);
  }, [steps, rows, pages, from, to, version]);
  return version;
}
