import type { StoreReader } from '../../store/store.ts';

/** The values that sessions can be filtered by, most used first. */
export interface FacetsAnswer {
  readonly sources: readonly string[];
  readonly repos: readonly string[];
  readonly models: readonly string[];
}

/** At most this many of each. Read from sums that are kept, so it costs the same for any number of events. */
export async function facets(read: StoreReader, { limit = 200 } = {}): Promise<FacetsAnswer> {
  const [sources, repos, usage] = [
    await read.work({}, 'source'),
    await read.work({}, 'repo'),
    await read.usage({}, 'nothing'),
  ];
  const models = usage.map(({ model, tokens }) => ({ key: model, weight: tokens.input + tokens.output }));
  const bySessions = (rows: typeof repos) => rows.map(({ key, sessions }) => ({ key, weight: sessions }));
  return {
    sources: mostFirst(bySessions(sources), limit),
    repos: mostFirst(bySessions(repos), limit),
    models: mostFirst(models, limit),
  };
}

function mostFirst(
  found: readonly { readonly key: string | null; readonly weight: number }[],
  limit: number,
): readonly string[] {
  const weights = new Map<string, number>();
  for (const { key, weight } of found) if (key !== null) weights.set(key, (weights.get(key) ?? 0) + weight);
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([key]) => key);
}
