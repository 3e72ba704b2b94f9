import { expect, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Invocation } from '../../model/invocation.ts';
import { SkillsMiner } from './skills-miner.ts';

type Part = Partial<Event>;

/** A session, a second from event to event. `step` of a result is the id of its call; ids are `ev_1`, `ev_2`, … */
function mined(...parts: readonly Part[]): readonly Invocation[] {
  const miner = new SkillsMiner();
  for (const event of eventsOf(parts)) miner.add(event);
  return [...miner.take(), ...miner.end()].toSorted((a, b) => Number(a.id.slice(3)) - Number(b.id.slice(3)));
}

function eventsOf(parts: readonly Part[]): readonly Event[] {
  return parts.map((part, index) => ({
    id: `ev_${index + 1}` as EventId,
    session: 'quill:s' as SessionUid,
    native_id: null,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 2, 2, 9, 0, index)).toISOString(),
    kind: 'tool_call',
    act: null,
    type: null,
    role: null,
    tool: null,
    summary: '',
    failed: false,
    origin: null,
    parent: null,
    step: null,
    turn: null,
    tokens: null,
    model: null,
    usd: null,
    duration_ms: null,
    marks: [],
    is_sidechain: false,
    payload_ref: null,
    ...part,
  }));
}

const prompt = (summary: string): Part => ({ kind: 'user_msg', origin: 'human', summary });
const command = (summary: string): Part => ({ ...prompt(summary), marks: [`use command ${summary.split(' ')[0]!}`] });
const answers = (summary = 'Done.'): Part => ({ kind: 'assistant_msg', summary });
const reads: Part = { act: 'read', summary: 'Read src/a.ts', marks: ['read src/a.ts'] };
const edits: Part = { kind: 'edit', act: 'edit', summary: 'Edit src/a.ts', marks: ['edit src/a.ts'] };
const runs = (line: string, act: Event['act'] = 'shell'): Part => ({
  act,
  summary: `Bash ${line}`,
  marks: [`run ${line}`],
});
const tests = runs('npm test', 'check');
const agent = (type: string, task: string): Part => ({
  act: 'agent',
  tool: 'Task',
  summary: `Task ${type}: ${task}`,
  marks: [`use agent ${type}`],
});
const skill = (name: string, args = ''): Part => ({
  act: 'other',
  tool: 'Skill',
  summary: `Skill ${name} ${args}`.trim(),
  marks: [`use skill ${name}`],
});
const mcp = (name: string): Part => ({
  act: 'other',
  tool: `mcp__${name.replace('/', '__')}`,
  summary: `mcp__${name.replace('/', '__')} A1`,
  marks: [`use mcp ${name}`],
});
const result = (call: number, summary = 'ok'): Part => ({
  kind: 'tool_result',
  step: `ev_${call}` as EventId,
  summary,
});
const failure = (call: number, summary: string): Part => ({
  kind: 'error',
  failed: true,
  step: `ev_${call}` as EventId,
  summary,
});
const interrupt: Part = { kind: 'human_intervention', type: 'interrupt', summary: '[Request interrupted by user]' };

test('a sub-agent that answers is completed, and knows what it was used for and what came next', () => {
  const [use] = mined(
    prompt('The total is wrong'),
    reads,
    result(2),
    agent('scout', 'Find the cart bug'),
    result(4),
    edits,
    result(6),
    tests,
    result(8),
    answers(),
  );
  expect(use).toEqual({
    id: 'iv_4',
    skill: 'scout',
    what: 'agent',
    basis: 'mined',
    session: 'quill:s',
    source: null,
    repo: null,
    at: '2026-03-02T09:00:03.000Z',
    workflow_path: 'exploration',
    workflow_phase: 'execution',
    user_query: 'The total is wrong',
    request: 'Find the cart bug',
    alternatives: [],
    selection_rank: null,
    completed: true,
    duration_seconds: 1,
    follow_ups: ['edit', 'run npm test'],
    error_type: null,
  });
});

