import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf } from '../walk/step.ts';

/**
 * The steps of a session from its very beginning: a fork or resume has those it shares with the session it left. What
 * only the harness said is left out: it is about the environment, not the task.
 */
export async function wholeRun(
  read: StoreReader,
  session: Session,
  most: number,
): Promise<{ readonly steps: readonly Event[]; readonly truncated: boolean }> {
  const parts = [await stepsOf(read, session, Number.POSITIVE_INFINITY, most)];
  const seen = new Set([session.uid]);
  for (let parent = session.parent; parent?.step && parent.relation !== 'subagent' && !seen.has(parent.uid);) {
    seen.add(parent.uid);
    const from = await read.session(parent.uid);
    const left = await read.event(refOf(parent.step));
    if (!from || !left) break;
    parts.unshift(await stepsOf(read, from, left.seq, most));
    parent = from.parent;
  }
  const steps = parts.flat();
  return { steps: steps.slice(0, most), truncated: steps.length > most };
}

async function stepsOf(read: StoreReader, { uid }: Session, last: number, most: number): Promise<readonly Event[]> {
  const found: Event[] = [];
  for (let after = 0; found.length <= most;) {
    const page = await read.steps(uid, { after, limit: 500 });
    for (const step of page) if (step.seq <= last && isOfTheTask(step)) found.push(step);
    if (page.length < 500 || page.at(-1)!.seq > last) break;
    after = page.at(-1)!.seq;
  }
  return found;
}

function isOfTheTask({ tool, origin }: Event): boolean {
  return tool !== null || (origin !== 'harness' && origin !== 'notification');
}
