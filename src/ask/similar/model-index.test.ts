import { expect, test } from 'vitest';
import { dimensions } from '../../memory/embed/embed.ts';
import { packVector } from '../../memory/embed/vectors.ts';
import { keyOf } from '../../model/ids.ts';
import { recordChains } from '../../testing/record-chains.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { embedWithModel } from '../../ingest/analysis/embed-with-model.ts';
import { ModelIndex } from './model-index.ts';
import { knownFailures, similar } from './similar.ts';

/** A model to which everything with this word is the same, and nothing else like anything. */
function modelOf(word: string) {
  const asked: string[] = [];
  return {
    asked,
    id: `${word}@1`,
    title: word,
    dimensions,
    async embed(texts: readonly string[]) {
      asked.push(...texts);
      return texts.map((text, at) => unit(text.includes(word) ? 0 : 1 + ((text.length + at) % 300)));
    },
  };
}

function unit(place: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, at) => Number(at === place));
}

const failure = (text: string) => ({ fingerprint: keyOf(text), text, type: 'Error', vector: null });

test('stored vectors are not made again; the few that are missing are made with the first question', async () => {
  const model = modelOf('disk');
  const index = new ModelIndex(model);
  const [known, recent] = [failure('the disk is full'), failure('disk quota exceeded')];
  const vector = new Uint8Array(packVector(unit(0)).buffer);
  index.add([{ fingerprint: known.fingerprint, dimensions, vector }], [known, recent]);
  const { nearest, cosineOf } = await index.meaningsOf('no room on this disk', 5);
  expect(new Set(nearest.keys())).toEqual(new Set([known.fingerprint, recent.fingerprint]));
  expect(cosineOf(known.fingerprint)).toBeCloseTo(1);
  expect(cosineOf(keyOf('unheard of'))).toBeUndefined();
  await index.meaningsOf('again', 5);
  expect(model.asked).toEqual(['no room on this disk', 'disk quota exceeded', 'again']);
});

test('many missing ones are left to the next ingest, and vectors of another dimension do not count', async () => {
  const model = modelOf('disk');
  const index = new ModelIndex(model);
  const many = Array.from({ length: 200 }, (_, at) => failure(`failure ${at}`));
  index.add([{ fingerprint: many[0]!.fingerprint, dimensions: 8, vector: new Uint8Array(8) }], many);
  expect((await index.meaningsOf('a disk', 5)).nearest.size).toBe(0);
  expect(model.asked).toEqual(['a disk']);
});

test('an added model finds what the table does not, and an endpoint is asked instead of it', async () => {
  await using store = await storeWithStories({ name: 'empty', events: [] });
  const messages = [
    'ENOSPC while writing the journal to disk',
    'the password was refused',
    'wrong number of arguments',
  ];
  await recordChains(store, ...messages.map((message, at) => ({ name: String(at), message })));
  const model = modelOf('disk');
  const clock = () => 0;
  expect(await embedWithModel(store, model, { clock })).toEqual({ made: 3, left: 0 });
  expect(await embedWithModel(store, model, { clock })).toEqual({ made: 0, left: 0 });
  const now = Date.parse('2026-03-02T00:00:00Z');
  const about = 'my disk has no room';
  const without = await similar(knownFailures(store.read), about, { now });
  const found = await similar(knownFailures(store.read, { model }), about, { now });
  expect(without.matches.map(({ error_message }) => error_message)).not.toContain(messages[0]);
  expect(found).toMatchObject({ judged_by: 'disk', matches: [{ error_message: messages[0] }] });
  const endpoint = {
    name: 'own',
    onError: undefined,
    embed: async (texts: readonly string[]) => texts.map(() => unit(0)),
  };
  expect(await similar(knownFailures(store.read, { model, endpoint }), about, { now })).toMatchObject({
    judged_by: 'own',
  });
});

test('filling stops in time, and another model starts from nothing', async () => {
  await using store = await storeWithStories({ name: 'empty', events: [] });
  await recordChains(
    store,
    ...Array.from({ length: 40 }, (_, at) => ({
      name: String(at),
      message: `kind ${String.fromCodePoint(97 + (at % 26)).repeat(1 + at)} broke`,
    })),
  );
  const model = modelOf('x');
  let time = 0;
  const first = await embedWithModel(store, model, { clock: () => (time += 6), within: 10 });
  expect(first).toEqual({ made: 32, left: 8 });
  expect(await embedWithModel(store, model, { clock: () => 0 })).toEqual({ made: 8, left: 0 });
  expect(await embedWithModel(store, modelOf('y'), { clock: () => 0 })).toEqual({ made: 40, left: 0 });
  expect(await store.read.modelVectors(model.id)).toEqual([]);
});
