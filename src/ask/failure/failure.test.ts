import { describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { brokenTypes, cancelledPush, causesOfBrokenTypes as causes, missing, run } from '../../testing/broken-types.ts';
import { delegation, failedTest, subagent } from '../../testing/stories.ts';
import { idOf, link } from '../../testing/write-stories.ts';
import type { Story, StoryEvent, StoryEdge } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import type { EventFailure } from './failure-of-event.ts';
import type { SessionFailures } from './failure-of-session.ts';
import { failure } from './failure.ts';
import { findSubject } from './subject.ts';

async function failureOf(store: Store, name: string, limit?: number): Promise<EventFailure> {
  return (await failure(store.read, await findSubject(store.read, name), limit ? { limit } : {})) as EventFailure;
}

async function failuresOf(store: Store, name?: string, limit?: number): Promise<SessionFailures> {
  return (await failure(store.read, await findSubject(store.read, name), limit ? { limit } : {})) as SessionFailures;
}

async function linked(story: Story, edges: readonly StoryEdge[]): Promise<Store> {
  const store = await storeWithStories(story);
  await link(store, story, edges);
  return store;
}

const nativeIds = (links: readonly { readonly step: { readonly native_id: string | null } }[]) =>
  links.map(({ step }) => step.native_id);

describe('the failure of an event', () => {
  test('has a story: how it ended, what it took, what was tried and what helped', async () => {
    await using store = await storeWithStories(brokenTypes);
    const { target, story, state, cost } = await failureOf(store, 'types');
    expect(target).toMatchObject({ step: { native_id: 'types', failed: true }, failure: missing });
    expect(story).toMatchObject({
      kind: 'real',
      culprit: [{ native_id: 'bug' }],
      attempts: [{ native_id: 'try' }],
      fix: [{ native_id: 'fix' }],
      verified_by: { native_id: 'green' },
    });
    expect({ state, cost }).toEqual({ state: 'solved', cost: { calls: 5, minutes: 10 / 60, attempts: 1 } });
  });

  test('leads back through its culprit to where that began, not straight to the prompt', async () => {
    await using store = await linked(brokenTypes, causes);
    const { chain } = await failureOf(store, 'types');
    expect(chain.map(({ step, culprit, via }) => [step.native_id, culprit, via?.types[0], via?.confidence])).toEqual([
      ['bug', true, 'verifies', 0.9],
      ['look', false, 'informed', 0.8],
      ['ask', false, 'asked', 0.7],
    ]);
    expect(chain[0]!.via).toMatchObject({
      effect: idOf(brokenTypes, 'types'),
      basis: 'inferred',
      evidence: ['both name src/cart.ts'],
    });
  });

  test('goes the strongest way to the culprit, also by steps between', async () => {
    await using store = await linked(brokenTypes, [
      { effect: 'types', cause: 'bug', confidence: 0.4 },
      { effect: 'types', cause: 'look', confidence: 0.9 },
      { effect: 'look', cause: 'bug', confidence: 0.9 },
    ]);
    expect(nativeIds((await failureOf(store, 'types')).chain)).toEqual(['look', 'bug']);
  });

  test('says when no link leads to the culprit, and goes on from there', async () => {
    await using store = await linked(brokenTypes, [
      { effect: 'bug', cause: 'ask', type: 'asked', confidence: 0.8 },
      { effect: 'types', cause: 'ask', type: 'asked', confidence: 0.6 },
    ]);
    expect(
      (await failureOf(store, 'types')).chain.map(({ step, culprit, via }) => [
        step.native_id,
        culprit,
        via?.confidence ?? null,
      ]),
    ).toEqual([
      ['bug', true, null],
      ['ask', false, 0.8],
    ]);
  });

  test('does not go round in a circle', async () => {
    await using store = await linked(brokenTypes, [
      { effect: 'types', cause: 'bug', confidence: 0.9 },
      { effect: 'bug', cause: 'look', confidence: 0.9 },
      { effect: 'look', cause: 'types', confidence: 0.9 },
    ]);
    expect(nativeIds((await failureOf(store, 'types')).chain)).toEqual(['bug', 'look']);
  });

  test('breaks what follows: failures along the links, retries, and the same fault again', async () => {
    await using store = await linked(brokenTypes, causes);
    const { broke, broke_total, downstream, truncated } = await failureOf(store, 'types');
    expect(broke).toMatchObject([
      {
        step: { native_id: 'again' },
        how: ['effect', 'again'],
        strength: 0.81,
        via: { cause: idOf(brokenTypes, 'try') },
      },
    ]);
    expect({ broke_total, downstream, truncated }).toEqual({
      broke_total: 1,
      downstream: { steps: 3, failures: 1, truncated: false },
      truncated: false,
    });
  });

  test('does not break what only a guess connects with it', async () => {
    await using store = await linked(brokenTypes, [
      { effect: 'again', cause: 'types', type: 'retried', confidence: 0.4 },
    ]);
    expect(await failureOf(store, 'types')).toMatchObject({
      broke: [{ step: { native_id: 'again' }, how: ['again'], strength: null, via: null }],
      downstream: { steps: 0 },
    });
  });

  test('does not break what is connected with it too faintly, nor what only found nothing', async () => {
    const faint: Story = {
      name: 'faint',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('one', './one.sh', 'first disaster', 'failed'),
        ...run('b', './b.sh', 'fine'),
        ...run('c', './c.sh', 'fine'),
        ...run('far', './far.sh', 'second disaster', 'failed'),
        ...run('find', 'grep -rn totals src', 'Exit code 1', 'failed'),
      ],
    };
    await using store = await linked(faint, [
      { effect: 'b', cause: 'one', confidence: 0.6 },
      { effect: 'c', cause: 'b', confidence: 0.6 },
      { effect: 'far', cause: 'c', confidence: 0.6 },
      { effect: 'find', cause: 'one', confidence: 0.9 },
    ]);
    expect(await failureOf(store, 'one')).toMatchObject({ broke: [], downstream: { steps: 3, failures: 0 } });
  });

  test('is shown up to the limit, with the total', async () => {
    const often: Story = {
      name: 'often',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...['a', 'b', 'c', 'd'].flatMap((id) => run(id, './x.sh', 'the same disaster', 'failed')),
      ],
    };
    await using store = await storeWithStories(often);
    const { broke, broke_total, truncated } = await failureOf(store, 'a', 2);
    expect({ names: nativeIds(broke), broke_total, truncated }).toEqual({
      names: ['b', 'c'],
      broke_total: 3,
      truncated: true,
    });
  });

  test('is not followed by refusals that only have the same words', async () => {
    const no = 'Permission to use Bash was denied by the user';
    await using store = await storeWithStories({
      name: 'refused',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('one', 'rm -rf dist', no, 'failed'),
        ...run('two', 'curl x.org', no, 'failed'),
      ],
    });
    expect(await failureOf(store, 'one')).toMatchObject({ story: { kind: 'denied' }, state: 'refused', broke: [] });
  });

  test('goes by the story where the way to the culprit is too faint to explain anything', async () => {
    await using store = await linked(brokenTypes, [
      { effect: 'types', cause: 'look', confidence: 0.4 },
      { effect: 'look', cause: 'bug', confidence: 0.4 },
    ]);
    expect((await failureOf(store, 'types')).chain).toMatchObject([
      { step: { native_id: 'bug' }, culprit: true, via: null },
    ]);
  });

  test('took calls; what people said in between is none', async () => {
    const at = brokenTypes.events.findIndex(({ id }) => id === 'fix');
    await using store = await storeWithStories({
      ...brokenTypes,
      events: brokenTypes.events.toSpliced(at, 0, { id: 'more', t: 'prompt', text: 'go on' }),
    });
    expect((await failureOf(store, 'types')).cost?.calls).toBe(5);
  });

  test('is that of the call when its result is named', async () => {
    await using store = await storeWithStories(brokenTypes);
    expect((await failureOf(store, idOf(brokenTypes, 'types-said'))).story?.native_id).toBe('types');
  });

  test('is none where nothing failed, and then the failure it led to is named', async () => {
    await using store = await linked(brokenTypes, causes);
    expect(await failureOf(store, 'bug')).toMatchObject({
      story: null,
      state: null,
      chain: [],
      led_to: { step: { native_id: 'types' }, how: 'culprit', depth: 1, strength: 0.9 },
    });
    expect(await failureOf(store, 'look')).toMatchObject({
      led_to: { step: { native_id: 'types' }, how: 'effect', depth: 2, strength: 0.72 },
    });
    expect(await failureOf(store, 'green')).toMatchObject({ story: null, led_to: null });
  });

  test('that is nearest comes before one that is surer', async () => {
    const two: Story = {
      name: 'two',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('b', './b.sh', 'fine'),
        ...run('far', './far.sh', 'far disaster', 'failed'),
        ...run('near', './near.sh', 'near disaster', 'failed'),
      ],
    };
    await using store = await linked(two, [
      { effect: 'b', cause: 'ask', confidence: 0.9 },
      { effect: 'far', cause: 'b', confidence: 0.9 },
      { effect: 'near', cause: 'ask', confidence: 0.6 },
    ]);
    expect(await failureOf(store, 'ask')).toMatchObject({ led_to: { step: { native_id: 'near' }, depth: 1 } });
  });

  test('is an answer where nothing was there to be found', async () => {
    await using store = await storeWithStories(brokenTypes);
    expect(await failureOf(store, 'grep')).toMatchObject({ story: { kind: 'benign' }, state: 'answer', broke: [] });
  });
});

