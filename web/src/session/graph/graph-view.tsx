import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Basis } from '../../../../src/types.ts';
import { plural } from '../../format.ts';
import { bases, kinds, types } from '../data/kinds.ts';
import type { RowPages } from '../data/row-pages.ts';
import type { Slice } from '../data/slice.ts';
import { nameOf, type Steps } from '../data/steps.ts';
import { inkOfType } from '../draw/palette.ts';
import { useSize } from '../list/use-size.ts';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import type { Hovered } from '../view/hovered.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './graph-view.module.css';
import { assignLayers } from './layers.ts';
import { turnGraphOf } from './turn-graph.ts';
import { nodeHeight, nodeWidth, pathOf, layoutLayers, layoutRows } from './layout.ts';

/** A node: a step, a turn or a sub-agent. */
interface Node {
  readonly id: number;
  readonly step: number;
  readonly kind: (typeof kinds)[number];
  readonly head: string;
  readonly aside: string;
  /** Null for the text of its step. */
  readonly text: string | null;
  readonly failed: boolean;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly edge: number;
  readonly basis: Basis;
  readonly strong: boolean;
}

interface Drawing {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** One row per turn with its sub-agents; null when the edges determine the layout. */
  readonly rows: readonly (readonly number[])[] | null;
  readonly note: string | null;
}

/**
 * The slice of a step as a graph; without a slice, the turns of the session and their sub-agents. Only what is shown is
 * laid out.
 */
