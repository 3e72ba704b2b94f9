import { describe, expect, test } from 'vitest';
import type { Chain } from '../../model/chain.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import { failedTest } from '../../testing/stories.ts';
import { idOf, writeStories, uidOf } from '../../testing/write-stories.ts';
import { recordChains, type TestChain } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import type { StoreReader } from '../../store/store.ts';
import { findChain } from '../find/find-chain.ts';
import { findEvent } from '../find/find-event.ts';
import { knownFailures, similar, type SimilarOptions } from './similar.ts';
import { similarTo } from './subject.ts';

const now = Date.parse('2026-03-02T00:00:00Z');
const shop = uidOf({ name: 'shop' });
const api = uidOf({ name: 'api' });

async function storeOf(...chains: readonly TestChain[]) {
  const store = await storeWithStories({ name: 'empty', events: [] });
  await writeStories(
    store,
    { ...failedTest, name: 'shop', repo: 'shop', events: [] },
    { ...failedTest, name: 'api', repo: 'acme/api', events: [] },
  );
  return { store, ids: await recordChains(store, ...chains) };
}

async function messagesFor(
  text: string,
  chains: readonly TestChain[],
  options: Partial<SimilarOptions> = {},
): Promise<readonly string[]> {
  const { store } = await storeOf(...chains);
  await using _ = store;
  return (await similar(knownFailures(store.read), text, { now, ...options })).matches.map(
    ({ error_message }) => error_message,
  );
}

