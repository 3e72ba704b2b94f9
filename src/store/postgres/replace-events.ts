import type { Key } from '../../model/ids.ts';
import { kindCodes } from '../rows/codes.ts';
import type { Replacement } from '../store.ts';
import { noTally } from '../rows/tally.ts';
import type { Used } from '../rows/usage-sums.ts';
import { addTally, sessionNumber } from './shims.ts';
import { knownEvents } from './shims.ts';
import { dropEdges, moveEdges } from './move-edges.ts';
import { addUsage } from './put-usage.ts';
import type { Sql } from './sql.ts';

interface Old extends Used {
  readonly seq: number;
  readonly kind: number;
  readonly step: number | null;
  readonly turn: number | null;
}

/** Removes events that others stand for now. */
export async function replaceEvents(sql: Sql, tree: Key, replaced: readonly Replacement[]): Promise<void> {
  for (const { session: uid, old: id, by } of replaced) {
    const session = await sessionNumber(sql, tree, uid);
    const old =
      session === undefined
        ? undefined
        : await sql.get<Old>(
            'select seq, kind, step, turn, at, model, input, output, cache_read, cache_write, cache_write_1h, usd from event where tree = ? and id = ? and session = ?',
            tree,
            id,
            session,
          );
    if (!old) continue;
    for (const column of ['parent', 'step', 'turn']) {
      await sql.run(
        `update event set ${column} = ? where tree = ? and session = ? and ${column} = ? and seq <> ?`,
        -by,
        tree,
        session!,
        old.seq,
        old.seq,
      );
    }
    const inItsPlace = (await knownEvents(sql, tree, [by])).get(by);
    if (inItsPlace?.session === session)
      await moveEdges(sql, { tree, session: session!, old: { id, seq: old.seq }, by: inItsPlace! });
    else await dropEdges(sql, { tree, session: session!, seq: old.seq });
    await sql.run('delete from event where tree = ? and session = ? and seq = ?', tree, session!, old.seq);
    await addUsage(sql, { tree, session: session!, sign: -1 }, [old]);
    await addTally(
      sql,
      { tree, session: session!, sign: -1 },
      {
        ...noTally,
        events: 1,
        steps: Number(old.step === old.seq),
        turns: Number(old.turn === old.seq),
        errors: Number(old.kind === kindCodes.encode('error')),
        retries: Number(old.kind === kindCodes.encode('retry')),
      },
    );
  }
}
