import type { ChainRef } from '../../model/ids.ts';
import type { KeptAttempt } from '../rows/kept-chain.ts';
import { whole } from '../rows/whole.ts';
import type { Connection } from './connection.ts';

export function putAttempt(
  connection: Connection,
  { tree, chain }: ChainRef,
  number: number,
  attempt: KeptAttempt,
): void {
  const { id, action, codeChanges, successful, marks, at, told } = attempt;
  connection.run(
    'insert into attempt values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    tree,
    chain,
    number,
    id.tree,
    id.event,
    action,
    codeChanges,
    successful === null ? null : Number(successful),
    marks.join('\n'),
    whole(at),
    Number(told),
  );
}