describe('what is found first', () => {
  test('is the same error, of another day, port, line and folder', async () => {
    const { store, ids } = await storeOf(
      { name: 'a', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
      {
        name: 'b',
        message: "EACCES: permission denied, open '/home/me/a/config.json'",
        state: 'resolved',
        tried: ['run chmod'],
      },
    );
    await using _ = store;
    const { matches } = await similar(
      knownFailures(store.read),
      "EACCES: permission denied, open '/srv/other/config.json'",
      { now },
    );
    expect(matches[0]).toMatchObject({
      chain: ids[1],
      similarity: 1,
      successful: true,
      fix_action_taken: 'run chmod',
      why: ['same fingerprint', 'fixed 1 of 1 times by run chmod'],
    });
  });

  test('is the error in a long output, and not what is printed around it', async () => {
    const output = [
      '> shop@1.0.0 test',
      '> vitest run',
      '',
      ' RUN  v4',
      ...Array.from({ length: 300 }, (_, line) => `step ${line} done`),
      "TypeError: Cannot read properties of undefined (reading 'total')",
      '    at sum (/srv/x/src/cart.ts:12:7)',
      'npm error code 1',
    ].join('\n');
    expect(
      await messagesFor(output, [
        { name: 'a', message: 'npm error code 1' },
        { name: 'b', message: "TypeError: Cannot read properties of undefined (reading 'total')" },
        { name: 'c', message: 'step 3 done' },
      ]),
    ).toEqual(["TypeError: Cannot read properties of undefined (reading 'total')"]);
  });

  test('of several errors in one output is the first, and the others are found too', async () => {
    const output =
      "src/a.ts(3,4): error TS2304: Cannot find name 'frob'.\nsrc/b.ts(9,1): error TS2551: Property 'nmae' does not exist on type 'User'.\n";
    expect(
      await messagesFor(output, [
        { name: 'a', message: "src/b.ts(1,1): error TS2551: Property 'nmae' does not exist on type 'User'." },
        { name: 'b', message: "src/a.ts(8,8): error TS2304: Cannot find name 'frob'." },
      ]),
    ).toEqual([
      "src/a.ts(8,8): error TS2304: Cannot find name 'frob'.",
      "src/b.ts(1,1): error TS2551: Property 'nmae' does not exist on type 'User'.",
    ]);
  });

  test('is not lost among what complained of something that is everywhere', async () => {
    const output =
      "src/a.ts(3,4): error TS2304: Cannot find name 'frob'.\nsrc/b.ts(9,1): error TS7006: Parameter 'x' implicitly has an 'any' type.\n";
    expect(
      (
        await messagesFor(output, [
          { name: 'old', message: "src/a.ts(8,8): error TS2304: Cannot find name 'frob'.", at: '2025-01-01T00:00:00Z' },
          ...Array.from({ length: 120 }, (_, at): TestChain => ({
            name: `n${at}`,
            message: "src/b.ts(1,1): error TS7006: Parameter 'x' implicitly has an 'any' type.",
          })),
        ])
      )[0],
    ).toContain('TS2304');
  });

  test('may be a failure that only complained of it among others', async () => {
    expect(
      await messagesFor("error: missing field 'id'", [
        { name: 'a', message: 'test suite failed to run at all', also: ["error: missing field 'id'"] },
      ]),
    ).toEqual(['test suite failed to run at all']);
  });

  test('is what holds the part of a message that somebody remembers', async () => {
    expect(
      (
        await messagesFor('not a git repository', [
          { name: 'a', message: "fatal: 'origin' does not appear to be a git repository" },
          { name: 'b', message: 'fatal: not a git repository (or any of the parent directories): .git' },
        ])
      )[0],
    ).toBe('fatal: not a git repository (or any of the parent directories): .git');
  });

  test('does not follow from what a program printed before it failed', async () => {
    expect(
      await messagesFor('Server is running\nTypeError: frob is not a function', [
        { name: 'a', message: 'the server is not running' },
      ]),
    ).toEqual([]);
  });

  test('is what says the same in other words, when nobody said it in these', async () => {
    expect(
      (
        await messagesFor('connection timeout', [
          { name: 'a', message: 'the password is wrong' },
          { name: 'b', message: 'the connection timed out' },
          { name: 'c', message: 'unexpected token in JSON' },
        ])
      )[0],
    ).toBe('the connection timed out');
  });
});

test('what is the same stands before what is only alike, however well that was solved', async () => {
  expect(
    await messagesFor(
      'the upload request timed out',
      [
        { name: 'a', message: 'the upload requests timed out', state: 'resolved', tried: ['run x'], session: shop },
        { name: 'b', message: 'the upload request timed out', at: '2022-01-01T00:00:00Z' },
      ],
      { here: 'shop' },
    ),
  ).toEqual(['the upload request timed out', 'the upload requests timed out']);
});

test('what is only a little alike is not shown beside the same', async () => {
  const [same, alike]: readonly TestChain[] = [
    { name: 'a', message: 'tests timed out waiting for the server' },
    { name: 'b', message: 'the tests are waiting for a server' },
  ];
  expect(await messagesFor('tests timed out waiting for the server', [alike!])).toHaveLength(1);
  expect(await messagesFor('tests timed out waiting for the server', [alike!, same!])).toEqual([
    'tests timed out waiting for the server',
  ]);
});

test('the same failure from another program is nearly the same', async () => {
  const { store } = await storeOf({ name: 'a', message: "Error: Cannot find module 'left-pad'" });
  await using _ = store;
  const {
    matches: [match],
  } = await similar(knownFailures(store.read), 'cannot find module "left-pad"', { now });
  expect(match).toMatchObject({
    similarity: 0.97,
    why: ['variant of the same message', 'no known fix'],
  });
});

test('a match by one message of an output names it', async () => {
  const { store } = await storeOf(
    { name: 'a', message: 'test suite failed to run at all', also: ["error: missing field 'id'"] },
    { name: 'b', message: 'port 80 is taken' },
  );
  await using _ = store;
  const why = async (text: string) =>
    (await similar(knownFailures(store.read), text, { now })).matches.map((match) => match.why[0]);
  expect(await why("error: missing field 'id'")).toEqual(["same message in its output: error: missing field 'id'"]);
  expect(await why("missing the field 'id'")).toEqual([
    expect.stringMatching(/^a message in its output is similar in .*: error: missing field 'id'$/),
  ]);
  expect(await why('Error: cannot start\nError: port 80 is taken')).toEqual([
    expect.stringMatching(/^variant of another message in your output/),
  ]);
});

test('a denied call is found by the message the agent got', async () => {
  const { store } = await storeOf({
    name: 'a',
    kind: 'denied',
    message: "The user doesn't want to proceed with this tool use.",
  });
  await using _ = store;
  const { matches } = await similar(
    knownFailures(store.read),
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).",
    { now },
  );
  expect(matches).toMatchObject([{ similarity: 1 }]);
});

test('what is like nothing finds nothing', async () => {
  expect(
    await messagesFor('the quick brown fox jumps', [{ name: 'a', message: 'connect ECONNREFUSED 127.0.0.1:5432' }]),
  ).toEqual([]);
});

