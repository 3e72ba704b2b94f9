import type { Key } from '../../../model/ids.ts';
import type { Dialect, FailureVector, NewFailure } from '../../queries/dialect.ts';
import { all, insert, nextNumber, run, type Query } from '../../queries/query.ts';

export const failureTable = {
  table: 'failure',
  types: { tree: 'bigint', fingerprint: 'bigint', text: 'text', type: 'text', typed: 'bigint' },
} as const;

/** Failures are few and recur: most are stored already. */
export const putFailures: Dialect['chains']['putFailures'] = function* (failures) {
  const each = new Map<string, NewFailure>();
  for (const failure of failures) {
    const key = `${failure.tree} ${failure.fingerprint}`;
    if (!each.get(key)?.type) each.set(key, failure);
  }
  const typed = yield* nextNumber(each.size);
  yield* insert(
    failureTable,
    [...each.values()].map(({ tree, fingerprint, text, type }, at) => [tree, fingerprint, text, type, typed + at]),
    `on conflict (tree, fingerprint) do update set type = excluded.type, typed = excluded.typed
       where failure.type = '' and excluded.type <> ''`,
  );
};

/** One row of those of a fingerprint has its vector. Chosen first, so that each update concerns one tree. */
export function* putVectors(vectors: readonly FailureVector[]): Query<void> {
  const trees = yield* all<{ tree: Key; fingerprint: Key }>(
    `select distinct on (fingerprint) fingerprint, tree from failure where fingerprint = any (?::bigint[])
      order by fingerprint, vector is null, tree`,
    vectors.map(({ fingerprint }) => fingerprint),
  );
  const treeOf = new Map(trees.map(({ tree, fingerprint }) => [fingerprint, tree]));
  for (const { fingerprint, vector } of vectors) {
    const tree = treeOf.get(fingerprint);
    if (tree !== undefined)
      yield* run('update failure set vector = ? where tree = ? and fingerprint = ?', vector, tree, fingerprint);
  }
}

/** Failures without any chain left. */
export function* dropUnusedFailures(among?: readonly Key[]): Query<void> {
  yield* run(
    `delete from failure f where not exists (select 1 from chain c where c.tree = f.tree and c.fingerprint = f.fingerprint)
       and not exists (select 1 from complaint c where c.tree = f.tree and c.fingerprint = f.fingerprint)
       ${among ? 'and f.fingerprint = any(?::bigint[])' : ''}`,
    ...(among ? [among] : []),
  );
}
