import { type EventRef, eventRef, type Key, type SessionUid } from '../../model/ids.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import type { EdgeRow, LinkRow, Store } from '../../store/store.ts';
import { analysisProblem, type Problem } from '../find/problem.ts';
import { isContained } from '../keep/large-steps.ts';
import { analyzeSecondary } from '../analysis/analyze-secondary.ts';
import { joinRepositories } from './join-repositories.ts';

const atOnce = 256;
/** A call has one result; a background call a second one, when it is done. */
const maxResults = 8;

/**
 * Makes the recorded edges (`spawned`, `returned`, `continued`) of every session that changed, from the links in its
 * files and its callers' files. Callers and sub-agents arrive in any order, so each change looks at both sides.
 */
export async function linkSessions(
  store: Store,
  sources: readonly Source[],
  onProblem: (problem: Problem) => void,
): Promise<void> {
  const contained = async (work: () => Promise<void>, onFailure: (error: unknown) => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isContained(error)) throw error;
      await onFailure(error);
    }
  };
  const each = async (uid: SessionUid, work: () => Promise<void>) =>
    contained(work, (error) => onProblem(analysisProblem(uid, error)));
  let waiting = await store.write.unlinked(atOnce);
  if (waiting.length > 0) await joinRepositories(store);
  for (; waiting.length > 0; waiting = await store.write.unlinked(atOnce)) {
    const sessions = waiting;
    await contained(
      // Together, because several sessions share a log.
      () => analyzeSecondary(store, sources, sessions),
      async () => {
        for (const uid of sessions) await each(uid, () => analyzeSecondary(store, sources, [uid]));
      },
    );
    for (const uid of waiting) {
      await each(uid, async () => {
        await linkSession(store, uid);
        const children = new Set((await store.read.linksFrom(uid)).map(({ child }) => child));
        children.delete(uid);
        for (const child of children) await linkSession(store, child);
      });
    }
    await store.write.linked(waiting);
  }
}

async function linkSession(store: Store, uid: SessionUid): Promise<void> {
  const tree = await store.read.treeOf(uid);
  if (tree === undefined) return;
  const edges: EdgeRow[] = [];
  for (const link of await store.read.links(uid)) {
    const edge = await edgeOf(store, link);
    if (edge) edges.push(edge);
  }
  await store.write.putLinkEdges(tree, uid, edges);
}

/**
 * When and in which step the result of a sub-agent reached its caller: in its notification or, where the call itself
 * waited, in the caller's next step. The call is not an effect of what it started.
 */
async function returned(
  read: Store['read'],
  ref: EventRef | undefined,
): Promise<{ readonly at: string | null; readonly step: EventRef } | undefined> {
  const step = ref && (await read.event(ref));
  if (!ref || !step) return undefined;
  if (step.kind === 'user_msg') return { at: step.at, step: ref };
  const result = (await read.eventsOfStep(ref, maxResults)).findLast(
    ({ role, id }) => role === 'tool' && id !== step.id,
  );
  const [next] = result ? await read.steps(step.session, { after: result.seq, limit: 1 }) : [];
  return next && result && { at: result.at, step: eventRef(next.id)! };
}

async function edgeOf({ read }: Store, link: LinkRow): Promise<EdgeRow | undefined> {
  const { child, parent } = link;
  const parentTree = await read.treeOf(parent);
  if (parentTree === undefined) return undefined;
  const inParent = (event: Key | null): EventRef | undefined =>
    event === null ? undefined : { tree: parentTree, event };

  switch (link.type) {
    case 'spawned':
      return recorded(
        'spawned',
        link.call === '' ? undefined : await read.stepByNative(parent, link.call),
        await read.firstStep(child),
        `${child} names the call ${redact(link.call)}`,
      );
    case 'returned': {
      const came = await returned(read, inParent(link.from));
      return recorded(
        'returned',
        came && (await read.lastStep(child, came.at === null ? {} : { until: Date.parse(came.at) })),
        came?.step,
        `what ${child} found had just come in`,
      );
    }
    case 'continued':
      if (child === parent)
        return recorded('continued', inParent(link.from), inParent(link.to), 'the context was compacted between them');
      return recorded(
        'continued',
        inParent(link.from) ??
          (await read.lastStep(parent, link.beforeLine === null ? {} : { beforeLine: link.beforeLine })),
        await read.firstStep(child),
        `${child} goes on from ${parent}`,
      );
  }

  function recorded(
    type: LinkRow['type'],
    cause: EventRef | undefined,
    effect: EventRef | undefined,
    evidence: string,
  ): EdgeRow | undefined {
    if (!cause || !effect) return undefined;
    return { cause, effect, types: [type], basis: 'recorded', confidence: 1, evidence: [evidence] };
  }
}