test('a call that failed is abandoned, and says as what', () => {
  const uses = mined(
    prompt('How many?'),
    mcp('stock/lookup'),
    failure(2, 'TimeoutError: page.goto'),
    mcp('stock/lookup'),
    failure(4, "The user doesn't want to proceed with this tool use."),
    skill('count'),
    failure(6, 'Unknown skill: count'),
  );
  expect(uses.map(({ completed, error_type }) => [completed, error_type])).toEqual([
    [false, 'TimeoutError'],
    [false, 'denied'],
    [false, 'unknown skill'],
  ]);
});

test('an MCP tool that answers is completed; the call has no more to it', () => {
  expect(mined(prompt('How many?'), mcp('stock/lookup'), result(2), answers())[0]).toMatchObject({
    skill: 'stock/lookup',
    what: 'mcp',
    completed: true,
    request: 'A1',
  });
});

test('a call without a result is unknown, unless it was interrupted', () => {
  expect(mined(prompt('Look'), agent('scout', 'Find it'))[0]).toMatchObject({ completed: null, error_type: null });
  expect(mined(prompt('Look'), agent('scout', 'Find it'), interrupt)[0]).toMatchObject({
    completed: false,
    error_type: 'interrupted',
  });
});

test('a command works until the next prompt, and is completed when the agent has the last word', () => {
  const [first, second] = mined(
    command('/review all of it'),
    reads,
    result(2),
    answers('It is fine.'),
    command('/review'),
    reads,
    result(6),
    prompt('Stop, something else'),
  );
  expect(first).toMatchObject({
    skill: '/review',
    what: 'command',
    completed: true,
    request: 'all of it',
    user_query: '/review all of it',
    duration_seconds: 3,
    workflow_phase: 'exploration',
  });
  expect(second).toMatchObject({ completed: null });
});

test('a command is abandoned when a person interrupts it, when the API fails for good, and when there is none of that name', () => {
  const apiFails: Part = { kind: 'error', type: 'api_error', summary: 'API Error: 500' };
  expect(mined(command('/review'), reads, interrupt)[0]).toMatchObject({ completed: false, error_type: 'interrupted' });
  expect(mined(command('/review'), reads, apiFails, prompt('again'))[0]).toMatchObject({
    completed: false,
    error_type: 'api_error',
  });
  expect(mined(command('/review'), reads, apiFails, reads, answers())[0]).toMatchObject({
    completed: true,
    error_type: null,
  });
  expect(
    mined(command('/reviw'), { kind: 'user_msg', origin: 'harness', summary: 'Unknown slash command: reviw' })[0],
  ).toMatchObject({ completed: false, error_type: 'unknown command' });
});

test('the task of a command is its own turn, not the text it became', () => {
  const invoked: Part = { kind: 'lifecycle', type: 'command', summary: '/sum', marks: ['use command /sum'] };
  expect(mined(invoked, prompt('Summarise the whole repository.'), reads, result(3), answers())[0]).toMatchObject({
    skill: '/sum',
    completed: true,
    follow_ups: ['read'],
  });
});

test('the work of a skill is what follows its launch, up to the next skill', () => {
  const uses = mined(
    prompt('commit it'),
    skill('tidy'),
    result(2),
    edits,
    result(4),
    skill('commit', 'all'),
    result(6),
    runs('git status', 'vcs'),
    result(8),
    runs('git commit', 'vcs'),
    result(10),
    answers(),
  );
  expect(uses.map((use) => [use.skill, use.completed, use.workflow_phase, use.request])).toEqual([
    ['tidy', true, 'execution', null],
    ['commit', true, 'deployment', 'all'],
  ]);
});

test('a skill that was launched and did nothing before the next is unknown', () => {
  expect(mined(prompt('go'), skill('tidy'), result(2), skill('commit'), result(4), answers())[0]).toMatchObject({
    skill: 'tidy',
    completed: null,
  });
});

