import { setImmediate } from 'node:timers/promises';
import { eventRef } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { acts, edgeTypes } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import type { SkeletonAnswer, SkeletonChild } from './answer.ts';
import { effectsBeyond, toBeyond } from './beyond.ts';
import { EdgeColumnsOf } from './edge-columns.ts';
import { Places } from './places.ts';
import { StepColumnsOf } from './step-columns.ts';
import { storiesOf } from './stories.ts';

export type * from './answer.ts';

export interface SkeletonOptions {
  /** The `next` of the answer before. */
  readonly after?: number;
  /** Half a million by default. */
  readonly limit?: number;
}

/**
 * All of a session as numbers. Reads a page at a time and lets others in between, for a server has others to answer.
 */
export async function skeleton(
  read: StoreReader,
  session: Session,
  { after = 0, limit = 500_000 }: SkeletonOptions = {},
): Promise<SkeletonAnswer> {
  const places = new Places();
  const steps = new StepColumnsOf(after);
  let truncated = false;
  for (let from = 0; !truncated;) {
    const page = await read.outline(session.uid, { after: from, limit: pageSize });
    for (const step of page) {
      if (step.seq > after && steps.count === limit) {
        truncated = true;
        break;
      }
      places.add(step);
      if (step.seq > after) steps.add(step);
    }
    if (page.length < pageSize) break;
    from = page.at(-1)!.seq;
    await setImmediate();
  }

  const edges = new EdgeColumnsOf(places);
  for (let from = places.count - steps.count; from < places.count; from += pageSize) {
    const to = Math.min(from + pageSize, places.count);
    edges.add(
      await read.outlineEdges(session.uid, {
        after: from === 0 ? 0 : places.seqAt(from - 1),
        until: places.seqAt(to - 1),
      }),
      from,
      to,
    );
    await setImmediate();
  }

  const children = await read.children(session.uid, mostChildren);
  const total = truncated ? Math.max(session.steps, places.count) : places.count;
  return {
    session,
    acts,
    tools: steps.tools,
    types: edgeTypes,
    steps: { ...steps.columns, causes: edges.counts },
    edges: edges.columns,
    beyond: await toBeyond(read, [...edges.far, ...(await effectsBeyond(read, session, children, places))]),
    children: children.map((child) => toChild(child, places)),
    stories: await storiesOf(read, session, places),
    before: places.count - steps.count,
    total,
    next: truncated ? places.seqAt(places.count - 1) : places.settled(),
    truncated,
  };
}

/** Small enough that nobody waits for one of them. */
const pageSize = 4_000;
const mostChildren = 10_000;

function toChild({ uid, parent, title, steps, errors, open_errors }: Session, places: Places): SkeletonChild {
  const left = parent?.step ? eventRef(parent.step) : undefined;
  return {
    session: uid,
    relation: parent!.relation,
    title,
    step: left === undefined ? null : (places.ofEvent(left) ?? null),
    steps,
    errors,
    open: open_errors,
  };
}
