import { eventRef } from '../../src/model/ids.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { openStemmaOf, type Stemma } from '../../src/sdk/open-stemma.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { ReadOnlyStore, StoreMode, StoreOpenedTo } from '../../src/store/store.ts';

interface Asking {
  readonly openStore: <Mode extends StoreMode>(address: string, mode: Mode) => Promise<StoreOpenedTo<Mode>>;
  readonly home: string;
  readonly clock: () => number;
  /** The sessions to ask about. */
  readonly sessions: readonly SessionUid[];
}

/** What an archive answers, by the question. */
export type Answers = ReadonlyMap<string, string>;

/** Asks an archive everything. */
export async function answersOf(address: string, { openStore, home, clock, sessions }: Asking): Promise<Answers> {
  const answers = new Map<string, string>();
  {
    const parts = { openStore, sources, machine: { home, env: {} }, clock };
    await using library = await openStemmaOf(parts, { db: address, home });
    await askAll(library, await questions(library, sessions), '', answers);
  }
  await using store = await openStore(address, 'read');
  await askAll(store, await storeQuestions(store, sessions), 'store.', answers);
  return answers;
}

/**
 * The sessions that a store has not seen the like of: each has an event of a kind, failed or not, that none before it
 * has, or as many (none, one, several) links, children, chains and so on as none before it.
 */
export async function sessionsThatDiffer({ read }: ReadOnlyStore): Promise<readonly SessionUid[]> {
  const [differing, known]: [SessionUid[], Set<string>] = [[], new Set()];
  const { sessions } = await read.sessions({}, { limit: 10_000, offset: 0 });
  for (const { uid } of sessions) {
    const events = await read.events(uid, { after: 0, limit: 10_000 });
    const around = await Promise.all([
      read.links(uid),
      read.linksFrom(uid),
      read.children(uid, 2),
      read.chains({ session: uid }, { limit: 2, offset: 0 }).then(({ chains }) => chains),
      read.secondaryEvents(uid, 2),
      read.filesOf(uid),
    ]);
    const sorts = [
      ...events.map(({ kind, failed }) => `${kind} ${failed}`),
      around.map(({ length }) => Math.min(length, 2)).join(),
    ];
    if (sorts.some((sort) => !known.has(sort))) differing.push(uid);
    for (const sort of sorts) known.add(sort);
  }
  return differing;
}

/** Several at a time: a server is waited for most of the time, and must answer many at once anyway. */
async function askAll<Asked>(
  asked: Asked,
  questions: readonly Question<Asked>[],
  prefix: string,
  answers: Map<string, string>,
): Promise<void> {
  const rest = questions.values();
  const askOn = async (): Promise<void> => {
    for (const { name, ask } of rest) answers.set(`${prefix}${name}`, await answer(() => ask(asked)));
  };
  await Promise.all(Array.from({ length: 6 }, askOn));
}

/** What two archives answered differently, or what only one of them was asked. */
export function differences(one: Answers, other: Answers): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one.get(name) ?? 'not asked', other.get(name) ?? 'not asked'];
    return a === b ? [] : [`${name}\n  one   ${around(a, b)}\n  other ${around(b, a)}`];
  });
}

interface Question<Asked> {
  readonly name: string;
  readonly ask: (asked: Asked) => Promise<unknown>;
}

