import { keyOf } from '../model/ids.ts';
import { errorKinds, type ErrorKind } from '../model/words.ts';
import type { ChainFilter, StoreReader } from '../store/store.ts';
import { storiesOfChains, type ErrorsAnswer } from './errors.ts';

export interface ErrorsEverywhere extends Omit<ErrorsAnswer, 'session'> {
  /** Error types by how many there are, the most first. */
  readonly types: readonly { readonly type: string; readonly count: number }[];
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface ErrorsEverywhereOptions extends Pick<ChainFilter, 'source' | 'repo' | 'since' | 'until' | 'kinds' | 'states' | 'type'> {
  /** Only what failed as any of these. */
  readonly fingerprints?: readonly string[];
  readonly limit?: number;
  readonly after?: number;
}

/** What failed in all sessions, and what was told by hand, the latest first. */
export async function errorsEverywhere(read: StoreReader, { limit = 20, after = 0, kinds = errorKinds, fingerprints, ...rest }: ErrorsEverywhereOptions = {}): Promise<ErrorsEverywhere> {
  const asked: ChainFilter = { ...rest, ...(fingerprints && { failedAs: fingerprints.map(keyOf) }) };
  const { chains, total } = await read.chains({ ...asked, kinds }, { limit, offset: after });
  const { groups } = await read.chainGroups('type', { ...asked, kinds }, { limit: mostTypes, offset: 0 });
  const counted = await Promise.all(errorKinds.map(async (kind) => [kind, (await read.chains({ ...asked, kinds: [kind] }, { limit: 0, offset: 0 })).total]));
  const end = after + chains.length;
  return {
    errors: await storiesOfChains(read, chains),
    kinds: Object.fromEntries(counted) as Record<ErrorKind, number>,
    types: groups.map(({ name, count }) => ({ type: name, count })),
    total,
    truncated: end < total,
    next: end < total ? end : null,
  };
}

const mostTypes = 20;
