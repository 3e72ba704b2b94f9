import type { Key, SessionUid } from '../../../model/ids.ts';
import { basisCodes, chainBasisCodes, kindCodes } from '../../rows/codes.ts';
import { noCounters } from '../../rows/session-counters.ts';
import type { SecondaryAnalysis } from '../../store.ts';
import { dropChains, putMinedChains } from '../chains/put-chains.ts';
import type { Dialect } from '../dialect.ts';
import { dropEdges } from '../edges/move-edges.ts';
import { putEdges } from '../edges/put-edges.ts';
import { knownEvents } from '../events/known-events.ts';
import { hasPrimaryEvents, hasSecondaryFiles } from '../events/secondary-events.ts';
import { all, run, type Query } from '../query.ts';
import { requestDigest } from '../sessions/digests.ts';
import { addCounters, sessionNumber } from '../sessions/put-session.ts';

/** Stores what secondary sources show of a session, in place of what they showed before. */
export function* putSecondaryAnalysis(
  db: Dialect,
  { tree, session: uid, marks, edges, chains }: SecondaryAnalysis,
): Query<void> {
  const session = yield* sessionNumber(tree, uid);
  if (session === undefined) return;
  yield* dropAnalysis(db, { tree, session, uid });
  for (const { id, seq } of (yield* knownEvents(db, tree, [...marks.keys()])).values())
    yield* run(
      'update event set marks = ? where tree = ? and session = ? and seq = ?',
      marks.get(id)!.join('\n'),
      tree,
      session,
      seq,
    );
  yield* putEdges(db, edges, {});
  yield* putMinedChains(db, chains);
  yield* requestDigest(db, uid);
}

/**
 * The transcript of these sessions is about to come. Where it is its first part, what secondary sources showed without
 * it is dropped: causes and failures, prompts and answers, which the transcript has too, the title and the times.
 */
export function* supersedeSecondary(db: Dialect, tree: Key, uids: Iterable<SessionUid>): Query<void> {
  if (!(yield* hasSecondaryFiles(tree))) return;
  for (const uid of uids) {
    const session = yield* sessionNumber(tree, uid);
    if (session === undefined || (yield* hasPrimaryEvents(tree, session))) continue;
    yield* dropAnalysis(db, { tree, session, uid });
    yield* dropDialogue(db, tree, session);
    yield* run(
      `update session set first_words = null, by_person = 0, wall_clock_ms = 0, started_at = null, ended_at = null
        where tree = ? and session = ?`,
      tree,
      session,
    );
  }
}

interface Place {
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
}

/** What people said about a failure stays, with the failure. */
function* dropAnalysis(db: Dialect, { tree, session, uid }: Place): Query<void> {
  yield* run('update event set marks = null where tree = ? and session = ? and marks is not null', tree, session);
  yield* run(
    'delete from edge where tree = ? and session = ? and basis = ?',
    tree,
    session,
    basisCodes.encode('inferred')!,
  );
  yield* dropChains(
    'tree = ? and session = ? and basis = ? and said is null',
    tree,
    uid,
    chainBasisCodes.encode('mined')!,
  );
  yield* db.chains.dropUnusedFailures();
}

function* dropDialogue(db: Dialect, tree: Key, session: number): Query<void> {
  const found = yield* all<{ seq: number; kind: number }>(
    'select seq, kind from event where tree = ? and session = ? and kind in (?, ?)',
    tree,
    session,
    prompt,
    kindCodes.encode('completion')!,
  );
  if (found.length === 0) return;
  for (const { seq } of found) {
    for (const column of ['turn', 'parent', 'root'])
      yield* run(
        `update event set ${column} = null where tree = ? and session = ? and ${column} = ?`,
        tree,
        session,
        seq,
      );
    yield* dropEdges({ tree, session, seq });
    yield* db.dropSearchText(tree, session, seq);
    yield* run('delete from event where tree = ? and session = ? and seq = ?', tree, session, seq);
  }
  const prompts = found.filter(({ kind }) => kind === prompt).length;
  yield* addCounters(
    db,
    { tree, session, sign: -1 },
    { ...noCounters, events: found.length, steps: prompts, turns: prompts },
  );
}

const prompt = kindCodes.encode('user_msg')!;
