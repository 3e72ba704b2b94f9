import { errorTypeOf } from '../../memory/errors/failures/error-type.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import type { Event } from '../../model/event.ts';
import { eventRef, type EventId, type EventRef, type SessionUid } from '../../model/ids.ts';
import { judgedConfidence, type JudgedStory, type Judgement } from '../../model/judgement.ts';
import type { AttemptRow, ChainRow, EdgeRow, Store } from '../../store/store.ts';

/** Shows the judgement of a session in the answers, if there is one: after it was made, and after every rebuild. */
export async function applyJudgement(store: Store, session: SessionUid): Promise<void> {
  const judgement = await store.read.judgement(session);
  if (judgement === undefined) return;
  const tree = await store.read.treeOf(session);
  if (tree === undefined) return;
  await store.write.applyJudgement({
    tree,
    session,
    by: { model: judgement.model, at: judgement.at },
    edges: judgedEdges(judgement),
    chains: await judgedChains(store, judgement),
  });
}

function judgedEdges({ calls, model }: Judgement): readonly EdgeRow[] {
  return calls.flatMap(({ step, causes }) =>
    causes.map(({ step: cause, type }, rank): EdgeRow => ({
      cause: eventRef(cause)!,
      effect: eventRef(step)!,
      types: [type],
      basis: 'judged',
      // The most important one stays the first.
      confidence: judgedConfidence - rank / 100,
      evidence: [`judged by ${model}`],
    })),
  );
}

async function judgedChains({ read }: Store, { session, stories }: Judgement): Promise<readonly ChainRow[]> {
  const ids = [...new Set(stories.flatMap(stepsIn))];
  const steps = new Map((await read.eventsOf(ids.map((id) => eventRef(id)!))).map((event) => [event.id, event]));
  return stories.flatMap((story) => {
    const failed = steps.get(story.step);
    return failed ? [chainOf(story, failed, session, steps)] : [];
  });
}

function stepsIn({ step, attempts, fix, verified_by }: JudgedStory): readonly EventId[] {
  return [step, ...attempts, ...fix, ...(verified_by === null ? [] : [verified_by])];
}

function chainOf(
  { step, kind, message, culprit, attempts, fix, verified_by }: JudgedStory,
  failed: Event,
  session: SessionUid,
  steps: ReadonlyMap<EventId, Event>,
): ChainRow {
  const { tree, event } = eventRef(step)!;
  const text = message || failed.summary;
  const proof = verified_by === null ? undefined : steps.get(verified_by);
  const tried = (ids: readonly EventId[], successful: boolean | null): readonly AttemptRow[] =>
    ids.flatMap((id) => {
      const made = steps.get(id);
      const row = { id: eventRef(id)!, codeChanges: null, successful };
      return made ? [{ ...row, action: made.summary, marks: made.marks, at: timeOf(made) }] : [];
    });
  return {
    tree,
    chain: event,
    basis: 'mined',
    session,
    kind,
    type: errorTypeOf(text),
    message: text,
    fingerprint: fingerprintOf(text),
    also: [],
    lines: [text],
    action: failed.summary,
    marks: failed.marks,
    context: null,
    at: timeOf(failed),
    state: verified_by !== null ? 'resolved' : fix.length > 0 ? 'unverified' : 'open',
    resolvedAt: proof ? timeOf(proof) : null,
    verifiedBy: verified_by === null ? null : eventRef(verified_by)!,
    culprit: culprit.map((id): EventRef => eventRef(id)!),
    attempts: [...tried(attempts, false), ...tried(fix, verified_by === null ? null : true)].toSorted(
      (a, b) => (a.at ?? 0) - (b.at ?? 0),
    ),
  };
}

function timeOf({ at }: Event): number | null {
  return at === null ? null : Date.parse(at);
}
