import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sessions } from '../ask/sessions/sessions.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { delegation, failedTest, subagent } from '../testing/stories.ts';
import { idOf, writeStories, uidOf } from '../testing/write-stories.ts';
import { tryServer } from '../testing/try-server.ts';
import { routes } from './routes.ts';

const stories = [failedTest, delegation, subagent];

test('every question of the table is answered, with the object that the library gives', async () => {
  const { get } = await tryServer(stories);
  const chain = (await get('/api/errors')).json.errors[0].chain as string;
  const needs: Readonly<Record<string, string>> = {
    '/api/file-history': '?path=src/cart.ts',
    '/api/search': '?q=test',
    '/api/similar': '?text=boom',
    '/api/skills/recommend': '?need=x',
    '/api/sessions/:session/handoff': '?to=codex',
  };
  const asked = routes.filter(
    ({ method, answers, path }) => method === 'GET' && answers !== 'own' && path !== '/api/skills/:name',
  );
  for (const { path } of asked) {
    const address = path
      .replace(/:session|:a|:b/g, encodeURIComponent(uidOf(failedTest)))
      .replace(':chain', chain)
      .replace(/:event|:name/, idOf(failedTest, 'run'));
    const { status, headers, json } = await get(address + (needs[path] ?? ''));
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/json; charset=utf-8']);
    expect(json).toBeTypeOf('object');
  }
});

test('a session is found by any of its names, one with a slash too', async () => {
  const { get } = await tryServer(stories);
  for (const uid of [uidOf(failedTest), uidOf(subagent)]) {
    expect((await get(`/api/sessions/${encodeURIComponent(uid)}`)).json).toMatchObject({ uid });
  }
  expect((await get('/api/sessions/latest')).status).toBe(200);
});

test('what is misspelled, out of bounds or missing is refused with the parameters there are', async () => {
  const { get } = await tryServer(stories);
  for (const [address, message, hint] of [
    ['/api/sessions?sauce=x', 'There is no input "sauce" here.', /It takes .*agent/],
    ['/api/sessions?limit=0', 'limit must be a whole number from 1 to 200 (got 0).', /sessions/],
    ['/api/sessions?limit=1e9', 'limit must be a whole number from 1 to 200 (got "1e9").', /sessions/],
    ['/api/sessions?outcome=good', /^outcome must be one of success, .* \(got "good"\)\.$/, /ended/],
    ['/api/sessions?since=soon', /^since must be a day .* \(got "soon"\)\.$/, /Not before/],
    ['/api/sessions?limit=1&limit=2', 'limit must be given once (got 2).', /once/],
    ['/api/events/x/why?minConfidence=1', 'There is no input "minConfidence" here.', /Write min_confidence\./],
    ['/api/search', 'text is missing.', /A question, or a few words/],
    ['/api/search?q=%00', 'q must not hold a NUL character (got "\\u0000").', /./],
    [`/api/search?q=${'x'.repeat(1001)}`, /^q must have at most 1000 characters/, /./],
  ] as const) {
    const { status, json } = await get(address);
    expect([address, status, json.error]).toEqual([
      address,
      400,
      {
        code: 'bad-argument',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      },
    ]);
  }
});

test('what is not there is 404, what could be several 409, and each says what to do', async () => {
  const { get } = await tryServer(stories);
  expect(await get('/api/sessions/nobody')).toMatchObject({
    status: 404,
    json: { error: { code: 'session-not-found', hint: expect.stringContaining('stemma sessions') } },
  });
  expect(await get('/api/sessions/quill:')).toMatchObject({ status: 409, json: { error: { code: 'ambiguous-id' } } });
  expect(await get('/api/nothing')).toMatchObject({ status: 404, json: { error: { code: 'no-such-address' } } });
  expect(await get('/api/sessions/%ff')).toMatchObject({ status: 400 });
});

test('an empty archive answers with empty lists, and says what to do', async () => {
  const { get, write } = await tryServer([]);
  expect((await get('/api/sessions')).json).toMatchObject({ sessions: [], total: 0 });
  expect((await get('/api/errors')).json).toMatchObject({ errors: [], total: 0 });
  expect((await get('/api/about')).json).toMatchObject({ sessions: 0, hint: expect.stringContaining('stemma ingest') });
  // What is written later is found, although no file existed at the first request.
  await write((store) => writeStories(store, failedTest));
  expect((await get('/api/sessions')).json).toMatchObject({ total: 1 });
});

test('pages follow one another by `next`, and by the Link header', async () => {
  const { get, folder } = await tryServer(stories);
  const seen: string[] = [];
  let address: string | undefined = `/api/sessions/${encodeURIComponent(uidOf(failedTest))}/timeline?limit=2`;
  while (address !== undefined) {
    const { json, headers } = await get(address);
    seen.push(...json.events.map(({ id }: { id: string }) => id));
    const next: string | undefined = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
    expect(next !== undefined).toBe(json.next !== null);
    address = next;
  }
  await using store = await openSqlite(`${folder}/stemma.db`, { mode: 'read' });
  expect(seen).toEqual((await store.read.events(uidOf(failedTest), { after: 0, limit: 100 })).map(({ id }) => id));
  expect((await sessions(store.read, {}, { now: Date.now() })).total).toBe(3);
});

