import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { plural } from '../../format.ts';
import { kinds, types } from '../data/kinds.ts';
import type { RowPages } from '../data/row-pages.ts';
import type { Slice } from '../data/slice.ts';
import { nameOf, type Steps } from '../data/weave.ts';
import { inkOfType } from '../draw/palette.ts';
import { useSize } from '../list/use-size.ts';
import { Mark } from '../parts/mark.tsx';
import { Summary } from '../parts/summary.tsx';
import type { Hovered } from '../view/hovered.ts';
import type { ViewState } from '../view/view-state.ts';
import styles from './graph-view.module.css';
import { layered } from './layers.ts';
import { overviewOf } from './overview.ts';
import { nodeHeight, nodeWidth, pathOf, placed, placedInRows } from './placed.ts';

/** A node to draw, whatever it stands for. */
interface Node {
  readonly id: number;
  readonly step: number;
  readonly kind: (typeof kinds)[number];
  readonly head: string;
  readonly aside: string;
  /** Null: the words of its step. */
  readonly text: string | null;
  readonly failed: boolean;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly edge: number;
  readonly recorded: boolean;
  readonly strong: boolean;
}

interface Picture {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** One row for each turn, with its sub-agents beside it; null where edges say how nodes stand. */
  readonly rows: readonly (readonly number[])[] | null;
  readonly note: string | null;
}

/**
 * The slice of a step as a graph; without one, the turns of the session and their sub-agents. Nothing is laid out
 * that is not shown.
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
  const { steps, slice, chosen, least } = view;
  const turn = chosen < 0 ? 0 : steps.turn[chosen]!;
  const picture = useMemo(
    () => (slice ? slicePicture(steps, slice) : overviewPicture(steps, least, turn)),
    [steps, slice, least, turn],
  );
  useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    pages.need(picture.nodes.map(({ step }) => [steps.parts[steps.part[step]!]!, steps.own[step]!] as const));
  }, [picture, pages, steps]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { at, width, height } = useMemo(
    () =>
      picture.rows
        ? placedInRows(picture.rows, size.width, size.height)
        : placed(
            layered(
              picture.nodes.map(({ id }) => id),
              picture.edges,
            ).layers,
            size.width,
            size.height,
          ),
    [picture, size],
  );
  const focus = picture.nodes.find(({ step, id }) =>
    slice ? step === (slice.root === chosen ? slice.root : chosen) : id === (steps.turnStart[turn] ?? 0) * 2,
  )?.id;
  useLayoutEffect(() => {
    const place = focus === undefined ? undefined : at.get(focus);
    if (!place || !box.current) return;
    box.current.scrollTo({ left: place.x - size.width / 2 + nodeWidth / 2, top: place.y - size.height / 2 });
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
            aria-label={`${plural(picture.nodes.length, 'node')}, ${plural(picture.edges.length, 'edge')}`}
          >
            {picture.edges.map(({ from, to, edge, recorded, strong }) => {
              const [start, end] = [at.get(from), at.get(to)];
              if (!start || !end) return null;
              const ink = edge < 0 ? 'ochre' : inkOfType[types[steps.type[edge]!]!];
              const { line, tip } = pathOf(start, end, width);
              return (
                <g
                  key={`${from} ${to}`}
                  className={styles.edge}
                  data-ink={ink}
                  data-basis={recorded ? 'recorded' : 'inferred'}
                  data-strong={strong || undefined}
                >
                  <path d={line} />
                  <path d={tip} className={styles.tip} />
                </g>
              );
            })}
          </svg>
          {picture.nodes.map(({ id, step, kind, head, aside, text, failed }) => {
            const place = at.get(id);
            const words = text ?? pages.row(steps.parts[steps.part[step]!]!, steps.own[step]!)?.summary;
            return (
              <button
                key={id}
                type="button"
                className={styles.node}
                data-kind={kind}
                data-failed={failed || undefined}
                aria-current={id === focus || undefined}
                style={{
                  transform: `translate(${place?.x ?? 0}px, ${place?.y ?? 0}px)`,
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
                <span className={styles.words}>
                  {words !== undefined && <Summary text={words} tool={head} kind={text === null ? kind : 'prompt'} />}
                </span>
              </button>
            );
          })}
        </div>
      </div>
      {picture.note && <p className={styles.note}>{picture.note}</p>}
    </div>
  );
}

function slicePicture(steps: Steps, slice: Slice): Picture {
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
    recorded: steps.recorded[edge] === 1,
    strong: depth === 0,
  }));
  return {
    nodes,
    edges,
    rows: null,
    note: slice.truncated
      ? 'The 60 strongest steps. Raise the minimum confidence to see fewer, or select another step.'
      : null,
  };
}

function overviewPicture(steps: Steps, least: number, turn: number): Picture {
  const { nodes, edges, before, after } = overviewOf(steps, turn, least);
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
    edges: edges.map(({ from, to, edge, recorded, count }) => ({ from, to, edge, recorded, strong: count > 5 })),
    rows: nodes
      .filter(({ is }) => is === 'turn')
      .map((own) => [
        own.id,
        ...nodes.filter(({ is, turn: of }) => is === 'child' && of === own.turn).map(({ id }) => id),
      ]),
    note: outside ? `${outside} not shown: select a step there, or press p and P.` : null,
  };
}