describe('of the same failure comes first', () => {
  const timeout = (name: string, more: Partial<TestChain>): TestChain => ({
    name,
    message: 'request timed out',
    ...more,
  });
  const output = 'request timed out\n  error: nobody answers the door\n  at src/cart.ts:3:4';

  /** Whichever of the two is kept first, so that it is not chance. */
  async function isFirst(
    one: Partial<TestChain>,
    other: Partial<TestChain>,
    options: Partial<SimilarOptions> = {},
  ): Promise<boolean> {
    for (const [name, otherName] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const { store, ids } = await storeOf(timeout(name, one), timeout(otherName, other));
      await using _ = store;
      const { matches } = await similar(knownFailures(store.read), output, { now, ...options });
      if (matches[0]!.chain !== ids[0]) return false;
    }
    return true;
  }

  test.each<[string, Partial<TestChain>, Partial<TestChain>, Partial<SimilarOptions>?]>([
    [
      'what was solved before what was not',
      { state: 'resolved', tried: ['run x'] },
      { state: 'open', tried: ['!run y'] },
    ],
    [
      'what was fixed by something that can be told',
      { state: 'resolved', tried: ['run x'] },
      { state: 'resolved', tried: ['the same command with other arguments'] },
    ],
    [
      'what was proven before what was only done',
      { state: 'resolved', tried: ['run x'] },
      { state: 'unverified', tried: ['?run x'] },
    ],
    ['what failed here before what failed elsewhere', { session: shop }, { session: api }, { here: 'shop' }],
    [
      'what failed here, whoever names the repository with its owner',
      { session: api },
      { session: shop },
      { here: 'api' },
    ],
    ['what was lately before what was long ago', { at: '2026-02-27T00:00:00Z' }, { at: '2024-02-27T00:00:00Z' }],
    [
      'what was lately, though it took longer',
      { state: 'resolved', took: 600, tried: ['run x'] },
      { at: '2023-02-27T00:00:00Z', state: 'resolved', took: 1, tried: ['run x'] },
    ],
    [
      'what was solved quickly',
      { state: 'resolved', took: 1, tried: ['run x'] },
      { state: 'resolved', took: 600, tried: ['run x'] },
    ],
    [
      'what complained of the same besides',
      { also: ['error: nobody answers the door'] },
      { also: ['error: the door is locked'] },
    ],
    ['what was about files of the same language', { tried: ['!edit a.ts'] }, { tried: ['!edit a.py'] }],
  ])('%s', async (_, one, other, options) => {
    expect(await isFirst(one, other, options)).toBe(true);
  });

  test('what was fixed by what works most often', async () => {
    const { store, ids } = await storeOf(
      timeout('once', { state: 'resolved', tried: ['run rare'] }),
      timeout('a', { state: 'resolved', tried: ['run usual'] }),
      timeout('b', { state: 'resolved', tried: ['run usual'] }),
      timeout('c', { state: 'resolved', tried: ['run usual'] }),
    );
    await using _ = store;
    const { matches } = await similar(knownFailures(store.read), 'request timed out', { now });
    expect(matches.at(-1)!.chain).toBe(ids[0]);
    expect(matches[0]!.fixes.map(({ action, worked, tried }) => [action, worked, tried])).toEqual([
      ['run usual', 3, 3],
      ['run rare', 1, 1],
    ]);
  });
});

test('repeated attempts that never worked are separate from fixes', async () => {
  const { store } = await storeOf(
    ...['a', 'b'].map((name): TestChain => ({
      name,
      message: 'request timed out',
      state: 'resolved',
      tried: ['!run again', 'run wait'],
    })),
  );
  await using _ = store;
  const {
    matches: [match],
  } = await similar(knownFailures(store.read), 'request timed out', { now });
  expect(match!.fixes.map(({ action }) => action)).toEqual(['run wait']);
  expect(match!.dead_ends).toMatchObject([{ action: 'run again', worked: 0, tried: 2 }]);
});

test('what is like it is not shown where it is known how the same failure was fixed', async () => {
  const like: TestChain = { name: 'b', message: 'the upload requests timed out', state: 'resolved', tried: ['run x'] };
  const same: TestChain = { name: 'a', message: 'the upload request timed out' };
  expect(await messagesFor(same.message, [same, like])).toEqual([same.message, like.message]);
  expect(await messagesFor(same.message, [{ ...same, state: 'resolved', tried: ['run y'] }, like])).toEqual([
    same.message,
  ]);
});

