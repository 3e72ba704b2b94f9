import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openArchive } from '../testing/open-archive.ts';
import { SkillsTracker } from '../index.ts';
import { rebuild } from '../ingest/archive/rebuild.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { quill } from '../testing/quill.ts';
import { writeStories, type Story } from '../testing/write-stories.ts';
import { openStemmaOf } from './open-stemma.ts';
import { SkillsTrackerOf } from './skills-tracker.ts';
import { trackedArchive } from './tracked-archive.ts';

let home: string;
let path: string;
let now: number;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-skills-'));
  path = join(home, 'stemma.db');
  now = Date.parse('2026-03-02T09:00:00Z');
});
afterEach(() => rm(home, { recursive: true }));

const open = () =>
  new SkillsTrackerOf({
    archive: trackedArchive((mode) => openSqlite(path, { mode, waitMs: 5_000 })),
    workspace: 'local',
    clock: () => now,
  });

describe('the life of a use', () => {
  test('it is going on until it is said how it ended', async () => {
    await using tracker = open();
    const session = tracker.getSessionTracker('abc123');
    const done = await session.trackInvocation({
      skill: 'code-review',
      workflowPath: 'quick',
      workflowPhase: 'verification',
      userQuery: 'is the cart right?',
      alternatives: ['lint', 'test'],
      selectionRank: 1,
    });
    expect(await session.getSessionSkills()).toEqual({
      invocations: [
        {
          id: done.id,
          skill: 'code-review',
          what: 'manual',
          basis: 'manual',
          session: 'sdk:abc123',
          source: null,
          repo: null,
          at: '2026-03-02T09:00:00.000Z',
          workflow_path: 'quick',
          workflow_phase: 'verification',
          user_query: 'is the cart right?',
          request: null,
          alternatives: ['lint', 'test'],
          selection_rank: 1,
          completed: null,
          duration_seconds: null,
          follow_ups: [],
          error_type: null,
        },
      ],
      total: 1,
      truncated: false,
      next: null,
    });
    expect(await tracker.getSkillMetrics('code-review')).toMatchObject({
      total_invocations: 1,
      unknown_invocations: 1,
      completion_rate: null,
    });

    now += 2500;
    await done({ followUps: ['edit'] });
    expect((await session.getSessionSkills()).invocations).toMatchObject([
      { completed: true, duration_seconds: 2.5, follow_ups: ['edit'], error_type: null },
    ]);
    await done({ completed: false, errorType: 'TypeError', durationSeconds: 9 });
    expect((await session.getSessionSkills()).invocations).toMatchObject([
      { completed: false, duration_seconds: 9, follow_ups: [], error_type: 'TypeError' },
    ]);
  });

  test('metrics are of a session, or of all', async () => {
    await using tracker = open();
    for (const [session, completed] of [
      ['a', true],
      ['a', false],
      ['b', true],
    ] as const) {
      const done = await tracker.trackInvocation({ skill: 'commit', session });
      await done({ completed, durationSeconds: 2 });
    }
    await (
      await tracker.trackInvocation({ skill: 'lint' })
    )({ completed: true });
    expect(await tracker.getSessionSummary('a')).toMatchObject({
      session_id: 'sdk:a',
      total_skills: 1,
      total_invocations: 2,
      completed_invocations: 1,
      abandoned_invocations: 1,
      overall_completion_rate: 50,
      total_skills_used: 1,
      skills_by_count: { commit: 2 },
      most_used_skill: 'commit',
      most_used_count: 2,
      avg_duration_seconds: 2,
      skills_by_usage: [['commit', 2]],
      total_duration_seconds: 4,
      skills: [{ skill_name: 'commit' }],
    });
    expect(
      (await tracker.getAllMetrics()).map(({ skill_name, total_invocations }) => [skill_name, total_invocations]),
    ).toEqual([
      ['commit', 3],
      ['lint', 1],
    ]);
    expect(await tracker.getSummary()).toMatchObject({
      total_skills: 2,
      total_invocations: 4,
      overall_completion_rate: 75,
      completion: { n: 4 },
      skills_by_usage: [
        ['commit', 3],
        ['lint', 1],
      ],
    });
    expect(await tracker.getSessionTracker('b').getSessionSummary()).toMatchObject({ total_invocations: 1 });
    expect(await tracker.getSessionTracker('b').getSummary()).toMatchObject({ total_invocations: 4 });
    expect(await tracker.getSkillMetrics('nobody')).toBeNull();
    expect(await tracker.generateReport()).toContain('4 uses of 2 skills');
    expect(await tracker.generateReport({ session: 'b' })).toContain(
      'Skills in session b\n\n1 use of 1 skill in 1 session',
    );
  });

  test('phases make a report and a heatmap', async () => {
    await using tracker = open();
    for (let at = 0; at < 6; at++)
      await (
        await tracker.trackInvocation({
          skill: 'test',
          session: 'a',
          workflowPhase: at < 3 ? 'verification' : 'polish',
        })
      )({ completed: at < 2 });
    expect(await tracker.generateWorkflowReport()).toContain('monitor   verification: abandoned 1 of 3, score 0.33');
    expect(await tracker.generatePhaseHeatmap()).toContain('test  ▒▒  67% 3?  ··   0% 3?');
    expect(await tracker.generatePhaseHeatmap({ format: 'svg' })).toContain('<svg ');
    expect(await tracker.generatePhaseHeatmap({ format: 'html' })).toContain('<!doctype html>');
  });

  test('what was used for a like need is recommended', async () => {
    await using tracker = open();
    const done = await tracker.trackInvocation({
      skill: 'fix-cart',
      userQuery: 'the shopping cart computes a wrong total',
      workflowPhase: 'execution',
      session: 'a',
    });
    await done({ completed: true, durationSeconds: 3 });
    await tracker.trackInvocation({
      skill: 'patch-cart',
      userQuery: 'the shopping cart computes a wrong total',
      session: 'b',
    });
    const [first, second] = await tracker.recommendSkills({
      query: 'the total of my cart is wrong',
      workflowPhase: 'execution',
    });
    expect(first).toMatchObject({
      skill_name: 'fix-cart',
      invocation_id: done.id,
      user_query: 'the shopping cart computes a wrong total',
      completed: true,
      duration_seconds: 3,
      session_id: 'sdk:a',
      invoked_at: '2026-03-02T09:00:00.000Z',
      workflow_phase: 'execution',
    });
    expect(second).toMatchObject({ skill_name: 'patch-cart', completed: null });
    expect(first!.similarity_score).toBeGreaterThan(second!.similarity_score);
    expect(await tracker.recommendSkills({ query: 'the total of my cart is wrong', session: 'b' })).toMatchObject([
      { skill_name: 'patch-cart' },
    ]);
    expect(await tracker.recommendSkills({ query: 'the total of my cart is wrong', limit: 1 })).toHaveLength(1);
  });

  test('secrets are not kept', async () => {
    await using tracker = open();
    const key = `ghp_${'a1B2'.repeat(9)}`;
    await (
      await tracker.trackInvocation({ skill: `use ${key}`, userQuery: `push with ${key}`, alternatives: [key] })
    )({ errorType: key, followUps: [`echo ${key}`] });
    expect(JSON.stringify(await tracker.getAllMetrics())).not.toContain(key);
    expect((await readFile(path)).includes(key)).toBe(false);
  });
});

