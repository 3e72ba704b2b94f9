import { describe, expect, test } from 'vitest';
import type { StemmaError } from '../model/stemma-error.ts';
import { quill } from '../testing/quill.ts';
import { delegation, failedTest, hostile, subagent, token } from '../testing/stories.ts';
import { idOf, link, writeStories, uidOf } from '../testing/write-stories.ts';
import type { Story } from '../testing/write-stories.ts';
import { storeWithStories } from '../testing/store-with-stories.ts';
import { event } from './event/event.ts';
import { exportSession } from './export/export.ts';
import { facets } from './facets/facets.ts';
import { findEvent } from './find/find-event.ts';
import { findSession } from './find/find-session.ts';
import { graph, graphSteps } from './graph/graph.ts';
import { replay } from './replay/replay.ts';
import { readQuery } from './search/read-query.ts';
import { search } from './search/search.ts';
import { sessions } from './sessions/sessions.ts';
import { timeline } from './timeline/timeline.ts';
import { toForget } from './archive/to-forget.ts';
import { tree } from './tree/tree.ts';
import { why } from './why/why.ts';

const sources = [quill];

describe('a session is found', () => {
  test.each([
    ['by its uid', 'quill:failed-test', failedTest],
    ['by its native id', 'failed-test', failedTest],
    ['by the two ends of a name that was cut', 'quill:de…cout', subagent],
    ['by a cut name whose beginning was shortened too', 'quill:dele/s…ut', subagent],
    ['by the beginning of either', 'quill:fai', failedTest],
    ['by a native id that others begin with', 'delegation', delegation],
    ['by a beginning that its sub-agents share', 'quill:dele', delegation],
    ['as a sub-agent, by the beginnings of both its names', 'quill:dele/sc', subagent],
    ['as the latest', 'latest', failedTest],
    ['as -', '-', failedTest],
    ['by no name at all', undefined, failedTest],
  ])('%s', async (_, name, story) => {
    await using store = await storeWithStories();
    expect((await findSession(store.read, name)).uid).toBe(uidOf(story));
  });

  test('or said to be ambiguous, with the candidates', async () => {
    await using store = await storeWithStories();
    const error = await findSession(store.read, 'quill:').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ambiguous-id', message: '"quill:" is the beginning of 3 sessions.' });
    expect((error as StemmaError).hint).toContain('quill:failed-test  2026-03-02  Make the tests pass');
  });

  test('or said not to be there, with what to do', async () => {
    await using store = await storeWithStories();
    await expect(findSession(store.read, 'nope')).rejects.toMatchObject({
      code: 'session-not-found',
      hint: expect.stringContaining('stemma sessions'),
    });
    await expect(findSession(store.read, '')).rejects.toMatchObject({ code: 'session-not-found' });
  });
});

test('facets are the values that sessions have', async () => {
  await using store = await storeWithStories();
  const { sources: agents, repos, models } = await facets(store.read);
  const { sessions: all } = await sessions(store.read, {}, { limit: 100, now: Date.now() });
  expect(new Set(agents)).toEqual(new Set(all.map(({ source }) => source)));
  expect(new Set(repos)).toEqual(new Set(all.flatMap(({ repo }) => repo ?? [])));
  expect(all.flatMap(({ model }) => model ?? [])).toEqual(expect.arrayContaining([...models]));
});

describe('an event is found', () => {
  test('by its id, by the beginning of it, and by its native id', async () => {
    await using store = await storeWithStories();
    const id = idOf(failedTest, 'run');
    expect((await findEvent(store.read, id)).id).toBe(id);
    expect((await findEvent(store.read, id.slice(0, 9))).id).toBe(id);
    expect((await findEvent(store.read, 'run')).id).toBe(id);
  });

  test('only in the session that was named', async () => {
    await using store = await storeWithStories();
    const found = await findEvent(store.read, 'ask', uidOf(delegation));
    expect(found.id).toBe(idOf(delegation, 'ask'));
    await expect(findEvent(store.read, 'grep', uidOf(delegation))).rejects.toMatchObject({ code: 'event-not-found' });
  });

  test('or said to be ambiguous, with the candidates', async () => {
    await using store = await storeWithStories();
    await expect(findEvent(store.read, 'ask')).rejects.toMatchObject({
      code: 'ambiguous-id',
      hint: expect.stringContaining('which query is slow?'),
    });
  });
});

