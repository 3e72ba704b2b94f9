import type { Key } from '../../model/ids.ts';
import type { Replacement } from '../store.ts';
import { kindCodes } from '../rows/codes.ts';
import { addTally, sessionNumber } from './shims.ts';
import type { Connection } from './connection.ts';
import { knownEvents } from './shims.ts';
import { modelOfEvent } from './model-codes.ts';
import { dropEdges, moveEdges } from './move-edges.ts';
import { addUsage } from './put-usage.ts';
import type { Used } from '../rows/usage-sums.ts';
import { noTally } from '../rows/tally.ts';

interface Old extends Used {
  readonly rowid: number;
  readonly seq: number;
  readonly doc: number | null;
  readonly kind: number;
  readonly step: number | null;
  readonly turn: number | null;
}

/** Removes events that others stand for now. */
export function replaceEvents(connection: Connection, tree: Key, replaced: readonly Replacement[]): void {
  for (const { session: uid, old: id, by } of replaced) {
    const session = sessionNumber(connection, tree, uid);
    const old =
      session === undefined
        ? undefined
        : connection.get<Old>(
            `select rowid, seq, doc, kind, step, turn, at, ${modelOfEvent} as model, input, output, cache_read, cache_write, cache_write_1h, usd from event
        where id = ? and +tree = ? and session = ?`,
            id,
            tree,
            session,
          );
    if (!old) continue;
    for (const column of ['parent', 'step', 'turn']) {
      connection.run(
        `update event set ${column} = ? where tree = ? and session = ? and ${column} = ? and seq <> ?`,
        -by,
        tree,
        session!,
        old.seq,
        old.seq,
      );
    }
    const inItsPlace = knownEvents(connection, tree, [by]).get(by);
    if (inItsPlace?.session === session)
      moveEdges(connection, { tree, session: session!, old: { id, seq: old.seq }, by: inItsPlace! });
    else dropEdges(connection, { tree, session: session!, seq: old.seq });
    if (old.doc !== null) connection.run('delete from search where rowid = ?', old.doc);
    connection.run('delete from event where rowid = ?', old.rowid);
    addUsage(connection, { tree, session: session!, sign: -1 }, [old]);
    addTally(
      connection,
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