test.each<readonly [string, (tracker: SkillsTrackerOf) => Promise<unknown>, RegExp]>([
  ['a use of nothing', (tracker) => tracker.trackInvocation({ skill: ' ' }), /^skill must hold a letter or a digit/],
  ['no object', (tracker) => tracker.trackInvocation('commit', 7 as never), /^options must be an object/],
  [
    'a rank of nought',
    (tracker) => tracker.trackInvocation({ skill: 'x', selectionRank: 0 }),
    /^selectionRank must be a whole number from 1 on \(got 0\)/,
  ],
  [
    'a query that is none',
    (tracker) => tracker.trackInvocation({ skill: 'x', userQuery: 7 as never }),
    /^userQuery must be text \(got 7\)/,
  ],
  [
    'alternatives that are none',
    (tracker) => tracker.trackInvocation({ skill: 'x', alternatives: [1] as never }),
    /^alternatives must be text \(got 1\)/,
  ],
  [
    'a time that is none',
    (tracker) => tracker.trackInvocation({ skill: 'x', at: 'noon' }),
    /^at must be a day such as/,
  ],
  [
    'a session that cannot be one',
    (tracker) => tracker.trackInvocation({ skill: 'x', session: 'a\nb' }),
    /^session must have 1 to 200 characters, no control characters, .* \(got "a\\nb"\)/,
  ],
  ['a session of nobody', (tracker) => tracker.getSessionSkills(), /Of which session/],
  [
    'a weight of two',
    (tracker) => tracker.recommendSkills({ query: 'x', phaseWeight: 2 }),
    /^phaseWeight must be a number from 0 to 1 \(got 2\)/,
  ],
  ['a question without words', (tracker) => tracker.recommendSkills({ query: ' ' }), /^query must hold a letter/],
  [
    'a limit of nought',
    (tracker) => tracker.recommendSkills({ query: 'x', limit: 0 }),
    /^limit must be a whole number from 1 to 100/,
  ],
  [
    'a heatmap in clay',
    (tracker) => tracker.generatePhaseHeatmap({ format: 'clay' as never }),
    /^format must be one of text, svg, html/,
  ],
])('%s is refused, and nothing is written', async (_, tries, message) => {
  await using tracker = open();
  await expect(tries(tracker)).rejects.toMatchObject({ code: 'bad-argument', message: expect.stringMatching(message) });
  expect(await tracker.getSummary()).toMatchObject({ total_invocations: 0 });
});

