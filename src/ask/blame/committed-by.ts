import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { isObject } from '../../platform/parse-records.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { payloadOf } from '../event/payload.ts';
import { refOf } from '../walk/step.ts';
import type { Commit } from './commit.ts';

/**
 * The call that made a commit: it commits, and its own result names the commit's hash. Undefined when no call is
 * known to have.
 */
export async function committedBy(
  read: StoreReader,
  commit: Commit,
  /** Where to look when nothing is found by the commit's subject. */
  sessions: readonly SessionUid[],
  { sources }: { readonly sources: readonly Source[] },
): Promise<Event | undefined> {
  const seen = new Set<EventId>();
  const isIt = async (call: Event): Promise<boolean> => {
    if (call.step !== call.id || call.tool === null || seen.has(call.id)) return false;
    seen.add(call.id);
    return await madeCommit(read, call, commit.hash, sources);
  };
  for (const text of [`commit ${words(commit.subject)}`, words(commit.subject)]) {
    const { hits } = await read.search({ text, limit: maxCalls });
    for (const { event } of hits) if (await isIt(event)) return event;
  }
  for (const session of sessions.slice(0, 10)) {
    for await (const call of callsOf(read, session))
      if (
        call.act !== 'read' &&
        call.act !== 'edit' &&
        /commit|merge|rebase|pick|revert/.test(call.summary) &&
        (await isIt(call))
      )
        return call;
  }
  return undefined;
}

const maxCalls = 50;

/** The beginning of a subject: of a long one the end may not be in the index. */
function words(subject: string): string {
  return subject
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .join(' ');
}

async function madeCommit(read: StoreReader, call: Event, hash: string, sources: readonly Source[]): Promise<boolean> {
  const whatOf = async (event: Event): Promise<What | null | undefined> =>
    (await payloadOf(read, event, { sources, raw: true }).catch(noneIfEvicted))?.what;
  const what = await whatOf(call);
  if (what?.is !== 'call') return false;
  // Some sources record commits themselves, with their hash.
  if (isObject(what.input) && what.input['hash'] === hash) return true;
  const commits = operationsOf(parseCall(what.tool, what.input)).some(
    (operation) => operation.does === 'vcs' && committing.has(operation.verb),
  );
  if (!commits) return false;
  for (const event of await read.eventsOfStep(refOf(call.id), 20)) {
    if (event.id === call.id) continue;
    const result = await whatOf(event);
    if (result?.is === 'result' && printed(result.output, hash)) return true;
  }
  return false;
}

const committing = new Set(['commit', 'merge', 'cherry-pick', 'revert', 'rebase', 'am', 'pull']);

/** `[main 1a2b3c4] subject`, as git prints a new commit; a hash that is only mentioned does not count. */
function printed(output: string, hash: string): boolean {
  return [...output.matchAll(/^\[[^\]\n]*\b([0-9a-f]{4,64})\] /gm)].some(([, short]) => hash.startsWith(short!));
}

async function* callsOf(read: StoreReader, session: SessionUid): AsyncGenerator<Event> {
  for (let after = 0; ;) {
    const steps = await read.steps(session, { after, limit: 500 });
    yield* steps;
    if (steps.length < 500) return;
    after = steps.at(-1)!.seq;
  }
}
