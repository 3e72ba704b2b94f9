import { describe, expect, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import { checkAnswer, mergeAnswers } from './check-answer.ts';

const step = (name: string, seq: number): readonly [string, Event] => [
  name,
  { id: `ev_${name}`, seq, tool: name.startsWith('C') ? 'bash' : null } as unknown as Event,
];
const steps = new Map([step('P1', 1), step('C1', 2), step('C2', 4), step('C3', 6), step('C4', 8)]);
const check = (answer: unknown) => checkAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), steps)!;
const whole = { causes: { C2: [['C1', 'reacted']] } };

describe('the JSON is found', () => {
  test.each([
    ['alone', JSON.stringify(whole)],
    ['in a fence', `Sure!\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\`\nThat is all.`],
    ['after an object that is something else', `{"thinking": true} ${JSON.stringify(whole)}`],
    ['after a brace in prose', `a set {1, 2} of steps: ${JSON.stringify(whole)}`],
    ['in what a program prints about it', JSON.stringify({ type: 'result', result: `here: ${JSON.stringify(whole)}` })],
  ])('%s', (_, answer) => {
    expect(check(answer).calls).toEqual([{ step: 'ev_C2', causes: [{ step: 'ev_C1', type: 'reacted' }] }]);
  });

  test.each(['', 'I cannot do that.', '[1, 2]', '{"causes": {', '{'.repeat(10_000)])('not in %j', (answer) => {
    expect(checkAnswer(answer, steps)).toBeUndefined();
  });
});

test('causes that do not exist, are not earlier or have no known type are left out and counted', () => {
  const { calls, dropped } = check({
    causes: {
      C3: [
        ['C1', 'informed'],
        ['C9', 'informed'],
        ['C4', 'informed'],
        ['C3', 'informed'],
        ['C2', 'somehow'],
      ],
      C7: [['C1', 'informed']],
      P1: [],
      C4: 'C3',
    },
  });
  expect(calls).toEqual([{ step: 'ev_C3', causes: [{ step: 'ev_C1', type: 'informed' }] }]);
  expect(dropped).toEqual({ unknown_steps: 3, wrong_order: 2, malformed: 2 });
});

test('a call without causes is judged too', () => {
  expect(check({ causes: { C1: [] } }).calls).toEqual([{ step: 'ev_C1', causes: [] }]);
});

test('a fix comes after its failure, a culprit not; what is not an error kind is left out', () => {
  const { stories, dropped } = check({
    errors: {
      C2: {
        kind: 'real',
        signature: ' it\nbroke ',
        culprit: ['C1', 'C3'],
        attempts: ['C1'],
        fix: ['C3'],
        verified: 'C4',
      },
      C3: { kind: 'terrible' },
    },
  });
  expect(stories).toEqual([
    {
      step: 'ev_C2',
      kind: 'real',
      message: 'it broke',
      culprit: ['ev_C1'],
      attempts: [],
      fix: ['ev_C3'],
      verified_by: 'ev_C4',
    },
  ]);
  expect(dropped).toEqual({ unknown_steps: 0, wrong_order: 2, malformed: 1 });
});

test('a signature is kept without its secrets', () => {
  const key = `sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}AA`;
  const [story] = check({ errors: { C1: { kind: 'real', signature: `refused ${key}` } } }).stories;
  expect(story!.message).toContain('refused');
  expect(story!.message).not.toContain(key);
});

test('windows are merged: the first word about a call counts, the fuller story, the last outcome', () => {
  const merged = mergeAnswers([
    check({
      causes: { C2: [['C1', 'reacted']] },
      errors: { C1: { kind: 'real', signature: 'x', fix: [] } },
      outcome: { what: 'unknown', why: 'it goes on' },
    }),
    check({
      causes: { C2: [], C3: [['C2', 'verifies']] },
      errors: { C1: { kind: 'real', signature: 'x', fix: ['C3'], verified: 'C4' } },
      outcome: { what: 'success', why: 'done' },
    }),
  ]);
  expect(merged.calls.map((call) => call.causes.length)).toEqual([1, 1]);
  expect(merged.stories).toMatchObject([{ fix: ['ev_C3'], verified_by: 'ev_C4' }]);
  expect(merged.outcome).toEqual({ what: 'success', reason: 'done' });
});