test('an end that says nonsense leaves the use as it was', async () => {
  await using tracker = open();
  const done = await tracker.trackInvocation({ skill: 'x' });
  await expect(done({ durationSeconds: -1 })).rejects.toMatchObject({ code: 'bad-argument' });
  await expect(done({ completed: 'yes' as never })).rejects.toMatchObject({ code: 'bad-argument' });
  expect(await tracker.getSummary()).toMatchObject({ unknown_invocations: 1 });
});

test("a closed tracker says so, and so do its sessions'", async () => {
  const tracker = open();
  const session = tracker.getSessionTracker('a');
  const late = tracker.trackInvocation({ skill: 'x' });
  await tracker.close();
  await late;
  await expect(session.trackInvocation({ skill: 'x' })).rejects.toThrow('closed');
});

const story: Story = {
  name: 'cart',
  events: [
    { id: 'p', t: 'prompt', text: 'The total is wrong' },
    {
      id: 'c1',
      t: 'call',
      tool: 'Task',
      input: { subagent_type: 'scout', prompt: 'Find the bug' },
      summary: 'Task scout: Find the bug',
      act: 'agent',
      turn: 'p',
    },
    { id: 'r1', t: 'result', call: 'c1', output: 'src/cart.js, line 3' },
    { id: 's', t: 'say', text: 'Done.', turn: 'p' },
  ],
};

test('manual and mined uses are one answer; manual ones survive a rebuild', async () => {
  {
    await using store = await openArchive(path, 'write');
    await writeStories(store, story);
    await rebuild({ store, sources: [quill], workspace: 'local', clock: () => now });
  }
  await using stemma = await openStemmaOf(
    {
      openStore: openArchive,
      sources: [quill],
      machine: { home, env: {} },
      clock: () => now,
    },
    { home },
  );
  await (
    await stemma.skills.trackInvocation({ skill: 'scout', session: 'cart' })
  )({ completed: false });
  expect(await stemma.skills.getSessionSummary('cart')).toMatchObject({
    session_id: 'quill:cart',
    total_invocations: 2,
    completed_invocations: 1,
    abandoned_invocations: 1,
  });
  expect(await stemma.skills.getAllMetrics({ source: 'quill' })).toMatchObject([
    { skill_name: 'scout', what: ['agent', 'manual'], total_invocations: 2 },
  ]);
  expect(await stemma.skills.getAllMetrics({ basis: 'manual' })).toMatchObject([{ total_invocations: 1 }]);
  {
    await using store = await openArchive(path, 'write');
    await rebuild({ store, sources: [quill], workspace: 'local', clock: () => now });
  }
  expect(await stemma.skills.getAllMetrics()).toMatchObject([
    { skill_name: 'scout', what: ['agent', 'manual'], total_invocations: 2, abandoned_invocations: 1 },
  ]);
});

