import { keyOf } from '../../model/ids.ts';
import { errorKinds, type ErrorKind } from '../../model/words.ts';
import type { ChainCount, ChainFilter, StoreReader } from '../../store/store.ts';
import { storiesOfChains, type ErrorsAnswer } from './errors.ts';

export interface ErrorsEverywhere extends Omit<ErrorsAnswer, 'session'> {
  /** Error types, most frequent first. */
  readonly types: readonly { readonly type: string; readonly count: number }[];
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface ErrorsEverywhereOptions extends Pick<
  ChainFilter,
  'source' | 'repo' | 'since' | 'until' | 'kinds' | 'states' | 'type'
> {
  /** Only what failed as any of these. */
  readonly fingerprints?: readonly string[];
  readonly limit?: number;
  readonly after?: number;
}

/** The failures of all sessions and the manual entries, latest first. */
export async function errorsEverywhere(
  read: StoreReader,
  { limit = 20, after = 0, kinds = errorKinds, fingerprints, ...rest }: ErrorsEverywhereOptions = {},
): Promise<ErrorsEverywhere> {
  const asked: ChainFilter = { ...rest, ...(fingerprints && { failedAs: fingerprints.map(keyOf) }) };
  const { chains, total } = await read.chains({ ...asked, kinds }, { limit, offset: after });
  const counts = await read.chainCounts(asked);
  const end = after + chains.length;
  return {
    errors: await storiesOfChains(read, chains),
    kinds: Object.fromEntries(
      errorKinds.map((kind) => [kind, sumOf(counts.filter((each) => each.kind === kind))]),
    ) as Record<ErrorKind, number>,
    types: typesOf(counts.filter(({ kind }) => kinds.includes(kind))).slice(0, mostTypes),
    total,
    truncated: end < total,
    next: end < total ? end : null,
  };
}

const mostTypes = 20;

function typesOf(counts: readonly ChainCount[]): ErrorsEverywhere['types'] {
  return [...Map.groupBy(counts, ({ type }) => type)]
    .map(([type, same]) => ({ type, count: sumOf(same) }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}

function sumOf(counts: readonly ChainCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
