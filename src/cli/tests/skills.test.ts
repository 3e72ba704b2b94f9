import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyOf, workspaceTree } from '../../model/ids.ts';
import type { InvocationRow } from '../../store/store.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { failedTest } from '../../testing/stories.ts';
import { writeStories, uidOf } from '../../testing/write-stories.ts';

let home: string;
const stemma = (...argv: string[]) => fakeApp(home).run(...argv);
const json = async (...argv: string[]) => JSON.parse((await stemma(...argv, '--json')).out) as Record<string, unknown>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-skills-'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  await writeStories(store, { ...failedTest, repo: 'shop' });
  const rows: InvocationRow[] = [];
  const use = (skill: string, completed: boolean | null, row: Partial<InvocationRow> = {}) =>
    rows.push({
      tree: workspaceTree('local'),
      invocation: keyOf(`${rows.length}`),
      session: null,
      what: 'skill',
      skill,
      at: Date.UTC(2026, 1, 1 + rows.length),
      path: null,
      phase: 'execution',
      query: null,
      request: null,
      alternatives: [],
      rank: null,
      end: { completed, durationSeconds: 12, followUps: ['edit'], errorType: completed === false ? 'TypeError' : null },
      ...row,
    });
  for (let at = 0; at < 9; at++) use('fix-cart', at > 1, { query: 'the shopping cart computes a wrong total' });
  use('/review', true, {
    what: 'command',
    phase: 'verification',
    query: '/review the changes',
    request: 'the changes',
    session: uidOf(failedTest),
  });
  use('hostile \u001b[31m\u202e<b>', null, { what: 'mcp', phase: null });
  await store.write.putManualUses(rows);
});

afterAll(() => rm(home, { recursive: true }));

