// `npm run eval:numbers`: ingests the sessions below STEMMA_CORPUS into an archive of its own and compares what every
// list, page and command says about each of them. A number has one definition, so there must be no difference.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStemma, type Stemma } from '../src/index.ts';
import { outcomes as names } from '../src/model/words.ts';
import type { BrowsedSession, CostNumbers, Session } from '../src/types.ts';

/** One number of one session, or of all, that is not the same everywhere. */
export interface Difference {
  readonly of: string;
  readonly number: string;
  /** What it is in each answer. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Compares every session. */
export async function differencesIn(stemma: Stemma): Promise<readonly Difference[]> {
  const sessions = await allSessions(stemma);
  const rows = await allRows(stemma);
  const found: Difference[] = [];
  for (const session of sessions) found.push(...(await differencesOf(stemma, session, rows.get(session.uid)!)));
  return [...found, ...(await differencesOfSums(stemma, sessions))];
}

async function differencesOf(stemma: Stemma, listed: Session, row: BrowsedSession): Promise<readonly Difference[]> {
  const { uid } = listed;
  const session = await stemma.session(uid);
  const skeleton = await stemma.skeleton(uid);
  const { session: digested, digest } = await stemma.digest(uid);
  const errors = await stemma.errors(uid, { limit: 1 });
  const { total: stats, children } = await stemma.stats(uid);
  const cost = await stemma.cost(uid, { by: 'session', limit: 1_000 });
  const unresolved = await stemma.unresolved({ session: uid, limit: 1 });
  const graph = await stemma.graph(uid, { limit: 1 });
  const own = cost.groups.find(({ name }) => name === uid);
  const real = skeleton.stories.filter(({ kind }) => kind === 'real');
  const open = real.filter(({ state }) => state === 'open' || state === 'failed');
  const all = <Value>(of: (each: Session) => Value): Record<string, Value> => ({
    sessions: of(listed),
    list: of(row),
    page: of(session),
    skeleton: of(skeleton.session),
    digest: of(digested),
    errors: of(errors.session),
  });
  return compare(uid, {
    failures: {
      ...all((each) => each.errors),
      'steps of the page': real.length,
      'errors.kinds': errors.kinds.real,
      stats: stats.failures.total,
    },
    'open failures': {
      ...all((each) => each.open_errors),
      'steps of the page': open.length,
      unresolved: unresolved.total,
      stats: stats.failures.open,
      ...(digest.left_open.items.length === digest.left_open.total && {
        digest: digest.left_open.items.filter(({ what }) => what === 'error').length,
      }),
    },
    outcome: {
      ...all(({ outcome }) => outcome),
      'digest.outcome': digest.outcome.what,
      stats: names.find((outcome) => stats.outcomes[outcome] > 0),
    },
    'active seconds': {
      ...all((each) => each.cost.wall_clock_s),
      'digest.cost': digest.cost.wall_clock_s,
      stats: stats.time.turns_s,
      ...(own && { cost: own.wall_clock_s }),
    },
    turns: {
      ...all((each) => each.cost.turns),
      'digest.cost': digest.cost.turns,
      stats: stats.turns,
      ...(own && { cost: own.turns }),
    },
    steps: {
      ...all(({ steps }) => steps),
      skeletons: skeleton.total,
      graph: graph.total,
      stats: stats.steps,
    },
    retries: {
      ...all((each) => each.cost.retries),
      'digest.cost': digest.cost.retries,
      stats: stats.retries,
      ...(own && { cost: own.retries }),
    },
    'input tokens': {
      ...all((each) => each.cost.input_tokens),
      'digest.cost': sumOf(digest.cost.models, ({ input }) => input),
      stats: stats.tokens.input,
      ...(own && { cost: own.input_tokens }),
    },
    'output tokens': {
      ...all((each) => each.cost.output_tokens),
      'digest.cost': sumOf(digest.cost.models, ({ output }) => output),
      stats: stats.tokens.output,
      ...(own && { cost: own.output_tokens }),
    },
    'cache tokens': {
      ...all((each) => each.cost.cache_tokens),
      'digest.cost': sumOf(digest.cost.models, ({ cache_read, cache_write }) => cache_read + cache_write),
      stats: stats.tokens.cache,
      ...(own && { cost: own.cache_read_tokens + own.cache_write_tokens }),
    },
    dollars: { ...all((each) => each.cost.usd), ...(own && { cost: own.usd }) },
    'whether the dollars are exact': {
      ...all((each) => each.cost.usd_is_exact),
      ...(own && { cost: own.usd_is_exact }),
    },
    'dollars of its children': {
      list: row.children_usd ?? 0,
      cost: sumOf(
        cost.groups.filter(({ name }) => name !== uid),
        ({ usd }) => usd ?? 0,
      ),
    },
    'edited files': { list: row.edited, digest: digest.edited, stats: stats.files },
    children: { list: row.children, stats: children, skeleton: skeleton.children.length },
    title: { ...all(({ title }) => title), ...(own && { cost: own.title }) },
  });
}

/** Sums of all sessions against the sums of what each session says. */
async function differencesOfSums(stemma: Stemma, sessions: readonly Session[]): Promise<readonly Difference[]> {
  const { total: stats } = await stemma.stats();
  const { total: cost } = await stemma.cost();
  const { since, until, now: overview } = await stemma.overview({ days: 366 });
  const known = new Set(sessions.map(({ uid }) => uid));
  const within = sessions.filter(({ ended_at }) => ended_at !== null && ended_at >= since && ended_at <= until);
  const top = within.filter(({ parent }) => parent === null || !known.has(parent.uid));
  const outcomes = (list: readonly Session[]): Readonly<Record<string, number>> =>
    Object.fromEntries(names.map((name) => [name, list.filter(({ outcome }) => outcome === name).length]));
  return compare('all sessions', {
    sessions: { sessions: sessions.length, stats: stats.sessions, cost: cost.sessions },
    failures: { sessions: sumOf(within, ({ errors }) => errors), overview: overview.failures },
    'open failures': { sessions: sumOf(within, (each) => each.open_errors), overview: overview.open_failures },
    'outcomes of stats': { sessions: outcomes(sessions), stats: stats.outcomes },
    'outcomes of the overview': { sessions: outcomes(top), overview: overview.outcomes },
    'active seconds': {
      sessions: sumOf(sessions, (each) => each.cost.wall_clock_s),
      stats: stats.time.turns_s,
      cost: cost.wall_clock_s ?? 0,
    },
    'active seconds of the overview': {
      sessions: sumOf(top, (each) => each.cost.wall_clock_s),
      overview: overview.active_s,
    },
    turns: { sessions: sumOf(sessions, (each) => each.cost.turns), stats: stats.turns, cost: cost.turns },
    steps: { sessions: sumOf(sessions, ({ steps }) => steps), stats: stats.steps },
    'steps of the overview': { sessions: sumOf(within, ({ steps }) => steps), overview: overview.steps },
    retries: { sessions: sumOf(sessions, (each) => each.cost.retries), stats: stats.retries, cost: cost.retries },
    tokens: { sessions: sumOf(sessions, tokensOf), cost: tokensIn(cost) },
    dollars: { sessions: sumOf(sessions, (each) => each.cost.usd ?? 0), cost: cost.usd ?? 0 },
  });
}

function compare(of: string, numbers: Readonly<Record<string, Difference['shown']>>): readonly Difference[] {
  return Object.entries(numbers).flatMap(([number, shown]) =>
    Object.values(shown).every((value, _, [first]) => isSame(value, first)) ? [] : [{ of, number, shown }],
  );
}

/** Sums of fractions of a cent end in noise. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-6;
  return JSON.stringify(a) === JSON.stringify(b);
}

async function allSessions(stemma: Stemma): Promise<readonly Session[]> {
  const found: Session[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await stemma.sessions({ notEmpty: true, limit: 200, after });
    found.push(...page.sessions);
    after = page.next;
  }
  return found;
}

/** Rows of the list, and the children that open below them; a session without events may have some that have. */
async function allRows(stemma: Stemma): Promise<ReadonlyMap<string, BrowsedSession>> {
  const rows = new Map<string, BrowsedSession>();
  const list = async (parent: string | undefined): Promise<void> => {
    for (let after: number | null = 0; after !== null;) {
      const page = await stemma.browse({ limit: 200, after, ...(parent !== undefined && { parent }) });
      for (const row of page.sessions) rows.set(row.uid, row);
      after = page.next;
    }
  };
  await list(undefined);
  // The loop also visits what it adds.
  for (const { uid, children } of rows.values()) if (children !== 0) await list(uid);
  return rows;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}

function tokensOf({ cost }: Session): number {
  return cost.input_tokens + cost.output_tokens + cost.cache_tokens;
}

function tokensIn({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }: CostNumbers): number {
  return input_tokens + output_tokens + cache_read_tokens + cache_write_tokens;
}

if (import.meta.main) {
  const corpus = process.env['STEMMA_CORPUS'];
  if (corpus === undefined) {
    process.stderr.write('Set STEMMA_CORPUS to a folder of sessions.\n');
    process.exitCode = 2;
  } else {
    const home = mkdtempSync(join(tmpdir(), 'stemma-numbers-'));
    try {
      await using stemma = await openStemma({ home });
      await stemma.ingest({ paths: [corpus] });
      const found = await differencesIn(stemma);
      for (const { of, number, shown } of found) process.stdout.write(`${of}\t${number}\t${JSON.stringify(shown)}\n`);
      const { total } = await stemma.sessions({ notEmpty: true, limit: 1 });
      process.stdout.write(`${found.length} differences in ${total} sessions\n`);
      process.exitCode = found.length === 0 ? 0 : 1;
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
}