async function questions(library: Stemma, sessions: readonly SessionUid[]): Promise<readonly Question<Stemma>[]> {
  const all: Question<Stemma>[] = [
    { name: 'sessions', ask: (s) => s.sessions({ limit: 1_000 }) },
    { name: 'sessions of a source', ask: (s) => s.sessions({ agent: 'codex', limit: 50, after: 3 }) },
    { name: 'failed sessions', ask: (s) => s.sessions({ failed: true, topLevel: true, notEmpty: true, limit: 100 }) },
    { name: 'errors everywhere', ask: (s) => s.errorsEverywhere({ limit: 1_000 }) },
    { name: 'browse', ask: (s) => s.browse({ limit: 1_000 }) },
    { name: 'browse by words', ask: (s) => s.browse({ text: 'TEST claude', limit: 100 }) },
    { name: 'browse by agent and end', ask: (s) => s.browse({ agent: 'codex', outcome: 'success', after: 1 }) },
    { name: 'overview', ask: (s) => s.overview({ days: 90 }) },
    { name: 'overview of an agent', ask: (s) => s.overview({ days: 60, agent: 'claude-code' }) },
    { name: 'patterns', ask: (s) => s.patterns({ minCount: 1, limit: 500 }) },
    { name: 'unresolved', ask: (s) => s.unresolved({ limit: 500 }) },
    { name: 'cost', ask: (s) => s.cost() },
    { name: 'stats', ask: (s) => s.stats() },
    { name: 'performance', ask: (s) => s.performance() },
    ...['test', 'error', 'npm test', 'fix the', 'src/calc', 'not fou', 'add two numbers', '加', 'the', 'a'].flatMap(
      (text) => [
        { name: `search ${text}`, ask: (s: Stemma) => s.search(text, { limit: 50 }) },
        {
          name: `search ${text} of failures`,
          ask: (s: Stemma) => s.search(text, { limit: 50, failed: true, agent: 'claude-code' }),
        },
        { name: `similar ${text}`, ask: (s: Stemma) => s.similar(text, { limit: 10 }) },
      ],
    ),
  ];
  for (const [at, uid] of sessions.entries()) {
    // Of a part of them: what is asked of the store for these is asked of every session below.
    if (at % 2 !== 0) continue;
    all.push(
      { name: `timeline ${uid}`, ask: (s) => s.timeline(uid, { limit: 10_000 }) },
      { name: `graph ${uid}`, ask: (s) => s.graph(uid, { limit: 10_000 }) },
      { name: `errors ${uid}`, ask: (s) => s.errors(uid) },
      { name: `skeleton ${uid}`, ask: (s) => s.skeleton(uid) },
      { name: `rows ${uid}`, ask: (s) => s.rows(uid) },
    );
    if (at % 4 !== 0) continue;
    all.push(
      { name: `session ${uid}`, ask: (s) => s.session(uid) },
      { name: `browse below ${uid}`, ask: (s) => s.browse({ parent: uid }) },
      { name: `what is new of ${uid}`, ask: (s) => s.skeleton(uid, { after: 5, limit: 3 }) },
      { name: `tree ${uid}`, ask: (s) => s.tree(uid) },
      { name: `critical path ${uid}`, ask: (s) => s.criticalPath(uid) },
      { name: `failure ${uid}`, ask: (s) => s.failure(uid) },
      { name: `performance ${uid}`, ask: (s) => s.performance(uid) },
      { name: `resume ${uid}`, ask: (s) => s.resume(uid) },
      { name: `digest ${uid}`, ask: (s) => s.digest(uid) },
      { name: `cost ${uid}`, ask: (s) => s.cost({ session: uid }) },
      { name: `stats ${uid}`, ask: (s) => s.stats(uid) },
      { name: `replay ${uid}`, ask: (s) => Array.fromAsync(s.replay(uid)) },
      { name: `export ${uid}`, ask: (s) => Array.fromAsync(s.export(uid, 'jsonl')) },
    );
    const { events } = await library.timeline(uid, { limit: 10_000 });
    // A few of every session, its failures among them.
    for (const { id } of [...events.filter(({ failed }) => failed).slice(0, 2), ...events.slice(-2)]) {
      all.push(
        { name: `why ${id}`, ask: (s) => s.why(id) },
        { name: `impact ${id}`, ask: (s) => s.impact(id) },
        { name: `roots ${id}`, ask: (s) => s.roots(id) },
        { name: `event ${id}`, ask: (s) => s.event(id) },
        { name: `step ${id}`, ask: (s) => s.step(id) },
        { name: `event ${id.slice(0, 10)}`, ask: (s) => s.event(id.slice(0, 10)) },
      );
    }
  }
  return all;
}

