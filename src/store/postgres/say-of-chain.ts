import type { ChainRef } from '../../model/ids.ts';
import { chainBasisCodes, chainStateCodes } from '../rows/codes.ts';
import { withWord } from '../rows/said-of-chain.ts';
import type { ChainWord } from '../store.ts';
import { whole } from '../rows/whole.ts';
import { putAttempts } from './attempts.ts';
import type { Sql } from './sql.ts';

/** Adds it to what is told of the failure; of one that was mined it is remembered whose word it was. */
export async function sayOfChain(sql: Sql, ref: ChainRef, word: ChainWord): Promise<void> {
  const { attempt, helped, end } = word;
  const { tree, chain } = ref;
  const before = await sql.get<{ basis: number; said: string | null }>(
    'select basis, said from chain where tree = ? and chain = ?',
    tree,
    chain,
  );
  if (!before) return;
  if (attempt) {
    const { last } = (await sql.get<{ last: number }>(
      'select coalesce(max(number), 0) as last from attempt where tree = ? and chain = ?',
      tree,
      chain,
    ))!;
    await putAttempts(sql, [{ tree, chain, number: last + 1, attempt: { ...attempt, told: true } }]);
  }
  if (helped)
    await sql.run(
      'update attempt set successful = 1 where tree = ? and chain = ? and id_tree = ? and id = ?',
      tree,
      chain,
      helped.tree,
      helped.event,
    );
  if (end) {
    const resolvedAt = end.state === 'resolved' ? whole(end.at) : null;
    await sql.run(
      'update chain set state = ?, resolved_at = ? where tree = ? and chain = ?',
      chainStateCodes.encode(end.state),
      resolvedAt,
      tree,
      chain,
    );
  }
  if (chainBasisCodes.decode(before.basis) === 'told') return;
  await sql.run('update chain set said = ? where tree = ? and chain = ?', withWord(before.said, word), tree, chain);
}
