import { describe, expect, test } from 'vitest';
import { failedTest } from '../../testing/stories.ts';
import { writeStories, uidOf } from '../../testing/write-stories.ts';
import { recordChains, type TestChain } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import type { Chain, FixAttempt } from '../../model/chain.ts';
import { chainId, eventId, type Key } from '../../model/ids.ts';
import type { ErrorKind } from '../../model/words.ts';
import { fixesOf, helpful } from './fixes.ts';
import { patterns } from './patterns.ts';

const now = Date.parse('2026-03-02T00:00:00Z');

async function patternsOf(chains: readonly TestChain[], options: Partial<Parameters<typeof patterns>[1]> = {}) {
  await using store = await storeWithStories({ name: 'empty', events: [] });
  await writeStories(
    store,
    { ...failedTest, name: 'shop', repo: 'shop', events: [] },
    { ...failedTest, name: 'api', repo: 'api', events: [] },
  );
  await recordChains(store, ...chains);
  return await patterns(store.read, { now, ...options });
}

const refused = (name: string, more: Partial<TestChain> = {}): TestChain => ({
  name,
  message: 'connect ECONNREFUSED 127.0.0.1:5432',
  ...more,
});

test('failures with one cause are one pattern: how often, where, since when, how many were solved', async () => {
  const {
    patterns: found,
    total,
    failures,
  } = await patternsOf([
    refused('a', { at: '2026-01-05T10:00:00Z', session: uidOf({ name: 'shop' }), state: 'resolved', took: 4 }),
    refused('b', {
      message: 'connect ECONNREFUSED 10.0.0.9:9999',
      at: '2026-02-20T10:00:00Z',
      session: uidOf({ name: 'api' }),
      state: 'resolved',
      took: 10,
    }),
    refused('c', { at: '2026-02-25T10:00:00Z', session: uidOf({ name: 'api' }) }),
    { name: 'd', message: 'something else' },
  ]);
  expect({ total, failures }).toEqual({ total: 1, failures: 3 });
  expect(found).toMatchObject([
    {
      count: 3,
      sessions: 2,
      repos: ['api', 'shop'],
      sources: ['quill'],
      first_at: '2026-01-05T10:00:00.000Z',
      last_at: '2026-02-25T10:00:00.000Z',
      resolved: 2,
      resolved_share: 2 / 3,
      median_minutes: 10,
    },
  ]);
});

