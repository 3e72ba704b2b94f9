import type { ChainRef } from '../../model/ids.ts';
import { chainBasisCodes, chainStateCodes } from '../rows/codes.ts';
import { attemptColumns, toKeptAttempt, type AttemptRecord, type KeptAttempt } from '../rows/kept-chain.ts';
import { withWord } from '../rows/said-of-chain.ts';
import type { ChainWord } from '../store.ts';
import { whole } from '../rows/whole.ts';
import type { Connection } from './connection.ts';
import { putAttempt } from './put-attempt.ts';

/** Adds it to what is told of the failure; of one that was mined it is remembered whose word it was. */
export function sayOfChain(connection: Connection, ref: ChainRef, word: ChainWord): void {
  const { attempt, helped, end } = word;
  const { tree, chain } = ref;
  const before = connection.get<{ basis: number; said: string | null }>(
    'select basis, said from chain where tree = ? and chain = ?',
    tree,
    chain,
  );
  if (!before) return;
  if (attempt) {
    const { last } = connection.get<{ last: number | null }>(
      'select max(number) as last from attempt where tree = ? and chain = ?',
      tree,
      chain,
    )!;
    putAttempt(connection, ref, (last ?? 0) + 1, { ...attempt, told: true });
  }
  if (helped)
    connection.run(
      'update attempt set successful = 1 where tree = ? and chain = ? and id_tree = ? and id = ?',
      tree,
      chain,
      helped.tree,
      helped.event,
    );
  if (end) {
    const resolvedAt = end.state === 'resolved' ? whole(end.at) : null;
    connection.run(
      'update chain set state = ?, resolved_at = ? where tree = ? and chain = ?',
      chainStateCodes.encode(end.state),
      resolvedAt,
      tree,
      chain,
    );
  }
  if (chainBasisCodes.decode(before.basis) === 'told') return;
  connection.run('update chain set said = ? where tree = ? and chain = ?', withWord(before.said, word), tree, chain);
}

/** What was told of a failure, beside what was mined. */
export function toldAttempts(connection: Connection, { tree, chain }: ChainRef): readonly KeptAttempt[] {
  return connection
    .all<AttemptRecord>(
      `select ${attemptColumns} from attempt a where a.tree = ? and a.chain = ? and a.told = 1 order by a.number`,
      tree,
      chain,
    )
    .map(toKeptAttempt);
}
