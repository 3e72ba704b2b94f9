import type { ChainRef } from '../../model/ids.ts';
import type { AttemptRow, ChainRow } from '../store.ts';
import type { Connection } from './connection.ts';
import { whole } from './whole.ts';

/** A chain as it is kept: with whose word is what. */
export interface KeptChain extends ChainRow {
  /** JSON, see say-of-chain.ts. */
  readonly said: string | null;
  readonly attempts: readonly KeptAttempt[];
}

export interface KeptAttempt extends AttemptRow {
  readonly told: boolean;
}

export function putAttempt(connection: Connection, { tree, chain }: ChainRef, number: number, attempt: KeptAttempt): void {
  const { id, action, codeChanges, successful, marks, at, told } = attempt;
  connection.run(
    'insert into attempt values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    tree, chain, number, id.tree, id.event, action, codeChanges, successful === null ? null : Number(successful), marks.join('\n'), whole(at), Number(told),
  );
}
