import type { Chain } from '../../model/chain.ts';
import { keyOf, type ChainId } from '../../model/ids.ts';
import type { ErrorKind } from '../../model/words.ts';
import type { ChainFilter, ChainGroup, StoreReader } from '../../store/store.ts';
import { failureName } from '../similar/spelling.ts';
import { deadEnds, fixesOf, helpful, type Fix } from './fixes.ts';
import { freshness } from '../../memory/freshness.ts';
import { trendOf, type Span, type Trend } from './trend.ts';
import { wilson } from './wilson.ts';

export interface PatternsAnswer {
  /** What matters now first: how often it was seen, and how lately. */
  readonly patterns: readonly Pattern[];
  /** Patterns that pass the filter, shown or not, and the failures in them. */
  readonly total: number;
  readonly failures: number;
  readonly truncated: boolean;
}

/** Failures that share a cause, wherever they happened. */
export interface Pattern {
  /** The one it was seen most often as. */
  readonly fingerprint: string;
  /** Other fingerprints that differ in nothing but their spelling. */
  readonly also: readonly string[];
  readonly kind: ErrorKind;
  readonly type: string;
  /** As it was last said. */
  readonly message: string;
  readonly count: number;
  readonly sessions: number;
  readonly repos: readonly string[];
  readonly sources: readonly string[];
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** Chains of it: what proved to be solved, what somebody did something about, the rest. */
  readonly resolved: number;
  readonly unverified: number;
  readonly resolved_share: number;
  /** Where the true share lies, 19 times of 20. */
  readonly resolved_low: number;
  readonly resolved_high: number;
  readonly median_minutes: number | null;
  readonly trend: Trend;
  /** What helped, or may have, best first. */
  readonly fixes: readonly Fix[];
  /** Tried again and again, and never any help. */
  readonly anti_patterns: readonly Fix[];
  /** How many of the failures, the newest, were looked at for fixes. */
  readonly looked_at: number;
  /** What patterns are ranked by: how often it was seen, halved for every 180 days since it last was. */
  readonly weight: number;
  /** The newest. */
  readonly chain: ChainId;
}

export interface PatternsOptions extends Omit<ChainFilter, 'fingerprints' | 'failedAs' | 'oldestFirst'> {
  readonly now: number;
  /** 10 unless told. */
  readonly limit?: number;
  /** Seen at least so often; twice unless told, for once is no pattern. */
  readonly minCount?: number;
}

/** Chains grouped by cause across sessions, repositories and agents. A cause is a fingerprint; those that differ only in spelling are one. */
export async function patterns(read: StoreReader, { now, limit = 10, minCount = 2, kinds = ['real'], ...rest }: PatternsOptions): Promise<PatternsAnswer> {
  const filter: ChainFilter = { ...rest, kinds };
  const { groups } = await read.chainGroups('fingerprint', filter, { limit: mostGroups, offset: 0 });
  const causes = [...Map.groupBy(groups, ({ name }) => failureName(name)).values()]
    .map((same) => ({ same, count: sum(same, 'count'), weight: sum(same, 'count') * freshness(latest(same), now) }))
    .filter(({ count }) => count >= minCount)
    .toSorted((a, b) => b.weight - a.weight || b.count - a.count);
  const shown: Pattern[] = [];
  for (const { same } of causes.slice(0, limit)) shown.push(await toPattern(read, filter, same, now));
  return {
    patterns: shown,
    total: causes.length,
    failures: causes.reduce((all, { count }) => all + count, 0),
    truncated: causes.length > shown.length,
  };
}

/** Distinct fingerprints that are looked at, the most frequent; beyond it they were all seen once. */
const mostGroups = 100_000;
/** Of one cause; a rate of five hundred is as good as one of five thousand. */
const mostChains = 500;

async function toPattern(read: StoreReader, filter: ChainFilter, same: readonly ChainGroup[], now: number): Promise<Pattern> {
  const failedAs = same.map(({ name }) => keyOf(name));
  const { chains } = await read.chains({ ...filter, failedAs }, { limit: mostChains, offset: 0 });
  const [newest] = chains as [Chain, ...Chain[]];
  const fixes = fixesOf(chains, now);
  const count = sum(same, 'count');
  const resolved = sum(same, 'resolved');
  const { low, high } = wilson(resolved, count);
  // Whether it comes more often is asked of all that ever came, whatever span was asked for.
  const { since: _, until: __, ...always } = filter;
  const countIn = async (span: Span): Promise<number> => sum((await read.chainGroups('fingerprint', { ...always, ...span, failedAs }, { limit: mostGroups, offset: 0 })).groups, 'count');
  return {
    fingerprint: same[0]!.name,
    also: same.slice(1).map(({ name }) => name),
    kind: newest.error.kind,
    type: newest.error.type,
    message: newest.error.message,
    count,
    sessions: sessionsOf(chains, same),
    repos: united(same, 'repos'),
    sources: united(same, 'sources'),
    first_at: iso(Math.min(...same.map(({ firstAt }) => firstAt ?? Infinity))),
    last_at: iso(latest(same) ?? Infinity),
    resolved,
    unverified: sum(same, 'unverified'),
    resolved_share: resolved / count,
    resolved_low: low,
    resolved_high: high,
    median_minutes: median(chains.map(({ resolution_minutes }) => resolution_minutes).filter((minutes) => minutes !== null)),
    trend: await trendOf(countIn, now),
    fixes: helpful(fixes),
    anti_patterns: deadEnds(fixes),
    looked_at: chains.length,
    weight: count * freshness(latest(same), now),
    chain: newest.id,
  };
}

function sum(groups: readonly ChainGroup[], of: 'count' | 'sessions' | 'resolved' | 'unverified'): number {
  return groups.reduce((all, group) => all + group[of], 0);
}

/** One session may have met it in two spellings. */
function sessionsOf(chains: readonly Chain[], same: readonly ChainGroup[]): number {
  if (chains.length < sum(same, 'count')) return Math.max(...same.map(({ sessions }) => sessions));
  return new Set(chains.flatMap(({ error }) => error.session ?? [])).size;
}

function united(groups: readonly ChainGroup[], of: 'repos' | 'sources'): readonly string[] {
  return [...new Set(groups.flatMap((group) => group[of]))].toSorted();
}

function latest(groups: readonly ChainGroup[]): number | null {
  const times = groups.map(({ lastAt }) => lastAt).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function iso(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
