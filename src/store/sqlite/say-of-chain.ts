import type { ChainRef, EventRef } from '../../model/ids.ts';
import type { ChainWord } from '../store.ts';
import { chainBasisCodes, chainStateCodes } from './codes.ts';
import type { Connection } from './connection.ts';
import { attemptColumns, putAttempt, toKeptAttempt, type AttemptRecord, type KeptAttempt, type KeptChain } from './kept-chain.ts';
import { whole } from './whole.ts';

/** What somebody said of a failure that was mined, besides attempts, which say so themselves. */
interface Said {
  readonly helped?: readonly EventRef[];
  readonly state?: 'resolved' | 'failed';
}

/** Adds it to what is told of the failure; of one that was mined it is remembered whose word it was. */
export function sayOfChain(connection: Connection, ref: ChainRef, { attempt, helped, end }: ChainWord): void {
  const { tree, chain } = ref;
  const before = connection.get<{ basis: number; said: string | null }>('select basis, said from chain where tree = ? and chain = ?', tree, chain);
  if (!before) return;
  if (attempt) {
    const { last } = connection.get<{ last: number | null }>('select max(number) as last from attempt where tree = ? and chain = ?', tree, chain)!;
    putAttempt(connection, ref, (last ?? 0) + 1, { ...attempt, told: true });
  }
  if (helped) connection.run('update attempt set successful = 1 where tree = ? and chain = ? and id_tree = ? and id = ?', tree, chain, helped.tree, helped.event);
  if (end) {
    const resolvedAt = end.state === 'resolved' ? whole(end.at) : null;
    connection.run('update chain set state = ?, resolved_at = ? where tree = ? and chain = ?', chainStateCodes.encode(end.state), resolvedAt, tree, chain);
  }
  if (chainBasisCodes.decode(before.basis) === 'told') return;
  const earlier = (before.said === null ? {} : JSON.parse(before.said)) as Said;
  const said: Said = { ...earlier, ...(helped && { helped: [...(earlier.helped ?? []), helped] }), ...(end && { state: end.state }) };
  connection.run('update chain set said = ? where tree = ? and chain = ?', JSON.stringify(said), tree, chain);
}

/** The attempt that was last said to have helped. */
export function namedFix(said: string): EventRef | undefined {
  return (JSON.parse(said) as Said).helped?.at(-1);
}

/** What is mined again, with what was said of it before: that holds. */
export function withWhatWasSaid(connection: Connection, mined: KeptChain, before: { readonly said: string; readonly resolved_at: number | null }): KeptChain {
  const { helped = [], state } = JSON.parse(before.said) as Said;
  const attempts = mined.attempts.map((attempt) => (helped.some((ref) => isSame(ref, attempt.id)) ? { ...attempt, successful: true } : attempt));
  for (const told of toldAttempts(connection, mined)) {
    const later = attempts.findIndex(({ at }) => at !== null && told.at !== null && at > told.at);
    attempts.splice(later < 0 ? attempts.length : later, 0, told);
  }
  return { ...mined, attempts, said: before.said, ...(state && { state, resolvedAt: before.resolved_at }) };
}

function isSame(a: EventRef, b: EventRef): boolean {
  return a.tree === b.tree && a.event === b.event;
}

function toldAttempts(connection: Connection, { tree, chain }: ChainRef): readonly KeptAttempt[] {
  return connection.all<AttemptRecord>(`select ${attemptColumns} from attempt a where a.tree = ? and a.chain = ? and a.told = 1 order by a.number`, tree, chain).map(toKeptAttempt);
}
