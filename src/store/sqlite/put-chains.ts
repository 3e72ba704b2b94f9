import { eventId, keyOf, type Key } from '../../model/ids.ts';
import type { ChainRow } from '../store.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import type { KeptChain } from '../rows/kept-chain.ts';
import { putAttempt } from './put-attempt.ts';
import { knownEvents } from './shims.ts';
import { withWhatWasSaid } from '../rows/said-of-chain.ts';
import { toldAttempts } from './say-of-chain.ts';
import { whole } from '../rows/whole.ts';

/**
 * Keeps chains that were mined. One whose failing event is not here is left out, and one that is resolved is not
 * opened again: a fork that did not get that far knows less.
 */
export function putMinedChains(connection: Connection, rows: readonly ChainRow[]): void {
  for (const [tree, ofTree] of Map.groupBy(rows, (row) => row.tree)) {
    const here = knownEvents(
      connection,
      tree,
      ofTree.map(({ chain }) => chain),
    );
    for (const row of ofTree) if (here.has(row.chain)) putMinedChain(connection, row);
  }
}

function putMinedChain(connection: Connection, row: ChainRow): void {
  const before = connection.get<Before>(
    'select state, resolved_at, said from chain where tree = ? and chain = ?',
    row.tree,
    row.chain,
  );
  if (before && before.said === null && chainStateCodes.decode(before.state) === 'resolved' && row.state !== 'resolved')
    return;
  const mined = { ...row, said: null, attempts: row.attempts.map((attempt) => ({ ...attempt, told: false })) };
  putChain(
    connection,
    before?.said ? withWhatWasSaid(mined, { ...before, said: before.said }, toldAttempts(connection, mined)) : mined,
  );
}

interface Before {
  readonly state: number;
  readonly resolved_at: number | null;
  readonly said: string | null;
}

export function putToldChain(connection: Connection, row: ChainRow): void {
  putChain(connection, { ...row, said: null, attempts: row.attempts.map((attempt) => ({ ...attempt, told: true })) });
}

function putChain(connection: Connection, row: KeptChain): void {
  const { tree, chain, attempts } = row;
  connection.run(
    `insert into chain values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set
       session = excluded.session, basis = excluded.basis, kind = excluded.kind, state = excluded.state, fingerprint = excluded.fingerprint,
       type = excluded.type, message = excluded.message, action = excluded.action, marks = excluded.marks, context = excluded.context, at = excluded.at, resolved_at = excluded.resolved_at,
       verified_by = excluded.verified_by, culprit = case excluded.culprit when '' then culprit else excluded.culprit end, said = excluded.said`,
    tree,
    chain,
    row.session,
    chainBasisCodes.encode(row.basis),
    errorKindCodes.encode(row.kind),
    chainStateCodes.encode(row.state),
    putFailure(connection, row.fingerprint, row.type),
    row.type,
    row.message,
    row.action,
    row.marks.join('\n'),
    row.context,
    whole(row.at),
    whole(row.resolvedAt),
    row.verifiedBy ? eventId(row.verifiedBy) : '',
    row.culprit.map(eventId).join(' '),
    row.said,
  );
  dropParts(connection, tree, chain);
  attempts.forEach((attempt, index) => putAttempt(connection, { tree, chain }, index + 1, attempt));
  row.also.forEach((text, index) => {
    connection.run(
      'insert into complaint values (?, ?, ?, ?)',
      tree,
      chain,
      index + 1,
      putFailure(connection, text, ''),
    );
  });
}

function dropParts(connection: Connection, tree: Key, chain: Key): void {
  for (const table of ['attempt', 'complaint'])
    connection.run(`delete from ${table} where tree = ? and chain = ?`, tree, chain);
}

/** Failures are few and come again and again: most are here. */
function putFailure(connection: Connection, text: string, type: string): Key {
  const fingerprint = keyOf(text);
  connection.run(
    `insert into failure values (?, ?, ?, null) on conflict do update set type = excluded.type where failure.type = '' and excluded.type <> ''`,
    fingerprint,
    text,
    type,
  );
  return fingerprint;
}

/** With what belongs to them. */
export function dropChains(connection: Connection, condition: string, ...values: readonly (string | number)[]): void {
  for (const table of ['attempt', 'complaint']) {
    connection.run(
      `delete from ${table} where (tree, chain) in (select tree, chain from chain where ${condition})`,
      ...values,
    );
  }
  connection.run(`delete from chain where ${condition}`, ...values);
  connection.run(
    `delete from failure where not exists (select 1 from chain c where c.fingerprint = failure.fingerprint)
        and not exists (select 1 from complaint c where c.fingerprint = failure.fingerprint)`,
  );
}
