import type { ListedSession } from '../../ask/sessions/running.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import type { StepElsewhere } from '../../ask/walk/step.ts';
import type { WhyAnswer, WhyCause } from '../../ask/why/why.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { barLine } from '../progress.ts';
import { colourInk, noInk } from '../text/ink.ts';
import { width } from '../text/width.ts';
import { phrase } from './event-line.ts';
import { shortUids } from './names.ts';
import type { RenderContext } from './render-context.ts';
import { shortPaths } from './render-context.ts';
import { parentLine, sessionHead } from './session-head.ts';
import { renderSessions } from './history/sessions.ts';
import { renderRoots } from './causes/roots.ts';
import { renderWhy } from './causes/why.ts';

beforeAll(() => void vi.stubEnv('TZ', 'UTC'));

const context: RenderContext = { ink: noInk, columns: 80, now: Date.parse('2026-03-02T12:00:00Z') };

const session = (uid: string, rest: Partial<Session> = {}): Session => ({
  schema_version: 2,
  domain: null,
  task_ref: null,
  uid: uid as SessionUid,
  source: 'claude-code',
  native_id: uid.split(':')[1]!,
  title: 'Fix it',
  repo: 'shop',
  cwd: '/home/dev/shop',
  branch: null,
  model: null,
  agent_version: null,
  not_recorded: [],
  started_at: '2026-03-02T09:00:00Z',
  ended_at: '2026-03-02T09:30:00Z',
  outcome: 'unknown',
  events: 10,
  steps: 4,
  open_errors: 0,
  errors: 0,
  cost: {
    input_tokens: 0,
    output_tokens: 0,
    cache_tokens: 0,
    wall_clock_s: 0,
    turns: 1,
    retries: 0,
    usd: null,
    usd_is_exact: true,
  },
  parent: null,
  workspace: 'local',
  source_path: null,
  source_bytes: 0,
  watermarks: { discovered: null, ingested: null, analyzed: null, evicted: null },
  ...rest,
});

const step = (id: string, summary: string, rest: Partial<StepElsewhere> = {}): StepElsewhere => ({
  id: `ev_${id.padEnd(22, '0')}` as EventId,
  native_id: id,
  session: 'claude:1' as SessionUid,
  kind: 'call',
  type: null,
  tool: 'Bash',
  summary,
  at: '2026-03-02T09:00:00Z',
  failed: false,
  origin: null,
  ...rest,
});

const listed = (...given: Parameters<typeof session>): ListedSession => ({ ...session(...given), running: false });

test('sessions stand in columns, whatever their titles are written in', () => {
  const text = renderSessions(
    {
      sessions: [
        listed('claude:3f2a91c0-1', {
          title: '修复购物车总额错误并添加测试用例以防止再次发生',
          errors: 3,
          steps: 12345,
        }),
        listed('claude:3f2a91c0-2', { title: null, ended_at: '2025-12-31T23:59:00Z' }),
        listed('codex:7', {
          title: 'a\u001b[31m title\nwith lines',
          repo: null,
          cwd: null,
          parent: { uid: 'codex:6' as SessionUid, relation: 'fork', step: null },
        }),
      ],
      total: 9,
      truncated: true,
      next: 3,
    },
    context,
  );
  expect(text).toMatchInlineSnapshot(`
    "  session            last active      steps failed  title
    ! claude:3f2a91c0-1  today 09:30        12k      3  修复购物车总额错误并添加测…
      claude:3f2a91c0-2  2025-12-31 23:59     4         (no title)
      codex:7            today 09:30          4         [fork] a title with lines

    3 of 9 sessions; --after 3 shows the next, --limit N more at once
    "
  `);
  for (const line of text.split('\n')) expect(width(line)).toBeLessThanOrEqual(80);
});

test('a list says how sessions ended, and which are running', () => {
  const text = renderSessions(
    {
      sessions: [
        { ...listed('claude:1', { title: 'Fix it', outcome: 'unknown' }), running: true },
        listed('claude:2', { title: 'Add it', outcome: 'partial' }),
        listed('claude:3', { title: 'See it', outcome: 'unknown' }),
      ],
      total: 2,
      truncated: false,
      next: null,
    },
    context,
  );
  expect(text.split('\n').map((line) => line.slice(-15).trim())).toEqual([
    'outcome  title',
    'running  Fix it',
    'partial  Add it',
    'See it',
    '',
  ]);
});