test('trackers of several processes lose nothing', async () => {
  const script = join(home, 'worker.mjs');
  await writeFile(
    script,
    `
    import { SkillsTracker } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))};
    await using tracker = new SkillsTracker({ home: ${JSON.stringify(home)} });
    const [name] = process.argv.slice(2);
    await Promise.all(Array.from({ length: 8 }, async (_, at) => {
      const done = await tracker.trackInvocation({ skill: 'shared', session: name, userQuery: name + ' ' + at });
      await done({ completed: at % 3 > 0, durationSeconds: 1 });
    }));
  `,
  );
  const names = ['one', 'two', 'three'];
  await Promise.all(names.map((name) => promisify(execFile)(process.execPath, ['--no-warnings', script, name])));
  await using tracker = new SkillsTracker({ home });
  expect(await tracker.getSkillMetrics('shared')).toMatchObject({
    sessions: 3,
    total_invocations: 24,
    completed_invocations: 15,
    abandoned_invocations: 9,
    unknown_invocations: 0,
    total_duration_seconds: 24,
  });
  for (const name of names) {
    const { invocations } = await tracker.getSessionSkills({ session: name, limit: 100 });
    expect(new Set(invocations.map(({ user_query }) => user_query)).size).toBe(8);
  }
}, 60_000);

