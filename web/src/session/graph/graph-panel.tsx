import { lazy } from 'react';
import { plural } from '../../format.ts';
import { select, setView } from '../view/actions.ts';
import type { SessionViewProps } from '../views.tsx';
import { GraphView } from './graph-view.tsx';

const TimeView = lazy(async () => ({ default: (await import('../time/time-view.tsx')).TimeView }));

/** More of them cannot be read as a graph. */
const mostNodes = 60;

/**
 * The graph as a view of the session page; a turn opens in the list of steps. Where turns and sub-agents are too many
 * for a graph they are shown by time; the causes of a step are always a graph.
 */
export function GraphPanel(props: SessionViewProps) {
  const { view, data, hovered, change, onStep } = props;
  const nodes = view.steps.turnStart.length + view.steps.bands.length;
  if (view.slice === null && nodes > mostNodes)
    return (
      <TimeView
        {...props}
        note={`${plural(nodes, 'turn or sub-agent', 'turns and sub-agents')}, shown by time; w shows the graph of a step.`}
      />
    );
  const toTurn = (step: number) => change((was) => setView(select(was, step), 'steps'));
  return <GraphView view={view} pages={data.pages} hovered={hovered} onStep={onStep} onTurn={toTurn} />;
}
