import { describe, expect, test } from 'vitest';
import type { Event, Session, What } from '../../../src/index.ts';
import type { CapturedEvent, CapturedSession } from './captured.ts';
import { compare } from './compare.ts';
import type { Given } from '../model/server.ts';
import { conversationsOf } from '../scenarios/script.ts';
import type { Scenario } from '../scenarios/script.ts';

// The check that `npm run test:agents` relies on: does it notice when a capture is not what happened?

const scenario: Scenario = {
  name: 'fix',
  prompt: 'Fix it.',
  turns: [
    {
      thinking: 'Tests first.',
      text: 'Running the tests.',
      calls: [{ does: 'run', command: 'npm test', isCheck: true, fails: true, shows: 'fail 1' }],
    },
    { text: 'It fails.' },
  ],
};
const tool = { name: 'bash', args: { command: 'npm test' } };
const [conversation] = conversationsOf(scenario);
const given: readonly Given[] = [
  {
    conversation: conversation!,
    turn: 0,
    calls: [{ id: 'call_1', call: scenario.turns[0]!.calls![0]!, tool, result: 'fail 1\n' }],
    tokens: { input: 10, output: 5 },
  },
  { conversation: conversation!, turn: 1, calls: [], tokens: { input: 12, output: 3 } },
];

const prompt = event('prompt', { is: 'prompt', text: 'Fix it.', origin: 'human' }, { origin: 'human' });
const thinking = event('thinking', { is: 'thinking', text: 'Tests first.' });
const message = event('message', { is: 'message', text: 'Running the tests.' });
const call = event(
  'call',
  { is: 'call', tool: 'bash', input: tool.args },
  { native_id: 'call_1', parent: message.id, act: 'check', failed: true, duration_ms: 5 },
);
const result = event('result', { is: 'result', call: 'call', output: 'fail 1\n' }, { step: call.id, failed: true });
const last = event('last', { is: 'message', text: 'It fails.' });
const whole = [prompt, thinking, message, call, result, last];

describe('a capture', () => {
  test('that says what happened has nothing wrong', () => {
    expect(wrongIn(whole)).toEqual([]);
  });

  test.each([
    ['has no thoughts', whole.filter((one) => one !== thinking), ['thinking']],
    ['lacks the last message', whole.filter((one) => one !== last), ['messages']],
    ['has the prompt twice', [prompt, ...whole], ['prompt']],
    ['lacks the call', whole.filter((one) => one !== call && one !== result), ['calls']],
    [
      'has a call that nobody made',
      [...whole, { ...call, id: 'ev_other' as Event['id'], native_id: 'other' }],
      ['calls'],
    ],
    ['lacks the result', whole.filter((one) => one !== result), ['results', 'results', 'verbatim']],
    ['has the result twice', [...whole, result], ['results']],
    [
      'has another result',
      changed(result, { content: { is: 'result', call: 'call', output: 'fail 0' } }),
      ['results', 'verbatim'],
    ],
    ['knows the call by another id', changed(call, { native_id: 'line:4' }), ['call ids']],
    [
      'has other arguments',
      changed(call, { content: { is: 'call', tool: 'bash', input: { command: 'npm run test' } } }),
      ['arguments'],
    ],
    ['takes a failure for a success', changed(call, { failed: false }), ['failures']],
    ['takes a test for any command', changed(call, { act: 'shell' }), ['acts']],
    ['hangs the call on another prompt', changed(call, { turn: 'ev_other' as Event['id'] }), ['turn']],
    ['hangs the call on no response', changed(call, { parent: prompt.id }), ['response']],
    ['does not know how long it took', changed(call, { duration_ms: null }), ['durations']],
  ] as const)('that %s is found out', (_, events, capabilities) => {
    expect(wrongIn(events)).toEqual(capabilities);
  });

  test('that counts tokens twice is found out', () => {
    expect(wrongIn(whole, { output_tokens: 16 })).toEqual(['tokens']);
  });

  test('of an agent that died in a tool has the call, and no result that never was', () => {
    const killed = { ...scenario, turns: scenario.turns.slice(0, 1), killedIn: 'begun.txt' };
    const wrong = (events: readonly CapturedEvent[]) =>
      wrongOf(compare(killed, given.slice(0, 1), [sessionOf(events)]));
    expect(wrong(whole.slice(0, 4))).toEqual([]);
    expect(wrong(whole.slice(0, 3))).toEqual(['killed']);
    expect(
      wrong([...whole.slice(0, 4), { ...result, content: { is: 'result', call: 'call', output: 'done' } }]),
    ).toEqual(['killed']);
  });
});

function wrongIn(events: readonly CapturedEvent[], cost: Partial<Session['cost']> = {}): readonly string[] {
  return wrongOf(compare(scenario, given, [sessionOf(events, cost)]));
}

function wrongOf(findings: ReturnType<typeof compare>): readonly string[] {
  return findings.filter(({ wrong }) => wrong !== undefined).map(({ capability }) => capability);
}

function changed(which: CapturedEvent, change: Partial<CapturedEvent>): readonly CapturedEvent[] {
  return whole.map((one) => (one === which ? { ...one, ...change } : one));
}

function event(key: string, content: What, more: Partial<Event> = {}): CapturedEvent {
  const id = `ev_${key}` as Event['id'];
  const turn = 'ev_prompt' as Event['id'];
  return {
    id,
    content,
    turn,
    session: 'pi:one' as Event['session'],
    native_id: key,
    seq: 1,
    at: null,
    kind: 'lifecycle',
    act: null,
    type: null,
    role: null,
    tool: content.is === 'call' ? content.tool : null,
    summary: key,
    failed: false,
    origin: null,
    parent: null,
    step: null,
    tokens: null,
    model: null,
    usd: null,
    duration_ms: null,
    marks: [],
    is_sidechain: false,
    payload_ref: null,
    ...more,
  };
}

function sessionOf(events: readonly CapturedEvent[], cost: Partial<Session['cost']> = {}): CapturedSession {
  const session = { parent: null, cost: { input_tokens: 22, output_tokens: 8, cache_tokens: 0, ...cost } } as Session;
  return { session, events };
}