test('short names are as long as needed to be unique, and sub-agents keep their own', () => {
  const uids = [
    'claude:aaaaaaaa-1111',
    'claude:aaaaaaaa-1122',
    'claude:bbbbbbbb-1111',
    'claude:bbbbbbbb-1111/agent7',
    'codex:019d7ecc-68b7-7783-b52d-6bb5efe46f26',
  ] as SessionUid[];
  expect([...shortUids(uids).values()]).toEqual([
    'claude:aaaaaaaa-111',
    'claude:aaaaaaaa-112',
    'claude:bbbbbbbb',
    'claude:bbbbbbbb/agent7',
    'codex:019d7ecc-68b7',
  ]);
});

test('a name that begins with a time is long enough to be found again among sessions that are not on the page', () => {
  const alone = (uid: string) => [...shortUids([uid as SessionUid]).values()][0];
  expect(alone('opencode:ses_e1f5be529ffe7oj8ovivoCOng4')).toBe('opencode:ses_e1f5be529');
  expect(alone('cline:1794769245257_1stys')).toBe('cline:1794769245257');
});

test('paths are shown relative to the folder of the session', () => {
  expect(shortPaths('Read /home/dev/shop/src/cart.ts', { cwd: '/home/dev/shop' })).toBe('Read src/cart.ts');
  expect(shortPaths('Read ~/shop/src/cart.ts', { cwd: '/home/dev/shop/' })).toBe('Read src/cart.ts');
  expect(shortPaths('Read ~/other/cart.ts', { cwd: '/home/dev/shop' })).toBe('Read ~/other/cart.ts');
  expect(shortPaths('Read ~/shop/src/cart.ts', {})).toBe('Read ~/shop/src/cart.ts');
});

test('home folders are never shown', () => {
  expect(shortPaths("Cannot find '/Users/dev/shop/cart.ts' from /home/dev/x", {})).toBe(
    "Cannot find '~/shop/cart.ts' from ~/x",
  );
  expect(shortPaths('error in /Users/dev/shop/src/cart.ts', { cwd: '/Users/dev/shop' })).toBe('error in src/cart.ts');
  expect(shortPaths('GET https://host/users/7, ./home/dev/x', {})).toBe('GET https://host/users/7, ./home/dev/x');
});

const asked = step('target', 'npm test', { failed: true });
const edit: WhyCause = {
  step: step('edit', 'src/cart.ts', { tool: 'Edit' }),
  depth: 1,
  strength: 0.82,
  via: {
    effect: asked.id,
    types: ['verifies'],
    basis: 'inferred',
    confidence: 0.82,
    evidence: ['the test imports src/cart.ts'],
  },
};
const ask: WhyCause = {
  step: step('ask', 'fix the cart', { kind: 'prompt', tool: null, session: 'claude:0' as SessionUid }),
  depth: 2,
  strength: 0.328,
  via: { effect: edit.step.id, types: ['asked', 'informed'], basis: 'inferred', confidence: 0.4, evidence: [] },
};
const spawn: WhyCause = {
  step: step('spawn', 'look', { tool: 'Agent' }),
  depth: 1,
  strength: 1,
  via: { effect: asked.id, types: ['spawned'], basis: 'recorded', confidence: 1, evidence: ['agentId 7'] },
};
const story: WhyAnswer = {
  target: { step: asked, failure: '1 failing: adds two numbers' },
  causes: [spawn, edit, ask],
  line: [edit, ask],
  roots: [spawn.step, ask.step],
  truncated: true,
  lineage: [],
};

test('why shows the main path, and which causes are recorded, likely or only possible', () => {
  expect(renderWhy(story, context)).toMatchInlineSnapshot(`
    "claude:1 · 2026-03-02 09:00

    ev_target0 09:00:00 ! Bash npm test
        = 1 failing: adds two numbers
      because it checks this (likely): the test imports src/cart.ts
    ev_edit000 09:00:00   Edit src/cart.ts
      because this asked for it and it builds on this (possible, in claude:0)
    ev_ask0000 09:00:00   > fix the cart

    It also depends on
      ev_spawn00 09:00:00   Agent look
          this started it (recorded): agentId 7

    these are the 3 strongest causes; there are weaker ones (--all, --limit N)
    \`stemma failure ev_target0\` shows what was done about it
    "
  `);
});

