import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { idOf, uidOf } from '../../testing/write-stories.ts';
import type { Story } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findSession } from '../find/find-session.ts';
import { Ledger } from './ledger.ts';
import { performance } from './performance.ts';
import { Sums } from './sums.ts';

/** An event at a second of a session. */
function at(second: number | null, what: Partial<Event>): Event {
  const id = `ev_${counter++}` as EventId;
  return {
    id,
    session: uidOf(failedTest),
    native_id: null,
    seq: counter,
    at: second === null ? null : new Date(Date.UTC(2026, 2, 2, 9) + second * 1000).toISOString(),
    kind: 'assistant_msg',
    act: null,
    type: null,
    role: 'assistant',
    tool: null,
    summary: 'x',
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
    ...what,
  };
}
let counter = 1;

const prompt = (second: number, origin: Event['origin'] = 'human') =>
  at(second, { kind: 'user_msg', role: 'user', origin });
const says = (second: number, output = 0) =>
  at(second, output > 0 ? { tokens: { input: 1, output, cache_read: 0, cache_write: 0 } } : {});
const note = (second: number, what: Partial<Event> = {}) => at(second, { kind: 'lifecycle', role: 'system', ...what });
function call(second: number | null, tool: string, what: Partial<Event> = {}): Event {
  const made = at(second, { kind: 'tool_call', tool, act: 'shell', ...what });
  return { ...made, step: made.id };
}
const result = (second: number | null, of: Event) =>
  at(second, { kind: 'tool_result', role: 'tool', tool: of.tool, step: of.id });

function follow(...events: readonly Event[]) {
  const sums = new Sums();
  const ledger = new Ledger(sums, 'm');
  for (const event of events) ledger.event(event);
  return { sums, ...ledger.end() };
}

test('every moment is booked to whoever was waited for', () => {
  const build = call(12, 'Bash');
  const { time, waits } = follow(
    prompt(0),
    says(10),
    build,
    result(42, build),
    says(45),
    prompt(105),
    note(106),
    says(110),
  );
  expect(time).toEqual({ span_s: 110, tools_s: 30, model_s: 12 + 3 + 5, person_s: 60, other_s: 0 });
  expect(waits[0]).toMatchObject({ for: 'person', waited_ms: 60_000 });
});

test('calls side by side pass the time once, and each counts for its tool', () => {
  const a = call(0, 'Read');
  const b = call(0, 'Bash');
  const { time, sums } = follow(prompt(0), a, b, result(4, a), result(10, b));
  expect(time.tools_s).toBe(10);
  expect([...sums.tools.values()].map(({ tool, took_s }) => [tool, took_s])).toEqual([
    ['Read', 4],
    ['Bash', 10],
  ]);
  expect(sums.untimed).toBe(0);
});

test('a call that says how long it took is believed, and what comes after it is not its time', () => {
  const quick = call(0, 'Bash', { duration_ms: 2000 });
  expect(follow(prompt(0), quick, says(10)).time).toMatchObject({ tools_s: 2, model_s: 8 });
});

test('a question to the user is the time of the person', () => {
  const asks = call(1, 'AskUserQuestion');
  const { time, waits } = follow(prompt(0), asks, result(301, asks), says(302));
  expect(time).toMatchObject({ person_s: 300, tools_s: 0, model_s: 2 });
  expect(waits[0]).toMatchObject({ for: 'person', waited_ms: 300_000 });
});

test('a call that never came back ends with the next prompt; machines that prompt are nobody', () => {
  const lost = call(1, 'Bash');
  expect(follow(prompt(0), lost, prompt(100), says(110)).time).toMatchObject({ tools_s: 99, model_s: 11 });
  expect(follow(prompt(0), says(1), prompt(31, 'notification')).time).toMatchObject({ other_s: 30, person_s: 0 });
});

test('what a response used counts for its first call, whether its agent says so before or after', () => {
  const before = follow(prompt(0), says(1, 100), call(2, 'Read'), call(2, 'Bash'), says(5, 7), prompt(9));
  expect([...before.sums.tools.values()].map(({ tool, tokens }) => [tool, tokens.output])).toEqual([
    ['Read', 100],
    ['Bash', 0],
  ]);
  const after = follow(
    prompt(0),
    call(2, 'Read'),
    call(2, 'Bash'),
    note(3, { tokens: { input: 0, output: 50, cache_read: 0, cache_write: 0 } }),
    says(5),
    note(6, { tokens: { input: 0, output: 7, cache_read: 0, cache_write: 0 } }),
  );
  expect([...after.sums.tools.values()].map(({ tool, tokens }) => [tool, tokens.output])).toEqual([
    ['Read', 50],
    ['Bash', 0],
  ]);
  for (const { sums } of [before, after])
    expect([...sums.models.values()].map(({ tokens }) => tokens.output)).toEqual([sums.total.output]);
});

