import { afterAll, expect, test } from 'vitest';
import { ownServer } from '../../test/support/postgres.ts';
import { openPostgres } from '../store/postgres/open.ts';
import { delegation, failedTest } from '../testing/stories.ts';
import { writeStories, uidOf } from '../testing/write-stories.ts';
import { tryServer } from '../testing/try-server.ts';

// What differs when the archive is a server: it may go away, and others write to it.

const server = await ownServer();
afterAll(() => server.stop());

test('a PostgreSQL that goes away gives 503 and a hint, and is asked again when it is back; followers get a reset', async () => {
  await using store = await openPostgres(server.url, { mode: 'write', machine: 'here' });
  await writeStories(store, failedTest);
  const { get, serving } = await tryServer([], {
    archive: {
      openStore: (mode) => openPostgres(server.url, { mode, machine: 'here', questionMs: 500, connectMs: 2_000 }),
      file: undefined,
      base: '/nowhere',
      kind: 'postgres',
      isDemo: false,
    },
    secrets: [{ text: new URL(server.url).host, instead: 'the server' }],
  });
  const first = await get('/api/sessions');
  expect([first.status, first.json.total]).toEqual([200, 1]);
  expect((await get('/api/sessions', { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);

  let received = '';
  const live = await fetch(`http://127.0.0.1:${serving.port}/api/live`);
  void (async () => {
    for await (const text of live.body!.pipeThrough(new TextDecoderStream())) received += text;
  })().catch(() => undefined);
  await expect.poll(() => received).toContain('event: hello');
  await writeStories(store, delegation);
  await expect.poll(() => received, { timeout: 5_000 }).toContain(uidOf(delegation));

  server.pause();
  const away = await get('/api/sessions');
  expect([away.status, away.json.error.code, away.headers['retry-after']]).toEqual([503, 'store-unreachable', '2']);
  expect(away.json.error.hint).toMatch(/\w/);
  expect(away.text).not.toContain(new URL(server.url).password);
  expect((await get('/api/about')).status).toBe(503);
  expect((await get('/openapi.json')).status).toBeOneOf([200, 503]);

  await server.resume();
  await expect.poll(async () => (await get('/api/sessions')).status, { timeout: 20_000 }).toBe(200);
  expect((await get('/api/sessions')).json.total).toBe(2);
  await expect.poll(() => received, { timeout: 20_000 }).toContain('event: reset');
}, 90_000);
