import type { Edge } from '../../model/edge.ts';
import type { EventId } from '../../model/ids.ts';
import type { EdgeType } from '../../model/words.ts';
import type { BriefEvent } from '../../store/store.ts';
import { blamedBy } from './blamed.ts';
import { filesChangedBy, isChange } from './changes.ts';
import { pathTo, walk } from './walk.ts';
import type { Surroundings, WalkOptions } from './walk.ts';

export interface PathStep {
  readonly step: BriefEvent;
  /** This step caused the one before it, or the target. */
  readonly edge: Edge;
}

interface LineOptions extends WalkOptions {
  /** What the target failed with. */
  readonly failure?: string | null;
}

/**
 * The main path as a person would explain it. What the recorder named as the cause comes first, as far as it goes. Else a
 * failure is explained by the change whose file it names, otherwise by
 * the change it checked; a change by the failure it reacts to; and so on while one leads to the other. From there it
 * follows the most likely cause and the strongest path to a root. The strongest path alone would often be the prompt
 * itself, which asked for everything and explains little.
 */
export async function mainPath(
  around: Surroundings,
  target: EventId,
  { depth = Infinity, limit = farEnough, minConfidence = 0, failure = null }: LineOptions,
): Promise<readonly PathStep[]> {
  const bounds = { limit: Math.min(limit, farEnough), minConfidence };
  const line: PathStep[] = [...(await recordedPath(around, target, Math.min(depth, longestRecorded)))];
  const isRecorded = line.length > 0;
  if (failure !== null && !isRecorded) line.push(...(await wayToBlamed(around, target, failure, { ...bounds, depth })));
  const seen = new Set([target, ...line.map(({ step }) => step.id)]);
  const add = (next: PathStep): void => void (line.push(next), seen.add(next.step.id));
  const last = (): EventId => line.at(-1)?.step.id ?? target;

  while (!isRecorded && line.length < Math.min(depth, longEnough)) {
    const next = await answered(around, last(), { seen, minConfidence, answer: line.at(-2)?.step });
    if (!next) break;
    add(next);
  }
  if (line.length === 0 && depth > 0) {
    const first = await likeliestCause(around, target, { least: minConfidence, seen });
    if (!first) return [];
    add(first);
  }
  return [
    ...line,
    ...(await toTheBeginning(around, line.at(-1)!.step, seen, { ...bounds, depth: depth - line.length })),
  ];
}

/** From each step to the one that its recorder named as its cause; of several the one it named first. */
async function recordedPath(around: Surroundings, target: EventId, depth: number): Promise<readonly PathStep[]> {
  const path: PathStep[] = [];
  const seen = new Set([target]);
  while (path.length < depth) {
    const next = await recordedCause(around, path.at(-1)?.step.id ?? target, seen);
    if (next === undefined) break;
    seen.add(next.step.id);
    path.push(next);
  }
  return path;
}

/** Recorded edges come first, in the order they were named. */
async function recordedCause(
  around: Surroundings,
  of: EventId,
  seen: ReadonlySet<EventId>,
): Promise<PathStep | undefined> {
  for (const edge of (await around.of(of))?.edges ?? []) {
    if (edge.basis !== 'recorded' || !edge.types.includes('caused') || seen.has(edge.cause)) continue;
    const step = (await around.of(edge.cause))?.step;
    if (step) return { step, edge };
  }
  return undefined;
}

async function wayToBlamed(
  around: Surroundings,
  target: EventId,
  failure: string,
  bounds: Required<WalkOptions>,
): Promise<readonly PathStep[]> {
  const { reached } = await walk(around, target, bounds);
  const blamed = blamedBy(
    failure,
    reached.filter(({ strength }) => strength >= strongEnough),
  );
  return blamed ? pathTo(blamed, new Map(reached.map((each) => [each.step.id, each]))) : [];
}

interface Asked {
  readonly seen: ReadonlySet<EventId>;
  readonly minConfidence: number;
  /** What was done about the failure, where that is known: most likely to what had caused it. */
  readonly answer: BriefEvent | undefined;
}

