import type { SessionUid, SkeletonChild } from '../../../../src/types.ts';
import { yieldToBrowser } from './yield-to-browser.ts';
import { joinEdges, invertEdges } from './join-edges.ts';
import { isPrompt, noteKind } from './kinds.ts';
import { indexOfSeq, type Skeleton } from './skeleton.ts';
import { rolesIn, type Story } from './stories.ts';
import { threadsIn, type Threads } from './threads.ts';
import { workTimes } from './work-time.ts';

/**
 * All steps that can be shown, in display order: those of the session, and those of each open sub-agent after the call
 * that started it. A step is an index in this list.
 */
export interface Steps {
  readonly count: number;
  /** The session itself first, then its open sub-agents. */
  readonly parts: readonly Skeleton[];
  /** The part of a step, its index there, and its nesting depth. */
  readonly part: Uint16Array;
  readonly own: Int32Array;
  readonly depth: Uint8Array;
  readonly kind: Uint8Array;
  readonly tool: Uint16Array;
  readonly tools: readonly string[];
  readonly failed: Uint8Array;
  readonly at: Float64Array;
  readonly took: Uint32Array;
  /** As in `Skeleton`, including causes in other parts. */
  readonly firstCause: Uint32Array;
  readonly cause: Int32Array;
  readonly type: Uint8Array;
  readonly confidence: Uint8Array;
  readonly basis: Uint8Array;
  /**
   * The same edges by cause: the effects of step n start at `firstEffect[n]`; `effectEdge` is the index of the edge
   * among the causes.
   */
  readonly firstEffect: Uint32Array;
  readonly effect: Int32Array;
  readonly effectEdge: Int32Array;
  /** The turn of the main session that a step belongs to, and the first step of each turn. */
  readonly turn: Int32Array;
  readonly turnStart: Int32Array;
  readonly stories: readonly Story[];
  /** See `stories.ts`. */
  readonly role: Uint16Array;
  readonly storyOf: Int32Array;
  readonly threads: Threads;
  /** In the order of the steps they start from. */
  readonly bands: readonly Band[];
  /** Active time of each step (see `work-time.ts`). */
  readonly times: Float64Array;
  /** The step at an index of a part. */
  readonly stepAt: (part: number, own: number) => number;
}

/** A child session, shown as a row after the step it started from. */
export interface Band {
  readonly child: SkeletonChild;
  /**
   * The step before the row: the call that started the session, or the last step of another child of that call. The
   * last step of all when the start is unknown.
   */
  readonly after: number;
  /** Nesting depth of its steps. */
  readonly depth: number;
  /** Its first and last step, when it is open. */
  readonly open: { readonly part: number; readonly from: number; readonly to: number } | null;
}

export async function combineSteps(root: Skeleton, opened: ReadonlyMap<SessionUid, Skeleton>): Promise<Steps> {
  const { stretches, parts, bands, count } = layOut(root, opened);
  const tools: string[] = [];
  const part = new Uint16Array(count);
  const own = new Int32Array(count);
  const depth = new Uint8Array(count);
  const kind = new Uint8Array(count);
  const tool = new Uint16Array(count);
  const failed = new Uint8Array(count);
  const at = new Float64Array(count);
  const took = new Uint32Array(count);
  const indexes = parts.map(({ count: length }) => new Int32Array(length));
  const toolIndexes = parts.map((each) =>
    each.tools.map((name) => (tools.includes(name) ? tools.indexOf(name) : tools.push(name) - 1)),
  );
  for (const { part: number, from, to, start, depth: deep } of stretches) {
    const source = parts[number]!;
    const end = start + to - from;
    part.fill(number, start, end);
    depth.fill(deep, start, end);
    kind.set(source.kind.subarray(from, to), start);
    failed.set(source.failed.subarray(from, to), start);
    at.set(source.at.subarray(from, to), start);
    took.set(source.took.subarray(from, to), start);
    for (let index = from; index < to; index++) {
      const step = start + index - from;
      own[step] = index;
      indexes[number]![index] = step;
      tool[step] = toolIndexes[number]![source.tool[index]!]!;
    }
  }
  await yieldToBrowser();

  const edges = joinEdges(parts, part, own, indexes);
  await yieldToBrowser();
  const effects = invertEdges(count, edges);
  await yieldToBrowser();
  const turns = turnsIn(part, kind);
  const storyColumns = rolesIn(count, parts, indexes);
  await yieldToBrowser();
  const threads = threadsIn(count, edges);
  await yieldToBrowser();
  const times = workTimes({ count, at });
  return {
    count,
    parts,
    part,
    own,
    depth,
    kind,
    tool,
    tools,
    failed,
    at,
    took,
    ...edges,
    ...effects,
    ...turns,
    ...storyColumns,
    threads,
    bands,
    times,
    stepAt: (number, index) => indexes[number]?.[index] ?? -1,
  };
}

/** The name of a step: its tool, `prompt`, or `note` for a prompt that no person typed. */
export function nameOf({ kind, tool, tools }: Steps, step: number): string {
  return kind[step] === noteKind ? 'note' : tools[tool[step]!]!;
}

/** Finds a step by session and `seq`; null when that session is not loaded. */
export function findStep(
  { parts, stepAt }: Steps,
  { session, seq }: { readonly session: string; readonly seq: number },
): number | null {
  const part = parts.findIndex((each) => each.session.uid === session);
  return part < 0 ? null : stepAt(part, indexOfSeq(parts[part]!, seq));
}

/** Consecutive steps of one part. */
interface Stretch {
  readonly part: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly depth: number;
}

function layOut(root: Skeleton, opened: ReadonlyMap<SessionUid, Skeleton>) {
  const stretches: Stretch[] = [];
  const parts: Skeleton[] = [];
  const bands: Band[] = [];
  let count = 0;
  const add = (skeleton: Skeleton, depth: number): number => {
    const part = parts.push(skeleton) - 1;
    let from = 0;
    const addUpTo = (to: number) => {
      if (to <= from) return;
      stretches.push({ part, from, to, start: count, depth });
      count += to - from;
      from = to;
    };
    const last = Math.max(0, skeleton.count - 1);
    for (const child of skeleton.children.toSorted((a, b) => (a.step ?? last) - (b.step ?? last))) {
      addUpTo(Math.min(child.step ?? last, last) + 1);
      const after = Math.max(0, count - 1);
      const open = opened.get(child.session);
      // The band of a session comes before the bands of its own sub-agents.
      const index = bands.push({ child, after, depth: depth + 1, open: null }) - 1;
      if (!open || parts.includes(open) || depth > maxNesting) continue;
      const first = count;
      const number = add(open, depth + 1);
      if (count > first)
        bands[index] = { child, after, depth: depth + 1, open: { part: number, from: first, to: count - 1 } };
    }
    addUpTo(skeleton.count);
    return part;
  };
  add(root, 0);
  return { stretches, parts, bands, count };
}

const maxNesting = 40;

/** A turn starts with each prompt of the main session; steps of sub-agents belong to the turn that started them. */
function turnsIn(part: Uint16Array, kind: Uint8Array): Pick<Steps, 'turn' | 'turnStart'> {
  const turn = new Int32Array(kind.length);
  const turnStart: number[] = [];
  for (let step = 0; step < kind.length; step++) {
    if (step === 0 || (part[step] === 0 && isPrompt(kind[step]!))) turnStart.push(step);
    turn[step] = turnStart.length - 1;
  }
  return { turn, turnStart: Int32Array.from(turnStart) };
}
