import type { ModelVector } from '../../contract/chain-rows.ts';
import { all, run, type Query } from '../query.ts';

/** Vectors of failures by a model, and which model made them: those of two models are never compared. */
export function* modelVectors(model: string): Query<readonly ModelVector[]> {
  const found = yield* all<ModelVector>(
    'select fingerprint, dimensions, vector from failure_vector where model = ?',
    model,
  );
  return found.map((row) => ({ ...row }));
}

export function* putModelVectors(model: string, vectors: readonly ModelVector[]): Query<void> {
  for (const { fingerprint, dimensions, vector } of vectors)
    yield* run(
      `insert into failure_vector (model, fingerprint, dimensions, vector) values (?, ?, ?, ?)
         on conflict (model, fingerprint) do update set dimensions = excluded.dimensions, vector = excluded.vector`,
      model,
      fingerprint,
      dimensions,
      vector,
    );
}

/** All of the models but `except`, and of every model those whose failure is gone: much of a text is in its vector. */
export function* dropModelVectors(except?: string): Query<void> {
  if (except !== undefined) yield* run('delete from failure_vector where model <> ?', except);
  yield* run('delete from failure_vector where fingerprint not in (select fingerprint from failure)');
}
