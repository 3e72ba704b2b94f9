import type { Key } from '../../../model/ids.ts';
import { responseTable } from '../../rows/tables.ts';
import type { EventRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, insert, type Query } from '../query.ts';

/** How many tokens of these responses are counted. */
export function* countedTokens(db: Dialect, responses: readonly Key[]): Query<ReadonlyMap<Key, number>> {
  if (responses.length === 0) return new Map();
  const found = yield* all<{ response: Key; tokens: number }>(
    `select response, max(tokens) as tokens from response where ${db.isIn('response', 'bigint')} group by response`,
    [...new Set(responses)],
  );
  return new Map(found.map(({ response, tokens }) => [response, Number(tokens)]));
}

/** What these events of a session state of responses. */
export function* putResponses(
  { tree, session }: { readonly tree: Key; readonly session: number },
  events: readonly EventRow[],
): Query<void> {
  const highest = new Map<Key, number>();
  for (const { tokens, response } of events) {
    if (tokens === null || response === undefined) continue;
    highest.set(response.key, Math.max(highest.get(response.key) ?? 0, response.counted));
  }
  yield* insert(
    responseTable,
    [...highest].map(([response, tokens]) => [tree, response, session, tokens]),
    `on conflict (tree, response) do update set
       tokens = case when excluded.tokens > response.tokens then excluded.tokens else response.tokens end`,
  );
}
