import type { Key } from '../../model/ids.ts';
import { toTriedChains, triedAttemptColumns, type TriedAttempt, type TriedRecord } from '../rows/tried-chains.ts';
import type { ChainFilter, TriedChain } from '../store.ts';
import { ofFingerprints } from './chain-conditions.ts';
import type { Sql } from './sql.ts';

export async function triedChains(
  sql: Sql,
  fingerprints: readonly Key[],
  filter: ChainFilter,
  limit: number,
): Promise<readonly TriedChain[]> {
  const { from, where, values } = ofFingerprints(filter, fingerprints);
  const rows = (await sql.rows(
    `select tree, chain, fingerprint, session, marks, at, resolved_at from (
       select c.tree, c.chain, c.fingerprint, c.session, c.marks, c.at, c.resolved_at, row_number() over (partition by c.fingerprint order by c.at desc nulls last, c.chain) as place
         from ${from} ${where}) c where place <= ? order by fingerprint, place`,
    ...values,
    limit,
  )) as unknown as readonly TriedRecord[];
  const attempts = await sql.rows(
    `select ${triedAttemptColumns} from unnest(?::bigint[], ?::bigint[]) w(tree, chain) join attempt a on a.tree = w.tree and a.chain = w.chain`,
    rows.map(([tree]) => tree),
    rows.map(([, chain]) => chain),
  );
  return toTriedChains(rows, attempts as unknown as readonly TriedAttempt[]);
}
