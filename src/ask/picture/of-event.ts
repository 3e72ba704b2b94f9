import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf } from '../walk/step.ts';
import { why } from '../why/why.ts';
import { edgesAmong, isConfident } from './edges-of.ts';
import { count, percent } from './numbers.ts';
import type { Bounds } from './options.ts';
import type { Picture, PictureEdge } from './picture.ts';
import { stepsOf } from './steps-of.ts';
import { fit, oneLine } from './text.ts';

/**
 * What led to one event, back to where it began, across sessions: the steps that `why` names and all that is known
 * between them.
 */
export async function pictureOfEvent(
  read: StoreReader,
  about: Event,
  { limit, minConfidence }: Bounds,
): Promise<Picture> {
  const answer = await why(read, about, { limit: Math.max(1, limit - 1), minConfidence });
  const target = answer.target.step.id;
  const events: Event[] = [];
  for (const { id } of [...answer.causes.map(({ step }) => step), answer.target.step]) {
    const event = await read.event(refOf(id));
    if (event) events.push(event);
  }
  events.sort(byTime);
  const known = await read.causes(events.map(({ id }) => refOf(id)));
  const confident = known.filter((edge) => isConfident(edge, minConfidence));
  const drawnEdges = edgesAmong(
    events.map(({ id }) => id),
    confident,
  );
  const kept = leadingTo(
    events.findIndex(({ id }) => id === target),
    drawnEdges,
  );
  const drawn = events.filter((_, at) => kept.has(at));
  const edges = renumbered(
    drawnEdges,
    [...events.keys()].filter((at) => kept.has(at)),
  );
  const leftOut = known.length - confident.length;
  return {
    title: `Why: ${fit(oneLine(answer.target.step.summary), 80)}`,
    session: oneLine(answer.target.step.session),
    steps: await stepsOf(
      read,
      drawn.map((event, at) => ({ event, number: String(at + 1) })),
      answer.target.step.session,
      confident,
    ),
    edges,
    target: drawn.findIndex(({ id }) => id === target),
    notes: [
      ...(answer.truncated ? [`The strongest ${count(answer.causes.length, 'cause')}; there are weaker ones.`] : []),
      ...(edges.length === 0 ? ['No cause is known beyond the order of events, which is none.'] : []),
      ...(leftOut > 0 ? [`${count(leftOut, 'cause')} below ${percent(minConfidence)} not drawn.`] : []),
    ],
  };
}

/** Everything from which edges lead to the target, and the target. */
function leadingTo(target: number, edges: readonly PictureEdge[]): ReadonlySet<number> {
  const into = Map.groupBy(edges, ({ effect }) => effect);
  const found = new Set([target]);
  // A set goes on to what is added while it is walked.
  for (const at of found) for (const { cause } of into.get(at) ?? []) found.add(cause);
  return found;
}

function renumbered(edges: readonly PictureEdge[], kept: readonly number[]): readonly PictureEdge[] {
  const places = new Map(kept.map((at, place) => [at, place]));
  return edges.flatMap((edge) => {
    const [cause, effect] = [places.get(edge.cause), places.get(edge.effect)];
    return cause === undefined || effect === undefined ? [] : [{ ...edge, cause, effect }];
  });
}

/** Events of agents that record no times keep their order within their session. */
function byTime(a: Event, b: Event): number {
  const [from, to] = [Date.parse(a.at ?? '') || 0, Date.parse(b.at ?? '') || 0];
  return from - to || a.seq - b.seq;
}
