import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { failedTest, token } from '../../testing/stories.ts';
import { writeStories, uidOf } from '../../testing/write-stories.ts';
import { recordChains } from '../../testing/record-chains.ts';

let home: string;
let ids: readonly string[];
const stemma = (...argv: string[]) => fakeApp(home).run(...argv);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-similar-'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  const shop = { ...failedTest, name: 'shop', repo: `shop-${token}`, events: [] };
  await writeStories(store, failedTest, shop);
  ids = await recordChains(
    store,
    {
      name: 'a',
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
      state: 'resolved',
      took: 3,
      tried: ['!edit db.ts', 'run docker up'],
      at: '2026-02-01T00:00:00Z',
      session: uidOf(shop),
    },
    {
      name: 'b',
      message: 'connect ECONNREFUSED 127.0.0.1:5433',
      state: 'resolved',
      took: 3,
      tried: ['!edit db.ts', 'run docker up'],
      at: '2026-02-02T00:00:00Z',
    },
    { name: 'c', message: 'connect ECONNREFUSED 127.0.0.1:5434', tried: ['!edit db.ts'], at: '2026-02-20T00:00:00Z' },
    { name: 'd', message: 'hostile \u001b[31m\u202e text', at: '2026-02-21T00:00:00Z', state: 'failed' },
  );
});

afterAll(() => rm(home, { recursive: true }));

describe('similar', () => {
  test('shows each failure once with its fixes, how often they worked, dead ends, and why it matches', async () => {
    const { code, out } = await stemma('similar', 'connect ECONNREFUSED 10.0.0.1:80');
    expect({ code, out }).toEqual({
      code: 0,
      out: `1.00  ${ids[1]!.slice(0, 10)}  2026-02-02 00:00  entered manually
  message   connect ECONNREFUSED 127.0.0.1:5433
  fixed by  run docker up · worked 2 of 2, all verified
  not by    edit db.ts · worked 0 of 3
  because   same fingerprint; seen 3 times
`.replace('2026-02-02 00:00', local('2026-02-02T00:00:00Z')),
    });
  });

  test('reads a whole output from standard input', async () => {
    const { out } = await fakeApp(home, {
      input: async () => 'starting\nError: connect ECONNREFUSED 1.2.3.4:1\n  at x.js:1',
    }).run('similar', '--json');
    expect(JSON.parse(out)).toMatchObject({
      matches: [
        { repo: null },
        { successful: true },
        { error_message: 'connect ECONNREFUSED 127.0.0.1:5434', successful: false },
      ],
      truncated: false,
    });
  });

  test('the answer in JSON has every field that programs rely on, and each time it happened', async () => {
    const { matches } = JSON.parse((await stemma('similar', 'connect ECONNREFUSED 10.0.0.1:80', '--json')).out) as {
      matches: Record<string, unknown>[];
    };
    expect(matches).toHaveLength(3);
    for (const field of [
      'chain',
      'error_message',
      'similarity',
      'score',
      'why',
      'action_taken',
      'fix_action_taken',
      'code_changes',
      'successful',
      'verified',
      'resolution_time_minutes',
      'session',
      'at',
      'fixes',
      'dead_ends',
      'story',
    ]) {
      expect(matches[0]).toHaveProperty(field);
    }
    expect(matches[0]).toMatchObject({
      chain: ids[1],
      similarity: 1,
      fix_action_taken: 'run docker up',
      resolution_time_minutes: 3,
    });
  });

  test('takes the beginning of a chain, and can leave out what was not solved', async () => {
    const { matches } = JSON.parse((await stemma('similar', ids[2]!.slice(0, 10), '--solved', '--json')).out) as {
      matches: { chain: string }[];
    };
    expect(matches.map(({ chain }) => chain).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [ids[0]!, ids[1]!].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test.each([
    [['similar'], 2, 'similar needs TEXT'],
    [['similar', 'x y z', '--limit', '0'], 2, '--limit must be a whole number from 1 on (got 0)'],
    [['similar', 'x y z', '--limit', '1000000'], 2, 'limit from 1 to 100'],
    [['similar', '...'], 2, 'no word'],
    [['similar', 'ch_zzzzzzz'], 1, 'no chain "ch_zzzzzzz"'],
    [['similar', 'x', '--kind', 'reel'], 2, 'Did you mean real?'],
  ])('%j is refused and says what to do', async (argv, exit, words) => {
    const { code, err } = await stemma(...argv);
    expect(code).toBe(exit);
    expect(err).toContain(words);
  });

  test('says so when nothing is like it', async () => {
    expect(await stemma('similar', 'zebra crossing umbrella')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing like it was seen before, among 3 known failures'),
    });
  });
});

describe('patterns', () => {
  test('shows count, places, share fixed, fixes that work and fixes that never did', async () => {
    const { code, out } = await stemma('patterns');
    expect(code).toBe(0);
    expect(out).toMatch(/^ {3}3 × {2}connect ECONNREFUSED 127\.0\.0\.1:5434\n/);
    expect(out).toContain('fixed     2 of 3, median time to fix 3 min');
    expect(out).toContain('fixed by  run docker up · worked 2 of 2, all verified');
    expect(out).toContain('never by  edit db.ts · worked 0 of 3');
  });

  test('is empty with a word on what to do', async () => {
    expect(await stemma('patterns', '--min-count', '9')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No failure occurred more than once'),
    });
  });
});

describe('unresolved', () => {
  test('shows attempts, abandoned failures, and fixes elsewhere', async () => {
    const { code, out } = await stemma('unresolved');
    expect(code).toBe(0);
    expect(out).toContain('[given up]');
    expect(out).toContain(`fixed     elsewhere, 2 times: stemma similar ${ids[2]!.slice(0, 10)} --solved`);
    expect(out).toContain('tried     edit db.ts');
  });

  test('can be asked for one session', async () => {
    expect(JSON.parse((await stemma('unresolved', '--session', 'quill:failed', '--json')).out)).toMatchObject({
      unresolved: [],
      total: 0,
    });
  });
});

test.each([
  ['similar', 'connect ECONNREFUSED 1.1.1.1:1'],
  ['similar', 'hostile text'],
  ['patterns', '--min-count', '1'],
  ['unresolved'],
])('%s %s: nothing hostile reaches the terminal, and no secret leaves', async (...argv) => {
  for (const words of [argv, [...argv, '--json']]) {
    const { out } = await stemma(...words);
    expect(out).not.toContain(token);
    if (!words.includes('--json')) expect(out).not.toMatch(/[\u001b\u202e]/);
  }
});

function local(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
