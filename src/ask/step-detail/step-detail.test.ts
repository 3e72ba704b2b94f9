import { expect, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import { readSession } from '../../memory/digest/read-session.ts';
import { quill } from '../../testing/quill.ts';
import type { Store } from '../../store/store.ts';
import { failedTest, token } from '../../testing/stories.ts';
import { idOf, link, uidOf, type Story, type StoryEvent } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { redacted } from '../redaction/redacted.ts';
import { refOf } from '../walk/step.ts';
import { image } from './image.ts';
import { stepDetail, type StepAnswer } from './step-detail.ts';

test('a call comes with the messages before it, its input and its result', async () => {
  await using store = await storeWithStories(failedTest);
  const answer = await detail(store, failedTest, 'run');
  expect(answer.step.id).toBe(idOf(failedTest, 'run'));
  expect(answer.session).toEqual({ uid: uidOf(failedTest), title: failedTest.title, cwd: null });
  expect(answer.messages.map(({ kind, text }) => [kind, text?.text])).toEqual([
    ['assistant_msg', 'I will run them first.'],
  ]);
  expect(answer.asked).toEqual({ text: '{\n  "cmd": "npm test"\n}', length: 23, json: true });
  expect(answer.results).toEqual([
    {
      event: expect.objectContaining({ id: idOf(failedTest, 'red') }),
      output: { text: 'exit 1: 1 failing in cart.test.ts', length: 33, json: false },
      images: [],
    },
  ]);
  expect(answer.answer).toEqual([]);
  expect(answer.place).toMatchObject({ line: 3 });
  expect(answer.evicted).toBe(false);
});

test('a result is shown as its call', async () => {
  await using store = await storeWithStories(failedTest);
  expect(await detail(store, failedTest, 'red')).toEqual(await detail(store, failedTest, 'run'));
});

test('what was said last belongs to the last step, and to no other', async () => {
  const two: Story = { ...failedTest, events: [...failedTest.events, { id: 'thanks', t: 'prompt', text: 'thanks' }] };
  await using store = await storeWithStories(two);
  expect((await detail(store, two, 'again')).answer.map(({ text }) => text?.text)).toEqual(['All tests pass now.']);
  expect((await detail(store, two, 'fix')).answer).toEqual([]);
  expect(await detail(store, two, 'thanks')).toMatchObject({
    messages: [],
    asked: { text: 'thanks' },
    results: [],
    answer: [],
  });
});

test('every step of a failure leads to its story', async () => {
  await using store = await storeWithStories(failedTest);
  for (const step of ['run', 'fix', 'again'])
    expect((await detail(store, failedTest, step)).story).toMatchObject({
      id: idOf(failedTest, 'run'),
      state: 'resolved',
    });
  expect((await detail(store, failedTest, 'ask')).story).toBeNull();
});

test('causes come best first and effects with how many there are, each with its words', async () => {
  await using store = await storeWithStories(failedTest);
  await link(store, failedTest, [
    { cause: 'ask', effect: 'fix', type: 'asked', confidence: 0.6 },
    { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.9 },
    { cause: 'fix', effect: 'again', type: 'verifies', confidence: 0.7 },
  ]);
  const { causes, effects, effects_total } = await detail(store, failedTest, 'fix');
  expect(causes.map(({ step, types, confidence }) => [step.seq, step.summary, types, confidence])).toEqual([
    [3, 'npm test', ['reacted'], 0.9],
    [1, 'make the tests pass', ['asked'], 0.6],
  ]);
  expect(effects.map(({ step }) => step.id)).toEqual([idOf(failedTest, 'again')]);
  expect(effects_total).toBe(1);
});

test('a text is cut at 64 KB and never inside a character; five megabytes cost little more', async () => {
  const five = `${'x'.repeat(64 * 1024 - 1)}🎉${'y'.repeat(5_000_000)}`;
  const wide = story(
    { id: 'a', t: 'call', tool: 'sh', input: { command: 'cat', text: five }, summary: 'cat' },
    { id: 'b', t: 'result', call: 'a', output: five },
  );
  await using store = await storeWithStories(wide);
  const { asked, results } = await detail(store, wide, 'a');
  const [output] = results.map((result) => result.output);
  expect(output).toEqual({ text: 'x'.repeat(64 * 1024 - 1), length: five.length, json: false });
  expect(asked).toMatchObject({ json: false, length: expect.closeTo(5_000_000, -6) });
  expect(asked!.text).toHaveLength(64 * 1024);
});

test('no secret is shown, not even half of one at the cut', async () => {
  const texts = [64 * 1024 - 10, 80 * 1024 - 10].map((at) => `${'x '.repeat(at / 2)}${token} ${'y'.repeat(100_000)}`);
  // A key takes twenty thousand characters and leaves twenty: what was beyond the cut moves up.
  const pem = ['BEGIN', 'END']
    .map((word) => `-----${word} ${'PRIVATE'} KEY-----`)
    .join(`\n${`${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}\n`.repeat(310)}`);
  const many = `${pem}\n${'x '.repeat((80 * 1024 - 10 - pem.length) / 2)}${token} ${'y'.repeat(100_000)}`;
  const leaky = story(
    { id: 'a', t: 'call', tool: 'sh', input: { password: 'hunter2hunter2', token }, summary: 'x' },
    ...[...texts, many].map((output, at) => ({ id: `r${at}`, t: 'result' as const, call: 'a', output })),
  );
  await using store = await storeWithStories(leaky);
  const { asked, results } = await detail(store, leaky, 'a');
  expect(asked!.text).not.toContain('hunter2hunter2');
  expect(results).toHaveLength(3);
  for (const { output } of results) expect(output!.text).not.toContain(token.slice(0, 8));
});

test('JSON that came back says so', async () => {
  const json = story(
    { id: 'a', t: 'call', tool: 'sh', input: {}, summary: 'x' },
    { id: 'b', t: 'result', call: 'a', output: ' [{"a": 1}]' },
  );
  await using store = await storeWithStories(json);
  expect((await detail(store, json, 'a')).results[0]!.output).toMatchObject({ json: true, text: ' [{"a": 1}]' });
});

test('a picture is named in the step and fetched by its number', async () => {
  const bytes = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(90, 7)]);
  const block = { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: bytes.toString('base64') } };
  const seen = story(
    { id: 'ask', t: 'prompt', text: 'look', content: [block] } as StoryEvent,
    { id: 'a', t: 'call', tool: 'shot', input: {}, summary: 'shot' },
    { id: 'b', t: 'result', call: 'a', output: '[image]', content: [block] } as StoryEvent,
  );
  await using store = await storeWithStories(seen);
  const ref = (event: string) => ({ event: idOf(seen, event), number: 1, media_type: 'image/gif', bytes: 96 });
  expect((await detail(store, seen, 'ask')).images).toEqual([ref('ask')]);
  expect((await detail(store, seen, 'a')).results[0]!.images).toEqual([ref('b')]);
  expect(await image(store.read, await eventOf(store, seen, 'b'), 1)).toEqual({ media_type: 'image/gif', bytes });
  await expect(image(store.read, await eventOf(store, seen, 'b'), 2)).rejects.toThrow('brought no picture 2');
});