test('sessions come newest first, and a cut list says where it goes on', async () => {
  await using store = await storeWithStories();
  const first = await sessions(store.read, {}, { limit: 2, now: Date.now() });
  expect(first.sessions.map(({ uid }) => uid)).toEqual([uidOf(failedTest), uidOf(subagent)]);
  expect(first).toMatchObject({ total: 4, truncated: true, next: 2 });
  const second = await sessions(store.read, {}, { limit: 2, after: first.next!, now: Date.now() });
  expect(second).toMatchObject({ truncated: false, next: null });
  expect(second.sessions.map(({ uid }) => uid)).toEqual([uidOf(delegation), uidOf(hostile)]);
});

test('a timeline pages through all events once', async () => {
  await using store = await storeWithStories();
  const session = await findSession(store.read, 'failed-test');
  const seen: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await timeline(store.read, session, { limit: 4, after });
    expect(page.total).toBe(9);
    seen.push(...page.events.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toEqual(failedTest.events.map(({ id }) => idOf(failedTest, id)));
});

test('a graph has the prompts and calls, each with its causes', async () => {
  await using store = await storeWithStories();
  const session = await findSession(store.read, uidOf(subagent));
  const answer = await graph(store.read, session);
  expect(answer.steps.map(({ native_id, kind }) => [native_id, kind])).toEqual([
    ['task', 'prompt'],
    ['grep', 'call'],
  ]);
  expect(answer.steps[0]!.causes).toEqual([
    {
      step: idOf(delegation, 'spawn'),
      native_id: 'spawn',
      types: ['spawned'],
      basis: 'recorded',
      confidence: 1,
      evidence: ['call spawn started delegation/scout'],
    },
  ]);
  expect(answer).toMatchObject({ total: 2, truncated: false, next: null });
  expect(await Array.fromAsync(graphSteps(store.read, session, 1))).toEqual(answer.steps);
});

describe('why', () => {
  test('walks back across sessions to where it began', async () => {
    await using store = await storeWithStories();
    const answer = await why(store.read, await findEvent(store.read, 'task', uidOf(subagent)));
    expect(answer.target.step).toMatchObject({ native_id: 'task', kind: 'prompt', session: uidOf(subagent) });
    expect(answer.causes).toMatchObject([
      {
        step: { native_id: 'spawn', session: uidOf(delegation), kind: 'call' },
        depth: 1,
        via: { effect: idOf(subagent, 'task'), types: ['spawned'], basis: 'recorded', confidence: 1 },
      },
    ]);
    expect(answer.roots.map(({ native_id }) => native_id)).toEqual(['spawn']);
    expect(answer.truncated).toBe(false);
  });

  test('explains a result by its call, and says honestly that it knows no cause', async () => {
    await using store = await storeWithStories();
    const red = await findEvent(store.read, idOf(failedTest, 'red'));
    const answer = await why(store.read, red);
    expect(answer).toMatchObject({ target: { step: { native_id: 'run' } }, causes: [], roots: [], truncated: false });
    expect(answer.lineage).toMatchObject([
      { relation: 'turn', step: { native_id: 'ask', session: uidOf(failedTest) } },
    ]);
  });

  test('says where a step inside a sub-agent stands, back to the first prompt, without calling that a cause', async () => {
    await using store = await storeWithStories();
    const answer = await why(store.read, await findEvent(store.read, 'grep'));
    expect(answer.causes).toEqual([]);
    expect(answer.lineage.map(({ relation, step }) => [relation, step.native_id, step.session])).toEqual([
      ['turn', 'task', uidOf(subagent)],
      ['spawned', 'spawn', uidOf(delegation)],
      ['turn', 'ask', uidOf(delegation)],
    ]);
  });

  test('ends its lineage where it would go round in a circle, or too far', async () => {
    await using store = await storeWithStories();
    const round: Story = {
      name: 'round',
      events: [
        { id: 'a', t: 'prompt', text: 'a' },
        { id: 'b', t: 'call', tool: 'agent', input: {}, summary: 'b', turn: 'a' },
      ],
    };
    const long: Story = {
      name: 'long',
      events: Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, t: 'prompt', text: 'on' })),
    };
    await writeStories(store, round, long);
    await link(store, round, [{ cause: 'b', effect: 'a' }]);
    await link(
      store,
      long,
      long.events.slice(1).map(({ id }, at) => ({ cause: `p${at}`, effect: id, type: 'continued' })),
    );
    expect(
      (await why(store.read, await findEvent(store.read, 'b', uidOf(round)))).lineage.map(({ step }) => step.native_id),
    ).toEqual(['a']);
    expect((await why(store.read, await findEvent(store.read, 'p29'))).lineage).toHaveLength(10);
  });

  test('takes the strongest path first, each step once, and says when it was cut', async () => {
    await using store = await storeWithStories();
    const steps: Story = { name: 'steps', events: ['a', 'b', 'c', 'd'].map((id) => ({ id, t: 'prompt', text: id })) };
    await writeStories(store, steps);
    await link(store, steps, [
      { cause: 'b', effect: 'd', confidence: 0.9 },
      { cause: 'c', effect: 'd', confidence: 0.5 },
      { cause: 'a', effect: 'b', confidence: 0.8 },
      { cause: 'a', effect: 'c', confidence: 1 },
      // A circle: what came of it cannot have caused it.
      { cause: 'd', effect: 'a', confidence: 1 },
    ]);
    const target = await findEvent(store.read, 'd', uidOf(steps));
    const answer = await why(store.read, target);
    expect(answer.causes.map(({ step, depth, via }) => [step.native_id, depth, via.effect])).toEqual([
      ['b', 1, idOf(steps, 'd')],
      ['a', 2, idOf(steps, 'b')],
      ['c', 1, idOf(steps, 'd')],
    ]);
    expect(answer.truncated).toBe(false);
    expect(await why(store.read, target, { limit: 2 })).toMatchObject({ causes: [{}, {}], truncated: true });
  });
});