/** What no question of the library shows whole. */
async function storeQuestions(
  { read }: ReadOnlyStore,
  sessions: readonly SessionUid[],
): Promise<readonly Question<ReadOnlyStore>[]> {
  const fingerprints = (await read.failures()).map(({ fingerprint }) => fingerprint);
  const all: Question<ReadOnlyStore>[] = [
    { name: 'files', ask: (s) => Array.fromAsync(s.read.files()) },
    {
      name: 'failures',
      ask: async (s) =>
        (await s.read.failures())
          .map(({ vector, ...row }) => ({ ...row, vector: vector && Buffer.from(vector).toString('hex') }))
          .sort((a, b) => a.fingerprint - b.fingerprint),
    },
    {
      name: 'overview',
      ask: async (s) => {
        const {
          bytes: { store: _, ...bytes },
          ...rest
        } = await s.read.overview();
        return { bytes, ...rest };
      },
    },
    { name: 'chain counts', ask: async (s) => inOneOrder(await s.read.chainCounts({})) },
    { name: 'fingerprint counts', ask: async (s) => inOneOrder(await s.read.fingerprintCounts({}, 1_000)) },
    { name: 'the three most frequent', ask: async (s) => inOneOrder(await s.read.fingerprintCounts({}, 3)) },
    ...(['chainGroups', 'latestChains'] as const).map((name) => ({
      name,
      ask: async (s: ReadOnlyStore) => inOneOrder(await s.read[name](fingerprints, {})),
    })),
    {
      name: 'recurrences',
      ask: async (s) =>
        inOneOrder(await s.read.recurrences(fingerprints, {}, Date.UTC(2026, 0, 1), Date.UTC(2025, 0, 1))),
    },
    { name: 'tried chains', ask: async (s) => inOneOrder(await s.read.triedChains(fingerprints, {}, 2)) },
    { name: 'failure texts', ask: async (s) => inOneOrder(await s.read.failureTexts(fingerprints)) },
    { name: 'invocations', ask: (s) => s.read.invocations({}, { limit: 1_000, offset: 0 }) },
    { name: 'every invocation', ask: (s) => Array.fromAsync(s.read.eachInvocation({})) },
    { name: 'uses', ask: async (s) => (await Array.fromAsync(s.read.uses({}))).flat() },
    { name: 'skill names', ask: (s) => s.read.skillNames({}, 100) },
    { name: 'evictable', ask: (s) => s.read.evictable(1_000) },
    { name: 'digests', ask: (s) => s.read.digests({}, { limit: 1_000, offset: 0 }) },
    ...(['session', 'repo', 'source', 'slot', 'nothing'] as const).map((by) => ({
      name: `usage by ${by}`,
      ask: async (s: ReadOnlyStore) => (await s.read.usage({}, by)).map((row) => JSON.stringify(row)).toSorted(),
    })),
    ...(['session', 'repo', 'source', 'nothing'] as const).map((by) => ({
      name: `work by ${by}`,
      ask: async (s: ReadOnlyStore) => (await s.read.work({}, by)).map((row) => JSON.stringify(row)).toSorted(),
    })),
  ];
  for (const uid of sessions) {
    const of = (name: string, ask: (store: ReadOnlyStore, uid: SessionUid) => Promise<unknown>): void =>
      void all.push({ name: `${name} ${uid}`, ask: (store) => ask(store, uid) });
    of('links', (s, u) => s.read.links(u));
    of('links from', (s, u) => s.read.linksFrom(u));
    of('children', (s, u) => s.read.children(u, 100));
    of('sharing files', async (s, u) => (await s.read.sharingFiles(u)).toSorted());
    of('surroundings', (s, u) => s.read.surroundings(u));
    of('headings', (s, u) => s.read.headings([u]));
    of('failures in', (s, u) => s.read.failuresIn(u, { limit: 100, offset: 0 }));
    of('descendants', (s, u) => s.read.descendants(u, 100));
    of('chains', (s, u) => s.read.chains({ session: u }, { limit: 100, offset: 0 }));
    of('files of', (s, u) => s.read.filesOf(u));
    of('bare events', (s, u) => s.read.bareEvents(u, { after: 2, limit: 100 }));
    of('secondary events', (s, u) => s.read.secondaryEvents(u, 100));
    of('transcript', (s, u) => s.read.hasTranscript(u));
    of('first and last step', async (s, u) => [
      await s.read.firstStep(u),
      await s.read.lastStep(u),
      await s.read.lastStep(u, { beforeLine: 5 }),
    ]);
    const last = (await read.recentEvents(uid, { limit: 1 }))[0];
    if (last === undefined) continue;
    const ref = eventRef(last.id)!;
    of('parent chain', (s) => s.read.parentChain(ref, 1_000));
    of('siblings', async (s) => (last.parent ? s.read.childEvents(eventRef(last.parent)!, 100) : []));
    of('slice back', (s) => s.read.slice([ref], 'back', 50));
    of('slice ahead', (s) => s.read.slice([ref], 'ahead', 50));
    of('place', (s) => s.read.place(ref));
  }
  return all;
}

async function answer(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask()) ?? 'nothing';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** Where the two part. */
function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return `…${text.slice(Math.max(0, at - 80), at + 160)}…`;
}

function inOneOrder(rows: readonly object[]): readonly string[] {
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
    .toSorted();
}
