import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { payloadReader } from '../../src/ask/event/payload.ts';
import { fixtureCases } from '../../src/sources/fixtures.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive, ingestFolder, seen } from '../support/archive.ts';

// Sources whose events span several lines, or whose records need the ones before.
test.each(['aider', 'causetrace', 'swe-agent'])(
  'what %s recorded is read back from the archive, event by event',
  async (name) => {
    const fixtures = join(import.meta.dirname, '../../src/sources', name, 'fixtures');
    for (const scenario of fixtureCases(fixtures)) {
      const { store } = await Archive.open();
      await ingestFolder(store, join(fixtures, scenario));
      const payloadOf = payloadReader(store.read, { sources });
      const { sessions } = await store.read.sessions({}, { limit: 100, offset: 0 });
      for (const { uid } of sessions) {
        for (const event of await store.read.events(uid, { after: 0, limit: 1000 })) {
          // Aider says that the other edits were applied, and not which they were.
          if (event.kind === 'tool_result' && event.summary === 'Applied') continue;
          const what = (await payloadOf(event))?.what;
          expect(what, `${scenario}: ${event.kind} ${event.summary}`).toBeTruthy();
          // A prompt of several lines comes back as a whole, and not its first line alone.
          if (event.kind === 'user_msg' && what?.is === 'prompt')
            expect(what.text.startsWith(event.summary.slice(0, 16)), scenario).toBe(true);
        }
      }
    }
  },
);

test('when one record holds calls and results, each result is read back separately', async () => {
  const { store } = await Archive.open();
  await ingestFolder(store, join(import.meta.dirname, '../../src/sources/continue/fixtures/1.5.47-parallel'));
  const payloadOf = payloadReader(store.read, { sources });
  const { sessions } = await store.read.sessions({}, { limit: 10, offset: 0 });
  const results = (await store.read.events(sessions[0]!.uid, { after: 0, limit: 100 })).filter(
    ({ kind }) => kind === 'tool_result',
  );
  const outputs = await Promise.all(results.map(async (result) => (await payloadOf(result))?.what));
  expect(outputs).toMatchObject([
    { output: expect.stringContaining('cart.js') as string },
    { output: expect.stringContaining('cart.test.js') as string },
    { output: expect.stringContaining('slow-one') as string },
  ]);
});

test('a prompt and a reply of several lines come back with all of them', async () => {
  const archive = await Archive.open();
  archive.write(
    'chat.md',
    '# aider chat started at 2026-03-02 09:00:00\n\n> /usr/bin/aider  \n> Aider v0.86.2  \n\n#### one  \n#### two  \n\nThree.\n\nFour.\n\n> Tokens: 1k sent, 20 received.  \n',
  );
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  const events = await archive.store.read.events(sessions[0]!.uid, { after: 0, limit: 100 });
  const payloadOf = payloadReader(archive.store.read, { sources });
  const words = await Promise.all(events.map(async (event) => (await payloadOf(event))?.what));
  expect(words).toMatchObject([
    { is: 'lifecycle' },
    { is: 'prompt', text: 'one\ntwo' },
    { is: 'message', text: 'Three.\n\nFour.' },
  ]);
});

test.each(['0.86-prompts', '0.86-two-sessions', '0.86-malformed-edit'])(
  'a chat history that was read line by line while it grew is the same as one read at once: %s',
  async (scenario) => {
    const text = readFileSync(
      join(import.meta.dirname, '../../src/sources/aider/fixtures', scenario, 'chat-history.md'),
      'utf8',
    );
    const whole = await Archive.open();
    whole.write('chat.md', text);
    await whole.ingest();

    const grown = await Archive.open();
    const lines = text.split('\n');
    // Only its fifth line shows that it is aider's.
    for (let count = 5; count < lines.length; count++) {
      grown.write('chat.md', `${lines.slice(0, count).join('\n')}\n`);
      await grown.ingest();
    }
    expect(await seen(grown.store)).toEqual(await seen(whole.store));
  },
);
