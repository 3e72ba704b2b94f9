import type { Steps } from '../data/weave.ts';

/** A whole session as few nodes: turns, the sub-agents that left from them, and how one led to the other. */
export interface Overview {
  readonly nodes: readonly OverviewNode[];
  readonly edges: readonly OverviewEdge[];
  /** Turns before and after those that are shown. */
  readonly before: number;
  readonly after: number;
}

export interface OverviewNode {
  /** Grows with time. */
  readonly id: number;
  readonly is: 'turn' | 'child';
  /** The step that is chosen with it. */
  readonly step: number;
  readonly turn: number;
  readonly steps: number;
  /** Of a turn the calls that failed, of a sub-agent what is still open. */
  readonly failed: number;
  readonly title: string | null;
}

export interface OverviewEdge {
  readonly from: number;
  readonly to: number;
  /** How many edges between steps it stands for. */
  readonly count: number;
  readonly recorded: boolean;
  /** Of the surest of them. */
  readonly edge: number;
}

const mostNodes = 60;
const mostTurns = 24;

/** Looks at the steps of the turns that are shown, and at no others. */
export function overviewOf(steps: Steps, around: number, least: number): Overview {
  const { turnStart, bands, count, turn } = steps;
  const first = Math.max(0, Math.min(around - Math.floor(mostTurns / 2), turnStart.length - mostTurns));
  const last = Math.min(turnStart.length, first + mostTurns);
  const from = turnStart[first] ?? 0;
  const to = turnStart[last] ?? count;
  const nodes: OverviewNode[] = [];
  for (let at = first; at < last; at++) {
    const [start, end] = [turnStart[at]!, turnStart[at + 1] ?? count];
    let failed = 0;
    for (let step = start; step < end; step++) failed += steps.failed[step]!;
    nodes.push({ id: start * 2, is: 'turn', step: start, turn: at, steps: end - start, failed, title: null });
  }
  const edges = edgesBetweenTurns(steps, from, to, least);
  for (const { child, after } of bands) {
    if (after < from || after >= to || child.relation !== 'subagent' || nodes.length >= mostNodes) continue;
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
    edges.push({ from: turnStart[turn[after]!]! * 2, to: id, count: 1, recorded: true, edge: -1 });
  }
  return { nodes, edges, before: first, after: turnStart.length - last };
}

function edgesBetweenTurns(
  { turn, turnStart, firstCause, cause, confidence, recorded }: Steps,
  from: number,
  to: number,
  least: number,
): OverviewEdge[] {
  const found = new Map<number, OverviewEdge>();
  for (let step = from; step < to; step++) {
    for (let edge = firstCause[step]!; edge < firstCause[step + 1]!; edge++) {
      const [before, now] = [turn[cause[edge]!]!, turn[step]!];
      if (before >= now || cause[edge]! < from || confidence[edge]! < least) continue;
      const key = before * turnStart.length + now;
      const known = found.get(key);
      const isBetter = !known || confidence[edge]! > confidence[known.edge]!;
      found.set(key, {
        from: turnStart[before]! * 2,
        to: turnStart[now]! * 2,
        count: (known?.count ?? 0) + 1,
        recorded: (known?.recorded ?? false) || recorded[edge] === 1,
        edge: isBetter ? edge : known.edge,
      });
    }
  }
  return [...found.values()];
}
