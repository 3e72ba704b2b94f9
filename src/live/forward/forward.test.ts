import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../model/session.ts';
import { decode } from '../../platform/otlp/decode.ts';
import { encode } from '../../platform/otlp/encode.ts';
import { exportResponse, refusal, traceRequest } from '../../platform/otlp/messages.ts';
import { quill } from '../../testing/quill.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import type { Store } from '../../store/store.ts';
import { Forwarded } from './forwarded.ts';
import { forward, type ForwardReport } from './forward.ts';
import { Receiver } from './receiver.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly spans: readonly string[];
}

/** A receiver over real HTTP; `respond` answers each request. */
async function listen(respond: (response: ServerResponse, received: Received, count: number) => void) {
  const requests: Received[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { resourceSpans } = decode(traceRequest, gunzipSync(body)) as {
      resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[];
    };
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const received = { path: request.url!, headers: request.headers, spans: spans.map(({ name }) => name) };
    requests.push(received);
    respond(response, received, requests.length);
  };
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const takes = (response: ServerResponse): void => void response.writeHead(200).end();

let store: Store;
let folder: string;

beforeEach(async () => {
  store = await storeWithStories();
  folder = mkdtempSync(join(tmpdir(), 'stemma-forward-'));
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function send(
  url: string,
  { name = 'failed-test', signal = new AbortController().signal } = {},
): Promise<ForwardReport> {
  using forwarded = new Forwarded(join(folder, 'forward.db'), 'archive', url);
  const [session] = await store.read.findSessions(`quill:${name}`, 1);
  return await forward(only(session!), {
    read: store.read,
    sources: [quill],
    forwarded,
    receiver: new Receiver(url, { waitMs: 1, headers: { authorization: 'Bearer t' } }),
    signal,
  });
}

async function* only(session: Session): AsyncGenerator<Session> {
  yield session;
}

test('a session is sent as protobuf, packed, to the path of OTLP, with the headers', async () => {
  const { url, requests } = await listen(takes);
  expect(await send(`${url}/base/`)).toMatchObject({ sessions: 1, spans: 9, rejected: 0, up_to_date: 0 });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    path: '/base/v1/traces',
    headers: {
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
      authorization: 'Bearer t',
    },
  });
  expect(requests[0]!.spans).toContain('execute_tool edit');
});

test('what was sent is not sent again', async () => {
  const { url, requests } = await listen(takes);
  await send(url);
  expect(await send(url)).toMatchObject({ sessions: 0, spans: 0, up_to_date: 1 });
  expect(requests).toHaveLength(1);
});

test('a receiver that is busy is asked again, and a refusal ends it with its reason', async () => {
  const busy = await listen((response, _, count) =>
    count < 3 ? response.writeHead(503, { 'retry-after': '0' }).end() : takes(response),
  );
  expect(await send(busy.url)).toMatchObject({ spans: 9 });
  expect(busy.requests).toHaveLength(3);

  const closed = await listen((response) =>
    response
      .writeHead(401, { 'content-type': 'application/x-protobuf' })
      .end(encode(refusal, { message: 'no such project' })),
  );
  await expect(send(closed.url)).rejects.toMatchObject({
    code: 'forward-failed',
    message: expect.stringContaining('401: no such project'),
    hint: expect.stringContaining('--header'),
  });
  expect(closed.requests).toHaveLength(1);
});

test('a connection that breaks is tried again, one that is never there ends it', async () => {
  const broken = await listen((response, _, count) => (count === 1 ? response.destroy() : takes(response)));
  expect(await send(broken.url)).toMatchObject({ spans: 9 });
  await expect(send('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 'forward-failed',
    message: expect.stringContaining('cannot be reached'),
  });
});

test('a request that is too large goes in halves, and what is too large alone is counted', async () => {
  const { url, requests } = await listen((response, { spans }) =>
    spans.length > 3 || spans.includes('execute_tool edit') ? response.writeHead(413).end() : takes(response),
  );
  expect(await send(url)).toMatchObject({ spans: 8, rejected: 1, messages: [expect.stringContaining('too large')] });
  expect(requests.length).toBeGreaterThan(3);
});

test('what the receiver would not take is counted, with its reason', async () => {
  const { url } = await listen((response) =>
    response
      .writeHead(200, { 'content-type': 'application/x-protobuf' })
      .end(
        encode(exportResponse('rejectedSpans'), { partialSuccess: { rejectedSpans: '2', errorMessage: 'too old' } }),
      ),
  );
  expect(await send(url)).toMatchObject({ rejected: 2, messages: ['too old'] });
});

test('after it was stopped, the next run sends what is left', async () => {
  const stop = new AbortController();
  const { url, requests } = await listen((response, _, count) => {
    if (count === 1) stop.abort();
    else takes(response);
  });
  await expect(send(url, { signal: stop.signal })).rejects.toThrow('abort');
  expect(await send(url)).toMatchObject({ sessions: 1, spans: 9, up_to_date: 0 });
  expect(requests).toHaveLength(2);
});

test('of a session that was half sent the other half is sent, of one that grew what is new', async () => {
  const { url, requests } = await listen(takes);
  await send(url);
  using forwarded = new Forwarded(join(folder, 'forward.db'), 'archive', url);
  const [{ uid }] = (await store.read.findSessions('quill:failed-test', 1)) as [Session];
  const mark = forwarded.get(uid)!;
  forwarded.put(uid, { ...mark, after: 0, spans: 4 });
  expect(await send(url)).toMatchObject({ spans: 5 });
  expect(requests[1]!.spans).toEqual(requests[0]!.spans.slice(4));
  forwarded.put(uid, { state: 'as it was', after: 6, spans: null });
  await send(url);
  expect(requests[2]!.spans).toEqual(['invoke_agent quill', 'chat', 'execute_tool sh', 'chat', 'turn']);
});

test('an address that is none, or has a password in it, is refused without showing it', () => {
  for (const address of ['localhost:4318', 'ftp://example.com', 'http://me:secret@example.com'])
    expect(() => new Receiver(address)).toThrow('--otlp needs an address');
  expect(() => new Receiver('http://me:secret@example.com')).not.toThrow('secret');
});
