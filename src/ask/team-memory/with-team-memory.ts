import type { Chain } from '../../model/chain.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { ChainFilter, ChainGroup, Pagination, Recurrence, StoreReader, TriedChain } from '../../store/store.ts';

/**
 * The archive with what was pulled from the team's server beside its own failures and uses of skills: for questions that
 * learn from before. Sessions, events and counts stay those of the archive alone.
 */
export function withTeamMemory(own: StoreReader, team: StoreReader): StoreReader {
  return {
    ...own,
    changeMark: async () => `${await own.changeMark()} ${await team.changeMark()}`,

    async failures() {
      const known = await own.failures();
      const names = new Set(known.map(({ fingerprint }) => fingerprint));
      // Vectors of another embedding cannot be compared.
      const isSame = (await own.meta('embedding')) === (await team.meta('embedding'));
      const others = (await team.failures()).filter(({ fingerprint }) => !names.has(fingerprint));
      return [...known, ...others.map((row) => (isSame ? row : { ...row, vector: null }))];
    },
    async failureTexts(fingerprints) {
      return byFingerprint([await own.failureTexts(fingerprints), await team.failureTexts(fingerprints)], (a) => a);
    },

    async chains(filter, page) {
      if (filter.session !== undefined) return await own.chains(filter, page);
      const all = { limit: page.offset + page.limit, offset: 0 };
      const [mine, theirs] = [await own.chains(filter, all), await pulledChains(team, filter, all)];
      const here = new Set(mine.chains.map(({ id }) => id));
      const others = theirs.chains.filter(({ id }) => !here.has(id));
      const order = filter.oldestFirst ? 1 : -1;
      const merged = [...mine.chains, ...others].sort((a, b) => order * (timeOf(a) - timeOf(b)));
      return {
        chains: merged.slice(page.offset, page.offset + page.limit),
        total: mine.total + theirs.total - (theirs.chains.length - others.length),
      };
    },
    async fingerprintCounts(filter, limit, minCount = 1) {
      const counts = [await own.fingerprintCounts(filter, limit), await team.fingerprintCounts(filter, limit)];
      return byFingerprint(counts, (a, b) => ({
        fingerprint: a.fingerprint,
        count: a.count + b.count,
        resolved: a.resolved + b.resolved,
        lastAt: later(a.lastAt, b.lastAt),
      }))
        .filter(({ count }) => count >= minCount)
        .slice(0, limit);
    },
    async latestChains(fingerprints, filter) {
      const all = [
        ...(await own.latestChains(fingerprints, filter)),
        ...(await team.latestChains(fingerprints, filter)).map(pulledChain),
      ].sort((a, b) => timeOf(b) - timeOf(a));
      return [...Map.groupBy(all, ({ error }) => error.fingerprint).values()].map(([latest]) => latest!);
    },
    async chainGroups(fingerprints, filter) {
      return byFingerprint(
        [await own.chainGroups(fingerprints, filter), await team.chainGroups(fingerprints, filter)],
        summedGroup,
      );
    },
    async recurrences(fingerprints, filter, since, before) {
      return byFingerprint(
        [
          await own.recurrences(fingerprints, filter, since, before),
          await team.recurrences(fingerprints, filter, since, before),
        ],
        (a, b): Recurrence => ({
          fingerprint: a.fingerprint,
          since: a.since + b.since,
          between: a.between + b.between,
          before: a.before + b.before,
        }),
      );
    },
    async triedChains(fingerprints, filter, limit) {
      const all = [
        ...(await own.triedChains(fingerprints, filter, limit)),
        ...(await team.triedChains(fingerprints, filter, limit)),
      ];
      const byTime = all.sort((a: TriedChain, b: TriedChain) => (b.at ?? 0) - (a.at ?? 0));
      return [...Map.groupBy(byTime, ({ fingerprint }) => fingerprint).values()].flatMap((some) =>
        some.slice(0, limit),
      );
    },

    async invocations(filter, page) {
      if (filter.session !== undefined) return await own.invocations(filter, page);
      const all = { limit: page.offset + page.limit, offset: 0 };
      const [mine, theirs] = [await own.invocations(filter, all), await team.invocations(filter, all)];
      const merged = [...mine.invocations, ...theirs.invocations.map(pulled)].sort((a, b) => useTime(b) - useTime(a));
      return { invocations: merged.slice(page.offset, page.offset + page.limit), total: mine.total + theirs.total };
    },
    async *eachInvocation(filter) {
      yield* merged(own.eachInvocation(filter), team.eachInvocation(filter));
    },
    async *uses(filter) {
      yield* own.uses(filter);
      yield* team.uses(filter);
    },
    async *describedUses(filter) {
      yield* own.describedUses(filter);
      yield* team.describedUses(filter);
    },
  };
}

async function pulledChains(team: StoreReader, filter: ChainFilter, page: Pagination) {
  const { chains, total } = await team.chains(filter, page);
  return { chains: chains.map(pulledChain), total };
}

function pulledChain(chain: Chain): Chain {
  return { ...chain, pulled: true };
}

function pulled(invocation: Invocation): Invocation {
  return { ...invocation, pulled: true };
}

/** Oldest first, as both are; those without a time before these. */
async function* merged(own: AsyncIterable<Invocation>, team: AsyncIterable<Invocation>): AsyncGenerator<Invocation> {
  const [mine, theirs] = [own[Symbol.asyncIterator](), team[Symbol.asyncIterator]()];
  let [a, b] = [await mine.next(), await theirs.next()];
  while (!a.done || !b.done) {
    if (!a.done && (b.done || useTime(a.value) <= useTime(b.value))) {
      yield a.value;
      a = await mine.next();
    } else if (!b.done) {
      yield pulled(b.value);
      b = await theirs.next();
    }
  }
}

function byFingerprint<Row extends { readonly fingerprint: bigint | number | string }>(
  both: readonly (readonly Row[])[],
  together: (a: Row, b: Row) => Row,
): Row[] {
  const rows = new Map<Row['fingerprint'], Row>();
  for (const row of both.flat()) {
    const before = rows.get(row.fingerprint);
    rows.set(row.fingerprint, before ? together(before, row) : row);
  }
  return [...rows.values()];
}

function summedGroup(a: ChainGroup, b: ChainGroup): ChainGroup {
  return {
    fingerprint: a.fingerprint,
    count: a.count + b.count,
    sessions: a.sessions + b.sessions,
    repos: [...new Set([...a.repos, ...b.repos])],
    sources: [...new Set([...a.sources, ...b.sources])],
    resolved: a.resolved + b.resolved,
    unverified: a.unverified + b.unverified,
    firstAt: earlier(a.firstAt, b.firstAt),
    lastAt: later(a.lastAt, b.lastAt),
  };
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function later(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function timeOf({ error: { at } }: Chain): number {
  return at === null ? 0 : Date.parse(at);
}

function useTime({ at }: Invocation): number {
  return at === null ? 0 : Date.parse(at);
}