/** The change that a failure tried out, else the failure it repeats; the failure that a change answers. */
async function answered(
  around: Surroundings,
  to: EventId,
  { seen, minConfidence, answer }: Asked,
): Promise<PathStep | undefined> {
  const step = (await around.of(to))?.step;
  const wanted = { least: Math.max(minConfidence, believed), seen };
  if (step?.failed) {
    const repaired = answer ? filesChangedBy(answer) : [];
    return (
      (await likeliestCause(around, to, {
        ...wanted,
        types: ['verifies'],
        only: (cause) => filesChangedBy(cause).some((file) => repaired.includes(file)),
      })) ??
      (await likeliestCause(around, to, { ...wanted, types: ['verifies'], only: isChange })) ??
      (await likeliestCause(around, to, { ...wanted, types: ['retried', 'verifies'], only: isFailure }))
    );
  }
  return step && isChange(step)
    ? likeliestCause(around, to, { ...wanted, types: ['reacted', 'retried'], only: isFailure })
    : undefined;
}

/** The strongest way on to something without a cause, or to a person's words. */
async function toTheBeginning(
  around: Surroundings,
  from: BriefEvent,
  seen: Set<EventId>,
  { depth, limit, minConfidence }: Required<WalkOptions>,
): Promise<readonly PathStep[]> {
  if (isPerson(from) || depth <= 0) return [];
  const { reached } = await walk(around, from.id, { limit, minConfidence, depth, without: seen });
  const byId = new Map(reached.map((each) => [each.step.id, each]));
  const paths = reached.filter((each) => each.isEnd || isPerson(each.step)).map((end) => pathTo(end, byId));
  // A path of likely causes to a prompt explains more than a stronger one that just ends.
  const best =
    paths.find((path) => isPerson(path.at(-1)!.step) && path.every(({ edge }) => edge.confidence >= believed)) ??
    paths[0];
  return best ?? (await likeliestOfEach(around, from.id, seen, { depth, minConfidence }));
}

/** Where no beginning is within reach: the likeliest cause of each, up to a limit. */
async function likeliestOfEach(
  around: Surroundings,
  from: EventId,
  seen: Set<EventId>,
  { depth, minConfidence }: Required<Omit<WalkOptions, 'limit'>>,
): Promise<readonly PathStep[]> {
  const line: PathStep[] = [];
  while (line.length < Math.min(depth, longEnough)) {
    const next = await likeliestCause(around, line.at(-1)?.step.id ?? from, { least: minConfidence, seen });
    if (next === undefined) break;
    seen.add(next.step.id);
    line.push(next);
  }
  return line;
}

/** A recorded chain is followed to its root: it needs no search, only a step at a time. */
const longestRecorded = 1_000;
const farEnough = 100;
const longEnough = 10;
const believed = 0.5;
/** A weaker way to a change explains nothing. */
const strongEnough = 0.2;

interface Wanted {
  readonly least: number;
  readonly seen: ReadonlySet<EventId>;
  /** Only a link of one of these types. */
  readonly types?: readonly EdgeType[];
  readonly only?: (step: BriefEvent) => boolean;
}

/** The most likely cause; of equals the latest. */
async function likeliestCause(
  around: Surroundings,
  of: EventId,
  { least, seen, types, only = () => true }: Wanted,
): Promise<PathStep | undefined> {
  let likeliest: PathStep | undefined;
  for (const edge of (await around.of(of))?.edges ?? []) {
    if (edge.confidence < (likeliest?.edge.confidence ?? least)) break;
    if (seen.has(edge.cause) || (types && !edge.types.some((type) => types.includes(type)))) continue;
    const step = (await around.of(edge.cause))?.step;
    if (step && only(step) && (!likeliest || (likeliest.step.at ?? '') < (step.at ?? ''))) likeliest = { step, edge };
  }
  return likeliest;
}

function isFailure({ failed }: BriefEvent): boolean {
  return failed;
}

function isPerson({ kind, origin }: BriefEvent): boolean {
  return kind === 'user_msg' && (origin === null || origin === 'human');
}
