// npm run eval:similar: on the sessions in STEMMA_CORPUS, how often an error that came before finds its earlier self
// first.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { payloadOf } from '../src/ask/event/payload.ts';
import { knownFailures, similar } from '../src/ask/similar/similar.ts';
import { openStemma } from '../src/index.ts';
import type { Chain } from '../src/model/chain.ts';
import { chainRef, eventRef } from '../src/model/ids.ts';
import { sources as registered } from '../src/sources/all-sources.ts';
import type { Source } from '../src/sources/source.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import type { StoreReader } from '../src/store/store.ts';
import { identitiesOf, type Identity } from './identities.ts';
import { writePart } from './quality-file.ts';

export interface Recurring {
  /** Failures that have an earlier one of the same identity in another session. */
  readonly queries: number;
  /** Of these, those whose first match is such a one; among the first five. */
  readonly first: number;
  readonly firstFive: number;
  /** The same, but each distinct error counts once, however often it came. */
  readonly distinct: number;
  readonly distinctFirst: number;
  /** Of the queries, those to which the newest earlier failure of the same repository would have been right. */
  readonly newestFirst: number;
  /** Queries without an earlier failure of the same fingerprint, and how many of them were right all the same. */
  readonly unlike: number;
  readonly unlikeFirst: number;
  readonly byKind: Readonly<Record<Identity['kind'], { readonly queries: number; readonly first: number }>>;
  readonly missed: readonly Missed[];
}

export interface Missed {
  readonly chain: string;
  readonly message: string;
  readonly wanted: readonly string[];
  readonly got: string | null;
}

interface Failure {
  readonly chain: Chain;
  readonly tree: number;
  readonly output: string;
  readonly identities: readonly Identity[];
}

/**
 * The query is the raw output of the later failure; only what failed before it may be found, and nothing of its own
 * tree. `identities.ts` decides which failures are the same, without fingerprints.
 */
export async function measureRecurring(read: StoreReader, sources: readonly Source[] = registered): Promise<Recurring> {
  const failures = (await allFailures(read, sources)).toSorted((a, b) =>
    a.chain.error.at!.localeCompare(b.chain.error.at!),
  );
  const byId = new Map(failures.map((failure) => [failure.chain.id as string, failure]));
  let asking: number | undefined;
  const known = knownFailures(withoutTree(read, () => asking));
  const kinds = ['test', 'code', 'missing', 'sentence'] as const;
  const byKind = Object.fromEntries(kinds.map((kind) => [kind, { queries: 0, first: 0 }])) as Record<
    Identity['kind'],
    { queries: number; first: number }
  >;
  const distinct = new Map<string, { queries: number; first: number }>();
  const missed: Missed[] = [];
  let [queries, first, firstFive, newestFirst, unlike, unlikeFirst] = [0, 0, 0, 0, 0, 0];

  const earlier: Failure[] = [];
  for (const failure of failures) {
    const { chain, tree, output, identities } = failure;
    const others = earlier.filter((each) => each.tree !== tree);
    const right = new Set(others.filter((each) => isSame(each, failure)).map((each) => each.chain.id as string));
    earlier.push(failure);
    if (right.size === 0) continue;
    const until = Date.parse(chain.error.at!) - 1;
    asking = tree;
    const { matches: found } = await similar(known, output, {
      now: until + 1,
      until,
      limit: 100,
      here: chain.error.repo,
      kinds: ['real'],
    });
    const isHit = found[0] !== undefined && right.has(found[0].chain);
    queries++;
    if (isHit) first++;
    if (found.slice(0, 5).some((match) => right.has(match.chain))) firstFive++;
    const newest = others.findLast((each) => each.chain.error.repo === chain.error.repo);
    if (newest && right.has(newest.chain.id)) newestFirst++;
    if (!others.some((each) => each.chain.error.fingerprint === chain.error.fingerprint)) {
      unlike++;
      if (isHit) unlikeFirst++;
    }
    const { kind, name } = identities.find((each) =>
      others.some((other) => other.identities.some((own) => own.name === each.name)),
    )!;
    byKind[kind].queries++;
    if (isHit) byKind[kind].first++;
    const same = distinct.get(name) ?? { queries: 0, first: 0 };
    distinct.set(name, { queries: same.queries + 1, first: same.first + Number(isHit) });
    if (!isHit)
      missed.push({
        chain: chain.id,
        message: chain.error.message,
        wanted: [...right].map((id) => byId.get(id)!.chain.error.message).slice(0, 3),
        got: found[0]?.error_message ?? null,
      });
  }
  const distinctFirst = [...distinct.values()].reduce((sum, each) => sum + each.first / each.queries, 0);
  return {
    queries,
    first,
    firstFive,
    distinct: distinct.size,
    distinctFirst,
    newestFirst,
    unlike,
    unlikeFirst,
    byKind,
    missed,
  };
}

