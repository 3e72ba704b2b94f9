import { posix } from 'node:path';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { callsNaming } from '../blame/writing-calls.ts';
import { wholePath } from '../blame/same-file.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { payloadReader, type Payload, type ReadPayload } from '../event/payload.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { FileChange, FileHistoryAnswer, FileSession } from './answer.ts';
import { changesIn, isSamePath, shortestCut } from './call-changes.ts';
import { callsOf, filesIn, pathFrom, workersOf, type Worker } from './editing-steps.ts';
import { FileFollower } from './file-follower.ts';

export interface FileHistoryOptions {
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

interface Context {
  readonly sources: readonly Source[];
  /** Leave secrets in. */
  readonly raw: boolean;
  /** What a relative path starts from, when no session is named. */
  readonly folder: string;
}

/**
 * What happened to one file: in a session and its sub-agents, or in all sessions that changed a file of this path. Each
 * session is followed from its beginning, so that line numbers can be derived from what it read and wrote.
 */
export async function fileHistory(
  read: StoreReader,
  path: string,
  session: Session | null,
  { limit = 50, after = 0, ...context }: FileHistoryOptions & Context,
): Promise<FileHistoryAnswer> {
  const whole = wholePath(path, session ? session.cwd : context.folder);
  const { sessions, isAll, edits } = await sessionsChanging(read, whole, session);
  const steps = session ? await stepsIn(read, session, whole) : stepsFound(edits);
  const page = new Set(
    steps
      .filter(({ is }) => is === 'edit')
      .slice(after, after + limit)
      .map(({ id }) => id),
  );
  const total = steps.filter(({ is }) => is === 'edit').length;
  const end = after + page.size;
  const shown = session ? pathFrom(whole, session.cwd) : whole;
  return {
    path: context.raw ? shown : redact(shown),
    session,
    changes: await changesOf(read, whole, steps, page, context),
    total,
    truncated: end < total,
    next: end < total ? end : null,
    sessions,
    sessions_truncated: !isAll,
  };
}

/** A call that changed the file, or read it. */
interface FileStep {
  readonly is: 'edit' | 'look';
  readonly id: EventId;
  readonly at: number | null;
  readonly worker: Worker;
}

/** Calls of a session and its sub-agents that read or changed the file, by time where they have one. */
async function stepsIn(read: StoreReader, session: Session, whole: string): Promise<readonly FileStep[]> {
  const steps: FileStep[] = [];
  const { workers } = await workersOf(read, session);
  // Marks cut a long path, perhaps within its name.
  const name = whole.length < shortestCut ? posix.basename(whole) : 'e';
  for (const worker of workers) {
    for await (const { id, at, marks } of callsOf(read, worker.session, name)) {
      const has = (did: 'edit' | 'read') => filesIn(marks, did, worker.session).some((path) => isSamePath(whole, path));
      if (has('edit')) steps.push({ is: 'edit', id, at, worker });
      else if (has('read')) steps.push({ is: 'look', id, at, worker });
    }
  }
  // Sub-agents work while their caller waits, so times order them; a session without times stays as it is.
  return workers.length === 1 || steps.some(({ at }) => at === null) ? steps : steps.toSorted((a, b) => a.at! - b.at!);
}

interface FoundEdit {
  readonly event: Event;
  readonly session: Session;
  /** The whole path there. */
  readonly path: string;
}

function stepsFound(edits: readonly FoundEdit[]): readonly FileStep[] {
  return edits
    .map(({ event: { id, at }, session }): FileStep => ({
      is: 'edit',
      id,
      at: at === null ? null : Date.parse(at),
      worker: { session, isSubagent: session.parent?.relation === 'subagent' },
    }))
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0));
}