test('a call that was called off leads back through the call it was called off for to its culprit', async () => {
  await using store = await storeWithStories(cancelledPush);
  const { chain, story } = await failureOf(store, 'push');
  expect(story?.kind).toBe('cascade');
  expect(chain.map(({ step, culprit }) => [step.native_id, culprit])).toEqual([
    ['types', true],
    ['bug', true],
  ]);
  expect((await failureOf(store, 'types')).broke).toMatchObject([{ step: { native_id: 'push' }, how: ['cascade'] }]);
});

describe('the failures of a session', () => {
  /**
   * A long way to mend the types, a typing error on the way, a test that still fails at the end, and something
   * refused.
   */
  const hardDay: Story = {
    name: 'hard-day',
    events: [
      ...brokenTypes.events,
      ...run('typo', 'git psuh', "git: 'psuh' is not a git command. See 'git --help'.", 'failed'),
      ...run('pushed', 'git push', 'done'),
      ...run(
        'test',
        'npm test',
        'FAIL src/discount.test.ts > takes a percentage\nAssertionError: expected 10 to be 0.1',
        'failed',
      ),
      ...['a', 'b', 'c', 'd'].flatMap((id) => run(id, `cat ${id}.md`, 'words')),
      ...run('no', 'rm -rf dist', 'Permission to use sh was denied by the user', 'failed'),
      ...['e', 'f', 'g', 'h'].flatMap((id) => run(id, `cat ${id}.md`, 'words')),
    ],
  };

  test('are ranked: still there at the end, then by what they took, refusals last', async () => {
    await using store = await storeWithStories(hardDay);
    const { failures, kinds, total, truncated } = await failuresOf(store);
    expect(failures.map(({ rank, story, times, state }) => [rank, story.native_id, times, state])).toEqual([
      [1, 'test', 1, 'open'],
      [2, 'types', 2, 'solved'],
      [3, 'typo', 1, 'dropped'],
      [4, 'no', 1, 'refused'],
    ]);
    expect({ kinds, total, truncated }).toEqual({
      kinds: { real: 4, benign: 1, denied: 1, cascade: 0 },
      total: 4,
      truncated: false,
    });
  });

  test('that were refused come last, whatever they took', async () => {
    const no = 'Permission to use Bash was denied by the user';
    await using store = await storeWithStories({
      name: 'refused',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('no', 'rm -rf dist', no, 'failed'),
        ...run('odd', './odd.sh', 'a disaster', 'failed'),
        ...['a', 'b', 'c'].flatMap((id) => run(id, `cat ${id}.md`, 'words')),
        ...run('yes', 'rm -rf dist', ''),
      ],
    });
    expect((await failuresOf(store)).failures.map(({ story, cost }) => [story.native_id, cost.calls])).toEqual([
      ['odd', 0],
      ['no', 5],
    ]);
  });

  /** The state of a failure after which so many other calls were made. */
  async function stateAfter(calls: number, ...failed: readonly StoryEvent[]): Promise<string | undefined> {
    const others = Array.from({ length: calls }, (_, at) => run(`other${at}`, `cat ${at}.md`, 'words')).flat();
    await using store = await storeWithStories({
      name: 'ends',
      events: [{ id: 'ask', t: 'prompt', text: 'go' }, ...failed, ...others],
    });
    return (await failuresOf(store)).failures[0]?.state;
  }

  test('are open at the end when a check did not pass again, or when the session ended with them', async () => {
    expect(await stateAfter(50, ...run('test', 'npm test', 'FAIL src/a.test.ts > adds', 'failed'))).toBe('open');
    const push = run('push', 'git push', "error: failed to push some refs to 'origin'", 'failed');
    expect([await stateAfter(2, ...push), await stateAfter(50, ...push)]).toEqual(['open', 'dropped']);
    const look = run('look', 'cat nothing.md', 'cat: nothing.md: No such file or directory', 'failed');
    expect(await stateAfter(0, ...look)).toBe('dropped');
  });

  test('are unproven when something was changed and nobody looked again', async () => {
    const until = brokenTypes.events.slice(
      0,
      brokenTypes.events.findIndex(({ id }) => id === 'again'),
    );
    await using store = await storeWithStories({ ...brokenTypes, events: until });
    expect((await failuresOf(store)).failures).toMatchObject([
      { story: { native_id: 'types', fix: [{ native_id: 'try' }] }, state: 'unproven' },
    ]);
  });

  test('do not count what was called off for a search that found nothing', async () => {
    await using store = await storeWithStories({
      name: 'off',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        {
          id: 'find',
          t: 'call',
          tool: 'Bash',
          input: { command: 'grep -rn totals src' },
          summary: 'grep',
          act: 'search',
          failed: true,
          turn: 'ask',
        },
        {
          id: 'off',
          t: 'call',
          tool: 'Bash',
          input: { command: './b.sh' },
          summary: './b.sh',
          failed: true,
          turn: 'ask',
        },
        { id: 'find-said', t: 'result', call: 'find', output: 'Exit code 1', failed: true },
        { id: 'off-said', t: 'result', call: 'off', output: 'Sibling tool call errored', failed: true },
      ],
    });
    expect(await failuresOf(store)).toMatchObject({ failures: [], total: 0, kinds: { benign: 1, cascade: 1 } });
  });

  test('with the same fingerprint are one, and time they shared is counted once', async () => {
    await using store = await storeWithStories(brokenTypes);
    const {
      failures: [types],
    } = await failuresOf(store);
    expect(types).toMatchObject({
      story: { native_id: 'types' },
      last: { native_id: 'again' },
      times: 2,
      cost: { calls: 5, minutes: 10 / 60, attempts: 1 },
    });
  });

  test('whose words say nothing are not one', async () => {
    await using store = await storeWithStories({
      name: 'silent',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('one', './one.sh', 'Error', 'failed'),
        ...run('two', './two.sh', 'Error', 'failed'),
      ],
    });
    expect((await failuresOf(store)).failures.map(({ story, times }) => [story.native_id, times])).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
  });

  test('take in what was called off for them and what they looked for in vain', async () => {
    await using off = await storeWithStories(cancelledPush);
    expect(await failuresOf(off)).toMatchObject({
      failures: [{ story: { native_id: 'types' }, state: 'open', folded: { cascade: 1, benign: 0 } }],
      total: 1,
    });
    await using store = await linked(brokenTypes, causes);
    expect(await failuresOf(store)).toMatchObject({
      failures: [{ folded: { cascade: 0, benign: 1 }, downstream: { steps: 3, failures: 1 } }],
      total: 1,
    });
  });

  test('with the same cost are ranked by what followed from them', async () => {
    const twins: Story = {
      name: 'twins',
      events: [
        { id: 'ask', t: 'prompt', text: 'go' },
        ...run('one', './one.sh', 'first disaster', 'failed'),
        ...run('two', './two.sh', 'second disaster', 'failed'),
        ...run('after', './after.sh', 'third disaster', 'failed'),
        ...['b', 'c', 'd'].flatMap((id) => run(id, `./${id}.sh`, 'fine')),
      ],
    };
    // More steps followed from the first, but a failure only from the second.
    await using store = await linked(twins, [
      { effect: 'after', cause: 'two', type: 'reacted', confidence: 0.9 },
      { effect: 'b', cause: 'one', confidence: 0.9 },
      { effect: 'c', cause: 'one', confidence: 0.9 },
    ]);
    expect((await failuresOf(store, undefined, 1)).failures.map(({ story }) => story.native_id)).toEqual(['two']);
    expect(await failuresOf(store, undefined, 1)).toMatchObject({ total: 3, truncated: true });
  });

  test('lead back to where they began', async () => {
    await using store = await linked(brokenTypes, causes);
    expect(nativeIds((await failuresOf(store)).failures[0]!.chain)).toEqual(['bug', 'look', 'ask']);
  });

  test('are none where nothing failed, and those of sub-agents are pointed at', async () => {
    await using store = await storeWithStories(delegation, {
      ...subagent,
      events: [...subagent.events, ...run('oops', './oops.sh', 'disaster', 'failed')],
    });
    expect(await failuresOf(store, 'quill:delegation')).toMatchObject({
      failures: [],
      total: 0,
      subagents: [{ uid: 'quill:delegation/scout', errors: 1 }],
    });
  });
});

describe('a name', () => {
  test('is a session, an event, or nothing: then it is the newest session', async () => {
    await using store = await storeWithStories();
    expect(await findSubject(store.read)).toMatchObject({ session: { uid: 'quill:failed-test' } });
    expect(await findSubject(store.read, 'delegation')).toMatchObject({ session: { uid: 'quill:delegation' } });
    expect(await findSubject(store.read, 'run')).toMatchObject({ event: { native_id: 'run' } });
    expect(await findSubject(store.read, idOf(failedTest, 'red').slice(0, 12))).toMatchObject({
      event: { kind: 'error' },
    });
  });

  test('of nothing is said to be neither', async () => {
    await using store = await storeWithStories();
    await expect(findSubject(store.read, 'nope')).rejects.toMatchObject({
      code: 'event-not-found',
      message: expect.stringContaining('no session or event "nope"'),
    });
    await expect(findSubject(store.read, 'quill:nope')).rejects.toMatchObject({ code: 'session-not-found' });
    await expect(findSubject(store.read, 'ev_0000')).rejects.toMatchObject({ code: 'event-not-found' });
  });
});