test('what is said of a cause is said once, with its confidence', () => {
  const because = (via: Partial<WhyCause['via']>, rest: Partial<StepElsewhere> = {}) => {
    const cause: WhyCause = { ...edit, step: { ...edit.step, ...rest }, via: { ...edit.via, evidence: [], ...via } };
    return /because .*/.exec(renderWhy({ ...story, line: [cause], causes: [cause], roots: [] }, context))![0];
  };
  expect(because({ types: ['retried', 'reacted', 'verifies'], confidence: 0.999 }, { failed: true })).toBe(
    'because it tries this again (certain)',
  );
  expect(because({ types: ['verifies', 'reacted'] }, { failed: true })).toBe(
    'because it checks whether this still fails (likely)',
  );
  expect(because({ types: ['asked'] }, { kind: 'prompt', tool: null, origin: 'compaction' })).toBe(
    'because it continues this (likely)',
  );
  expect(because({ confidence: 0.497 })).toBe('because it checks this (possible)');
  expect(
    because({
      basis: 'recorded',
      types: ['spawned'],
      evidence: ['claude:1/9 names the call toolu_01WaJXfF2MmmhESwwjWE'],
    }),
  ).toBe('because this started it (recorded): claude:1/9 names the call toolu_01WaJX…');
});

test('a step of another day says which, and one without a time says none', () => {
  const line = [
    { ...edit, step: { ...edit.step, at: '2026-03-01T17:00:00Z' } },
    { ...ask, step: { ...ask.step, at: null } },
  ];
  const text = renderWhy({ ...story, line, causes: line, roots: [] }, context);
  expect(text).toContain('ev_edit000 2026-03-01 17:00   Edit src/cart.ts\n');
  expect(text).toContain('ev_ask0000   > fix the cart\n');
});

test('similar causes off the main path are shown once; other roots are other prompts of a person', () => {
  const beside = [0, 1, 2].map((at): WhyCause => ({ ...edit, step: step(`b${at}`, 'src/till.ts', { tool: 'Edit' }) }));
  const roots = [
    spawn.step,
    ask.step,
    step('earlier', 'add tax', { kind: 'prompt', tool: null }),
    step('note', 'done', { kind: 'prompt', tool: null, origin: 'notification' }),
  ];
  const text = renderWhy({ ...story, causes: [edit, ask, ...beside], roots, truncated: false }, context);
  expect(text.slice(text.indexOf('It also depends on'))).toMatchInlineSnapshot(`
    "It also depends on
      ev_b000000 09:00:00   Edit src/till.ts
          it checks this (likely): the test imports src/cart.ts
          … and 2 more like it …

    It also goes back to
      ev_earlier 09:00:00   > add tax

    \`stemma failure ev_target0\` shows what was done about it
    "
  `);
});

test('why --all shows each cause below the step it led to', () => {
  expect(renderWhy({ ...story, truncated: false }, context, { all: true })).toMatchInlineSnapshot(`
    "claude:1 · 2026-03-02 09:00

    ev_target0 09:00:00 ! Bash npm test
        = 1 failing: adds two numbers
      because this started it (recorded): agentId 7
      ev_spawn00 09:00:00   Agent look
      because it checks this (likely): the test imports src/cart.ts
      ev_edit000 09:00:00   Edit src/cart.ts
        because this asked for it and it builds on this (possible, in claude:0)
        ev_ask0000 09:00:00   > fix the cart

    It began with
      ev_spawn00 09:00:00   Agent look
      ev_ask0000 09:00:00   > fix the cart

    \`stemma failure ev_target0\` shows what was done about it
    "
  `);
});