/** Follows the file through all steps, and shows those of the page. */
async function changesOf(
  read: StoreReader,
  whole: string,
  steps: readonly FileStep[],
  page: ReadonlySet<EventId>,
  { sources, raw }: Context,
): Promise<readonly FileChange[]> {
  const payloadOf = payloadReader(read, { sources, raw: true });
  const followers = new Map<SessionUid, FileFollower>();
  const changes: FileChange[] = [];
  for (const { is, id, worker } of steps) {
    if (changes.length === page.size) break;
    const event = await read.event(refOf(id));
    if (!event) continue;
    // Sub-agents change the same file; what other sessions did to it in between is not known.
    const root = worker.isSubagent ? (worker.session.parent?.uid ?? event.session) : event.session;
    let follower = followers.get(root);
    if (!follower) followers.set(root, (follower = new FileFollower(raw ? (text) => text : redact, raw)));
    const own = is === 'edit' ? await payloadOf(event).catch(noneIfEvicted) : undefined;
    const after = await resultsOf(read, event, payloadOf);
    if (is === 'look') {
      for (const { what } of after) if (what?.is === 'result') follower.saw(what.output);
      continue;
    }
    const change = follower.changed({
      changes: own && changesIn(own.what, whole, worker.session),
      records: [...after, ...(own ? [own] : [])].map((payload) => payload.line()),
    });
    if (page.has(id)) changes.push(await shown(read, event, worker, change));
  }
  return changes;
}

async function resultsOf(read: StoreReader, step: Event, payloadOf: ReadPayload): Promise<readonly Payload[]> {
  const payloads: Payload[] = [];
  for (const event of await read.eventsOfStep(refOf(step.id), mostResults)) {
    if (event.id === step.id || event.role !== 'tool') continue;
    const payload = await payloadOf(event).catch(noneIfEvicted);
    if (payload) payloads.push(payload);
  }
  return payloads;
}

const mostResults = 4;

async function shown(
  read: StoreReader,
  event: Event,
  { session, isSubagent }: Worker,
  change: Omit<FileChange, 'step' | 'prompt' | 'subagent'>,
): Promise<FileChange> {
  const prompt = event.turn ? await read.event(refOf(event.turn)) : undefined;
  return {
    step: { ...toStepElsewhere(event), seq: event.seq },
    prompt: prompt ? { id: prompt.id, summary: prompt.summary } : null,
    subagent: isSubagent ? { uid: session.uid, title: session.title } : null,
    ...change,
  };
}

/** Sessions with calls that changed a file of this path; with `of`, paths in its repository elsewhere count too. */
async function sessionsChanging(
  read: StoreReader,
  whole: string,
  of: Session | null,
): Promise<{
  readonly sessions: readonly FileSession[];
  readonly isAll: boolean;
  readonly edits: readonly FoundEdit[];
}> {
  const { calls, isAll } = await callsNaming(read, pathFrom(whole, of?.cwd ?? null), mostCalls);
  const known = new Map<SessionUid, Session | undefined>();
  const edits: FoundEdit[] = [];
  for (const event of calls) {
    if (!known.has(event.session)) known.set(event.session, await read.session(event.session));
    const session = known.get(event.session);
    if (!session) continue;
    const path = filesIn(event.marks, 'edit', session).find(
      (each) => isSamePath(whole, each) || isCopy(each, session, whole, of),
    );
    if (path !== undefined) edits.push({ event, session, path });
  }
  const sessions = Map.groupBy(edits, ({ session }) => session);
  return {
    sessions: [...sessions]
      .map(([{ uid, source, title, repo, cwd }, own]): FileSession => ({
        uid,
        agent: source,
        title,
        repo,
        path: pathFrom(own[0]!.path, cwd),
        edits: own.length,
        last_at: own.reduce<string | null>(
          (last, { event: { at } }) => (at !== null && at > (last ?? '') ? at : last),
          null,
        ),
      }))
      .toSorted((a, b) => ((a.last_at ?? '') < (b.last_at ?? '') ? 1 : -1)),
    isAll,
    edits,
  };
}

const mostCalls = 500;

/** The file of another checkout: the same place below the folder of a session in the same repository. */
function isCopy(path: string, there: Session, whole: string, here: Session | null): boolean {
  if (!here || here.repo === null || here.repo !== there.repo) return false;
  const own = pathFrom(whole, here.cwd);
  return own !== whole && isSamePath(own, pathFrom(path, there.cwd));
}