describe('skills', () => {
  test('lists them with how often each came to its end, of how many', async () => {
    const { code, out } = await stemma('skills');
    expect(code).toBe(0);
    expect(out).toContain(
      '11 uses of 3 skills in 1 session\ncompleted 8, abandoned 2, unknown 1: 80 % of 10 (49–94 %)',
    );
    expect(out).toMatch(/^fix-cart +9 {2}78 % of 9 \(45–94 %\) +12 s {2}TypeError 2×$/m);
    expect(out).toMatch(/^\/review +1 {2}1 of 1 +12 s$/m);
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  test('in JSON it is the object of the SDK', async () => {
    expect(await json('skills', '--limit', '1')).toMatchObject({
      summary: { total_invocations: 11 },
      total: 3,
      truncated: true,
      next: 1,
      skills: [
        {
          skill_name: 'fix-cart',
          total_invocations: 9,
          completed_invocations: 7,
          completion_rate: 77.8,
          completion: { n: 9, low: 45.3, high: 93.7 },
          common_errors: { TypeError: 2 },
        },
      ],
    });
    expect(await json('skills', '--after', '1')).toMatchObject({ skills: [{ skill_name: '/review' }, {}], next: null });
  });

  test('filters hold', async () => {
    expect(await json('skills', '--what', 'command')).toMatchObject({ total: 1 });
    expect(await json('skills', '--repo', 'shop')).toMatchObject({ skills: [{ skill_name: '/review' }] });
    expect(await json('skills', '--agent', 'quill')).toMatchObject({ total: 1 });
    expect(await json('skills', '--since', '2026-02-11')).toMatchObject({ total: 1 });
    expect(await json('skills', '--session', uidOf(failedTest))).toMatchObject({ total: 1 });
  });

  test('one of them, by its name, without its slash, or by a part that only it has', async () => {
    for (const name of ['/review', 'review', 'REVI'])
      expect(await json('skills', name)).toMatchObject({
        skill: { skill_name: '/review' },
        uses: [{ request: 'the changes' }],
        total: 1,
        truncated: false,
      });
    expect((await stemma('skills', 'fix-cart', '--limit', '2')).out).toMatch(
      /^fix-cart\n {2}used {7}9 times in 0 sessions as skill\n {2}completed {2}78 % of 9 \(45–94 %\)\n[^]*\n2 of 9 uses; --limit N shows more\n$/,
    );
    expect(await stemma('skills', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No use of a skill "nobody" is known.'),
    });
    expect(await stemma('skills', 'r')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Several skills are called like "r".'),
    });
    expect(await stemma('skills', '--skill', 'report')).toMatchObject({ code: 1 });
  });

  test('report and heatmap, as text, as data and as pictures', async () => {
    expect((await stemma('skills', 'report')).out).toContain(
      'execution: 9 uses, completed 78 % of 9 (45–94 %), mean 12 s',
    );
    expect(await json('skills', 'report')).toMatchObject({
      phases: [{ phase: 'execution' }, { phase: 'verification' }],
      bottlenecks: [{ phase: 'execution', level: 'monitor', abandonment: { n: 9 } }],
      without_phase: 1,
    });
    expect((await stemma('skills', 'heatmap')).out).toContain('fix-cart  ▓▓  78% 9');
    expect(await json('skills', 'heatmap')).toMatchObject({
      skills: ['fix-cart', '/review'],
      phases: ['execution', 'verification'],
    });
    expect((await stemma('skills', 'heatmap', '--format', 'svg')).out).toMatch(/^<svg /);
    expect((await stemma('skills', 'heatmap', '--format', 'html')).out).toMatch(/^<!doctype html>/);
  });

  test.each([
    [['skills', 'import'], 'import needs a FILE'],
    [['skills', 'fix-cart', 'more'], 'a word too many'],
    [['skills', '--format', 'svg'], '--format is for the heatmap'],
    [['skills', 'a', '--skill', 'b'], 'A skill is named twice'],
    [['recommend', 'x', '--phase-weight', '0.5'], '--phase-weight needs --phase'],
    [['recommend', 'x', '--phase', 'setup', '--phase-weight', '2'], '--phase-weight must be a number from 0 to 1'],
  ])('%j is refused: %s', async (argv, message) => {
    expect(await stemma(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  test('export and import; what is in the way is moved aside, and said', async () => {
    const file = join(home, 'metrics.json');
    await writeFile(file, 'mine');
    const { code, out, err } = await stemma('skills', 'export', file);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^wrote \d\.\d kB to .*metrics\.json\n$/) });
    expect(err).toMatch(/metrics\.json is no JSON; it was moved to .*metrics\.json\.set-aside-.*, unchanged\./);
    expect(await readdir(home)).toContainEqual(expect.stringContaining('set-aside'));
    const printed = (await stemma('skills', 'export', '--what', 'command')).out;
    expect(JSON.parse(printed)).toMatchObject({
      format: 'stemma-skill-metrics',
      invocations: [{ skill_name: '/review' }],
    });
    expect(await json('skills', 'import', file)).toEqual({ imported: 0, already_here: 11, skipped: 0, problems: [] });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ summary: { total_invocations: 11 } });

    const inFolder = join(home, 'new', 'folder', 'metrics.json');
    expect(await stemma('skills', 'export', inFolder)).toMatchObject({ code: 0 });

    await writeFile(file, '{"invocations":[{"skill_name":"by-hand","session_id":"session-123"}]}');
    await stemma('skills', 'import', file);
    expect(await json('skills', '--session', 'session-123')).toMatchObject({
      summary: { total_invocations: 1, most_used_skill: 'by-hand' },
    });

    await writeFile(file, '{"invocations":[{"skill_name":"lint"},{}]}');
    expect((await stemma('skills', 'import', file)).out).toBe(
      'imported 1 use, 1 could not be taken\nentry 2: it has no skill_name\n',
    );
    await writeFile(file, '{"invo');
    expect(await stemma('skills', 'import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is damaged'),
    });
    expect(await readFile(file, 'utf8')).toBe('{"invo');
  });
});

describe('recommend', () => {
  test('names what was used for a like need, and how sure it is', async () => {
    const { out } = await stemma('recommend', 'the', 'total', 'of', 'my', 'cart', 'is', 'wrong');
    expect(out).toMatch(
      /^0\.\d\d {2}fix-cart {2}completed 78 % of 9 \(45–94 %\)\n {6}\S+ \S+ {2}execution, completed {2}the shopping cart/,
    );
  });

  test('in JSON has every field that programs rely on', async () => {
    const { recommendations } = (await json(
      'recommend',
      'the total of my cart is wrong',
      '--phase',
      'execution',
      '--limit',
      '1',
    )) as { recommendations: object[] };
    for (const field of [
      'skill_name',
      'similarity_score',
      'invocation_id',
      'user_query',
      'completed',
      'duration_seconds',
      'session_id',
      'invoked_at',
      'workflow_phase',
    ])
      expect(recommendations[0]).toHaveProperty(field);
    expect(recommendations).toHaveLength(1);
  });

  test('says when there is nothing', async () => {
    expect((await stemma('recommend', 'bake a cake', '--min-similarity', '0.9')).out).toContain(
      'Nothing was used for a need like this',
    );
    expect(await json('recommend', 'the total of my cart is wrong', '--session', uidOf(failedTest))).toMatchObject({
      recommendations: [],
    });
  });
});