test('a long main path is shown from both ends, with a limited number of other causes', () => {
  const line = Array.from({ length: 30 }, (_, at): WhyCause => ({
    ...edit,
    step: step(`s${at}`, `file${at}.ts`, { tool: 'Edit' }),
    depth: at + 1,
    via: { ...edit.via, effect: at === 0 ? asked.id : step(`s${at - 1}`, '').id },
  }));
  const beside = Array.from({ length: 12 }, (_, at): WhyCause => ({
    ...edit,
    step: step(`b${at}`, `beside${at}.ts`, { tool: 'Read' }),
  }));
  const text = renderWhy({ ...story, line, causes: [...line, ...beside], roots: [], truncated: false }, context);
  expect(text.split('\n').length).toBeLessThanOrEqual(40);
  expect(text).toContain('Edit file0.ts');
  expect(text).toContain('… 21 steps further back on this path …');
  expect(text).toContain('Edit file29.ts');
  expect(text).not.toContain('file15.ts');
  expect(text).toContain('and 7 more causes; --all shows each with its reason');
});

test('roots shows the path to each', () => {
  const path = [
    edit.step,
    step('read', 'a-file-with-quite-a-long-name-of-its-own.ts', { tool: 'Read' }),
    spawn.step,
    ...['x', 'y'].map((name) => step(name, name)),
    ask.step,
  ];
  const root = { step: ask.step, depth: 6, recorded: false, path };
  expect(
    renderRoots(
      {
        target: { step: asked },
        roots: [
          { ...root, strength: 0.999 },
          { ...root, strength: 0.001, path: [ask.step] },
        ],
        total: 2,
        truncated: false,
      },
      { ...context, columns: 120 },
    ),
  ).toMatchInlineSnapshot(`
    "claude:1 · 2026-03-02 09:00

    ev_target0 09:00:00 ! Bash npm test

    It began with
      ev_ask0000 09:00:00   > fix the cart
          certain, in claude:0, through Edit src/cart.ts < Read a-file-with-quite-a-long-n… < Agent look < 2 more
      ev_ask0000 09:00:00   > fix the cart
          possible, in claude:0, directly
    "
  `);
});

test('consecutive edits of one file are shown once', () => {
  const line = Array.from({ length: 6 }, (_, at): WhyCause => ({
    ...edit,
    step: step(`s${at}`, 'src/cart.ts', { tool: 'Edit', at: `2026-03-02T08:0${9 - at}:00Z` }),
    depth: at + 1,
  }));
  expect(renderWhy({ ...story, line: [...line, ask], causes: line, roots: [], truncated: false }, context)).toContain(
    'ev_s000000 08:09:00   Edit src/cart.ts\n    … and 5 more like it, back to 08:04:00 …\n',
  );
});

test('recorded and inferred differ in colour too, and a failure is red', () => {
  const text = renderWhy(story, { ...context, ink: colourInk });
  expect(text).toContain('\x1b[33mbecause it checks this (likely)\x1b[39m');
  expect(text).toContain('\x1b[32mthis started it (recorded)\x1b[39m');
  expect(text).toContain('\x1b[2mbecause');
  expect(text).toContain('\x1b[31m✗\x1b[39m');
});

test('names of tools and sessions are hostile too: no escape of theirs is printed', () => {
  const escape = '\u001b[31m\u001b]0;owned\u0007\u009b2J';
  const uid = `claude:a${escape}b` as SessionUid;
  const parent = { uid, relation: 'fork', step: null } as const;
  const texts = [
    phrase({
      kind: 'tool_call',
      tool: `mcp__${escape}__x`,
      summary: 'mcp____x look',
      origin: null,
      type: null,
      failed: false,
    }),
    renderSessions({ sessions: [listed(uid)], total: 1, truncated: false, next: null }, context),
    sessionHead(session(uid), context),
    parentLine(session('claude:1', { parent }), context),
    renderWhy(
      {
        ...story,
        target: { step: step('target', 'look', { session: uid }), failure: escape },
        line: [{ ...edit, via: { ...edit.via, evidence: [escape] } }],
      },
      context,
    ),
  ];
  for (const text of texts) expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  expect(texts[0]).toBe('mcp____x look');
});

test('progress stays on one line', () => {
  const line = barLine(
    {
      files: { done: 3, total: 12 },
      bytes: { done: 2_500_000, total: 10_000_000 },
      events: 4321,
      path: `/x/${'long'.repeat(40)}.jsonl`,
    },
    79,
  );
  expect(line).toMatchInlineSnapshot(
    `"█████░░░░░░░░░░░░░░░  25%  3/12 files  2.5 MB of 10 MB  4,321 events  longlong…"`,
  );
  expect(width(line)).toBeLessThanOrEqual(79);
});
