import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceContents } from '../../../test/support/team/space-contents.ts';
import { makePrivateFile } from '../../store/sqlite/connect/private-files.ts';
import { takeWriterLock } from '../../store/sqlite/connect/writer-lock.ts';
import { migrate, migrations, pendingMigrations } from '../../store/sqlite/migrate.ts';
import { failedTest } from '../../testing/stories.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { serverRoutes } from './server-routes.ts';
import { tryTeam, type TriedTeam } from '../../testing/try-team.ts';
import { writeStories } from '../../testing/write-stories.ts';

let team: TriedTeam;
let admin: string;
let writer: string;
let reader: string;
beforeAll(async () => {
  team = await tryTeam();
  [admin, writer, reader] = [team.token('root', 'admin'), team.token('ada', 'writer'), team.token('bob', 'reader')];
  const { archive } = team.space('main');
  const store = await openArchive(archive, 'write');
  await writeStories(store, failedTest);
  await store[Symbol.asyncDispose]();
  // Starting the thread that writes takes a while: no test is to wait for it.
  await team.ask('/mine/mcp', admin, mcpCall('record_error', { message: 'first' }));
}, 120_000);
afterAll(() => team[Symbol.asyncDispose]());

const mcpCall = (name: string, input: object) => ({
  headers: { accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
});

/** Follows with a token: when the server ended it. */
async function endOfFollowing(token: string) {
  const request = send(`${team.serving.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, agent: false });
  request.on('error', () => {});
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  response.resume();
  const at = new Promise((resolve) => response.once('close', resolve));
  return { at, isOver: () => response.closed, stop: () => request.destroy() };
}

describe('who asks', () => {
  test('nothing but health and the page is answered without a token', async () => {
    for (const path of [
      '/api/sessions',
      '/api/nothing',
      '/v1/whoami',
      '/openapi.json',
      '/metrics',
      '/mine/api/sessions',
    ])
      expect(await team.ask(path)).toMatchObject({ status: 401, json: { error: { code: 'token-needed' } } });
    expect((await team.ask('/mcp', undefined, mcpCall('search_history', {}))).status).toBe(401);
    expect((await team.ask('/v1/traces', undefined, { body: {} })).status).toBe(401);
    expect(await team.ask('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
    expect((await team.ask('/readyz')).status).toBe(200);
  });

  test('a token asks the questions of `serve`, and what it is good for', async () => {
    expect((await team.ask('/api/sessions', reader)).json).toMatchObject({ total: 1 });
    expect((await team.ask('/v1/whoami', writer)).json).toEqual({
      user: 'ada',
      role: 'writer',
      workspace: 'main',
      space: 'team',
      allows_raw: false,
    });
    expect((await team.ask('/mine/v1/whoami', writer)).json).toMatchObject({ role: 'admin', space: 'mine' });
    expect((await team.ask('/api/about', reader)).json).toMatchObject({ may_write: false });
    expect((await team.ask('/api/about', writer)).json).toMatchObject({ may_write: true });
  });

  test('a revoked token stops with the next request, an expired one at its time', async () => {
    const token = team.token('eve', 'reader');
    expect((await team.ask('/api/sessions', token)).status).toBe(200);
    team.registry.revoke(token, undefined, Date.now());
    expect(await team.ask('/api/sessions', token)).toMatchObject({
      status: 401,
      json: { error: { message: 'This token was revoked.' } },
    });
    const short = team.registry.createToken(
      team.registry.workspace('main'),
      'eve',
      { role: 'reader', expiresAt: Date.now() + 300 },
      Date.now(),
    ).text;
    expect((await team.ask('/api/sessions', short)).status).toBe(200);
    await expect.poll(async () => (await team.ask('/api/sessions', short)).status).toBe(401);
  });

  test('who follows is cut off within a second when the token is revoked, expires, or its workspace is deleted', async () => {
    const shop = team.registry.createWorkspace('shop', { allowsRaw: false, keepDays: null }, Date.now());
    const following = [team.token('eve', 'reader'), team.token('zoe', 'reader', 'shop'), team.token('bob', 'reader')];
    const expiring = { role: 'reader', expiresAt: Date.now() + 500 } as const;
    following.push(team.registry.createToken(team.registry.workspace('main'), 'eve', expiring, Date.now()).text);
    const ended = await Promise.all(following.map((token) => endOfFollowing(token)));
    const revoked = performance.now();
    team.registry.revoke(following[0]!, undefined, Date.now());
    team.registry.deleteWorkspace(shop);
    await Promise.all([ended[0]!.at, ended[1]!.at, ended[3]!.at]);
    expect(performance.now() - revoked).toBeLessThan(1_000);
    // Others go on.
    expect(ended[2]!.isOver()).toBe(false);
    ended[2]!.stop();
  });

  test('wrong tokens of one address are slowed down; right ones from it pass', async () => {
    const wrong = `${reader.slice(0, -1)}${reader.endsWith('0') ? '1' : '0'}`;
    const statuses = [];
    for (let turn = 0; turn < 15; turn++) statuses.push((await team.ask('/api/sessions', wrong)).status);
    expect(statuses).toContain(401);
    expect(await team.ask('/api/sessions', wrong)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect((await team.ask('/api/sessions', reader)).status).toBe(200);
    expect(team.registry.auditLines({}, 5)[0]).toMatchObject({ action: 'refused', subject: 'unknown token' });
  });
});

describe('who may do what', () => {
  test('a stolen reader token cannot write, at any address', async () => {
    const { id: chain } = (await team.ask('/api/errors', reader)).json.errors[0];
    const writes = [
      team.ask(`/api/chains/${chain}/resolve`, reader, { body: {} }),
      team.ask(`/api/chains/${chain}/attempts`, reader, { body: { action: 'guess' } }),
      team.ask('/api/sessions/latest/judgement', reader, { body: {} }),
      team.ask('/v1/traces', reader, { body: { resourceSpans: [] } }),
      team.ask('/v1/logs', reader, { body: { resourceLogs: [] } }),
      team.ask('/mine/v1/traces', reader, { body: { resourceSpans: [] } }),
      team.ask('/mine/api/sessions/latest/judgement', reader, { body: {} }),
    ];
    for (const answer of await Promise.all(writes))
      expect(answer).toMatchObject({ status: 403, json: expect.anything() });
    const { text } = await team.ask('/mcp', reader, mcpCall('record_error', { message: 'not by me' }));
    expect(text).toContain('record_error not found');
    const { text: tools } = await team.ask('/mcp', reader, {
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(tools).toContain('search_history');
    expect(tools).not.toContain('mark_resolved');
  });

  test.each(serverRoutes)(
    '$method $path is answered to its role only, in both spaces',
    async ({ method, path, role }) => {
      const [below] = { reader: [], writer: [reader], admin: [writer] }[role];
      for (const prefix of ['', '/mine']) {
        expect((await team.ask(prefix + path, undefined, { method })).status).toBe(401);
        // In their own space writers are admins.
        if (below !== undefined && (below === reader || prefix === ''))
          expect((await team.ask(prefix + path, below, { method })).status).toBe(403);
      }
    },
  );

  test('a writer enters what was tried; everybody of the workspace sees it, and the audit has who it was', async () => {
    await team.ask('/mcp', writer, mcpCall('record_error', { message: 'ECONNREFUSED 127.0.0.1:9999' }));
    const { id: chain } = (await team.ask('/api/errors', reader)).json.errors.find(({ message }: { message: string }) =>
      message.includes('ECONNREFUSED'),
    );
    await team.ask(`/api/chains/${chain}/attempts`, writer, {
      body: { action: 'start the database', successful: true },
    });
    expect((await team.ask(`/api/chains/${chain}`, reader)).text).toContain('start the database');
    expect(team.registry.auditLines({ workspace: 'main' }, 1)[0]).toMatchObject({
      actor: 'ada',
      action: 'enter',
      subject: 'recordFixAttempt',
    });
  });

  test('what is entered in one’s own space is seen by nobody else, not even an admin', async () => {
    await team.ask('/mine/mcp', writer, mcpCall('record_error', { message: 'EPRIVATE only mine' }));
    expect((await team.ask('/mine/api/errors', writer)).text).toContain('EPRIVATE');
    expect((await team.ask('/api/errors', writer)).text).not.toContain('EPRIVATE');
    expect((await team.ask('/mine/api/errors', admin)).text).not.toContain('EPRIVATE');
  });

  test('one token that asks too often is slowed down, others are not', async () => {
    await using slow = await tryTeam({ requestsPerSecond: 1 });
    const [busy, calm] = [slow.token('ada', 'reader'), slow.token('bob', 'reader')];
    const answers = await Promise.all(Array.from({ length: 8 }, () => slow.ask('/v1/whoami', busy)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await slow.ask('/v1/whoami', calm)).status).toBe(200);
  });
});

test('OpenTelemetry goes to the space of its token, and becomes a session there', async () => {
  const span = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    name: 'chat small-model',
    startTimeUnixNano: '1767225600000000000',
    endTimeUnixNano: '1767225601000000000',
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'small-model' } },
      { key: 'gen_ai.conversation.id', value: { stringValue: 'conversation-7' } },
      {
        key: 'gen_ai.input.messages',
        value: { stringValue: '[{"role":"user","parts":[{"type":"text","content":"Order 50 brushes"}]}]' },
      },
    ],
  };
  const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'app' }, spans: [span] }] }] };
  expect((await team.ask('/mine/v1/traces', admin, { body })).status).toBe(200);
  await expect.poll(async () => (await team.ask('/mine/api/search?text=brushes', admin)).json.total).toBe(1);
  expect((await team.ask('/api/sessions', admin)).json.total).toBe(1);
  expect((await team.ask('/v1/metrics', writer, { body: { resourceMetrics: [] } })).status).toBe(200);
});

test('a forgotten session of telemetry leaves no file, and a workspace forgets what it does not keep', async () => {
  await using kept = await tryTeam({ retentionMs: 200 });
  const token = kept.token('ada', 'admin');
  const send = (conversation: string, number: number, at: number) => {
    const said = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `said in ${conversation}` }] }]);
    const attributes = { 'operation.name': 'chat', 'conversation.id': conversation, 'input.messages': said };
    const span = {
      traceId: String(number).repeat(32),
      spanId: 'b7ad6b7169203331',
      name: 'chat small-model',
      startTimeUnixNano: `${at}000000`,
      endTimeUnixNano: `${at + 1_000}000000`,
      attributes: Object.entries(attributes).map(([key, stringValue]) => ({
        key: `gen_ai.${key}`,
        value: { stringValue },
      })),
    };
    const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'app' }, spans: [span] }] }] };
    return kept.ask('/v1/traces', token, { body });
  };
  const day = 24 * 60 * 60 * 1000;
  const sent = [
    ['asked-away', 1],
    ['old', 40],
    ['new', 1],
  ] as const;
  for (const [at, [name, days]] of sent.entries()) await send(name, at + 1, Date.now() - days * day);
  const uids = async () =>
    ((await kept.ask('/api/sessions', token)).json.sessions as { uid: string }[]).map(({ uid }) => uid).toSorted();
  await expect.poll(uids).toEqual(['otel:asked-away', 'otel:new', 'otel:old']);

  const { json } = await kept.ask('/v1/push/forget', token, { body: { sessions: ['otel:asked-away'] } });
  expect(json).toMatchObject({ forgotten: ['otel:asked-away'] });
  kept.registry.setKeepDays(kept.registry.workspace('main'), 30);
  await expect.poll(uids).toEqual(['otel:new']);
  const { folder, archive } = kept.space('main');
  const left = await spaceContents({ folder, archive });
  expect(left).toContain('said in new');
  for (const gone of ['asked-away', 'old']) expect(left).not.toContain(`said in ${gone}`);
  await expect
    .poll(() => kept.registry.auditLines({}, 1)[0])
    .toMatchObject({ actor: 'server', action: 'forgot old sessions', subject: '1 in main/team, older than 30 days' });
});

describe('what is seen of the server from outside', () => {
  test('no token is in the log, the metrics, the audit, an error or a file of the server', async () => {
    await team.ask(`/api/sessions?agent=${writer}`, writer);
    await team.ask(`/api/sessions/${writer}`, reader);
    await team.ask('/v1/whoami', undefined, { headers: { authorization: writer } });
    const { text: metrics } = await team.ask('/metrics', reader);
    const files = readdirSync(team.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const everything = [...team.log, metrics, JSON.stringify(team.registry.auditLines({}, 1000)), ...files].join('\n');
    for (const token of [admin, writer, reader]) expect(everything).not.toContain(token.split('_')[2]);
    expect((await team.ask(`/api/sessions/${writer}`, reader)).text).not.toContain(writer);
  });

  test('the log has a line of JSON for each request, with the pattern of its address and who asked', async () => {
    await team.ask('/api/sessions/quill%3Afailed-test/export?format=jsonl', reader);
    const line = JSON.parse(team.log.at(-1)!);
    expect(line).toMatchObject({
      level: 'info',
      message: 'request',
      method: 'GET',
      route: '/api/sessions/:session/export',
      status: 200,
      user: 'bob',
      space: 'main/team',
    });
    expect(line.ms).toBeGreaterThan(0);
    expect(team.log.at(-1)).not.toContain('failed-test');
  });

  test('metrics have the form of Prometheus, and no label that a client chooses', async () => {
    for (const method of ['BREW', 'GET'])
      await team.ask(`/api/none/${method}`, reader, { method }).catch(() => undefined);
    const { text, headers } = await team.ask('/metrics', reader);
    expect(headers['content-type']).toContain('version=0.0.4');
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const sample of samples) expect(sample).toMatch(/^[a-z_\d]+(?:\{(?:\w+="[^"]*",?)+\})? -?[\d.e+-]+$/);
    expect(text).toContain('stemma_http_requests_total{method="GET",route="/api/sessions",status="2xx"}');
    expect(text).not.toMatch(/BREW|none\/|ada|main/);
    expect(samples).toContain('stemma_followers 0');
  });

  test('pages of other sites are refused, also with a token', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await team.ask('/api/sessions', reader, { headers })).status).toBe(403);
  });
});

describe('bounds', () => {
  test('a body that is too large, no JSON, or of another type is refused', async () => {
    const path = '/api/chains/ch_1/attempts';
    expect((await team.ask(path, writer, { body: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await team.ask(path, writer, { body: '{' })).status).toBe(400);
    expect((await team.ask(path, writer, { body: 'a=b', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await team.ask('/v1/whoami', writer, { body: {} })).status).toBe(405);
  });

  test('beyond this machine it listens encrypted or behind a proxy only', async () => {
    await expect(tryTeam({ host: '0.0.0.0' })).rejects.toThrow('unencrypted');
    await using behind = await tryTeam({ host: '0.0.0.0', trustsProxy: true });
    const forged = { headers: { 'x-forwarded-for': '10.1.1.1, 192.0.2.7' } };
    await behind.ask('/v1/whoami', `stm_aaaaaaaa_${'0'.repeat(48)}`, forged);
    expect(behind.registry.auditLines({}, 1)[0]).toMatchObject({ address: '192.0.2.7' });
  });
});

test('an archive of an older stemma is brought up to date while others are served; who asks it meanwhile is put off', async () => {
  await using old = await tryTeam({ prepareMs: 100 });
  const [token, elsewhere] = [old.token('ada', 'reader'), old.token('ada', 'reader', 'shop')];
  const { archive } = old.space('main');
  makePrivateFile(archive);
  const db = new DatabaseSync(archive);
  migrate(db, migrations.slice(0, -3));
  db.close();
  // Another program is writing to it: it cannot be changed now.
  const unlock = await takeWriterLock(archive, {});
  const [waiting, other] = await Promise.all([old.ask('/api/sessions', token), old.ask('/api/sessions', elsewhere)]);
  expect(waiting).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    json: { error: { code: 'store-busy' } },
  });
  expect(other).toMatchObject({ status: 200, json: { total: 0 } });
  expect((await old.ask('/healthz')).status).toBe(200);
  unlock();
  await expect.poll(async () => (await old.ask('/api/sessions', token)).status, { timeout: 50_000 }).toBe(200);
  const migrated = new DatabaseSync(archive, { readOnly: true });
  expect(pendingMigrations(migrated, archive)).toEqual([]);
  migrated.close();
}, 60_000);

test('a renewed certificate is used without a new start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const renew = (name: string) => {
    const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    execFileSync('openssl', [...asked, '-subj', `/CN=${name}`, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  };
  renew('first');
  await using secure = await tryTeam({ tls: { cert, key }, certificateMs: 50 });
  const shown = async () => {
    const socket = connect({ port: secure.serving.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return CN;
  };
  expect(secure.serving.url).toMatch(/^https:/);
  expect(await shown()).toBe('first');
  renew('second');
  await expect.poll(shown).toBe('second');
  rmSync(folder, { recursive: true });
});

test('when it stops, a request that has begun is answered, what it wrote is there, and new ones find nobody', async () => {
  const stopping = await tryTeam();
  const token = stopping.token('ada', 'writer');
  const { archive } = stopping.space('main');
  const body = JSON.stringify(mcpCall('record_error', { message: 'just before the end' }).body);
  const request = send(`http://127.0.0.1:${stopping.serving.port}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': String(body.length),
    },
  });
  request.write(body.slice(0, 20));
  await expect.poll(() => stopping.serving.inFlight).toBe(1);
  const stopped = stopping.serving[Symbol.asyncDispose]();
  await expect(stopping.ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  request.end(body.slice(20));
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  await stopped;
  await using store = await openArchive(archive, 'read');
  expect((await store.read.chains({}, { limit: 1, offset: 0 })).chains[0]!.error.message).toBe('just before the end');
  stopping.registry[Symbol.dispose]();
}, 60_000);