test('what only complained of it among others is not shown where it is known how it was fixed', async () => {
  const other: TestChain = { name: 'b', message: 'the stone is loose', also: ['the mill is stuck'] };
  const same: TestChain = { name: 'a', message: 'the mill is stuck' };
  expect(await messagesFor('the mill is stuck', [same, other])).toEqual([same.message, other.message]);
  expect(await messagesFor('the mill is stuck', [{ ...same, state: 'resolved', tried: ['run x'] }, other])).toEqual([
    same.message,
  ]);
});

test('what has little in common is not taken for an answer', async () => {
  expect(
    await messagesFor("error[E0599]: no method named 'turn' found for the mill", [
      { name: 'a', message: "ModuleNotFoundError: No module named 'stones'" },
    ]),
  ).toEqual([]);
});

test('a counter, an exit code, a time limit or a wrapper is found only where somebody entered it', async () => {
  for (const message of ['exit code 7', 'Found 2 errors.', 'Command timed out after 10s', '✖ lint-staged failed']) {
    const { store } = await storeOf({ name: 'a', message, state: 'resolved', tried: ['run x'] });
    await using _ = store;
    const matchesOf = async (basis: Chain['basis']) => {
      const read = { ...store.read, chains: chainsAs(store.read, basis) };
      return (await similar(knownFailures(read), message, { now })).matches.length;
    };
    expect([message, await matchesOf('mined'), await matchesOf('manual')]).toEqual([message, 0, 1]);
  }
});

describe('filters', () => {
  const chains: readonly TestChain[] = [
    { name: 'a', message: 'request timed out', session: shop, at: '2026-02-01T00:00:00Z' },
    { name: 'b', message: 'request timed out', session: api, kind: 'denied', state: 'resolved' },
    { name: 'c', message: 'request timed out', session: api, kind: 'benign' },
  ];
  test.each<[string, Partial<SimilarOptions>, readonly string[]]>([
    ['none: what is real or denied', {}, ['a', 'b']],
    ['repository', { repo: 'shop' }, ['a']],
    ['kind', { kinds: ['benign'] }, ['c']],
    ['since', { since: Date.parse('2026-02-15T00:00:00Z') }, ['b']],
    ['until', { until: Date.parse('2026-02-15T00:00:00Z') }, ['a']],
    ['state', { states: ['resolved'] }, ['b']],
    ['agent', { source: 'nobody' }, []],
  ])('%s', async (_, options, expected) => {
    const { store, ids } = await storeOf(...chains);
    await using __ = store;
    const { matches } = await similar(knownFailures(store.read), 'request timed out', { now, ...options });
    expect(matches.map(({ chain }) => chains[ids.indexOf(chain)]!.name).toSorted()).toEqual(expected);
  });

  test('what was solved is shown alone, and a fix is counted where it did not help too', async () => {
    const { store } = await storeOf(
      { name: 'a', message: 'request timed out', state: 'resolved', tried: ['run retry'] },
      ...['b', 'c', 'd'].map((name): TestChain => ({ name, message: 'request timed out', tried: ['!run retry'] })),
    );
    await using _ = store;
    const { matches } = await similar(knownFailures(store.read), 'request timed out', { now, states: ['resolved'] });
    expect(matches).toMatchObject([
      { successful: true, times: 4, fixes: [{ action: 'run retry', worked: 1, tried: 4 }] },
    ]);
  });

  test('what was solved is found behind a hundred newer ones that were not', async () => {
    const { store, ids } = await storeOf(
      {
        name: 'old',
        message: 'request timed out',
        state: 'resolved',
        tried: ['run retry'],
        at: '2025-01-01T00:00:00Z',
      },
      ...Array.from({ length: 120 }, (__, at): TestChain => ({ name: `n${at}`, message: 'request timed out' })),
    );
    await using _ = store;
    const { matches } = await similar(knownFailures(store.read), 'request timed out', { now, states: ['resolved'] });
    expect(matches.map(({ chain }) => chain)).toEqual([ids[0]]);
  });

  test('at most so many, and no more than so many of one failure', async () => {
    const { store } = await storeOf(
      ...['a', 'b', 'c', 'd'].map((name): TestChain => ({ name, message: 'request timed out' })),
      { name: 'e', message: 'the request timed out again' },
    );
    await using _ = store;
    const known = knownFailures(store.read);
    expect(await similar(known, 'request timed out', { now, limit: 2 })).toMatchObject({
      matches: [{}, {}],
      truncated: true,
    });
    const { matches } = await similar(known, 'request timed out', { now, perFailure: 1 });
    expect(matches.map(({ error_message, times }) => [error_message, times])).toEqual([
      ['request timed out', 4],
      ['the request timed out again', 1],
    ]);
  });
});

