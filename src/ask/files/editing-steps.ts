import { setImmediate } from 'node:timers/promises';
import type { Session } from '../../model/session.ts';
import type { Heading, MarkedCall, StoreReader } from '../../store/store.ts';
import { wholePath } from '../blame/same-file.ts';

/** A session whose work counts: the one that is asked about, or a sub-agent. */
export interface Worker {
  readonly session: Session;
  readonly isSubagent: boolean;
}

/** The session first, then its sub-agents as they began; at most a thousand of them. */
export async function workersOf(
  read: StoreReader,
  session: Session,
): Promise<{ readonly workers: readonly Worker[]; readonly leftOut: number }> {
  const inside = new Set([session.uid]);
  const subagents = (await read.descendants(session.uid, mostDescendants)).filter(
    ({ uid, parent, relation }: Heading) => {
      const isInside = relation === 'subagent' && parent !== null && inside.has(parent) && uid !== session.uid;
      if (isInside) inside.add(uid);
      return isInside;
    },
  );
  const workers: Worker[] = [{ session, isSubagent: false }];
  for (const { uid } of subagents.slice(0, mostSubagents)) {
    const found = await read.session(uid);
    if (found) workers.push({ session: found, isSubagent: true });
  }
  return { workers, leftOut: Math.max(0, subagents.length - mostSubagents) };
}

const mostDescendants = 10_000;
const mostSubagents = 1_000;

/** Calls of a session that did not fail and name this text in what they did, in order; lets others in between. */
export async function* callsOf(read: StoreReader, { uid }: Session, containing: string): AsyncIterable<MarkedCall> {
  for (let after = 0; ;) {
    const page = await read.markedCalls(uid, { after, limit: pageLength, containing });
    yield* page;
    if (page.length < pageLength) return;
    after = page.at(-1)!.seq;
    await setImmediate();
  }
}

const pageLength = 4_000;

/** The files a call changed or read, by their whole paths. */
export function filesIn(marks: readonly string[], did: 'edit' | 'read', { cwd }: Session): readonly string[] {
  return [
    ...new Set(
      marks.flatMap((mark) => (mark.startsWith(`${did} `) ? [wholePath(mark.slice(did.length + 1), cwd)] : [])),
    ),
  ];
}

/** A path as it is shown: from the folder of the session, where the file is below it. */
export function pathFrom(whole: string, cwd: string | null): string {
  const folder = cwd === null ? '' : cwd.replaceAll('\\', '/').replace(/\/+$/, '');
  return folder !== '' && whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : whole;
}