describe('metrics files', () => {
  const seed = {
    invocations: [
      {
        skill_name: 'crackerjack-run',
        invoked_at: '2026-02-10T12:34:56.123456+00:00',
        session_id: 'abc',
        workflow_path: 'comprehensive',
        completed: true,
        duration_seconds: 45.2,
        user_query: 'fix complexity',
        alternatives_considered: ['session-checkpoint'],
        selection_rank: 1,
        follow_up_actions: ['git commit'],
        error_type: null,
        workflow_phase: 'execution',
      },
      {
        skill_name: 'crackerjack-run',
        invoked_at: '2026-02-11T12:34:56',
        session_id: 'abc',
        workflow_path: null,
        completed: false,
        duration_seconds: null,
        user_query: null,
        alternatives_considered: [],
        selection_rank: null,
        follow_up_actions: [],
        error_type: 'ImportError',
      },
      { invoked_at: '2026-02-11T12:34:56' },
      { skill_name: 'lint', invoked_at: 'yesterday' },
      7,
    ],
    skills: { 'crackerjack-run': { skill_name: 'crackerjack-run', total_invocations: 2 } },
  };

  test("session-buddy's is imported, once, and says what it could not take", async () => {
    const file = join(home, 'skill_metrics.json');
    await writeFile(file, JSON.stringify(seed, null, 2));
    await using tracker = open();
    expect(await tracker.importMetrics(file)).toEqual({
      imported: 2,
      already_here: 0,
      skipped: 3,
      problems: [
        { entry: 3, reason: 'it has no skill_name' },
        { entry: 4, reason: 'invoked_at is no time' },
        { entry: 5, reason: 'it is no object' },
      ],
    });
    expect(await tracker.importMetrics(file)).toMatchObject({ imported: 0, already_here: 2 });
    expect(await tracker.getSkillMetrics('crackerjack-run')).toMatchObject({
      total_invocations: 2,
      completed_invocations: 1,
      abandoned_invocations: 1,
      workflow_paths: { comprehensive: 1 },
      common_errors: { ImportError: 1 },
      follow_up_actions: { 'git commit': 1 },
      avg_selection_rank: 1,
      recommendation_success_rate: 100,
      ranked_first: { n: 1 },
      first_invoked_at: '2026-02-10T12:34:56.123Z',
      total_duration_seconds: 45.2,
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(seed);
  });

  test('what was exported says all, and can be imported elsewhere and here', async () => {
    const file = join(home, 'out.json');
    await using tracker = open();
    await (
      await tracker.trackInvocation({ skill: 'commit', session: 'a', workflowPhase: 'deployment' })
    )({ completed: true, durationSeconds: 2 });
    expect(await tracker.exportMetrics(file)).toMatchObject({ path: file, set_aside: null, message: null });
    const written = JSON.parse(await readFile(file, 'utf8')) as { readonly invocations: readonly object[] };
    expect(written).toMatchObject({
      format: 'stemma-skill-metrics',
      version: 1,
      skills: { commit: { total_invocations: 1 } },
      summary: { total_invocations: 1 },
    });
    expect(written.invocations).toMatchObject([
      { skill_name: 'commit', session_id: 'sdk:a', completed: true, duration_seconds: 2, workflow_phase: 'deployment' },
    ]);
    expect(await tracker.importMetrics(file)).toMatchObject({ imported: 0, already_here: 1 });

    await using elsewhere = new SkillsTracker({ home: join(home, 'elsewhere') });
    expect(await elsewhere.importMetrics(file)).toMatchObject({ imported: 1 });
    expect(await elsewhere.getSkillMetrics('commit')).toMatchObject({
      completed_invocations: 1,
      workflow_phases: { deployment: 1 },
      sessions: 1,
    });
    expect(await tracker.exportMetrics(file)).toMatchObject({ set_aside: null });
    expect(await readdir(home)).not.toContainEqual(expect.stringContaining('.tmp'));
  });

  test.each([
    [
      'one that is damaged',
      '{"format":"stemma-skill-metrics","version":1,"invocations":[{"skill_na',
      /was a metrics file of stemma and is damaged/,
    ],
    ["session-buddy's", JSON.stringify(seed), /is not a metrics file of stemma/],
    ['anything else', 'dear diary', /is no JSON/],
    ['an empty file', '', /is no JSON/],
  ])('%s is moved aside and never written over', async (_, text, message) => {
    const file = join(home, 'skill_metrics.json');
    await writeFile(file, text);
    await using tracker = open();
    await tracker.trackInvocation({ skill: 'commit' });
    const { set_aside, message: notice } = await tracker.exportMetrics(file);
    expect(notice).toMatch(message);
    expect(set_aside).toBe(`${file}.set-aside-2026-03-02T09-00-00-000Z`);
    expect(await readFile(set_aside!, 'utf8')).toBe(text);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ summary: { total_invocations: 1 } });

    await writeFile(file, text);
    expect((await tracker.exportMetrics(file)).set_aside).toBe(`${set_aside}-2`);
    expect(await readFile(set_aside!, 'utf8')).toBe(text);
  });

  test.each([
    ['damaged', '{"invocations":[', /is damaged/],
    ['foreign', '{"events":[]}', /has no list "invocations"/],
    ['of other things', '{"invocations":[{"name":"x"}]}', /lists something else/],
  ])('a %s file is not imported, and left as it is', async (_, text, message) => {
    const file = join(home, 'skill_metrics.json');
    await writeFile(file, text);
    await using tracker = open();
    await expect(tracker.importMetrics(file)).rejects.toMatchObject({
      code: 'not-recognised',
      message: expect.stringMatching(message),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await tracker.getSummary()).toMatchObject({ total_invocations: 0 });
  });

  test('a file that is not there, and a folder that cannot be made', async () => {
    await using tracker = open();
    await expect(tracker.importMetrics(join(home, 'none.json'))).rejects.toMatchObject({ code: 'path-not-found' });
    await writeFile(join(home, 'taken'), '');
    await expect(tracker.exportMetrics(join(home, 'taken', 'out.json'))).rejects.toMatchObject({
      code: 'path-unreadable',
    });
  });
});
