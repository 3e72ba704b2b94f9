import type { Event } from '../../../model/event.ts';
import type { Session } from '../../../model/session.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { StoreReader } from '../../../store/store.ts';
import { alreadyStated } from '../pack/already-stated.ts';
import { failuresIn } from './failures.ts';
import type { FileWeights } from '../files/file-odds.ts';
import type { ResumeFacts } from './resume-facts.ts';
import { currentTaskOf } from './current-task.ts';
import { readHistory } from './read-history.ts';
import { todoOf } from './todo.ts';
import { whatReader, type MessageTextOptions } from './message-text.ts';
import { workOf } from './work.ts';
import { readWritten } from './written.ts';
import { isAsk } from './asks.ts';

export interface FactsOptions extends MessageTextOptions {
  /** Show the session as it stood right after this event. */
  readonly at?: Event;
  /** Other sessions that led here, newest first. */
  readonly sessionsBefore?: readonly Session[];
  /** It was compacted, and its agent reads the summary of that: only what the summary leaves out is wanted. */
  readonly isCompacted?: boolean;
  /** Other weights than the built-in ones, for evaluation. */
  readonly weights?: FileWeights;
  /** How the list of files writes a path; the default is the path as the rest of the pack shows it. */
  readonly mention?: (path: string) => string;
}

/** Gathers the facts a pack is written from. */
export async function gatherFacts(
  read: StoreReader,
  session: Session,
  { at, sessionsBefore = [], isCompacted = false, weights, mention, ...options }: FactsOptions,
  room: number,
): Promise<ResumeFacts> {
  if (at !== undefined && at.session !== session.uid) {
    throw new StemmaError('bad-argument', `${at.id} is not an event of ${session.uid}.`, {
      hint: `It is one of ${at.session}: name that session, or an event of this one.`,
    });
  }
  const readWhat = whatReader(read, options);
  const history = await readHistory(read, await placed(read, session), at ? { at } : {});
  const whole = await readWritten(read, history.events, history.asks, options);
  const summary = isCompacted ? whole.said.findLast(({ event }) => event.origin === 'compaction') : undefined;
  const written = summary ? { ...whole, said: whole.said.filter((each) => each !== summary) } : whole;
  const task = currentTaskOf(history, written);
  return {
    history,
    work: workOf(history),
    task,
    written,
    lastAsk: history.events.findLast(isAsk),
    sessionsBefore,
    // A todo list of an earlier task is ignored, as the agent itself ignores it.
    todo: await todoOf(history.events.slice(task.begun), readWhat),
    failures: await failuresIn(read, history, at === undefined),
    room,
    ...(summary && { isKnown: alreadyStated(summary.text) }),
    ...(weights && { weights }),
    ...(mention && { mention }),
  };
}

/** A sub-agent without a working folder of its own works in its parent's. */
async function placed(read: StoreReader, session: Session): Promise<Session> {
  if (session.cwd !== null || session.parent === null) return session;
  const parent = await read.session(session.parent.uid);
  return parent
    ? { ...session, cwd: parent.cwd, repo: session.repo ?? parent.repo, branch: session.branch ?? parent.branch }
    : session;
}
