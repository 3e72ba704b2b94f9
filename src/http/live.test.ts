import { request as send, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { failedTest } from '../testing/stories.ts';
import { writeStories, uidOf, type Story } from '../testing/write-stories.ts';
import { tryServer, type Tried } from '../testing/try-server.ts';

const numbered = (number: number): Story => ({ ...failedTest, name: `s${number}`, title: `Session ${number}` });

test('news is sent to every follower, whichever process wrote it', async () => {
  const tried = await tryServer([failedTest]);
  const client = await follow(tried);
  expect((await client.next()).event).toBe('hello');
  await tried.write((store) => writeStories(store, numbered(1)));
  const update = await client.until('sessions');
  expect(update.data.sessions).toMatchObject([{ uid: uidOf(numbered(1)), events: failedTest.events.length }]);
  expect(update.id).toBe(update.data.mark);
  // What was announced can be asked for.
  expect((await tried.get(`/api/sessions/${encodeURIComponent(uidOf(numbered(1)))}`)).status).toBe(200);
});

test('a change that is no event is sent too', async () => {
  const tried = await tryServer([{ ...failedTest, events: failedTest.events.slice(0, 4) }]);
  const client = await follow(tried);
  await client.until('hello');
  const { chain } = (await tried.get('/api/errors')).json.errors[0] as { chain: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tried.serving.token}` };
  expect((await tried.get(`/api/chains/${chain}/resolve`, { method: 'POST', body: '{}', headers })).status).toBe(200);
  expect((await client.until('archive')).event).toBe('archive');
});

test('a client that comes back gets what it missed, or a reset', async () => {
  const tried = await tryServer([failedTest]);
  const other = await follow(tried);
  const first = await follow(tried);
  const { id } = await first.until('hello');
  first.leave();
  await tried.write((store) => writeStories(store, numbered(1)));
  await other.until('sessions');
  await tried.write((store) => writeStories(store, numbered(2)));
  await other.until('sessions');

  const back = await follow(tried, id);
  expect([
    (await back.until('sessions')).data.sessions[0].uid,
    (await back.until('sessions')).data.sessions[0].uid,
  ]).toEqual([uidOf(numbered(1)), uidOf(numbered(2))]);
  for (const stale of ['another.3', `${id.split('.')[0]}.9999`, 'nonsense'])
    expect((await (await follow(tried, stale)).next()).event).toBe('reset');
});

test('while nobody follows nothing is kept for anybody: who was the only one begins anew', async () => {
  const tried = await tryServer([failedTest]);
  const only = await follow(tried);
  const { id } = await only.until('hello');
  only.leave();
  await sleep(50);
  await tried.write((store) => writeStories(store, numbered(1)));
  expect((await (await follow(tried, id)).next()).event).toBe('reset');
});

test('a hundred clients miss nothing while the archive grows, and the archive is looked at once for all', async () => {
  let looks = 0;
  const tried = await tryServer([failedTest], { live: { everyMs: 100, archiveEveryMs: 100 } }, {}, (store) => ({
    ...store,
    read: { ...store.read, changeMark: () => ((looks += 1), store.read.changeMark()) },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }));
  const begun = performance.now();
  const clients = await Promise.all(Array.from({ length: 100 }, () => follow(tried)));
  for (const client of clients) await client.until('hello');
  for (let number = 0; number < 10; number += 1) await tried.write((store) => writeStories(store, numbered(number)));
  const wanted = Array.from({ length: 10 }, (_, number) => uidOf(numbered(number)));
  await expect
    .poll(() => clients.every((client) => wanted.every((uid) => client.seen.has(uid))), { timeout: 10_000 })
    .toBe(true);
  // One look per connection, and then by the clock.
  expect(looks).toBeLessThan(100 + (performance.now() - begun) / 100 + 10);
}, 30_000);

test('a client that does not read gets nothing more, and a reset once it reads; memory does not grow with what it missed', async () => {
  const tried = await tryServer([failedTest]);
  const socket = connect(tried.serving.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => text).toContain('event: hello');
  socket.pause();
  const loud = (number: number): Story => ({
    ...failedTest,
    name: `loud${number}`,
    title: `${number} ${'x'.repeat(190)}`,
    repo: `/home/dev/${'deep/'.repeat(8_000)}`,
    events: failedTest.events.slice(0, 1),
  });
  const watching = await follow(tried);
  await watching.until('hello');
  for (let round = 0; round < 10; round += 1) {
    await tried.write((store) =>
      writeStories(store, ...Array.from({ length: 12 }, (_, each) => loud(round * 12 + each))),
    );
    await watching.until('sessions');
  }
  const sent = watching.bytes();
  socket.resume();
  await expect.poll(() => text.includes('event: reset'), { timeout: 10_000 }).toBe(true);
  expect(text.length).toBeLessThan(sent);
  await tried.write((store) => writeStories(store, numbered(1)));
  await expect.poll(() => text.includes(uidOf(numbered(1))), { timeout: 5_000 }).toBe(true);
}, 60_000);

test('a beat shows that the server is there; when it ends, so does every connection', async () => {
  const tried = await tryServer([failedTest], { live: { everyMs: 20, beatMs: 30 } });
  const client = await follow(tried);
  await expect.poll(() => client.text()).toContain(': beat');
  await tried.serving[Symbol.asyncDispose]();
  await expect.poll(() => client.isGone()).toBe(true);
});

interface StreamEvent {
  readonly event: string;
  readonly id: string;
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- the tests say what they expect of it
}

/** A minimal client of server-sent events. */
async function follow({ serving }: Tried, last?: string) {
  const queue: StreamEvent[] = [];
  const seen = new Set<string>();
  let [text, rest, isGone] = ['', '', false];
  let bytes = 0;
  const request: ClientRequest = send({
    host: '127.0.0.1',
    port: serving.port,
    path: '/api/live',
    headers: last === undefined ? {} : { 'last-event-id': last },
  });
  onTestFinished(() => void request.destroy());
  request.on('error', () => (isGone = true));
  request.on('response', (response) => {
    response.on('error', () => (isGone = true));
    response.on('close', () => (isGone = true));
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      text = (text + chunk.toString()).slice(-10_000);
      const blocks = (rest + chunk.toString()).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        if (fields['data'] === undefined) continue;
        const data = JSON.parse(fields['data']);
        for (const { uid } of data.sessions ?? []) seen.add(uid);
        queue.push({ event: fields['event']!, id: fields['id']!, data });
      }
    });
  });
  request.end();
  const next = async (): Promise<StreamEvent> => {
    await expect.poll(() => queue.length, { timeout: 5_000 }).toBeGreaterThan(0);
    return queue.shift()!;
  };
  const until = async (event: string): Promise<StreamEvent> => {
    for (;;) {
      const update = await next();
      if (update.event === event) return update;
    }
  };
  return {
    next,
    until,
    seen,
    text: () => text,
    bytes: () => bytes,
    isGone: () => isGone,
    leave: () => request.destroy(),
  };
}
