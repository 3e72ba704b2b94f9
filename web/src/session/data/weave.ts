import type { SessionUid, SkeletonChild } from '../../../../src/types.ts';
import { breathe } from './breathe.ts';
import { joinEdges, turnRound } from './join-edges.ts';
import { isPrompt, noteKind } from './kinds.ts';
import { placeOfSeq, type Skeleton } from './skeleton.ts';
import { rolesIn, type Story } from './stories.ts';
import { threadsIn, type Threads } from './threads.ts';
import { workTimes } from './work-time.ts';

/**
 * All steps that can be shown, in the order in which they are: those of the session, and after the call that started
 * it those of each sub-agent that is open. Everything drawn is drawn from this one list; a step is a place in it.
 */
export interface Steps {
  readonly count: number;
  /** The session itself first, then its open sub-agents. */
  readonly parts: readonly Skeleton[];
  /** Which of `parts` a step is in, its place there, and how deep that is nested. */
  readonly part: Uint16Array;
  readonly own: Int32Array;
  readonly depth: Uint8Array;
  readonly kind: Uint8Array;
  readonly tool: Uint16Array;
  readonly tools: readonly string[];
  readonly failed: Uint8Array;
  readonly at: Float64Array;
  readonly took: Uint32Array;
  /** As in `Skeleton`, with the causes in other parts among them. */
  readonly firstCause: Uint32Array;
  readonly cause: Int32Array;
  readonly type: Uint8Array;
  readonly confidence: Uint8Array;
  readonly recorded: Uint8Array;
  /**
   * The same edges turned round: the effects of step n are those from `firstEffect[n]`, `effectEdge` their places
   * among the causes.
   */
  readonly firstEffect: Uint32Array;
  readonly effect: Int32Array;
  readonly effectEdge: Int32Array;
  /** The turn of the session itself that a step is in, and where each begins. */
  readonly turn: Int32Array;
  readonly turnStart: Int32Array;
  readonly stories: readonly Story[];
  /** See `stories.ts`. */
  readonly role: Uint16Array;
  readonly storyOf: Int32Array;
  readonly threads: Threads;
  /** In the order of the steps they left from. */
  readonly bands: readonly Band[];
  /** When each was in the time of work (work-time.ts). */
  readonly times: Float64Array;
  /** By part and own place. */
  readonly placeOf: (part: number, own: number) => number;
}

/** Where another session left from this one. */
export interface Band {
  readonly child: SkeletonChild;
  /**
   * The step it stands after: the call it left from, or the last of another that left from there too; the very last
   * when that is not known.
   */
  readonly after: number;
  /** How deep its steps are nested. */
  readonly depth: number;
  /** Its steps, when it is open: from the first up to the last. */
  readonly open: { readonly part: number; readonly from: number; readonly to: number } | null;
}

export async function weave(root: Skeleton, opened: ReadonlyMap<SessionUid, Skeleton>): Promise<Steps> {
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
  const places = parts.map(({ count: length }) => new Int32Array(length));
  const toolPlaces = parts.map((each) =>
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
    for (let place = from; place < to; place++) {
      const step = start + place - from;
      own[step] = place;
      places[number]![place] = step;
      tool[step] = toolPlaces[number]![source.tool[place]!]!;
    }
  }
  await breathe();

  const edges = joinEdges(parts, part, own, places);
  await breathe();
  const effects = turnRound(count, edges);
  await breathe();
  const turns = turnsIn(part, kind);
  const told = rolesIn(count, parts, places);
  await breathe();
  const threads = threadsIn(count, edges);
  await breathe();
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
    ...told,
    threads,
    bands,
    times,
    placeOf: (number, place) => places[number]?.[place] ?? -1,
  };
}

/** What a step is called: its tool, or that it is a prompt. One that nobody typed is a note. */
export function nameOf({ kind, tool, tools }: Steps, step: number): string {
  return kind[step] === noteKind ? 'note' : tools[tool[step]!]!;
}

/** Where a step is that is named by its session and its place there; null when that session is not among these. */
export function placeOfStep(
  { parts, placeOf }: Steps,
  { session, seq }: { readonly session: string; readonly seq: number },
): number | null {
  const part = parts.findIndex((each) => each.session.uid === session);
  return part < 0 ? null : placeOf(part, placeOfSeq(parts[part]!, seq));
}

/** Steps of one part that stand together. */
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
      // A band stands before those of the sub-agents in it.
      const place = bands.push({ child, after, depth: depth + 1, open: null }) - 1;
      if (!open || parts.includes(open) || depth > deepest) continue;
      const first = count;
      const number = add(open, depth + 1);
      if (count > first)
        bands[place] = { child, after, depth: depth + 1, open: { part: number, from: first, to: count - 1 } };
    }
    addUpTo(skeleton.count);
    return part;
  };
  add(root, 0);
  return { stretches, parts, bands, count };
}

const deepest = 40;

/** A turn begins with each prompt of the session itself; what sub-agents did belongs to the turn that started them. */
function turnsIn(part: Uint16Array, kind: Uint8Array): Pick<Steps, 'turn' | 'turnStart'> {
  const turn = new Int32Array(kind.length);
  const turnStart: number[] = [];
  for (let step = 0; step < kind.length; step++) {
    if (step === 0 || (part[step] === 0 && isPrompt(kind[step]!))) turnStart.push(step);
    turn[step] = turnStart.length - 1;
  }
  return { turn, turnStart: Int32Array.from(turnStart) };
}