test('an unchanged answer costs no more than its tag; a changed one is sent completely', async () => {
  const { get, write } = await tryServer(stories);
  const first = await get('/api/sessions');
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  const again = await get('/api/sessions', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  await write((store) => writeStories(store, { ...failedTest, name: 'another', title: 'Another' }));
  const changed = await get('/api/sessions', { headers: { 'if-none-match': etag } });
  expect([changed.status, changed.json.total]).toEqual([200, first.json.total + 1]);
});

test('what is large is compressed with what the other side takes, small answers are not', async () => {
  const { get } = await tryServer(stories);
  const address = `/api/sessions/${encodeURIComponent(uidOf(failedTest))}/timeline`;
  const plain = await get(address);
  const br = await get(address, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  const gz = await get(address, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect([plain, br, gz].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
  expect(gunzipSync(gz.bytes).toString()).toBe(plain.text);
  expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(
    (await get('/api/about', { headers: { 'accept-encoding': 'br' } })).headers['content-encoding'],
  ).toBeUndefined();
});

test('HEAD says the same and sends nothing', async () => {
  const { get } = await tryServer(stories);
  const [whole, head] = [await get('/api/sessions'), await get('/api/sessions', { method: 'HEAD' })];
  expect(head).toMatchObject({ status: 200, text: '' });
  expect([head.headers.etag, head.headers['content-length']]).toEqual([
    whole.headers.etag,
    whole.headers['content-length'],
  ]);
});

test('whoever asks the same at the same time is answered from one reading', async () => {
  const { get } = await tryServer(stories);
  const all = await Promise.all(Array.from({ length: 20 }, () => get('/api/stats')));
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(all.every(({ status }) => status === 200)).toBe(true);
});

test('a whole session is sent piece by piece, to be saved under its name', async () => {
  const { get } = await tryServer(stories);
  const base = `/api/sessions/${encodeURIComponent(uidOf(failedTest))}/export`;
  const whole = await get(base);
  expect(whole.json).toMatchObject({ session: { uid: uidOf(failedTest) }, events: expect.any(Array) });
  expect(whole.headers['content-disposition']).toBe(`attachment; filename="${failedTest.name}.json"`);
  const html = await get(`${base}?format=html`, { headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(html.bytes).toString()).toContain('<html');
  expect(html.headers['content-security-policy']).toContain('sandbox');
});

test('a failure is marked as resolved by whoever has the token', async () => {
  const { get, serving } = await tryServer([{ ...failedTest, events: failedTest.events.slice(0, 4) }]);
  const { chain } = (await get('/api/errors?states=open')).json.errors[0] as { chain: string };
  const before = (await get('/api/errors/unresolved')).json.total;
  const address = `/api/chains/${chain}/resolve`;
  const json = { 'content-type': 'application/json' };
  expect(await get(address, { method: 'POST', body: '{}', headers: json })).toMatchObject({
    status: 401,
    json: { error: { code: 'token-needed', hint: expect.stringContaining('Bearer') } },
  });
  expect(
    await get(address, { method: 'POST', body: '{}', headers: { ...json, authorization: 'Bearer wrong' } }),
  ).toMatchObject({ status: 401 });
  const authorization = `Bearer ${serving.token}`;
  expect(
    await get(address, { method: 'POST', body: '{"fixed":1}', headers: { ...json, authorization } }),
  ).toMatchObject({ status: 400, json: { error: { hint: 'It takes chain, fix, resolution_time_minutes.' } } });
  expect(await get(address, { method: 'POST', body: '{}', headers: { ...json, authorization } })).toMatchObject({
    status: 200,
    json: { id: chain, state: 'resolved' },
  });
  expect((await get(`/api/chains/${chain}`)).json).toMatchObject({ state: 'resolved' });
  // Not an event, only a note on one: the cached answer must not be used again.
  expect([before, (await get('/api/errors/unresolved')).json.total]).toEqual([1, 0]);
  expect(await get('/api/about', { headers: { authorization } })).toMatchObject({ json: { may_write: true } });
  expect((await get('/api/about')).json).toMatchObject({ may_write: false });
});

test('the configured judge is asked when somebody with the token says so, and not before', async () => {
  const asked: string[] = [];
  const answers = ['{"causes": {"C2": [["C1", "reacted"]]}}', 'no idea'];
  const judge = { model: 'tester', name: 'test -p', ask: async (text: string) => (asked.push(text), answers.shift()!) };
  const { get, serving } = await tryServer([failedTest], { judge });
  const at = `/api/sessions/${encodeURIComponent(uidOf(failedTest))}`;
  const json = { 'content-type': 'application/json' };
  const headers = { ...json, authorization: `Bearer ${serving.token}` };
  expect((await get('/api/about')).json).toMatchObject({ judge: 'test -p' });
  expect((await get(`${at}/judge`)).json).toMatchObject({ windows: [{ calls: { from: 'C1', to: 'C3' } }] });
  expect(await get(`${at}/judge`, { method: 'POST', body: '{}', headers: json })).toMatchObject({ status: 401 });
  expect(asked).toEqual([]);

  expect(await get(`${at}/judge`, { method: 'POST', body: '{}', headers })).toMatchObject({
    status: 200,
    json: { basis: 'judged', model: 'tester', causes: 1 },
  });
  expect(asked).toHaveLength(1);
  const bases = async () =>
    ((await get(`${at}/graph`)).json.steps as { causes: { basis: string }[] }[]).flatMap(({ causes }) =>
      causes.map(({ basis }) => basis),
    );
  expect(await bases()).toContain('judged');
  expect(await get(`${at}/judge`, { method: 'POST', body: '{}', headers })).toMatchObject({
    status: 422,
    json: { error: { code: 'bad-answer' } },
  });

  expect(await get(`${at}/judgement/remove`, { method: 'POST', body: '{}', headers })).toMatchObject({
    status: 200,
    json: { removed: { model: 'tester' } },
  });
  expect(await bases()).not.toContain('judged');
  const body = JSON.stringify({ answers: ['{"causes": {"C3": [["C2", "verifies"]]}}'], model: 'by hand' });
  expect(await get(`${at}/judgement`, { method: 'POST', body, headers })).toMatchObject({
    status: 200,
    json: { model: 'by hand' },
  });
});