test('of a step whose bytes were let go stays what was learned from them', async () => {
  await using store = await storeWithStories(failedTest);
  const made = await readSession(store.read, uidOf(failedTest), { now: Date.now() });
  await store.write.putDigest(made!.digest, Date.now());
  expect(
    (await store.write.evict([uidOf(failedTest)], { at: Date.now(), shortened: (state) => state })).sessions,
  ).toHaveLength(1);
  const answer = await detail(store, failedTest, 'run');
  expect(answer).toMatchObject({
    evicted: true,
    asked: null,
    step: { summary: 'npm test' },
    story: { state: 'resolved' },
    place: { line: 3 },
  });
  expect(answer.results.map(({ event, output }) => [event.summary, output])).toEqual([
    ['exit 1: 1 failing in cart.test.ts', null],
  ]);
  expect(answer.messages).toEqual([expect.objectContaining({ text: null, summary: 'I will run them first.' })]);
});

function story(...events: readonly StoryEvent[]): Story {
  return { name: 'one', events };
}

async function eventOf(store: Store, of: Story, id: string): Promise<Event> {
  return (await store.read.event(refOf(idOf(of, id))))!;
}

async function detail(store: Store, of: Story, id: string): Promise<StepAnswer> {
  return await stepDetail(redacted(store.read), await eventOf(store, of, id), { sources: [quill] });
}
