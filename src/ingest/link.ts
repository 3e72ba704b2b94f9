import type { EventRef, Key, SessionUid } from '../model/ids.ts';
import type { EdgeRow, LastStep, LinkRow, Store } from '../store/store.ts';

const atOnce = 256;

/**
 * Makes the recorded edges (`spawned`, `returned`, `continued`) of every session that changed, from the links its
 * files and its callers' files stated. Callers and sub-agents arrive in any order, so each change asks both sides.
 */
export async function linkSessions(store: Store): Promise<void> {
  for (let waiting = await store.write.unlinked(atOnce); waiting.length > 0; waiting = await store.write.unlinked(atOnce)) {
    for (const uid of waiting) {
      await linkSession(store, uid);
      const children = new Set((await store.read.linksFrom(uid)).map(({ child }) => child));
      children.delete(uid);
      for (const child of children) await linkSession(store, child);
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

/** A notification tells of what its sub-agent had done by then; it may have been sent on since. A call waits for its result. */
async function notLaterThan(read: Store['read'], effect: EventRef | undefined): Promise<LastStep> {
  const event = effect && (await read.event(effect));
  return event?.kind === 'user_msg' && event.at !== null ? { until: Date.parse(event.at) } : {};
}

async function edgeOf({ read }: Store, link: LinkRow): Promise<EdgeRow | undefined> {
  const { child, parent } = link;
  const parentTree = await read.treeOf(parent);
  if (parentTree === undefined) return undefined;
  const inParent = (event: Key | null): EventRef | undefined => (event === null ? undefined : { tree: parentTree, event });

  switch (link.type) {
    case 'spawned':
      return recorded('spawned', link.call === '' ? undefined : await read.stepByNative(parent, link.call), await read.firstStep(child), `${child} names the call ${link.call}`);
    case 'returned':
      return recorded('returned', await read.lastStep(child, await notLaterThan(read, inParent(link.from))), inParent(link.from), `the result names ${child}`);
    case 'continued':
      if (child === parent) return recorded('continued', inParent(link.from), inParent(link.to), 'the context was compacted between them');
      return recorded(
        'continued',
        inParent(link.from) ?? (await read.lastStep(parent, link.beforeLine === null ? {} : { beforeLine: link.beforeLine })),
        await read.firstStep(child),
        `${child} goes on from ${parent}`,
      );
  }

  function recorded(type: LinkRow['type'], cause: EventRef | undefined, effect: EventRef | undefined, evidence: string): EdgeRow | undefined {
    if (!cause || !effect) return undefined;
    return { cause, effect, types: [type], basis: 'recorded', confidence: 1, evidence: [evidence] };
  }
}
