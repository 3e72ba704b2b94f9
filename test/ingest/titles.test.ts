import { describe, expect, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { sessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive } from '../support/archive.ts';
import { fixedTest, Transcript } from '../support/transcript.ts';

test('a title that stands in another file finds its session, in whatever order they are read', async () => {
  const archive = await Archive.open();
  const story = fixedTest('titled');
  const { uuid: leafUuid } = JSON.parse(story.lines.at(-1)!) as { uuid: string };
  archive.write('a.jsonl', `${JSON.stringify({ type: 'summary', summary: 'Fix the cart', leafUuid })}\n`);
  archive.write('b.jsonl', story.toString());
  await archive.ingest();
  expect((await archive.store.read.session(sessionUid('claude', story.session)))?.title).toBe('Fix the cart');
});

test('a session is named by what was asked, wherever it stands; a command stays before it', async () => {
  const archive = await Archive.open();
  const titles = {
    plan: ['Implement the following plan:\n\n# Plan: Round the total\n\n## Context\n\nIt is wrong.', 'ok'],
    answers: ['/todos', '8', 'fix the cart please'],
    command: ['/plan-phase 12', 'how do we round the total?'],
    greeting: ['hi'],
  };
  for (const [name, prompts] of Object.entries(titles)) {
    const story = new Transcript(name);
    for (const prompt of prompts) story.prompt(prompt);
    archive.write(`${name}.jsonl`, story.toString());
  }
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(new Set(sessions.map(({ title }) => title))).toEqual(
    new Set(['/plan-phase 12: how do we round the total?', 'Round the total', 'fix the cart please', 'hi']),
  );
});

test('a bare command says nothing of what a session is about: what a person asks for next does', async () => {
  const archive = await Archive.open();
  const chat = (at: string, ...prompts: string[]) =>
    `\n# aider chat started at ${at}\n\n> Aider v0.86.1  \n${prompts.map((prompt) => `\n#### ${prompt}  \n\nDone.\n`).join('')}`;
  archive.write(
    '.aider.chat.history.md',
    chat('2026-01-01 10:00:00', '/undo', 'fix the cart') +
      chat('2026-01-02 10:00:00', '/undo') +
      chat('2026-01-03 10:00:00', '/tmp/cart.js is wrong', 'go on'),
  );
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(new Set(sessions.map(({ title }) => title))).toEqual(
    new Set(['/tmp/cart.js is wrong', '/undo', 'fix the cart']),
  );
});

/** A prompt, a call, and what the agent says in the end. */
function worked(name: string, prompt: string, ...answer: readonly string[]): Transcript {
  const story = new Transcript(name).prompt(prompt);
  story.calls('toolu_1', 'Read', { file_path: '/home/dev/shop/tasks.md' }).returns('toolu_1', 'Round the total.');
  for (const text of answer) story.says(text);
  return story;
}

const tasks = 'Process the tasks in tasks.md';

async function titlesOf({ store }: Archive): Promise<readonly string[]> {
  const { sessions } = await store.read.sessions({}, { limit: 100, offset: 0 });
  return sessions.map(({ title }) => title ?? '').toSorted();
}

describe('a title that does not say what a session is about', () => {
  test('gives way to what differs where several sessions have the same', async () => {
    const archive = await Archive.open();
    archive.write('one.jsonl', worked('one', tasks, 'Rounded the cart total. All tests pass.').toString());
    await archive.ingest();
    expect(await titlesOf(archive)).toEqual([tasks]);
    archive.write('two.jsonl', worked('two', tasks, 'Added a test for taxes.').toString());
    archive.write('three.jsonl', worked('three', 'Read the cart', 'It holds the items of an order.').toString());
    await archive.ingest();
    const expected = [`Added a test for taxes — ${tasks}`, 'Read the cart', `Rounded the cart total — ${tasks}`];
    expect(await titlesOf(archive)).toEqual(expected);

    await archive.ingest();
    await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 1_800_000_000_000 });
    expect(await titlesOf(archive)).toEqual(expected);
  });

  test('keeps its words where the agent did nothing, or does not say what', async () => {
    const archive = await Archive.open();
    archive.write('idle.jsonl', new Transcript('idle').prompt(tasks).says('There is nothing left to do.').toString());
    archive.write('asks.jsonl', worked('asks', tasks, 'Which of the tasks shall I begin with?').toString());
    archive.write('plans.jsonl', worked('plans', tasks, "I'll round the total first.").toString());
    archive.write('sorry.jsonl', worked('sorry', tasks, 'I apologize for the confusion.').toString());
    await archive.ingest();
    expect(await titlesOf(archive)).toEqual([tasks, tasks, tasks, tasks]);
  });

  test('is explained by what was done where it refers to something said before', async () => {
    const archive = await Archive.open();
    archive.write('back.jsonl', worked('back', 'ok lets get back to that', 'Switched to the main branch.').toString());
    archive.write('word.jsonl', worked('word', 'please', 'Rounded the cart total.').toString());
    await archive.ingest();
    expect(await titlesOf(archive)).toEqual([
      'Rounded the cart total — please',
      'Switched to the main branch — ok lets get back to that',
    ]);
  });

  test('is found by its words and by what was done', async () => {
    const archive = await Archive.open();
    archive.write('one.jsonl', worked('one', tasks, 'Rounded the cart total.').toString());
    archive.write('two.jsonl', worked('two', tasks, 'Added a test for taxes.').toString());
    await archive.ingest();
    const found = async (text: string) => (await archive.store.read.sessions({ text }, { limit: 10, offset: 0 })).total;
    expect([await found('cart total'), await found('tasks.md')]).toEqual([1, 2]);
  });
});

test('notices of a program name a session only as long as there is nothing else, and say so', async () => {
  const archive = await Archive.open();
  const head = { sessionId: 's', projectHash: 'p', startTime: '2026-01-02T03:04:05.000Z' };
  const notice = { id: 'n', timestamp: '2026-01-02T03:04:06.000Z', type: 'info', content: 'Update successful!' };
  const asked = { id: 'u', timestamp: '2026-01-02T03:04:07.000Z', type: 'user', content: 'Round the cart total' };
  const write = (name: string, messages: readonly object[]) =>
    archive.write(
      `.gemini/tmp/p/chats/session-${name}.json`,
      JSON.stringify({ ...head, sessionId: name, lastUpdated: '2026-01-02T03:04:08.000Z', messages }),
    );
  write('idle', [notice]);
  write('asked', [notice, asked]);
  await archive.ingest();
  expect(await titlesOf(archive)).toEqual(['No request recorded: Update successful!', 'Round the cart total']);
});
