import { select, setView } from '../view/actions.ts';
import type { SessionViewProps } from '../views.tsx';
import { GraphView } from './graph-view.tsx';

/** The graph as a view of the session page; a turn opens in the list of steps. */
export function GraphPanel({ view, data, hovered, change, onStep }: SessionViewProps) {
  const toTurn = (step: number) => change((was) => setView(select(was, step), 'steps'));
  return <GraphView view={view} pages={data.pages} hovered={hovered} onStep={onStep} onTurn={toTurn} />;
}
