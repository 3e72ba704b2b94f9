import { afterEach, expect, test } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { token } from '../../testing/stories.ts';
import { recordChains } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { judgedBy, otherModel } from './other-model.ts';
import { knownFailures, similar } from './similar.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const now = Date.parse('2026-03-02T00:00:00Z');
const asked: string[][] = [];

/** A model that finds whatever holds this word near to everything, on loopback. */
async function modelFor(word: string) {
  asked.length = 0;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { input } = JSON.parse(body) as { input: string[] };
      asked.push(input);
      const embeddings = input.map((each, at) =>
        Array.from({ length: 384 }, (_, place) =>
          place === 0 ? 9 : place === 1 && at > 0 && !each.includes(word) ? 3 : 0,
        ),
      );
      response.end(JSON.stringify({ embeddings }));
    });
  });
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/embed`, model: 'own' };
}

async function archive() {
  const store = await storeWithStories({ name: 'empty', events: [] });
  await recordChains(
    store,
    { name: 'a', message: 'the upload of the picture timed out' },
    { name: 'b', message: 'the upload of the sketch timed out' },
    { name: 'c', message: 'wrong password' },
  );
  return store;
}

test('a model of your own says which of the failures that are alike is the nearest, asked about all of them at once', async () => {
  await using store = await archive();
  for (const word of ['sketch', 'picture']) {
    const { matches, judged_by } = await similar(
      knownFailures(store.read, { endpoint: otherModel(await modelFor(word)) }),
      'the upload of the drawing timed out',
      { now },
    );
    expect(matches[0]!.error_message).toContain(word);
    expect(judged_by).toBe('own');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.slice(0, 1)).toEqual(['the upload of the drawing timed out']);
    expect(asked[0]!.slice(1).toSorted()).toEqual([
      'the upload of the picture timed out',
      'the upload of the sketch timed out',
      'wrong password',
    ]);
  }
});

test('it changes which are near, and not how near: whatever a model gives, no more is shown', async () => {
  const found = [0.9, 0.5, 0.1].map((meaning, at) => ({
    key: at,
    text: `text ${at}`,
    alike: meaning,
    words: 0,
    meaning,
    isWhole: false,
  }));
  const judged = await judgedBy(
    {
      name: 'own',
      onError: undefined,
      embed: async (texts) => texts.map((_, at) => Float32Array.from([at === 0 ? 1 : at])),
    },
    'x',
    found,
  );
  expect(judged.map(({ key, meaning }) => [key, meaning])).toEqual([
    [2, 0.9],
    [1, 0.5],
    [0, 0.1],
  ]);
});

test('no secret is sent to it', async () => {
  await using store = await archive();
  await similar(
    knownFailures(store.read, { endpoint: otherModel(await modelFor('x')) }),
    `the upload with ${token} timed out`,
    {
      now,
    },
  );
  expect(asked.flat().join('\n')).not.toContain(token);
});

test('a missing endpoint is reported once and the built-in table answers; without a listener it is an error', async () => {
  await using store = await archive();
  const endpoint = { url: 'http://127.0.0.1:9/api/embed', model: 'own' };
  const errors: string[] = [];
  const { matches, judged_by } = await similar(
    knownFailures(store.read, { endpoint: otherModel(endpoint, ({ code }) => errors.push(code)) }),
    'Error: the upload timed out\nError: the password was wrong',
    { now },
  );
  expect({ errors, judged_by }).toEqual({ errors: ['endpoint-failed'], judged_by: null });
  expect(matches.length).toBeGreaterThan(0);
  await expect(
    similar(knownFailures(store.read, { endpoint: otherModel(endpoint) }), 'the upload timed out', { now }),
  ).rejects.toMatchObject({ code: 'endpoint-failed' });
});