test('a tree hangs a sub-agent under the call that started it', async () => {
  await using store = await storeWithStories();
  const answer = await tree(store.read, await findSession(store.read, uidOf(delegation)));
  const hung = [
    ...answer.tree.steps.flatMap((step) => step.sessions.map((below) => [step.native_id, below.session.uid])),
    ...answer.tree.sessions.map((below) => [null, below.session.uid]),
  ];
  expect(hung).toEqual([['spawn', uidOf(subagent)]]);
  expect(answer).toMatchObject({ steps: 4, truncated: false });
  expect((await tree(store.read, answer.tree.session, { limit: 3 })).truncated).toBe(true);
});

describe('content', () => {
  test('comes back from the archive as the source understands it', async () => {
    await using store = await storeWithStories();
    const answer = await event(store.read, await findEvent(store.read, 'fix'), { sources });
    expect(answer.content).toEqual({
      is: 'call',
      tool: 'edit',
      input: { path: 'src/cart.ts', old: 'a - b', new: 'a + b' },
    });
    expect(answer.place).toMatchObject({ path: '/quill/failed-test.jsonl', version: 0, line: 5 });
    expect(answer.step.map(({ summary }) => summary)).toEqual(['ok']);
    expect(answer.turn).toMatchObject({ native_id: 'ask' });
  });

  test('is the line itself when no source understands it', async () => {
    await using store = await storeWithStories();
    const answer = await event(store.read, await findEvent(store.read, 'fix'), { sources: [] });
    expect(answer.content).toBeNull();
    expect(answer.line).toMatchObject({ t: 'call', tool: 'edit' });
  });

  test('carries no secret through any door, unless it is asked for raw', async () => {
    await using store = await storeWithStories();
    const session = await findSession(store.read, uidOf(hostile));
    const out = await findEvent(store.read, idOf(hostile, 'out'));
    expect(JSON.stringify((await event(store.read, out, { sources })).content)).not.toContain(token);
    expect(JSON.stringify((await event(store.read, out, { sources })).line)).not.toContain(token);
    expect(JSON.stringify((await event(store.read, out, { sources, raw: true })).content)).toContain(token);
    for await (const { content } of replay(store.read, session, { sources }))
      expect(JSON.stringify(content)).not.toContain(token);
  });
});

