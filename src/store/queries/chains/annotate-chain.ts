import type { ChainRef } from '../../../model/ids.ts';
import { addNote } from '../../rows/chain-notes.ts';
import { chainBasisCodes, chainStateCodes } from '../../rows/codes.ts';
import { whole } from '../../rows/whole.ts';
import type { ChainNote } from '../../store.ts';
import { get, run, type Query } from '../query.ts';
import { putAttempts } from './put-chains.ts';

/**
 * Adds what a person or a program knows of a failure. For a mined one it is stored separately, so that it survives a
 * rebuild.
 */
export function* annotateChain({ tree, chain }: ChainRef, note: ChainNote): Query<void> {
  const { attempt, helped, end } = note;
  const before = yield* get<{ basis: number; said: string | null }>(
    'select basis, said from chain where tree = ? and chain = ?',
    tree,
    chain,
  );
  if (!before) return;
  if (attempt) {
    const { last } = (yield* get<{ last: number }>(
      'select coalesce(max(number), 0) as last from attempt where tree = ? and chain = ?',
      tree,
      chain,
    ))!;
    yield* putAttempts([{ tree, chain, number: last + 1, attempt: { ...attempt, isManual: true } }]);
  }
  if (helped)
    yield* run(
      'update attempt set successful = 1 where tree = ? and chain = ? and id_tree = ? and id = ?',
      tree,
      chain,
      helped.tree,
      helped.event,
    );
  if (end) {
    yield* run(
      'update chain set state = ?, resolved_at = ?, resolution_ms = ? where tree = ? and chain = ?',
      chainStateCodes.encode(end.state),
      end.state === 'resolved' ? whole(end.at) : null,
      whole(end.resolutionMs ?? null),
      tree,
      chain,
    );
  }
  if (chainBasisCodes.decode(before.basis) === 'manual') return;
  yield* run('update chain set said = ? where tree = ? and chain = ?', addNote(before.said, note), tree, chain);
}