test('what differs only in how it is spelled is one pattern, what differs in a name is not', async () => {
  const { patterns: found } = await patternsOf(
    [
      { name: 'a', message: "Cannot find module 'left-pad'" },
      { name: 'b', message: 'Error: Cannot find module "left-pad"' },
      { name: 'c', message: "Cannot find module 'right-pad'" },
    ],
    { minCount: 1 },
  );
  expect(found.map(({ count, also }) => [count, also.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
});

test('what is spelled in two ways stays one pattern, asked again and after more has come', async () => {
  await using store = await storeWithStories({ name: 'empty', events: [] });
  await recordChains(
    store,
    { name: 'a', message: "Cannot find module 'left-pad'" },
    { name: 'b', message: 'Error: Cannot find module "left-pad"' },
    { name: 'c', message: 'disk full' },
    { name: 'd', message: "Cannot find module 'right-pad'", kind: 'benign' },
  );
  const patternCounts = async (kinds: readonly ErrorKind[] = ['real']) =>
    (await patterns(store.read, { now, kinds })).patterns.map(({ count, also }) => [count, also.length]);
  expect(await patternCounts()).toEqual([[2, 1]]);
  expect(await patternCounts()).toEqual([[2, 1]]);
  await recordChains(
    store,
    { name: 'e', message: 'Error: disk full' },
    { name: 'f', message: 'Error: Cannot find module "right-pad"' },
  );
  expect(await patternCounts()).toEqual([
    [2, 1],
    [2, 1],
  ]);
  expect(await patternCounts(['real', 'benign'])).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
});

test('what met it in two spellings is one session', async () => {
  const session = uidOf({ name: 'shop' });
  const {
    patterns: [found],
  } = await patternsOf([
    { name: 'a', message: "Cannot find module 'left-pad'", session },
    { name: 'b', message: 'Error: Cannot find module "left-pad"', session },
  ]);
  expect(found).toMatchObject({ count: 2, sessions: 1 });
});

test('a failure keeps its own pattern though hundreds of outputs mention it among others', async () => {
  const {
    patterns: [found],
  } = await patternsOf([
    ...['a', 'b'].map((name) =>
      refused(name, { at: '2026-01-01T00:00:00Z', state: 'resolved', tried: ['run docker up'] }),
    ),
    ...Array.from({ length: 510 }, (_, at): TestChain => ({
      name: `n${at}`,
      message: `suite ${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10) % 10]}${'abcdefghij'[Math.floor(at / 100)]} broke`,
      also: ['connect ECONNREFUSED 127.0.0.1:5432'],
    })),
  ]);
  expect(found).toMatchObject({
    count: 2,
    looked_at: 2,
    message: 'connect ECONNREFUSED 127.0.0.1:5432',
    fixes: [{ worked: 2 }],
  });
});

describe('fixes', () => {
  test('come with the share of attempts that worked, the more certain first', async () => {
    const {
      patterns: [found],
    } = await patternsOf([
      refused('a', { state: 'resolved', tried: ['!edit a.ts', 'run docker up'] }),
      refused('b', { state: 'resolved', tried: ['!edit a.ts', 'run docker up'] }),
      refused('c', { state: 'resolved', tried: ['edit b.ts'] }),
      refused('d', { tried: ['!run docker up'] }),
      refused('e', { state: 'unverified', tried: ['?run docker up'] }),
    ]);
    expect(found!.fixes.map(({ action, worked, tried, unproven }) => [action, worked, tried, unproven])).toEqual([
      ['run docker up', 2, 4, 1],
      ['edit b.ts', 1, 1, 0],
    ]);
    expect(found!.fixes[0]).toMatchObject({ rate: 2 / 3 });
    expect(found!.anti_patterns.map(({ action, worked, tried }) => [action, worked, tried])).toEqual([
      ['edit a.ts', 0, 2],
    ]);
  });

  test('do not include what went away on retry, which is counted apart', async () => {
    const {
      patterns: [found],
    } = await patternsOf([
      refused('a', { state: 'resolved', tried: ['retry'] }),
      refused('b', { state: 'resolved', tried: ['!retry', 'retry'] }),
      refused('c', { state: 'resolved', tried: ['run docker up'] }),
      refused('d'),
    ]);
    expect(found).toMatchObject({ count: 4, resolved: 1, retried: 2, fixes: [{ action: 'run docker up', worked: 1 }] });
    expect(found!.fixes).toHaveLength(1);
  });

  test('that were never verified are not shown, nor those of a failure without a word about it', async () => {
    const { patterns: unverified } = await patternsOf([
      refused('a', { state: 'unverified', tried: ['?run docker up'] }),
      refused('b', { state: 'unverified', tried: ['?run docker up'] }),
    ]);
    expect(unverified[0]!.fixes).toEqual([]);
    const { patterns: nameless } = await patternsOf(
      ['a', 'b'].map((name) => ({ name, message: 'Error', state: 'resolved' as const, tried: ['run docker up'] })),
    );
    expect(nameless[0]!.fixes).toEqual([]);
  });

  test('what was tried once in vain is no anti-pattern yet', async () => {
    const {
      patterns: [found],
    } = await patternsOf([refused('a', { tried: ['!edit a.ts'] }), refused('b')]);
    expect(found!.anti_patterns).toEqual([]);
  });

  test('what was done to the very file that failed counts together, whichever file it was', async () => {
    const stale = (name: string): TestChain => ({
      name,
      message: 'File has not been read yet',
      marks: [`edit ${name}.ts`],
      state: 'resolved',
      tried: [`read ${name}.ts`],
    });
    const {
      patterns: [found],
    } = await patternsOf([stale('a'), stale('b'), stale('c')]);
    expect(found!.fixes).toMatchObject([{ action: 'read the same file', worked: 3, tried: 3 }]);
  });

  test('an attempt with several actions is shown once', async () => {
    await using store = await storeWithStories({ name: 'empty', events: [] });
    const commit = { action: 'git add . && git commit', marks: ['run git add', 'run git commit'] };
    const [id] = await recordChains(store, refused('x'));
    const {
      chains: [chain],
    } = await store.read.chains({}, { limit: 1, offset: 0 });
    const attempt = (name: string, more: Partial<FixAttempt>): FixAttempt => ({
      id: name,
      action: '',
      code_changes: null,
      successful: true,
      marks: [],
      at: null,
      ...more,
    });
    const fixes = fixesOf(
      [
        { ...chain!, id: id!, attempts: [attempt('1', commit)] },
        {
          ...chain!,
          attempts: [
            attempt('2', { action: 'git add a', marks: ['run git add'], successful: false }),
            attempt('3', commit),
          ],
        },
      ],
      now,
    );
    expect(fixes.map(({ action }) => action)).toEqual(['git add . && git commit']);
  });

  describe('are claimed only where they say something about the next failure', () => {
    const stuck = 'the stone is stuck';
    const unlock = { action: 'Bash crank unlock', mark: 'run crank unlock' };

    test('a command that helped once does not, unless the message names what it is about', () => {
      expect(claims([{ message: stuck, ...unlock }])).toEqual([]);
      expect(claims([{ message: stuck, action: 'Bash crank stone', mark: 'run crank stone' }])).toEqual([
        'Bash crank stone',
      ]);
      // The failing call named it as well, and failed.
      expect(claims([{ message: 'mill is stuck', action: 'Bash mill unlock', mark: 'run mill unlock' }])).toEqual([]);
    });

    test('a command that helped in two sessions, or three times, does; one step that ended three failures does not', () => {
      const again = (...steps: readonly (readonly [session: number, step: number])[]) =>
        claims(steps.map(([session, step]) => ({ message: stuck, ...unlock, session, step })));
      expect(again([1, 1], [2, 2])).toEqual(['Bash crank unlock']);
      expect(again([1, 1], [1, 2], [1, 3])).toEqual(['Bash crank unlock']);
      expect(again([1, 1], [1, 2])).toEqual([]);
      expect(again([1, 1], [1, 1], [1, 1])).toEqual([]);
    });

    test('what only moves a repository does not, unless the message says to', () => {
      const add = (message: string) =>
        claims([1, 2].map((session) => ({ message, action: 'Bash git add .', mark: 'run git add', session })));
      expect(add('nothing to commit, working tree clean')).toEqual([]);
      expect(add('no changes added to commit (use "git add")')).toEqual(['Bash git add .']);
    });

    test('a call with a word changed does, whatever program that makes it; a way around a safeguard does not', () => {
      const called = (action: string, mark: string) => claims([{ message: stuck, action, mark, isProof: true }]);
      expect(called('Bash mill2 grind', 'run mill2 grind')).toEqual(['the same command with mill2 instead of mill']);
      expect(called('Bash mill grind --slow', 'run mill grind')).toEqual(['the same command with --slow']);
      expect(called('Bash mill grind --no-verify', 'run mill grind')).toEqual([]);
      const found = { message: 'mill.c:3:7: the stone is loose', action: 'Bash mill look', mark: 'run mill look' };
      expect(claims([{ ...found, isProof: true }])).toEqual([]);
    });

    test('a file does where the message names it, or where it was changed again and again', () => {
      const edit = (message: string, times: number) =>
        claims(sessions(times).map((session) => ({ message, action: 'Edit a.ts', mark: 'edit a.ts', session })));
      expect(edit(stuck, 1)).toEqual([]);
      expect(edit(stuck, 4)).toEqual([]);
      expect(edit(stuck, 5)).toEqual(['Edit a.ts']);
      expect(edit('a.ts: the stone is stuck', 1)).toEqual(['edit the file that the message names']);
    });

    test('a file that was removed was not edited', () => {
      expect(
        claims([
          { message: 'a.lock: File exists', action: 'Bash rm mill/a.lock; mill grind', mark: 'edit mill/a.lock' },
        ]),
      ).toEqual(['remove the file that the message names']);
    });

    test('a script that was written for one case does not', () => {
      const action = 'Bash sed -i s/a/b/ stone.ts && crank stone';
      expect(
        claims(sessions(3).map((session) => ({ message: stuck, action, mark: 'run crank stone', session }))),
      ).toEqual([]);
    });

    test('nothing does about a time limit, or about what a wrapper reports', async () => {
      for (const message of ['Command timed out after 10s', '✖ lint-staged failed']) {
        const {
          patterns: [found],
        } = await patternsOf(
          ['a', 'b'].map((name) => ({ name, message, state: 'resolved' as const, tried: ['run docker up'] })),
        );
        expect(found).toMatchObject({ count: 2, fixes: [] });
      }
    });
  });

  test('show what the cases have in common, and no argument of one of them', () => {
    const install = (session: number, name: string) => ({
      message: 'the environment is managed',
      action: `Bash python3 -m venv own && pip install ${name} | tail -3`,
      mark: 'run pip install',
      session,
    });
    expect(claims([install(1, 'bread'), install(2, 'butter')])).toEqual(['Bash python3 -m venv own && pip install …']);
    expect(claims([install(1, 'bread'), install(2, 'bread')])).toEqual([
      'Bash python3 -m venv own && pip install bread | tail -3',
    ]);
  });

  test('count a failure once, for the fix that most cases share', () => {
    const twoSteps = (session: number): Chain =>
      chainOf([
        { message: 'the stone is stuck', action: 'Bash crank oil', mark: 'run crank oil', session, step: 1 },
        { message: 'the stone is stuck', action: 'Bash crank turn', mark: 'run crank turn', session, step: 2 },
      ]);
    const oneStep = chainOf([
      { message: 'the stone is stuck', action: 'Bash crank turn', mark: 'run crank turn', session: 3 },
    ]);
    expect(claimed([twoSteps(1), twoSteps(2), oneStep])).toEqual(['Bash crank turn']);
  });

  test('of long ago count for less than those of now', async () => {
    const {
      patterns: [found],
    } = await patternsOf([
      ...['a', 'b'].map((name) =>
        refused(name, { at: '2023-01-01T00:00:00Z', state: 'resolved', tried: ['run old way'] }),
      ),
      refused('c', { state: 'resolved', tried: ['run new way'] }),
    ]);
    expect(found!.fixes.map(({ action }) => action)).toEqual(['run new way', 'run old way']);
  });
});

test('sessions are counted in all spellings, also when more failed than are looked at for fixes', async () => {
  const chains = Array.from({ length: 140 }, (_, at) => ({
    name: `c${at}`,
    message: at % 2 === 0 ? "Cannot find module 'left-pad'" : 'Error: Cannot find module "left-pad"',
    session: uidOf({ name: `s${at}` }),
  }));
  const {
    patterns: [found],
  } = await patternsOf(chains);
  expect(found).toMatchObject({ count: 140, sessions: 140, looked_at: 100 });
});

describe('the trend', () => {
  const times = (...days: readonly string[]): readonly TestChain[] =>
    days.map((at, index) => refused(`t${index}`, { at: `${at}T00:00:00Z` }));

  test.each([
    ['new', ['2026-02-20', '2026-02-21']],
    ['quiet', ['2025-06-01', '2025-06-02']],
    ['rising', ['2025-06-01', '2026-02-20', '2026-02-21', '2026-02-22']],
    ['steady', ['2026-01-20', '2026-01-21', '2026-02-20', '2026-02-21']],
    [
      'falling',
      ['2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15', '2026-01-16', '2026-02-20'],
    ],
  ])('is %s', async (word, days) => {
    const {
      patterns: [found],
    } = await patternsOf(times(...days));
    expect(found!.trend.word).toBe(word);
  });
});

describe('the trend', () => {
  test('of more than were looked at for fixes', async () => {
    const {
      patterns: [found],
    } = await patternsOf([
      refused('old', { at: '2025-01-01T00:00:00Z' }),
      ...Array.from({ length: 520 }, (_, at) => refused(`n${at}`, { at: '2026-02-20T00:00:00Z' })),
    ]);
    expect(found).toMatchObject({ count: 521, looked_at: 100, trend: { now: 520, before: 0, word: 'rising' } });
  });

  test('of all time, whatever span was asked for', async () => {
    const {
      patterns: [found],
    } = await patternsOf(
      ['2026-01-10', '2026-01-11', '2026-02-20', '2026-02-21'].map((at) => refused(at, { at: `${at}T00:00:00Z` })),
      { since: Date.parse('2026-02-15T00:00:00Z') },
    );
    expect(found).toMatchObject({ count: 2, trend: { now: 2, before: 2, word: 'steady' } });
  });
});

test('what was seen lately comes before what was seen more often long ago', async () => {
  const { patterns: found } = await patternsOf([
    ...['a', 'b', 'c'].map((name) => refused(name, { at: '2023-01-01T00:00:00Z' })),
    ...['d', 'e'].map((name): TestChain => ({ name, message: 'disk full' })),
  ]);
  expect(found.map(({ count }) => count)).toEqual([2, 3]);
});

test('only what was asked for is shown, and it says that there is more', async () => {
  const chains = [
    ...['a', 'b'].map((name) => refused(name)),
    ...['c', 'd'].map((name): TestChain => ({ name, message: 'disk full' })),
    ...['e', 'f'].map((name): TestChain => ({ name, message: 'nothing found', kind: 'benign' })),
  ];
  expect(await patternsOf(chains, { limit: 1 })).toMatchObject({ patterns: [{}], total: 2, truncated: true });
  expect(
    (
      await patternsOf([
        ...chains,
        ...['g', 'h'].map((name): TestChain => ({ name, message: 'the user said no', kind: 'denied' })),
      ])
    ).total,
  ).toBe(2);
  expect((await patternsOf(chains, { kinds: ['benign'] })).patterns).toMatchObject([{ kind: 'benign' }]);
  expect((await patternsOf(chains, { minCount: 3 })).patterns).toEqual([]);
});

interface TestFix {
  readonly message: string;
  readonly action: string;
  readonly mark: string;
  readonly session?: number;
  readonly step?: number;
  readonly isProof?: boolean;
}

/** The fixes that are claimed after `mill grind` failed, each time in its own way. */
function claims(fixes: readonly TestFix[]): readonly string[] {
  return claimed(fixes.map((fix) => chainOf([fix])));
}

function claimed(chains: readonly Chain[]): readonly string[] {
  return helpful(fixesOf(chains, now)).map(({ action }) => action);
}

let made = 0;

/** A failure that was mined from a session, and what fixed it. */
function chainOf(fixes: readonly TestFix[]): Chain {
  const [{ message, session = 1 }] = fixes as readonly [TestFix];
  const attempts = fixes.map(({ action, mark, step = session }) => ({
    id: eventId({ tree: session as Key, event: step as Key }),
    action,
    marks: [mark],
    successful: true,
    at: null,
  }));
  return {
    id: chainId({ tree: session as Key, chain: ++made as Key }),
    error: { message, action: 'Bash mill grind', marks: ['run mill grind'], at: null },
    attempts,
    verified_by: fixes.some(({ isProof }) => isProof) ? attempts.at(-1)!.id : null,
  } as unknown as Chain;
}

function sessions(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
