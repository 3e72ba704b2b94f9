import type { Chain } from '../../model/chain.ts';
import type { Event } from '../../model/event.ts';
import type { ChainId } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { ErrorKind } from '../../model/words.ts';
import type { ChainFilter } from '../../store/store.ts';
import { candidatesFor, isIn } from './candidates.ts';
import type { KnownFailures } from './known-failures.ts';
import { toMatches, type Match } from './match.ts';
import { rank } from './rank.ts';
import { soughtIn, soughtOf, type Sought } from './sought.ts';
import { failureName } from './variant.ts';
import { chainOf } from './subject.ts';

export type { Match } from './match.ts';
export { knownFailures, type KnownFailures } from './known-failures.ts';
export { otherModel } from './other-model.ts';

export interface SimilarOptions extends Pick<
  ChainFilter,
  'repo' | 'source' | 'kinds' | 'states' | 'basis' | 'since' | 'until' | 'workspace'
> {
  /** 1 to 100; 5 by default. */
  readonly limit?: number;
  /** Milliseconds: how long ago things were. */
  readonly now: number;
  /** The repository of whoever asks, by name: what failed there comes before what failed elsewhere. */
  readonly here?: string | null;
  /** Only failures that were fixed. */
  readonly solved?: boolean;
  /** At most this many occurrences of one failure, the best ones; no limit by default. */
  readonly perFailure?: number;
}

export interface SimilarAnswer {
  /** The fingerprints searched for, most distinctive first. */
  readonly sought: readonly string[];
  /** Best first. */
  readonly matches: readonly Match[];
  readonly truncated: boolean;
  /** Number of distinct failures in the archive. */
  readonly known: number;
  /** The configured embedding model; null for the built-in table. */
  readonly judged_by: string | null;
}

/**
 * Failures of before that are like this one, with what was done about them and how well it worked. `about` is any
 * error output, whole or a line of it, or a failure of the archive, which is not found itself. Those with the same
 * fingerprint come first, then those alike in words and meaning; among them what helped, near and lately comes first
 * (rank.ts).
 */
export async function similar(
  known: KnownFailures,
  about: string | Event | Chain,
  { solved, ...rest }: SimilarOptions,
): Promise<SimilarAnswer> {
  const options = solved ? { ...rest, states: ['resolved'] as const } : rest;
  const { limit = 5, perFailure = Infinity, now } = options;
  checkLimit(limit);
  const subject = await subjectOf(known, about);
  const { lines } = subject.sought;
  const wanted = {
    ...filterOf(options),
    ...(subject.chain ? { except: subject.chain } : {}),
    limit: limit + 1,
    perFailure,
  };
  const candidates = await candidatesFor(known, lines, wanted, now);
  const ranked = rank(candidates, subject.sought, { now, here: options.here ?? subject.repo });
  const kept = thinned(
    ranked.filter(({ chain }) => isIn(chain, options.states)),
    perFailure,
  );
  return {
    sought: lines.map(({ fingerprint }) => fingerprint),
    matches: await toMatches(known.read, kept.slice(0, limit)),
    truncated: kept.length > limit,
    known: (await known.index(now)).size,
    judged_by: candidates.judgedBy,
  };
}

export const maxMatches = 100;

/** Something was wrong, or somebody said no: of the rest there is nothing to learn. */
export const informativeKinds: readonly ErrorKind[] = ['real', 'denied'];

interface Subject {
  readonly sought: Sought;
  /** It is in the archive itself. */
  readonly chain: ChainId | null;
  readonly repo: string | null;
}

async function subjectOf({ read }: KnownFailures, about: string | Event | Chain): Promise<Subject> {
  if (typeof about === 'string') {
    const sought = soughtIn(about);
    if (sought.lines.length === 0)
      throw new StemmaError('bad-argument', 'There is no word in what to look for.', {
        hint: 'Give the output of what failed, or the line of it that says why.',
      });
    return { sought, chain: null, repo: null };
  }
  const chain = 'error' in about ? about : await chainOf(read, about);
  if (chain) return { sought: soughtOf(chain), chain: chain.id, repo: chain.error.repo };
  const { summary, session } = about as Event;
  return { sought: soughtIn(summary), chain: null, repo: (await read.session(session))?.repo ?? null };
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxMatches) return;
  throw new StemmaError('bad-argument', `The limit is ${limit}.`, {
    hint: `similar takes a limit from 1 to ${maxMatches}.`,
  });
}

function filterOf({ kinds = informativeKinds, ...options }: SimilarOptions): ChainFilter {
  const { repo, source, states, basis, since, until, workspace } = options;
  const filters = { repo, source, states, basis, since, until, workspace };
  return {
    kinds,
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as ChainFilter),
  };
}

function thinned<Each extends { readonly chain: Chain }>(ranked: readonly Each[], perFailure: number): readonly Each[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ chain: { error } }) => {
    const failure = failureName(error.fingerprint);
    const count = (counts.get(failure) ?? 0) + 1;
    counts.set(failure, count);
    return count <= perFailure;
  });
}
