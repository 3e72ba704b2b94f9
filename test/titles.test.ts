import { expect, test } from 'vitest';
import { sessionUid } from '../src/model/ids.ts';
import { Archive } from './support/archive.ts';
import { fixedTest } from './support/transcript.ts';

test('a title that stands in another file finds its session, in whatever order they are read', async () => {
  const archive = await Archive.open();
  const story = fixedTest('titled');
  const { uuid: leafUuid } = JSON.parse(story.lines.at(-1)!) as { uuid: string };
  archive.write('a.jsonl', `${JSON.stringify({ type: 'summary', summary: 'Fix the cart', leafUuid })}\n`);
  archive.write('b.jsonl', story.toString());
  await archive.ingest();
  expect((await archive.store.read.session(sessionUid('claude', story.session)))?.title).toBe('Fix the cart');
});
