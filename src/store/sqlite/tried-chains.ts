import type { Key } from '../../model/ids.ts';
import { toTriedChains, triedAttemptColumns, type TriedAttempt, type TriedRecord } from '../rows/tried-chains.ts';
import type { ChainFilter, TriedChain } from '../store.ts';
import { ofFingerprint } from './chain-conditions.ts';
import type { Connection } from './connection.ts';

/** One fingerprint after another: the index has each in the order of time, so that no more is read than is wanted. */
export function triedChains(
  connection: Connection,
  fingerprints: readonly Key[],
  filter: ChainFilter,
  limit: number,
): readonly TriedChain[] {
  return [...new Set(fingerprints)].flatMap((fingerprint) => {
    const { from, where, values } = ofFingerprint(filter, fingerprint);
    const latest = `from ${from} ${where} order by c.at desc, c.chain limit ?`;
    const rows = connection.rows(
      `select c.tree, c.chain, c.fingerprint, c.session, c.marks, c.at, c.resolved_at ${latest}`,
      ...values,
      limit,
    );
    const attempts = connection.rows(
      `select ${triedAttemptColumns} from (select c.tree, c.chain ${latest}) c cross join attempt a on a.tree = c.tree and a.chain = c.chain`,
      ...values,
      limit,
    );
    return toTriedChains(rows as readonly TriedRecord[], attempts as readonly TriedAttempt[]);
  });
}
