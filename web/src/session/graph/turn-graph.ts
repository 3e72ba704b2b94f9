import type { Basis } from '../../../../src/types.ts';
import { bases } from '../data/kinds.ts';
import type { Steps } from '../data/steps.ts';

/** A session as a small graph: its turns, their sub-agents, and the edges between them. */
export interface TurnGraph {
  readonly nodes: readonly TurnGraphNode[];
  readonly edges: readonly TurnGraphEdge[];
  /** Number of turns before and after the shown ones. */
  readonly before: number;
  readonly after: number;
}

export interface TurnGraphNode {
  /** Ids grow with time. */
  readonly id: number;
  readonly is: 'turn' | 'child';
  /** The step selected by a click on the node. */
  readonly step: number;
  readonly turn: number;
  readonly steps: number;
  /** Failed calls of a turn; open failures of a sub-agent. */
  readonly failed: number;
  readonly title: string | null;
}

export interface TurnGraphEdge {
  readonly from: number;
  readonly to: number;
  /** Number of edges between steps that it combines. */
  readonly count: number;
  readonly basis: Basis;
  /** The edge with the highest confidence among them. */
  readonly edge: number;
}

const maxNodes = 60;
const maxTurns = 24;

/** Builds the graph around a turn; reads only the steps of the turns it shows. */
export function turnGraphOf(steps: Steps, around: number, minConfidence: number): TurnGraph {
  const { turnStart, bands, count, turn } = steps;
  const first = Math.max(0, Math.min(around - Math.floor(maxTurns / 2), turnStart.length - maxTurns));
  const last = Math.min(turnStart.length, first + maxTurns);
  const from = turnStart[first] ?? 0;
  const to = turnStart[last] ?? count;
  const nodes: TurnGraphNode[] = [];
  for (let at = first; at < last; at++) {
    const [start, end] = [turnStart[at]!, turnStart[at + 1] ?? count];
    let failed = 0;
    for (let step = start; step < end; step++) failed += steps.failed[step]!;
    nodes.push({ id: start * 2, is: 'turn', step: start, turn: at, steps: end - start, failed, title: null });
  }
  const edges = edgesBetweenTurns(steps, from, to, minConfidence);
  for (const { child, after } of bands) {
    if (after < from || after >= to || child.relation !== 'subagent' || nodes.length >= maxNodes) continue;
    const id = after * 2 + 1 + nodes.length / 1e6;
    nodes.push({
      id,
      is: 'child',
      step: after,
      turn: turn[after]!,
      steps: child.steps,
      failed: child.open,
      title: child.title,
    });
    edges.push({ from: turnStart[turn[after]!]! * 2, to: id, count: 1, basis: 'recorded', edge: -1 });
  }
  return { nodes, edges, before: first, after: turnStart.length - last };
}

function edgesBetweenTurns(
  { turn, turnStart, firstCause, cause, confidence, basis }: Steps,
  from: number,
  to: number,
  minConfidence: number,
): TurnGraphEdge[] {
  const found = new Map<number, TurnGraphEdge>();
  for (let step = from; step < to; step++) {
    for (let edge = firstCause[step]!; edge < firstCause[step + 1]!; edge++) {
      const [before, now] = [turn[cause[edge]!]!, turn[step]!];
      if (before >= now || cause[edge]! < from || confidence[edge]! < minConfidence) continue;
      const key = before * turnStart.length + now;
      const known = found.get(key);
      const isBetter = !known || confidence[edge]! > confidence[known.edge]!;
      found.set(key, {
        from: turnStart[before]! * 2,
        to: turnStart[now]! * 2,
        count: (known?.count ?? 0) + 1,
        basis: firmer(known?.basis, bases[basis[edge]!]!),
        edge: isBetter ? edge : known.edge,
      });
    }
  }
  return [...found.values()];
}

/** Of several links between two turns the line shows the firmest basis. */
function firmer(a: Basis | undefined, b: Basis): Basis {
  return firmest.find((basis) => basis === a || basis === b)!;
}

const firmest: readonly Basis[] = ['recorded', 'judged', 'inferred'];