/** The archive without the sessions of whoever asks: what failed there just now is no memory. */
export function withoutTree(read: StoreReader, tree: () => number | undefined): StoreReader {
  return {
    ...read,
    chains: async (...asked) => {
      const page = await read.chains(...asked);
      return { ...page, chains: page.chains.filter(({ id }) => chainRef(id)!.tree !== tree()) };
    },
  };
}

function isSame(one: Failure, other: Failure): boolean {
  return one.identities.some(({ name }) => other.identities.some((each) => each.name === name));
}

/** Those that were real, with what they printed. */
async function allFailures(read: StoreReader, sources: readonly Source[]): Promise<readonly Failure[]> {
  const all: Failure[] = [];
  for (let offset = 0; ; offset += page) {
    const { chains } = await read.chains(
      { kinds: ['real'], basis: 'mined', oldestFirst: true },
      { limit: page, offset },
    );
    for (const chain of chains) {
      const output = chain.error.at === null ? undefined : await outputOf(read, chain, sources);
      if (!output?.trim()) continue;
      all.push({
        chain,
        tree: chainRef(chain.id)!.tree,
        output,
        identities: identitiesOf({ output, repo: chain.error.repo ?? '' }),
      });
    }
    if (chains.length < page) return all;
  }
}

const page = 500;

async function outputOf(read: StoreReader, { error }: Chain, sources: readonly Source[]): Promise<string | undefined> {
  for (const event of await read.eventsOfStep(eventRef(error.id)!, 5)) {
    const what = event.kind === 'error' ? (await payloadOf(read, event, { sources, raw: true }))?.what : undefined;
    if (what?.is === 'result') return what.output;
  }
  return undefined;
}

/** Ingests what is in these folders into an archive of its own, and measures. */
export async function recurringIn(paths: readonly string[]): Promise<Recurring> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-recurring-'));
  try {
    await using stemma = await openStemma({ home });
    await stemma.ingest({ paths });
    return await measureArchive(join(home, 'stemma.db'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureArchive(path: string): Promise<Recurring> {
  await using store = await openSqlite(path, { mode: 'read' });
  return await measureRecurring(store.read);
}

function asMarkdown({
  queries,
  first,
  firstFive,
  distinct,
  distinctFirst,
  newestFirst,
  unlike,
  unlikeFirst,
  byKind,
}: Recurring): string {
  const share = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;
  return `## Finding an earlier occurrence of a failure

Written by \`npm run eval:similar\` over the public sessions in STEMMA_CORPUS. The query is the raw output of the later failure. Only earlier
failures outside its own tree of sessions count. Whether two errors are the same is decided without fingerprints (\`eval/identities.ts\`): the same failing test, the same error code
and name, the same missing program or, for most, the same sentence in the same repository, which is close to a fingerprint. The weights of
wording and meaning were chosen with these sessions known.

| | queries | found first |
|---|---|---|
| all | ${queries} | ${share(first, queries)} |
| among the first five | ${queries} | ${share(firstFive, queries)} |
| each error counted once | ${distinct} | ${share(distinctFirst, distinct)} |
${Object.entries(byKind)
  .map(([kind, own]) => `| by ${kind} | ${own.queries} | ${share(own.first, own.queries)} |`)
  .join('\n')}
| no earlier failure has its fingerprint | ${unlike} | ${share(unlikeFirst, unlike)} |
| for comparison: the newest failure of the repository | ${queries} | ${share(newestFirst, queries)} |
`;
}

if (import.meta.main) {
  const { STEMMA_CORPUS: corpus, STEMMA_ARCHIVE: archive } = process.env;
  if (corpus === undefined && archive === undefined) {
    process.stderr.write('Set STEMMA_CORPUS to a folder of sessions.\n');
    process.exitCode = 2;
  } else {
    const measured = archive
      ? await measureArchive(archive)
      : await recurringIn(readdirSync(corpus!).map((name) => join(corpus!, name)));
    const { missed, ...figures } = measured;
    process.stdout.write(`${JSON.stringify(process.argv.includes('--missed') ? measured : figures, null, 1)}\n`);
    process.stderr.write(`${missed.length} missed; --missed shows them\n`);
    if (!archive) writePart(resolve(import.meta.dirname, '../docs/quality.md'), 'recurring', asMarkdown(measured));
  }
}
