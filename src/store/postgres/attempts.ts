import type { ChainRef } from '../../model/ids.ts';
import { attemptColumns, toKeptAttempt, type AttemptRecord, type KeptAttempt } from '../rows/kept-chain.ts';
import { whole } from '../rows/whole.ts';
import type { Sql } from './sql.ts';

interface NumberedAttempt extends ChainRef {
  readonly number: number;
  readonly attempt: KeptAttempt;
}

const columns = {
  tree: 'bigint',
  chain: 'bigint',
  number: 'integer',
  id_tree: 'bigint',
  id: 'bigint',
  action: 'text',
  code_changes: 'text',
  successful: 'smallint',
  marks: 'text',
  at: 'bigint',
  told: 'smallint',
};

export async function putAttempts(sql: Sql, attempts: readonly NumberedAttempt[]): Promise<void> {
  await sql.insert(
    'attempt',
    columns,
    attempts.map(({ tree, chain, number, attempt: { id, action, codeChanges, successful, marks, at, told } }) => ({
      tree,
      chain,
      number,
      id_tree: id.tree,
      id: id.event,
      action,
      code_changes: codeChanges,
      successful: successful === null ? null : Number(successful),
      marks: marks.join('\n'),
      at: whole(at),
      told: Number(told),
    })),
  );
}

/** What was told of a failure, beside what was mined. */
export async function toldAttempts(sql: Sql, { tree, chain }: ChainRef): Promise<readonly KeptAttempt[]> {
  const rows = await sql.all<AttemptRecord>(
    `select ${attemptColumns} from attempt a where a.tree = ? and a.chain = ? and a.told = 1 order by a.number`,
    tree,
    chain,
  );
  return rows.map(toKeptAttempt);
}
