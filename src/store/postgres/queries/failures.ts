import type { Dialect, NewFailure } from '../../queries/dialect.ts';
import { insert, nextNumber, run, type Query } from '../../queries/query.ts';

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

/** One row of those of a fingerprint has its vector. */
export function* putVector(fingerprint: number, vector: Uint8Array): Query<void> {
  yield* run(
    `update failure set vector = ?1 where fingerprint = ?2
       and tree = (select tree from failure where fingerprint = ?2 order by vector is null, tree limit 1)`,
    vector,
    fingerprint,
  );
}

/** Failures without any chain left. */
export function* dropUnusedFailures(): Query<void> {
  yield* run(
    `delete from failure f where not exists (select 1 from chain c where c.tree = f.tree and c.fingerprint = f.fingerprint)
       and not exists (select 1 from complaint c where c.tree = f.tree and c.fingerprint = f.fingerprint)`,
  );
}
