import type { EdgeBeyond, Session, SkeletonAnswer, SkeletonChild, SkeletonStory } from '../../../../src/types.ts';
import { yieldToBrowser } from './yield-to-browser.ts';
import { kindOfStep, types } from './kinds.ts';

/** One session as sent by the server, as columns of numbers: they are read a hundred thousand times per frame. */
export interface Skeleton {
  readonly session: Session;
  readonly count: number;
  readonly seq: Int32Array;
  /** Milliseconds since 1970; a step without a time has that of the step before. */
  readonly at: Float64Array;
  /** Index in `kinds`. */
  readonly kind: Uint8Array;
  /** Index in `tools`. */
  readonly tool: Uint16Array;
  readonly tools: readonly string[];
  readonly failed: Uint8Array;
  readonly took: Uint32Array;
  /** The causes of step n are those from `firstCause[n]` up to `firstCause[n + 1]`, highest confidence first. */
  readonly firstCause: Uint32Array;
  readonly cause: Int32Array;
  readonly type: Uint8Array;
  /** In hundredths. */
  readonly confidence: Uint8Array;
  readonly basis: Uint8Array;
  readonly beyond: readonly EdgeBeyond[];
  readonly children: readonly SkeletonChild[];
  readonly stories: readonly SkeletonStory[];
  /** The cursor for the next request. */
  readonly next: number;
}

/** Reads the first answer for a session. */
export async function readSkeleton(answer: SkeletonAnswer): Promise<Skeleton> {
  return await extendSkeleton(empty(answer.session), answer, 0);
}

/**
 * Extends a session by an answer for what came `after` it. The answer may overlap the loaded steps, because calls get
 * their results later.
 */
export async function extendSkeleton(had: Skeleton, answer: SkeletonAnswer, after: number): Promise<Skeleton> {
  const { steps, edges } = answer;
  const kept = Math.min(answer.before, had.count);
  const keptCauses = had.firstCause[kept]!;
  const added = steps.seq.length;
  const count = kept + added;
  const tools = [...had.tools];
  const toolIndex = answer.tools.map((tool) => indexOfTool(tools, tool));

  const seq = grown(had.seq, kept, new Int32Array(count));
  const at = grown(had.at, kept, new Float64Array(count));
  const kind = grown(had.kind, kept, new Uint8Array(count));
  const tool = grown(had.tool, kept, new Uint16Array(count));
  const failed = grown(had.failed, kept, new Uint8Array(count));
  const took = grown(had.took, kept, new Uint32Array(count));
  let latestSeq = after;
  let latestAt = 0;
  for (let n = 0; n < added; n++) {
    latestSeq += steps.seq[n]!;
    latestAt += steps.at[n]!;
    seq[kept + n] = latestSeq;
    at[kept + n] = latestAt;
    kind[kept + n] = kindOfStep(steps.kind[n]!, answer.acts[steps.act[n]!]);
    tool[kept + n] = toolIndex[steps.tool[n]!] ?? 0;
    failed[kept + n] = steps.failed[n]!;
    took[kept + n] = steps.took[n]!;
  }
  await yieldToBrowser();

  const edgeCount = keptCauses + edges.back.length;
  const firstCause = grown(had.firstCause, kept + 1, new Uint32Array(count + 1));
  const cause = grown(had.cause, keptCauses, new Int32Array(edgeCount));
  const type = grown(had.type, keptCauses, new Uint8Array(edgeCount));
  const confidence = grown(had.confidence, keptCauses, new Uint8Array(edgeCount));
  const basis = grown(had.basis, keptCauses, new Uint8Array(edgeCount));
  const typeIndex = answer.types.map((each) => Math.max(0, types.indexOf(each)));
  for (let n = 0, edge = 0; n < added; n++) {
    for (const end = edge + steps.causes[n]!; edge < end; edge++) {
      cause[keptCauses + edge] = kept + n - edges.back[edge]!;
      type[keptCauses + edge] = typeIndex[edges.type[edge]!]!;
      confidence[keptCauses + edge] = edges.confidence[edge]!;
      basis[keptCauses + edge] = edges.basis[edge]!;
    }
    firstCause[kept + n + 1] = keptCauses + edge;
  }
  await yieldToBrowser();

  return {
    session: answer.session,
    count,
    seq,
    at,
    kind,
    tool,
    tools,
    failed,
    took,
    firstCause,
    cause,
    type,
    confidence,
    basis,
    beyond: [...had.beyond.filter(({ is, step }) => is === 'cause' && step < kept), ...answer.beyond],
    children: answer.children,
    stories: answer.stories,
    next: answer.next,
  };
}

/** The index of the step with this `seq`, or of the step that the event with this `seq` belongs to. */
export function indexOfSeq({ seq, count }: Pick<Skeleton, 'seq' | 'count'>, wanted: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (seq[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

function empty(session: Session): Skeleton {
  return {
    session,
    count: 0,
    seq: new Int32Array(),
    at: new Float64Array(),
    kind: new Uint8Array(),
    tool: new Uint16Array(),
    tools: ['prompt'],
    failed: new Uint8Array(),
    took: new Uint32Array(),
    firstCause: new Uint32Array(1),
    cause: new Int32Array(),
    type: new Uint8Array(),
    confidence: new Uint8Array(),
    basis: new Uint8Array(),
    beyond: [],
    children: [],
    stories: [],
    next: 0,
  };
}

type Numbers = Int32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array;

function grown<Column extends Numbers>(had: Column, kept: number, column: Column): Column {
  column.set(had.subarray(0, kept));
  return column;
}

function indexOfTool(tools: string[], tool: string): number {
  const known = tools.indexOf(tool, 1);
  return known >= 0 ? known : tools.push(tool) - 1;
}