test('an agent in the background is unknown until it reports back', () => {
  const launched = result(2, 'Async agent launched successfully.');
  const report: Part = { kind: 'user_msg', origin: 'notification', summary: '<task-id>a5</task-id>' };
  const shellReport: Part = { ...report, summary: '<task-id>b5</task-id>' };
  expect(mined(prompt('go'), agent('scout', 'Find it'), launched, answers())[0]).toMatchObject({ completed: null });
  expect(
    mined(prompt('go'), agent('scout', 'Find it'), launched, answers(), prompt('meanwhile'), answers(), report)[0],
  ).toMatchObject({ completed: true });
  expect(mined(prompt('go'), agent('scout', 'Find it'), launched, answers(), shellReport)[0]).toMatchObject({
    completed: null,
  });
});

test('what was then asked of something else was not met', () => {
  const uses = mined(
    prompt('go'),
    agent('scout', 'Find the cart bug'),
    result(2),
    agent('expert', 'Find the cart bug'),
    result(4),
    answers(),
  );
  expect(uses.map(({ completed, error_type }) => [completed, error_type])).toEqual([
    [false, 'done otherwise'],
    [true, null],
  ]);
  const again = mined(
    prompt('go'),
    agent('scout', 'Find the cart bug'),
    result(2),
    agent('scout', 'Find the cart bug'),
    result(4),
    answers(),
  );
  expect(again.map(({ completed }) => completed)).toEqual([true, true]);
  const atOnce = mined(
    prompt('go'),
    agent('scout', 'Find the cart bug'),
    agent('expert', 'Find the cart bug'),
    result(2),
    result(3),
    answers(),
  );
  expect(atOnce.map(({ completed }) => completed)).toEqual([true, true]);
});

test.each<readonly [string, readonly Part[], string | null]>([
  ['setup', [runs('npm install')], 'setup'],
  ['exploration', [reads, reads, runs('git diff', 'vcs')], 'exploration'],
  ['execution', [reads, edits, edits, tests], 'execution'],
  ['verification', [reads, tests], 'verification'],
  ['deployment', [runs('git status', 'vcs'), runs('git diff', 'vcs'), runs('git commit', 'vcs')], 'deployment'],
  ['deployment by script', [runs('npm run deploy')], 'deployment'],
  ['nothing that says so', [{ act: 'other', summary: 'Ask' }], null],
])('the phase of a command is what its steps are: %s', (_, steps, phase) => {
  expect(mined(command('/go'), ...steps, answers())[0]).toMatchObject({ workflow_phase: phase });
});

test('the phase of a call is that of the steps nearest to it; other MCP calls say nothing', () => {
  const [use] = mined(
    prompt('go'),
    edits,
    edits,
    tests,
    mcp('page/click'),
    result(5),
    mcp('page/click'),
    result(7),
    tests,
  );
  expect(use).toMatchObject({ workflow_phase: 'verification', workflow_path: 'execution>verification' });
});

test('in a sub-agent the query is what its caller asked', () => {
  expect(
    mined({ kind: 'user_msg', origin: 'harness', summary: 'SUBTASK: count' }, mcp('stock/lookup'), result(2))[0],
  ).toMatchObject({ user_query: 'SUBTASK: count' });
});

test('a long row of calls is returned as it goes, and not held', () => {
  const miner = new SkillsMiner();
  let largest = 0;
  let total = 0;
  const parts = Array.from({ length: 2000 }, (_, at): Part => (at % 2 === 0 ? mcp('page/click') : result(at)));
  for (const event of eventsOf(parts)) {
    miner.add(event);
    const taken = miner.take().length;
    total += taken;
    largest = Math.max(largest, taken);
  }
  expect(largest).toBe(1);
  expect(1000 - total).toBeLessThan(20);
  expect(miner.end()).toHaveLength(1000 - total);
});
