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
 * How one would tell it. A failure is told by the change whose file it names, else by the change it tried out; a
 * change by the failure it answers; and so on for as long as one leads to the other. What is left begins with the
 * surest cause and takes the strongest way back to where it began. Not simply the strongest path to a beginning: that
 * is often the prompt itself, which asked for everything and explains little.
 */
export async function mainPath(
  around: Surroundings,
  target: EventId,
  { depth = Infinity, limit = farEnough, minConfidence = 0, failure = null }: LineOptions,
): Promise<readonly PathStep[]> {
  const bounds = { limit: Math.min(limit, farEnough), minConfidence };
  const line = failure === null ? [] : [...(await wayToBlamed(around, target, failure, { ...bounds, depth }))];
  const seen = new Set([target, ...line.map(({ step }) => step.id)]);
  const add = (station: PathStep): void => void (line.push(station), seen.add(station.step.id));
  const last = (): EventId => line.at(-1)?.step.id ?? target;

  while (line.length < Math.min(depth, longEnough)) {
    const next = await answered(around, last(), { seen, minConfidence, answer: line.at(-2)?.step });
    if (!next) break;
    add(next);
  }
  if (line.length === 0 && depth > 0) {
    const first = await surestCause(around, target, { least: minConfidence, seen });
    if (!first) return [];
    add(first);
  }
  return [
    ...line,
    ...(await toTheBeginning(around, line.at(-1)!.step, seen, { ...bounds, depth: depth - line.length })),
  ];
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
      (await surestCause(around, to, {
        ...wanted,
        types: ['verifies'],
        only: (cause) => filesChangedBy(cause).some((file) => repaired.includes(file)),
      })) ??
      (await surestCause(around, to, { ...wanted, types: ['verifies'], only: isChange })) ??
      (await surestCause(around, to, { ...wanted, types: ['retried', 'verifies'], only: isFailure }))
    );
  }
  return step && isChange(step)
    ? surestCause(around, to, { ...wanted, types: ['reacted', 'retried'], only: isFailure })
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
  // A path without a guess that leads to a person's words tells more than a stronger one that just ends.
  const best =
    paths.find((path) => isPerson(path.at(-1)!.step) && path.every(({ edge }) => edge.confidence >= believed)) ??
    paths[0];
  return best ?? (await surestOfEach(around, from.id, seen, { depth, minConfidence }));
}

/** Where no beginning is within reach: the surest cause of each, for as long as anybody reads. */
async function surestOfEach(
  around: Surroundings,
  from: EventId,
  seen: Set<EventId>,
  { depth, minConfidence }: Required<Omit<WalkOptions, 'limit'>>,
): Promise<readonly PathStep[]> {
  const line: PathStep[] = [];
  while (line.length < Math.min(depth, longEnough)) {
    const next = await surestCause(around, line.at(-1)?.step.id ?? from, { least: minConfidence, seen });
    if (next === undefined) break;
    seen.add(next.step.id);
    line.push(next);
  }
  return line;
}

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

/** Among equally sure ones the latest: it is the news. */
async function surestCause(
  around: Surroundings,
  of: EventId,
  { least, seen, types, only = () => true }: Wanted,
): Promise<PathStep | undefined> {
  let surest: PathStep | undefined;
  for (const edge of (await around.of(of))?.edges ?? []) {
    if (edge.confidence < (surest?.edge.confidence ?? least)) break;
    if (seen.has(edge.cause) || (types && !edge.types.some((type) => types.includes(type)))) continue;
    const step = (await around.of(edge.cause))?.step;
    if (step && only(step) && (!surest || (surest.step.at ?? '') < (step.at ?? ''))) surest = { step, edge };
  }
  return surest;
}

function isFailure({ failed }: BriefEvent): boolean {
  return failed;
}

function isPerson({ tool, origin }: BriefEvent): boolean {
  return tool === null && (origin === null || origin === 'human');
}
