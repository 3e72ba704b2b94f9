import { eventId, keyOf, type Key } from '../../model/ids.ts';
import type { ChainRow } from '../store.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from './codes.ts';
import type { Connection } from './connection.ts';
import { knownEvents } from './known-events.ts';
import { whole } from './whole.ts';

/** Keeps chains that were mined. One whose failing event is not here is left out, and one that is resolved is not opened again by another session. */
export function putMinedChains(connection: Connection, rows: readonly ChainRow[]): void {
  for (const [tree, ofTree] of Map.groupBy(rows, (row) => row.tree)) {
    const here = knownEvents(connection, tree, ofTree.map(({ chain }) => chain));
    for (const row of ofTree) if (here.has(row.chain) && !isSettledElsewhere(connection, row)) putChain(connection, row);
  }
}

/** A resume knows the failures of the session it came from, and may have resolved them; a second one that did not changes nothing. */
function isSettledElsewhere(connection: Connection, { tree, chain, session, state }: ChainRow): boolean {
  const before = connection.get<{ session: string | null; state: number }>('select session, state from chain where tree = ? and chain = ?', tree, chain);
  return before !== undefined && before.session !== session && rank(chainStateCodes.decode(before.state)!) >= rank(state);
}

function rank(state: ChainRow['state']): number {
  return state === 'resolved' ? 2 : state === 'unverified' ? 1 : 0;
}

export function putChain(connection: Connection, row: ChainRow): void {
  const { tree, chain, attempts } = row;
  connection.run(
    `insert into chain values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set
       session = excluded.session, basis = excluded.basis, kind = excluded.kind, state = excluded.state, fingerprint = excluded.fingerprint,
       type = excluded.type, message = excluded.message, context = excluded.context, at = excluded.at, resolved_at = excluded.resolved_at,
       verified_by = excluded.verified_by, culprit = excluded.culprit`,
    tree, chain, row.session, chainBasisCodes.encode(row.basis), errorKindCodes.encode(row.kind), chainStateCodes.encode(row.state),
    putFailure(connection, row.fingerprint, row.type), row.type, row.message, row.context, whole(row.at), whole(row.resolvedAt),
    row.verifiedBy ? eventId(row.verifiedBy) : '', row.culprit.map(eventId).join(' '),
  );
  dropParts(connection, tree, chain);
  attempts.forEach(({ id, action, codeChanges, successful, marks, at }, index) => {
    connection.run(
      'insert into attempt values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      tree, chain, index + 1, id.tree, id.event, action, codeChanges, successful === null ? null : Number(successful), marks.join('\n'), whole(at),
    );
  });
  row.also.forEach((text, index) => {
    connection.run('insert into complaint values (?, ?, ?, ?)', tree, chain, index + 1, putFailure(connection, text, ''));
  });
}

function dropParts(connection: Connection, tree: Key, chain: Key): void {
  for (const table of ['attempt', 'complaint']) connection.run(`delete from ${table} where tree = ? and chain = ?`, tree, chain);
}

/** Failures are few and come again and again: most are here. */
function putFailure(connection: Connection, text: string, type: string): Key {
  const fingerprint = keyOf(text);
  connection.run(
    `insert into failure values (?, ?, ?, null) on conflict do update set type = excluded.type where failure.type = '' and excluded.type <> ''`,
    fingerprint, text, type,
  );
  return fingerprint;
}

/** With what belongs to them. */
export function dropChains(connection: Connection, condition: string, ...values: readonly (string | number)[]): void {
  for (const table of ['attempt', 'complaint']) {
    connection.run(`delete from ${table} where (tree, chain) in (select tree, chain from chain where ${condition})`, ...values);
  }
  connection.run(`delete from chain where ${condition}`, ...values);
  connection.run(
    `delete from failure where not exists (select 1 from chain c where c.fingerprint = failure.fingerprint)
        and not exists (select 1 from complaint c where c.fingerprint = failure.fingerprint)`,
  );
}