export function GraphView({
  view,
  pages,
  hovered,
  onStep,
  onTurn,
}: {
  readonly view: ViewState;
  readonly pages: RowPages;
  readonly hovered: Hovered;
  readonly onStep: (step: number) => void;
  readonly onTurn: (step: number) => void;
}) {
  const { steps, slice, selected, minConfidence } = view;
  const turn = selected < 0 ? 0 : steps.turn[selected]!;
  const drawing = useMemo(
    () => (slice ? sliceDrawing(steps, slice) : turnGraphDrawing(steps, minConfidence, turn)),
    [steps, slice, minConfidence, turn],
  );
  useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    pages.request(drawing.nodes.map(({ step }) => [steps.parts[steps.part[step]!]!, steps.own[step]!] as const));
  }, [drawing, pages, steps]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { at, width, height } = useMemo(
    () =>
      drawing.rows
        ? layoutRows(drawing.rows, size.width, size.height)
        : layoutLayers(
            assignLayers(
              drawing.nodes.map(({ id }) => id),
              drawing.edges,
            ).layers,
            size.width,
            size.height,
          ),
    [drawing, size],
  );
  const focus = drawing.nodes.find(({ step, id }) =>
    slice ? step === (slice.root === selected ? slice.root : selected) : id === (steps.turnStart[turn] ?? 0) * 2,
  )?.id;
  useLayoutEffect(() => {
    const point = focus === undefined ? undefined : at.get(focus);
    if (!point || !box.current) return;
    box.current.scrollTo({ left: point.x - size.width / 2 + nodeWidth / 2, top: point.y - size.height / 2 });
  }, [at, focus, size]);
  return (
    <div className={styles.graph}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keys. */}
      <div
        ref={box}
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label={slice ? 'Graph of linked steps' : 'Graph of turns'}
      >
        <div className={styles.sheet} style={{ width, height }}>
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${plural(drawing.nodes.length, 'node')}, ${plural(drawing.edges.length, 'edge')}`}
          >
            {drawing.edges.map(({ from, to, edge, basis, strong }) => {
              const [start, end] = [at.get(from), at.get(to)];
              if (!start || !end) return null;
              const ink = edge < 0 ? 'ochre' : inkOfType[types[steps.type[edge]!]!];
              const { line, tip } = pathOf(start, end, width);
              return (
                <g
                  key={`${from} ${to}`}
                  className={styles.edge}
                  data-ink={ink}
                  data-basis={basis}
                  data-strong={strong || undefined}
                >
                  <path d={line} />
                  <path d={tip} className={styles.tip} />
                </g>
              );
            })}
          </svg>
          {drawing.nodes.map(({ id, step, kind, head, aside, text, failed }) => {
            const point = at.get(id);
            const summary = text ?? pages.row(steps.parts[steps.part[step]!]!, steps.own[step]!)?.summary;
            return (
              <button
                key={id}
                type="button"
                className={styles.node}
                data-kind={kind}
                data-failed={failed || undefined}
                aria-current={id === focus || undefined}
                style={{
                  transform: `translate(${point?.x ?? 0}px, ${point?.y ?? 0}px)`,
                  width: nodeWidth,
                  height: nodeHeight,
                }}
                onClick={() => (slice ? onStep(step) : onTurn(step))}
                onPointerEnter={() => hovered.set(step)}
                onPointerLeave={() => hovered.set(-1)}
              >
                <span className={styles.top}>
                  <Mark kind={kind} failed={failed && slice !== null} />
                  <b>{head}</b>
                  <i>{aside}</i>
                </span>
                <span className={styles.summary}>
                  {summary !== undefined && (
                    <Summary text={summary} tool={head} kind={text === null ? kind : 'prompt'} />
                  )}
                </span>
              </button>
            );
          })}
        </div>
      </div>
      {drawing.note && <p className={styles.note}>{drawing.note}</p>}
    </div>
  );
}

function sliceDrawing(steps: Steps, slice: Slice): Drawing {
  const nodes = [...slice.depth.keys()].map((step): Node => ({
    id: step,
    step,
    kind: kinds[steps.kind[step]!]!,
    head: nameOf(steps, step),
    aside: `#${steps.own[step]! + 1}`,
    text: null,
    failed: steps.failed[step] === 1,
  }));
  const edges = slice.edges.map(({ cause, effect, edge, depth }): Edge => ({
    from: cause,
    to: effect,
    edge,
    basis: bases[steps.basis[edge]!]!,
    strong: depth === 0,
  }));
  const context = slice.context.map(({ cause, effect }): Edge => ({
    from: cause,
    to: effect,
    edge: -1,
    basis: 'inferred',
    strong: false,
  }));
  return {
    nodes,
    edges: [...edges, ...context],
    rows: null,
    note: slice.truncated
      ? 'The 60 strongest steps. Raise the minimum confidence to see fewer, or select another step.'
      : null,
  };
}

function turnGraphDrawing(steps: Steps, minConfidence: number, turn: number): Drawing {
  const { nodes, edges, before, after } = turnGraphOf(steps, turn, minConfidence);
  const outside = [before > 0 && `${plural(before, 'turn')} before`, after > 0 && `${plural(after, 'turn')} after`]
    .filter(Boolean)
    .join(' and ');
  return {
    nodes: nodes.map(({ id, is, step, turn: number, steps: count, failed, title }) => ({
      id,
      step,
      kind: is === 'turn' ? kinds[steps.kind[step]!]! : 'agent',
      head: is === 'turn' ? `Turn ${number + 1}` : 'Sub-agent',
      aside:
        failed === 0
          ? plural(count, 'step')
          : is === 'turn'
            ? `${plural(count, 'step')}, ${failed} failed`
            : `${failed} open`,
      text: is === 'turn' ? null : (title ?? ''),
      failed: failed > 0,
    })),
    edges: edges.map(({ from, to, edge, basis, count }) => ({ from, to, edge, basis, strong: count > 5 })),
    rows: nodes
      .filter(({ is }) => is === 'turn')
      .map((own) => [
        own.id,
        ...nodes.filter(({ is, turn: of }) => is === 'child' && of === own.turn).map(({ id }) => id),
      ]),
    note: outside ? `${outside} not shown: select a step there, or press p and P.` : null,
  };
}