test.each([0, 101, 1_000_000, 1.5, Number.NaN])('a limit of %s is refused, with what is allowed', async (limit) => {
  const { store } = await storeOf();
  await using _ = store;
  await expect(similar(knownFailures(store.read), 'x', { now, limit })).rejects.toThrow(
    expect.objectContaining({ code: 'bad-argument', hint: expect.stringContaining('1 to 100') }) as StemmaError,
  );
});

test('a text without a word is refused', async () => {
  const { store } = await storeOf();
  await using _ = store;
  await expect(similar(knownFailures(store.read), ' \n ::: ', { now })).rejects.toThrow(
    expect.objectContaining({ code: 'bad-argument' }) as StemmaError,
  );
});

describe('a failure of the archive', () => {
  test('is named by its chain or its event, and does not find itself', async () => {
    const twin = { ...failedTest, name: 'twin', began: '2026-02-02T09:00:00Z' };
    await using store = await storeWithStories(failedTest, twin);
    const known = knownFailures(store.read);
    const own = await findChain(
      store.read,
      (await store.read.chains({ session: uidOf(failedTest) }, { limit: 1, offset: 0 })).chains[0]!.id.slice(0, 12),
    );
    for (const name of [own.id, idOf(failedTest, 'run'), idOf(failedTest, 'red')]) {
      const { matches } = await similar(known, await similarTo(store.read, name), { now });
      expect(matches.map(({ session, similarity }) => [session, similarity])).toEqual([[uidOf(twin), 1]]);
    }
  });

  test('that did not fail is refused, and so is a chain nobody knows', async () => {
    await using store = await storeWithStories(failedTest);
    await expect(similarTo(store.read, idOf(failedTest, 'fix'))).rejects.toThrow('did not fail');
    await expect(similarTo(store.read, 'ch_0000')).rejects.toThrow(
      expect.objectContaining({ code: 'chain-not-found' }) as StemmaError,
    );
  });

  test('can be asked about as an event that is no chain, by its words', async () => {
    await using store = await storeWithStories(failedTest);
    const event = {
      ...(await findEvent(store.read, idOf(failedTest, 'ask'))),
      failed: true,
      summary: 'exit 1: 1 failing in cart.test.ts',
    };
    expect((await similar(knownFailures(store.read), event, { now })).matches).toMatchObject([
      { session: uidOf(failedTest) },
    ]);
  });
});

test('words that only look like ids are text', async () => {
  const { store } = await storeOf({ name: 'a', message: 'call_something_unknown' });
  await using _ = store;
  expect(await similarTo(store.read, 'call_something_unknown')).toBe('call_something_unknown');
});

test('an index that is kept finds what came later', async () => {
  const { store } = await storeOf({ name: 'a', message: 'unexpected token in JSON' });
  await using _ = store;
  const known = knownFailures(store.read);
  const ask = (at: number) => similar(known, 'fatal: no space left on device', { now: at });
  expect((await ask(now)).matches).toEqual([]);
  await recordChains(
    store,
    { name: 'b', message: 'no space left on the device' },
    { name: 'c', message: 'fatal: no space left on device' },
  );
  // The same fingerprint never waits; what is only alike waits for the index.
  expect((await ask(now + 1)).matches).toHaveLength(1);
  expect((await ask(now + 61_000)).matches).toHaveLength(2);
});

/** The same chains, as if they had been found in sessions or entered. */
function chainsAs(read: StoreReader, basis: Chain['basis']): StoreReader['chains'] {
  return async (...asked) => {
    const page = await read.chains(...asked);
    return { ...page, chains: page.chains.map((chain) => ({ ...chain, basis })) };
  };
}