test('a replay says where every event was read', async () => {
  await using store = await storeWithStories();
  const session = await findSession(store.read, uidOf(failedTest));
  const replayed = await Array.fromAsync(replay(store.read, session, { sources }));
  expect(replayed.map(({ place }) => place?.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(replayed[1]!.content).toEqual({ is: 'message', text: 'I will run them first.' });
});

describe('search', () => {
  const asEvents = { events: true, sources: async () => sources };

  test('finds words anywhere, best first, with the words around the match', async () => {
    await using store = await storeWithStories();
    const answer = await search(store.read, readQuery('failing'), {}, { ...asEvents, limit: 5 });
    expect(answer).toMatchObject({
      truncated: false,
      hits: [
        {
          event: idOf(failedTest, 'red'),
          session: uidOf(failedTest),
          kind: 'error',
          field: 'error',
          matched: ['failing'],
          snippet: expect.stringContaining('1 failing in cart.test.ts'),
        },
      ],
    });
  });

  test('finds Japanese', async () => {
    await using store = await storeWithStories();
    expect((await search(store.read, readQuery('日本'), {}, { ...asEvents, limit: 5 })).hits).toHaveLength(1);
  });
});

describe('export', () => {
  const exported = async (format: 'json' | 'jsonl' | 'causetrace', story: Story) => {
    await using store = await storeWithStories();
    return (
      await Array.fromAsync(exportSession(store.read, await findSession(store.read, uidOf(story)), format, { sources }))
    ).join('');
  };

  test('json is one object with everything in it', async () => {
    const { session, events } = JSON.parse(await exported('json', failedTest));
    expect(session.uid).toBe(uidOf(failedTest));
    expect(events).toHaveLength(9);
    expect(events[2]).toMatchObject({
      native_id: 'run',
      content: { is: 'call', input: { cmd: 'npm test' } },
      place: { line: 3 },
      causes: [],
    });
  });

  test('jsonl is one record a line, the session first', async () => {
    const records = (await exported('jsonl', failedTest))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ record }) => record)).toEqual(['session', ...Array<string>(9).fill('event')]);
  });

  test('causetrace is one ToolEvent a line, with its causes and its result', async () => {
    const own = (await exported('causetrace', failedTest))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(own.map(({ event_type, tool_name }) => [event_type, tool_name])).toEqual([
      ['user_input', 'Prompt'],
      [undefined, 'sh'],
      [undefined, 'edit'],
      [undefined, 'sh'],
    ]);
    expect(own[1]).toMatchObject({
      schema_version: '0.1',
      event_id: idOf(failedTest, 'run'),
      session_id: uidOf(failedTest),
      tool_input: { cmd: 'npm test' },
      tool_output: 'exit 1: 1 failing in cart.test.ts',
      timestamp: '2026-03-02T09:00:02.000Z',
      duration_ms: 2300,
    });
    // What is at its default is absent, as causetrace writes it.
    for (const field of ['parent_event_id', 'caused_by', 'event_type', 'model'])
      expect(own[1]).not.toHaveProperty(field);
    const [task] = (await exported('causetrace', subagent)).split('\n').map((line) => JSON.parse(line || '{}'));
    expect(task).toMatchObject({ parent_event_id: idOf(delegation, 'spawn'), caused_by: 'spawned' });
  });
});

test('to forget a session is to forget its sub-agents', async () => {
  await using store = await storeWithStories();
  const found = await toForget(store.read, { names: [uidOf(delegation)] });
  expect(found.map(({ uid }) => uid)).toEqual([uidOf(delegation), uidOf(subagent)]);
});

test('to forget what is old leaves what went on afterwards', async () => {
  await using store = await storeWithStories();
  const found = await toForget(store.read, { names: [], before: Date.parse('2026-03-02T08:00:04Z') });
  expect(found.map(({ uid }) => uid)).toEqual([uidOf(hostile)]);
});
