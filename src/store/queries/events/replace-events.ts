import type { Key } from '../../../model/ids.ts';
import { kindCodes } from '../../rows/codes.ts';
import { noCounters } from '../../rows/session-counters.ts';
import type { Used } from '../../rows/usage-sums.ts';
import type { Replacement } from '../../store.ts';
import { moveChain } from '../chains/put-chains.ts';
import type { Dialect } from '../dialect.ts';
import { dropEdges, moveEdges } from '../edges/move-edges.ts';
import { get, run, type Query } from '../query.ts';
import { addCounters, sessionNumber } from '../sessions/put-session.ts';
import { addUsage } from '../usage/put-usage.ts';
import { knownEvents } from './known-events.ts';

interface Old extends Used {
  readonly seq: number;
  readonly kind: number;
  readonly step: number | null;
  readonly turn: number | null;
}

/** Removes events that others replace. */
export function* replaceEvents(db: Dialect, tree: Key, replaced: readonly Replacement[]): Query<void> {
  for (const { session: uid, old: id, by } of replaced) {
    const session = yield* sessionNumber(tree, uid);
    if (session === undefined) continue;
    const old = yield* get<Old>(
      `select seq, kind, step, turn, at, ${db.modelOfEvent} as model, input, output, cache_read, cache_write,
              cache_write_1h, usd
         from event where id = ? and ${db.unindexed('tree')} = ? and session = ?`,
      id,
      tree,
      session,
    );
    if (!old) continue;
    for (const column of ['parent', 'step', 'turn', 'root']) {
      yield* run(
        `update event set ${column} = ? where tree = ? and session = ? and ${column} = ? and seq <> ?`,
        -by,
        tree,
        session,
        old.seq,
        old.seq,
      );
    }
    const replacement = (yield* knownEvents(db, tree, [by])).get(by);
    if (replacement?.session === session)
      yield* moveEdges({ tree, session, old: { id, seq: old.seq }, by: replacement });
    else yield* dropEdges({ tree, session, seq: old.seq });
    yield* moveChain(tree, id, by);
    yield* db.dropSearchText(tree, session, old.seq);
    yield* run('delete from event where tree = ? and session = ? and seq = ?', tree, session, old.seq);
    yield* addUsage({ tree, session, sign: -1 }, [old]);
    yield* addCounters(
      db,
      { tree, session, sign: -1 },
      {
        ...noCounters,
        events: 1,
        steps: Number(old.step === old.seq),
        turns: Number(old.turn === old.seq),
        errors: Number(old.kind === kindCodes.encode('error')),
        retries: Number(old.kind === kindCodes.encode('retry')),
      },
    );
  }
}
