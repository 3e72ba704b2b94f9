import { resolutionMinutes, type Chain } from '../../model/chain.ts';
import { chainRef, keyOf, type ChainId, type Key, type SessionUid } from '../../model/ids.ts';
import type { ErrorKind } from '../../model/words.ts';
import type { ChainFilter, ChainGroup, Recurrence, StoreReader, TriedChain } from '../../store/store.ts';
import { causesOf, type Cause } from './causes.ts';
import { isRetried } from './fix-marks.ts';
import { deadEnds, fixesIn, helpful, type Fix } from './fixes.ts';
import { isDistinctive } from '../../memory/errors/fingerprint.ts';
import { isEcho } from '../../normalise/failures/noise-lines.ts';
import { freshness } from '../../memory/freshness.ts';
import { monthsBefore, trendOf, type Trend } from './trend.ts';
import { wilson } from './wilson.ts';

export interface PatternsAnswer {
  /** The most important first, by frequency and recency. */
  readonly patterns: readonly Pattern[];
  /** Patterns that pass the filter, shown or not, and the failures in them. */
  readonly total: number;
  readonly failures: number;
  readonly truncated: boolean;
}

/** Failures with the same fingerprint or its variants, from all sessions. */
export interface Pattern {
  /** The most frequent one. */
  readonly fingerprint: string;
  /** Other fingerprints that are variants of it. */
  readonly also: readonly string[];
  readonly kind: ErrorKind;
  readonly type: string;
  /** The latest text. */
  readonly message: string;
  readonly count: number;
  readonly sessions: number;
  /** False when there are at least `sessions`. */
  readonly sessions_is_exact: boolean;
  readonly repos: readonly string[];
  readonly sources: readonly string[];
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** Number of chains: with a verified fix, with an unverified one, the rest. */
  readonly resolved: number;
  /** Those among `looked_at` that passed when they were called again and nothing had been changed; not in `resolved`. */
  readonly retried: number;
  readonly unverified: number;
  readonly resolved_share: number;
  /** 95 % confidence interval. */
  readonly resolved_low: number;
  readonly resolved_high: number;
  readonly median_minutes: number | null;
  readonly trend: Trend;
  /** Fixes that were seen to work, best first. */
  readonly fixes: readonly Fix[];
  /** Tried repeatedly and never worked. */
  readonly anti_patterns: readonly Fix[];
  /** How many of the newest failures were read for fixes. */
  readonly looked_at: number;
  /** What patterns are ranked by: how often it was seen, halved for every 180 days since it last was. */
  readonly weight: number;
  /** The newest. */
  readonly chain: ChainId;
}

export interface PatternsOptions extends Omit<ChainFilter, 'fingerprints' | 'failedAs' | 'oldestFirst'> {
  readonly now: number;
  /** Default 10. */
  readonly limit?: number;
  /** Minimum number of occurrences; 2 by default, because once is not a pattern. */
  readonly minCount?: number;
}

/**
 * Chains grouped into patterns across sessions, repositories and agents: one fingerprint with its variants.
 */
export async function patterns(
  read: StoreReader,
  { now, limit = 10, minCount = 2, kinds = ['real'], ...rest }: PatternsOptions,
): Promise<PatternsAnswer> {
  const filter: ChainFilter = { ...rest, kinds };
  const causes = await causesOf(read, filter, minCount);
  const ranked = causes
    .map((cause) => ({ cause, weight: cause.count * freshness(cause.lastAt, now) }))
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        b.cause.count - a.cause.count ||
        a.cause.same[0]!.fingerprint - b.cause.same[0]!.fingerprint,
    );
  const shown = await toPatterns(
    read,
    filter,
    ranked.slice(0, limit).map(({ cause }) => cause),
    now,
  );
  return {
    patterns: shown,
    total: causes.length,
    failures: causes.reduce((all, { count }) => all + count, 0),
    truncated: causes.length > shown.length,
  };
}

/** The newest failures of one pattern. A hundred are enough, because the confidence interval is part of the answer. */
const mostChains = 100;

