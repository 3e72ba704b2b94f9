import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { token } from '../../testing/stories.ts';
import { embedAt } from './endpoint.ts';

let server: Server | undefined;

afterEach(() => server?.close());

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

/** A model server on loopback with scripted answers that records its requests. */
async function serve(
  answer: (asked: Asked) => unknown,
  status = 200,
): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ headers: request.headers, body: JSON.parse(body) as Asked['body'] });
      const reply = answer(asked.at(-1)!);
      response.writeHead(status).end(typeof reply === 'string' ? reply : JSON.stringify(reply));
    });
  });
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const longVector = (first: number, length = 384): number[] => [
  first,
  2,
  ...Array.from({ length: length - 2 }, () => 0),
];

test("an endpoint like OpenAI's is asked for 384 dimensions with the key, and answers in any order", async () => {
  const { url, asked } = await serve(({ body }) => ({
    data: body.input.map((_, index) => ({ index, embedding: longVector(index) })).toReversed(),
  }));
  const vectors = await embedAt({ url: `${url}/v1/embeddings`, model: 'small', key: 'sesame' }, ['a', 'b']);
  expect(asked[0]).toMatchObject({
    headers: { authorization: 'Bearer sesame' },
    body: { model: 'small', input: ['a', 'b'], dimensions: 384 },
  });
  expect(vectors.map((vector) => vector[0]!.toFixed(3))).toEqual(['0.000', '0.447']);
  expect(Math.hypot(...vectors[1]!)).toBeCloseTo(1, 5);
});

test('Ollama is asked in its own way, without a key', async () => {
  const { url, asked } = await serve(({ body }) => ({ embeddings: body.input.map(() => longVector(1)) }));
  expect(await embedAt({ url: `${url}/api/embed`, model: 'all-minilm' }, ['a'])).toHaveLength(1);
  expect(asked[0]!.body).toEqual({ model: 'all-minilm', input: ['a'] });
  expect(asked[0]!.headers.authorization).toBeUndefined();
});

test('a secret does not leave in a text', async () => {
  const { url, asked } = await serve(({ body }) => ({ embeddings: body.input.map(() => longVector(1)) }));
  await embedAt({ url: `${url}/api/embed`, model: 'm' }, [`login with ${token} failed`]);
  expect(asked[0]!.body.input[0]).toMatch(/^login with .* failed$/);
  expect(asked[0]!.body.input[0]).not.toContain(token);
});

test('many texts are asked in parts', async () => {
  const { url, asked } = await serve(({ body }) => ({ embeddings: body.input.map(() => longVector(1)) }));
  expect(
    await embedAt(
      { url: `${url}/api/embed`, model: 'm' },
      Array.from({ length: 130 }, (_, at) => `text ${at}`),
    ),
  ).toHaveLength(130);
  expect(asked.map(({ body }) => body.input.length)).toEqual([64, 64, 2]);
});

test('a model of other dimensions is refused, with one that fits as a hint', async () => {
  const { url } = await serve(() => ({ embeddings: [longVector(1, 768)] }));
  await expect(embedAt({ url: `${url}/api/embed`, model: 'nomic' }, ['a'])).rejects.toMatchObject({
    code: 'endpoint-failed',
    message: expect.stringContaining('nomic gives 768 dimensions'),
    hint: expect.stringContaining('all-minilm'),
  });
});

test('what cannot be reached says so, and that it is not needed', async () => {
  const { url } = await serve(() => '');
  await new Promise((closed) => server!.close(closed));
  await expect(embedAt({ url: `${url}/api/embed`, model: 'm' }, ['a'])).rejects.toMatchObject({
    code: 'endpoint-failed',
    message: expect.stringContaining('ECONNREFUSED'),
    hint: expect.stringContaining('needs no endpoint'),
  });
});

test.each([
  ['an error', { error: 'no such model' }, 404, '404: {"error":"no such model"}'],
  ['a page', '<html>', 200, 'did not answer JSON'],
  ['other JSON', { ok: true }, 200, 'something else than vectors'],
  ['too few', { embeddings: [] }, 200, '0 vectors for 1 texts'],
])('%s instead of vectors is reported', async (_, answer, status, message) => {
  const { url } = await serve(() => answer, status);
  await expect(embedAt({ url: `${url}/api/embed`, model: 'm' }, ['a'])).rejects.toMatchObject({
    code: 'endpoint-failed',
    message: expect.stringContaining(message),
  });
});
