import type { Edge } from '../model/edge.ts';
import type { EventId } from '../model/ids.ts';
import type { BriefEvent } from '../store/store.ts';
import { pathTo, walk } from './walk.ts';
import type { Reached, Surroundings, WalkOptions } from './walk.ts';

export interface Station {
  readonly step: BriefEvent;
  /** This step caused the one before it, or the target. */
  readonly edge: Edge;
}

/**
 * How one would tell it: the surest cause of the target, and from there the strongest way back to where it began. Not
 * simply the strongest path to a beginning: that is often the prompt itself, which asked for everything and explains little.
 */
export async function mainLine(around: Surroundings, target: EventId, { depth = Infinity, limit = 60, minConfidence = 0 }: WalkOptions): Promise<readonly Station[]> {
  const first = await surestCause(around, target, minConfidence, new Set([target]));
  if (first === undefined) return [];
  if (isPerson(first.step)) return [first];
  const { reached } = await walk(around, first.step.id, { limit: Math.min(limit, farEnough), minConfidence, depth: depth - 1, without: target });
  const byId = new Map(reached.map((each) => [each.step.id, each]));
  const paths = reached.filter((each) => each.isEnd || isPerson(each.step)).map((end) => pathTo(end, byId));
  // A path without a guess that leads to a person's words tells more than a stronger one that just ends.
  const best = paths.find((path) => isPerson(path.at(-1)!.step) && path.every(isBelieved)) ?? paths[0];
  return best === undefined ? await surestOfEach(around, target, first, { depth, minConfidence }) : [first, ...best];
}

/** Where no beginning is within reach: the surest cause of each, for as long as anybody reads. */
async function surestOfEach(around: Surroundings, target: EventId, first: Station, { depth, minConfidence }: Required<Omit<WalkOptions, 'limit'>>): Promise<readonly Station[]> {
  const line = [first];
  const seen = new Set([target, first.step.id]);
  while (line.length < Math.min(depth, longEnough)) {
    const next = await surestCause(around, line.at(-1)!.step.id, minConfidence, seen);
    if (next === undefined) break;
    seen.add(next.step.id);
    line.push(next);
  }
  return line;
}

const farEnough = 100;
const longEnough = 10;

/** Among equally sure ones the latest: it is the news. */
async function surestCause(around: Surroundings, of: EventId, minConfidence: number, seen: ReadonlySet<EventId>): Promise<Station | undefined> {
  const edges = (await around.of(of))?.edges.filter(({ confidence, cause }) => confidence >= minConfidence && !seen.has(cause)) ?? [];
  const stations: Station[] = [];
  for (const edge of edges) {
    if (edge.confidence < edges[0]!.confidence) break;
    const step = (await around.of(edge.cause))?.step;
    if (step !== undefined) stations.push({ step, edge });
  }
  return stations.reduce<Station | undefined>((latest, station) => (latest && (latest.step.at ?? '') >= (station.step.at ?? '') ? latest : station), undefined);
}

function isPerson({ tool, origin }: BriefEvent): boolean {
  return tool === null && (origin === null || origin === 'human');
}

function isBelieved({ edge }: Reached): boolean {
  return edge.confidence >= 0.5;
}
