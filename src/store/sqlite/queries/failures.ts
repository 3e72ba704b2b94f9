import type { Key } from '../../../model/ids.ts';
import type { Dialect, FailureVector } from '../../queries/dialect.ts';
import { insert, run, type Query } from '../../queries/query.ts';

/** Failures are few and recur: most are stored already. */
export const putFailures: Dialect['chains']['putFailures'] = function* (failures) {
  yield* insert(
    { table: 'failure', types: { fingerprint: 'bigint', text: 'text', type: 'text' } },
    failures.map(({ fingerprint, text, type }) => [fingerprint, text, type]),
    `on conflict (fingerprint) do update set type = excluded.type where failure.type = '' and excluded.type <> ''`,
  );
};

export function* putVectors(vectors: readonly FailureVector[]): Query<void> {
  for (const { fingerprint, vector } of vectors)
    yield* run('update failure set vector = ? where fingerprint = ?', vector, fingerprint);
}

/** Failures without any chain left. */
export function* dropUnusedFailures(among?: readonly Key[]): Query<void> {
  yield* run(
    `delete from failure where not exists (select 1 from chain c where c.fingerprint = failure.fingerprint)
       and not exists (select 1 from complaint c where c.fingerprint = failure.fingerprint)
       ${among ? 'and fingerprint in (select value from json_each(?))' : ''}`,
    ...(among ? [among] : []),
  );
}
