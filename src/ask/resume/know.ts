import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { failuresIn } from './failures.ts';
import type { FileWeights } from './file-odds.ts';
import type { Known } from './known.ts';
import { presentOf } from './present.ts';
import { recall } from './recall.ts';
import { todoOf } from './todo.ts';
import { whatReader, type MessageTextOptions } from './message-text.ts';
import { workOf } from './work.ts';

export interface KnowOptions extends MessageTextOptions {
  /** As it stood right after this event of the session. */
  readonly at?: Event;
  /** Instead of those that come with stemma, to measure others. */
  readonly weights?: FileWeights;
  /** How files are named, where they are listed to be read; as elsewhere in the pack when absent. */
  readonly mention?: (path: string) => string;
}

/** Gathers what a pack is written from. */
export async function know(
  read: StoreReader,
  session: Session,
  { at, weights, mention, ...options }: KnowOptions,
  room: number,
): Promise<Known> {
  if (at !== undefined && at.session !== session.uid) {
    throw new StemmaError('bad-argument', `${at.id} is not an event of ${session.uid}.`, {
      hint: `It is one of ${at.session}: name that session, or an event of this one.`,
    });
  }
  const readWhat = whatReader(read, options);
  const recalled = await recall(read, await placed(read, session), at ? { at } : {});
  const present = await presentOf(recalled, readWhat);
  return {
    recalled,
    work: workOf(recalled),
    present,
    // A list that was written for an earlier task is forgotten, as the agent itself forgot it.
    todo: await todoOf(recalled.events.slice(present.begun), readWhat),
    failures: await failuresIn(read, recalled, at === undefined),
    room,
    ...(weights && { weights }),
    ...(mention && { mention }),
  };
}

/** A sub-agent that does not say where it works does so where it was started. */
async function placed(read: StoreReader, session: Session): Promise<Session> {
  if (session.cwd !== null || session.parent === null) return session;
  const parent = await read.session(session.parent.uid);
  return parent
    ? { ...session, cwd: parent.cwd, repo: session.repo ?? parent.repo, branch: session.branch ?? parent.branch }
    : session;
}