test('whatever the clocks say, the parts add up to the whole', () => {
  const second = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null });
  const kind = fc.constantFrom('prompt', 'says', 'call', 'result', 'note', 'timed');
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, second), { maxLength: 60 }), (steps) => {
      let last: Event | undefined;
      const events = steps.map(([what, time]): Event => {
        if (what === 'call' || what === 'timed')
          return (last = call(time, 'Bash', what === 'timed' ? { duration_ms: 5000 } : {}));
        if (what === 'result' && last) return result(time, last);
        return what === 'prompt'
          ? { ...prompt(0), ...(time === null ? { at: null } : { at: at(time, {}).at }) }
          : at(time, what === 'note' ? { kind: 'lifecycle', role: 'system' } : {});
      });
      const { span_s, tools_s, model_s, person_s, other_s } = follow(...events).time;
      expect(tools_s + model_s + person_s + other_s).toBeCloseTo(span_s, 6);
      expect(Math.min(span_s, tools_s, model_s, person_s, other_s)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a session includes its sub-agents, which are also listed', async () => {
  await using store = await storeWithStories();
  const answer = await performance(store.read, await findSession(store.read, uidOf(delegation)));
  expect(answer.subagents).toMatchObject({
    total: 1,
    truncated: false,
    items: [{ uid: uidOf(subagent), calls: 1, parent: uidOf(delegation) }],
  });
  expect(answer.tools.items.map(({ tool, calls }) => [tool, calls])).toEqual(
    expect.arrayContaining([
      ['agent', 1],
      ['sh', 1],
    ]),
  );
  expect(answer.time.span_s).toBe(3);
  expect((await performance(store.read, await findSession(store.read, uidOf(subagent)))).subagents.total).toBe(0);
});

test('failures, retries and the slowest calls are named', async () => {
  const story: Story = {
    name: 'again',
    repo: '/home/dev/shop',
    began: '2026-03-03T09:00:00Z',
    events: [
      { id: 'ask', t: 'prompt', text: 'test it' },
      {
        id: 'one',
        t: 'call',
        tool: 'sh',
        input: {},
        summary: 'npm test',
        act: 'check',
        failed: true,
        took: 900,
        turn: 'ask',
      },
      {
        id: 'two',
        t: 'call',
        tool: 'sh',
        input: {},
        summary: 'npm test',
        act: 'check',
        kind: 'retry',
        took: 400,
        turn: 'ask',
      },
      { id: 'read', t: 'call', tool: 'cat', input: {}, summary: 'a.ts', act: 'read', took: 5, turn: 'ask' },
    ],
  };
  await using store = await storeWithStories(failedTest, delegation, story);
  const answer = await performance(store.read, await findSession(store.read, uidOf(story)));
  expect(answer.slowest.map(({ id, took_ms }) => [id, took_ms])).toEqual([
    [idOf(story, 'one'), 900],
    [idOf(story, 'two'), 400],
    [idOf(story, 'read'), 5],
  ]);
  expect(answer.retries).toMatchObject({
    calls: 1,
    took_s: 0.4,
    failed_took_s: 0.9,
    by_tool: [{ tool: 'sh', retries: 1 }],
  });
  expect(answer.acts.map(({ act, calls, failed }) => [act, calls, failed])).toEqual([
    ['check', 2, 1],
    ['read', 1, 0],
  ]);
  expect(answer.trend).toMatchObject({ sessions: 2, now: { steps: 4 }, median: { steps: 3 } });
  expect(
    (await performance(store.read, await findSession(store.read, uidOf(story)), { limit: 1 })).tools,
  ).toMatchObject({ total: 2, truncated: true, items: [{ tool: 'sh' }] });
});

test('a million different tools are not a million lines', () => {
  const sums = new Sums();
  for (let at = 0; at < 5000; at++) sums.call(call(at, `tool-${at}`), 1);
  expect(sums.tools.size).toBeLessThanOrEqual(2001);
  expect(sums.all.calls).toBe(5000);
});
