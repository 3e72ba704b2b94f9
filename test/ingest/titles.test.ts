import { expect, test } from 'vitest';
import { sessionUid } from '../../src/model/ids.ts';
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
