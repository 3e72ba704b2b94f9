import type { Edge } from '../../model/edge.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { graphSteps } from '../graph/graph.ts';
import { refOf } from '../walk/step.ts';
import { chooseSteps } from './choose.ts';
import type { Candidate, Choice } from './choose.ts';
import { edgesAmong, isConfident } from './edges-of.ts';
import { count, percent } from './numbers.ts';
import type { Bounds } from './options.ts';
import type { Picture } from './picture.ts';
import { stepsOf } from './steps-of.ts';
import type { Drawn } from './steps-of.ts';
import { oneLine } from './text.ts';

/** A session's steps and their causes; of a long session only what a picture can hold, and it says what that is. */
export async function pictureOfSession(
  read: StoreReader,
  session: Session,
  { limit, minConfidence }: Bounds,
): Promise<Picture> {
  const { ids, candidates } = await skeletonOf(read, session, minConfidence);
  const choice = chooseSteps(candidates, limit);
  const known = await read.causes(choice.steps.map((at) => refOf(ids[at]!)));
  const confident = known.filter((edge) => isConfident(edge, minConfidence));
  const own: Drawn[] = [];
  for (const at of choice.steps) {
    const event = await read.event(refOf(ids[at]!));
    if (event) own.push({ event, number: String(at + 1) });
  }
  const drawn = await withCausesElsewhere(read, own, confident, new Set(ids));
  const edges = edgesAmong(
    drawn.map(({ event }) => event.id),
    confident,
  );
  const leftOut = known.length - confident.length;
  return {
    title: oneLine(session.title ?? session.uid),
    session: oneLine(session.uid),
    steps: await stepsOf(read, drawn, session.uid, confident),
    edges,
    target: null,
    notes: [
      ...choiceInWords(choice, ids.length),
      ...(edges.length === 0 && own.length > 0
        ? ['No cause is known among these steps; their order alone is none.']
        : []),
      ...(leftOut > 0 ? [`${count(leftOut, 'cause')} below ${percent(minConfidence)} not drawn.`] : []),
    ],
  };
}

/** All steps without their words, and their causes as places: a session may have a million. */
async function skeletonOf(
  read: StoreReader,
  session: Session,
  minConfidence: number,
): Promise<{ readonly ids: readonly EventId[]; readonly candidates: readonly Candidate[] }> {
  const places = new Map<EventId, number>();
  const candidates: (Candidate & { readonly causes: Candidate['causes'][number][] })[] = [];
  const later: { readonly effect: number; readonly cause: EventId; readonly confidence: number }[] = [];
  for await (const { id, failed, act, causes } of graphSteps(read, session)) {
    const effect = candidates.length;
    places.set(id, effect);
    const step = { failed, isEdit: act === 'edit', causes: [] as Candidate['causes'][number][] };
    for (const cause of causes) {
      if (!isConfident(cause, minConfidence)) continue;
      const at = places.get(cause.step);
      if (at === undefined) later.push({ effect, cause: cause.step, confidence: cause.confidence });
      else step.causes.push({ at, confidence: cause.confidence });
    }
    candidates.push(step);
  }
  // A cause may be written after its effect, or be in another session.
  for (const { effect, cause, confidence } of later) {
    const at = places.get(cause);
    if (at === undefined) continue;
    const { causes } = candidates[effect]!;
    causes.push({ at, confidence });
    causes.sort((a, b) => b.confidence - a.confidence);
  }
  return { ids: [...places.keys()], candidates };
}

/** A cause in another session stands before the first step it caused. */
async function withCausesElsewhere(
  read: StoreReader,
  own: readonly Drawn[],
  edges: readonly Edge[],
  here: ReadonlySet<EventId>,
): Promise<readonly Drawn[]> {
  const elsewhere = Map.groupBy(
    edges.filter(({ cause }) => !here.has(cause)),
    ({ effect }) => effect,
  );
  const seen = new Set<EventId>();
  const drawn: Drawn[] = [];
  for (const step of own) {
    for (const { cause } of elsewhere.get(step.event.id) ?? []) {
      const event = seen.has(cause) ? undefined : await read.event(refOf(cause));
      if (event) drawn.push({ event, number: letters(seen.size) });
      seen.add(cause);
    }
    drawn.push(step);
  }
  return drawn;
}

/** A, B … Z, A2, B2 … */
function letters(at: number): string {
  const round = Math.floor(at / 26) + 1;
  return `${String.fromCodePoint(0x41 + (at % 26))}${round === 1 ? '' : round}`;
}

function choiceInWords({ steps, ends }: Choice, total: number): readonly string[] {
  if (!ends) return [];
  const { of, shown, total: all } = ends;
  const which =
    shown < all ? `the last ${count(shown)} of ${count(all, of)}` : all === 1 ? `the ${of}` : `all ${count(all, of)}`;
  return [`${count(steps.length)} of ${count(total, 'step')}: what led to ${which}.`];
}