/** All of them are asked for at once: a question for each would take longer than its answer. */
async function toPatterns(
  read: StoreReader,
  filter: ChainFilter,
  causes: readonly Cause[],
  now: number,
): Promise<readonly Pattern[]> {
  const keys = causes.flatMap(({ same }) => same.map(({ fingerprint }) => fingerprint));
  // Whether it comes more often is asked of all that ever came, whatever span was asked for.
  const { since: _, until: __, ...always } = filter;
  const months = monthsBefore(now);
  const groups = byKey(await read.chainGroups(keys, filter));
  const recurrences = byKey(await read.recurrences(keys, always, months.recent, months.before));
  const tried = Map.groupBy(await read.triedChains(keys, filter, mostChains), ({ fingerprint }) => fingerprint);
  const latest = new Map(
    (await read.latestChains(keys, filter)).map((chain) => [keyOf(chain.error.fingerprint), chain]),
  );
  return causes.flatMap(({ same }) => {
    // What was forgotten since it was counted is in none of the answers.
    const known = same.map(({ fingerprint }) => fingerprint).filter((key) => groups.has(key) && latest.has(key));
    if (known.length === 0) return [];
    const newest = known.flatMap((key) => tried.get(key) ?? []).toSorted(latestFirst);
    return toPattern(
      {
        groups: known.map((key) => groups.get(key)!),
        recurrences: known.map((key) => recurrences.get(key) ?? none),
        latest: known.map((key) => latest.get(key)!),
        chains: newest.slice(0, mostChains),
        met: new Set(newest.flatMap(({ session }) => session ?? [])),
      },
      now,
    );
  });
}

const none = { since: 0, between: 0, before: 0 };

function byKey<Row extends { readonly fingerprint: Key }>(rows: readonly Row[]): ReadonlyMap<Key, Row> {
  return new Map(rows.map((row) => [row.fingerprint, row]));
}

function latestFirst(a: TriedChain, b: TriedChain): number {
  return (b.at ?? -Infinity) - (a.at ?? -Infinity) || a.chain.chain - b.chain.chain;
}

interface Found {
  /** Of each variant. */
  readonly groups: readonly ChainGroup[];
  readonly recurrences: readonly Pick<Recurrence, 'since' | 'between' | 'before'>[];
  readonly latest: readonly Chain[];
  /** Of all together. */
  readonly chains: readonly TriedChain[];
  /** Sessions that met the newest of each variant. */
  readonly met: ReadonlySet<SessionUid>;
}

function toPattern({ groups, recurrences, chains, latest, met }: Found, now: number): Pattern {
  const newest = latest.toSorted(
    (a, b) => (b.error.at ?? '').localeCompare(a.error.at ?? '') || chainRef(a.id)!.chain - chainRef(b.id)!.chain,
  )[0]!;
  const fingerprints = latest.map(({ error }) => error.fingerprint);
  const variants = groups
    .map(({ count }, at) => ({ name: fingerprints[at]!, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  // What fixed an `error` without a word about it, or what a wrapper reports, fixed something else the next time.
  const { name } = variants[0]!;
  const fixes = isDistinctive(name) && !isEcho(name) ? fixesIn(chains, now) : [];
  const count = sum(groups, 'count');
  const retried = chains.filter(isRetried).length;
  const resolved = Math.max(0, sum(groups, 'resolved') - retried);
  const { low, high } = wilson(resolved, count);
  return {
    fingerprint: variants[0]!.name,
    also: variants.slice(1).map(({ name }) => name),
    kind: newest.error.kind,
    type: newest.error.type,
    message: newest.error.message,
    count,
    // A session may have two variants of it, which only those that were read show.
    sessions: Math.max(met.size, ...groups.map(({ sessions }) => sessions)),
    sessions_is_exact: groups.length === 1 || groups.every((group) => group.count <= mostChains),
    repos: united(groups, 'repos'),
    sources: united(groups, 'sources'),
    first_at: iso(Math.min(...groups.map(({ firstAt }) => firstAt ?? Infinity))),
    last_at: iso(latestOf(groups) ?? Infinity),
    resolved,
    retried,
    unverified: sum(groups, 'unverified'),
    resolved_share: resolved / count,
    resolved_low: low,
    resolved_high: high,
    median_minutes: median(
      chains.map(({ at, resolvedAt }) => resolutionMinutes(at, resolvedAt)).filter((minutes) => minutes !== null),
    ),
    trend: trendOf({
      since: total(recurrences, 'since'),
      between: total(recurrences, 'between'),
      before: total(recurrences, 'before'),
    }),
    fixes: helpful(fixes),
    anti_patterns: deadEnds(fixes),
    looked_at: chains.length,
    weight: count * freshness(latestOf(groups), now),
    chain: newest.id,
  };
}

function sum(groups: readonly ChainGroup[], of: 'count' | 'resolved' | 'unverified'): number {
  return groups.reduce((all, group) => all + group[of], 0);
}

function total(rows: Found['recurrences'], of: 'since' | 'between' | 'before'): number {
  return rows.reduce((all, row) => all + row[of], 0);
}

function united(groups: readonly ChainGroup[], of: 'repos' | 'sources'): readonly string[] {
  return [...new Set(groups.flatMap((group) => group[of]))].toSorted();
}

function latestOf(groups: readonly ChainGroup[]): number | null {
  const times = groups.map(({ lastAt }) => lastAt).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function iso(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
