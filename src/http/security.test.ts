import { symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StemmaError } from '../model/stemma-error.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { failedTest } from '../testing/stories.ts';
import { tryServer } from '../testing/try-server.ts';

const page = {
  'index.html': '<!doctype html><title>stemma</title>',
  'assets/main-a1b2c3d4.js': 'start();',
  'assets/main-a1b2c3d4.js.map': '{}',
  'icon.svg': '<svg/>',
};
const json = { 'content-type': 'application/json' };

describe('another name for this machine (DNS rebinding)', () => {
  test.each([
    'evil.example',
    'evil.example:4747',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
    '',
    'localhost@evil.example',
    '[::2]',
  ])('is not answered to: "%s"', async (host) => {
    const { raw } = await tryServer([failedTest], {}, page);
    for (const path of ['/', '/api/sessions', '/mcp']) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(answer).not.toContain('failed-test');
    }
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST:9999', '[::1]:4747', 'stemma.localhost'])(
    'its own names are: "%s"',
    async (host) => {
      const { get } = await tryServer([failedTest]);
      expect((await get('/api/sessions', { headers: { host } })).status).toBe(200);
    },
  );
});

describe('a page of another site', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://localhost:1' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('cannot change anything, even with the token: %j', async (headers) => {
    const { get, serving } = await tryServer([failedTest]);
    for (const path of ['/api/chains/ch_x/resolve', '/mcp']) {
      expect(
        await get(path, {
          method: 'POST',
          body: '{}',
          headers: { ...json, ...headers, authorization: `Bearer ${serving.token}` },
        }),
      ).toMatchObject({ status: 403, json: { error: { code: 'not-allowed' } } });
    }
  });

  test('cannot make the server work, nor read what it says; a link to the page opens it', async () => {
    const { get } = await tryServer([failedTest], {}, page);
    expect(
      (await get('/api/stats', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })).status,
    ).toBe(403);
    expect((await get('/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } })).status).toBe(
      200,
    );
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await get('/api/sessions', { headers: { origin } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  test('gets no leave beforehand (preflight)', async () => {
    const { get } = await tryServer([failedTest]);
    const { status, headers } = await get('/api/chains/ch_x/resolve', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([403, 405]).toContain(status);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('cannot send a form: the body must be JSON', async () => {
    const { get, serving } = await tryServer([failedTest]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      expect(
        (
          await get('/api/chains/ch_x/resolve', {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': type, authorization: `Bearer ${serving.token}` },
          })
        ).status,
      ).toBe(415);
    }
  });
});

describe('for other machines', () => {
  test('every question needs the token; the page itself, which says nothing, does not', async () => {
    const { get, serving } = await tryServer([failedTest], { host: '0.0.0.0' }, page);
    for (const path of [
      '/api/sessions',
      '/api/live',
      '/api/about',
      '/openapi.json',
      '/mcp',
      `/api/sessions?t=${serving.token}`,
    ]) {
      expect(await get(path)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="stemma"' } });
    }
    expect((await get('/api/sessions', { headers: { authorization: `Bearer ${serving.token}` } })).status).toBe(200);
    expect((await get('/')).status).toBe(200);
    expect((await get('/', { headers: { host: 'evil.example' } })).status).toBe(403);
  });

  test('the token stands where no server and no referrer sees it', async () => {
    const { serving } = await tryServer([]);
    const { hash, search, pathname } = new URL(serving.url);
    expect([hash, search, pathname]).toEqual([`#t=${serving.token}`, '', '/']);
    expect(serving.token.length).toBeGreaterThanOrEqual(32);
  });
});

test('every answer carries what keeps a browser from doing more with it', async () => {
  const { get } = await tryServer([failedTest], {}, page);
  for (const path of [
    '/',
    '/s/claude:1?at=2',
    '/assets/main-a1b2c3d4.js',
    '/icon.svg',
    '/api/sessions',
    '/api/nothing',
    '/openapi.json',
    '/api/sessions/latest/export',
  ]) {
    const { headers } = await get(path);
    expect([path, headers]).toEqual([
      path,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'.*base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
        ),
      }),
    ]);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-powered-by']).toBeUndefined();
  }
  expect((await get('/')).headers['content-security-policy']).toContain("script-src 'self'");
});

test('of the folder of the page only its own files are served, whatever is asked for', async () => {
  const { get, raw, folder } = await tryServer(
    [failedTest],
    {},
    { ...page, 'notes.md': 'private', 'deep/.env': 'private' },
  );
  writeFileSync(join(folder, 'secret.js'), 'private');
  symlinkSync(join(folder, 'secret.js'), join(folder, 'web/link.js'));
  symlinkSync(folder, join(folder, 'web/up'));
  for (const path of [
    '/../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/%252e%252e%252fsecret.js',
    '/assets/../../secret.js',
    '/..\\secret.js',
    '/%5c..%5csecret.js',
    '/secret.js%00.js',
    '/link.js',
    '/up/secret.js',
    '/up/stemma.db',
    '/notes.md',
    '/deep/.env',
    '//secret.js',
    `/${folder}/secret.js`,
    '/./secret.js',
    '/assets/main-a1b2c3d4.js.map',
  ]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect([path, answer.includes('private'), answer.includes('SQLite')]).toEqual([path, false, false]);
    // A view of the page, or nothing.
    expect([path, /^HTTP\/1\.1 (?:404|400)/.test(answer) || answer.includes('<title>stemma</title>')]).toEqual([
      path,
      true,
    ]);
  }
  expect((await get('/assets/main-a1b2c3d4.js')).headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('/')).headers['cache-control']).toBe('no-cache');
  expect((await get('/assets/gone-a1b2c3d4.js')).status).toBe(404);
  expect(
    (await raw('GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).slice(0, 12),
  ).toBe('HTTP/1.1 400');
});

describe('too much', () => {
  test('of a body is refused before it is read, said or unsaid how much', async () => {
    const { get, raw, serving } = await tryServer([failedTest]);
    const headers = { ...json, authorization: `Bearer ${serving.token}` };
    expect(
      await get('/api/chains/ch_x/resolve', {
        method: 'POST',
        body: JSON.stringify({ fix: 'x'.repeat(70_000) }),
        headers,
      }),
    ).toMatchObject({ status: 413, json: { error: { code: 'too-large' } } });
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;
    const unsaid = `POST /api/chains/ch_x/resolve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${serving.token}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`;
    expect((await raw(unsaid)).slice(0, 12)).toBe('HTTP/1.1 413');
    expect((await get('/mcp', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1), headers })).status).toBeOneOf([
      404, 413,
    ]);
  });

  test('in headers or in the address is refused', async () => {
    const { raw } = await tryServer([failedTest]);
    expect((await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)).slice(0, 12)).toBe(
      'HTTP/1.1 431',
    );
    expect((await raw(`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).slice(0, 12)).toBe(
      'HTTP/1.1 431',
    );
    expect(
      (
        await raw(`GET /api/sessions/${'x'.repeat(2_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      ).slice(0, 12),
    ).toBe('HTTP/1.1 400');
  });

  test('time for headers or for a body: the connection is ended, and others are answered meanwhile (slowloris)', async () => {
    const { raw, get, serving } = await tryServer([failedTest], { limits: { headersMs: 300, requestMs: 600 } });
    const slow = [
      raw('GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 60_000),
      raw(
        `POST /api/chains/ch_x/resolve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${serving.token}\r\nContent-Length: 100\r\n\r\n{`,
        60_000,
      ),
    ];
    expect((await get('/api/sessions')).status).toBe(200);
    // They would last longer than this test may take.
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(?:HTTP\/1\.1 408|$)/);
  });

  test('of connections are turned away, and those there are go on', async () => {
    const { serving, get } = await tryServer([failedTest], { limits: { connections: 5 } });
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    let refused = 0;
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(serving.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => (refused += 1));
      sockets.push(socket);
    }
    await expect.poll(() => refused).toBeGreaterThanOrEqual(15);
    for (const socket of sockets) socket.destroy();
    await sleep(100);
    expect((await get('/api/sessions')).status).toBe(200);
  });
});

test('methods that mean nothing here are refused with those that do', async () => {
  const { get } = await tryServer([failedTest], {}, page);
  for (const [path, method, allow] of [
    ['/api/sessions', 'DELETE', 'GET, HEAD'],
    ['/api/sessions', 'PUT', 'GET, HEAD'],
    ['/api/chains/ch_x/resolve', 'GET', 'POST'],
    ['/', 'POST', 'GET, HEAD'],
  ] as const) {
    expect(await get(path, { method })).toMatchObject({
      status: 405,
      headers: { allow },
      json: { error: { code: 'wrong-method' } },
    });
  }
});

describe('an error', () => {
  test('says nothing of this machine, whatever went wrong', async () => {
    let failure: Error | undefined;
    const folder = '/home/somebody/.stemma';
    const { get, said } = await tryServer([failedTest], {
      secrets: [
        { text: `${folder}/stemma.db`, instead: 'the archive' },
        { text: folder, instead: '~/.stemma' },
      ],
      archive: {
        openStore: (mode) => (failure ? Promise.reject(failure) : openSqlite(':memory:', { mode })),
        file: undefined,
        base: folder,
        kind: 'sqlite',
        isDemo: false,
      },
    });
    failure = new Error(`boom at ${folder}/stemma.db`);
    const bug = await get('/api/sessions');
    expect([bug.status, bug.json.error.code]).toEqual([500, 'bug']);
    expect(bug.text).not.toMatch(/boom|somebody|\.ts\b|\\n/);
    expect(said.join()).toContain('boom');
    failure = new StemmaError('store-damaged', `${folder}/stemma.db is damaged.`, { hint: `Look into ${folder}.` });
    expect((await get('/api/sessions')).json.error).toEqual({
      code: 'store-damaged',
      message: 'the archive is damaged.',
      hint: 'Look into ~/.stemma.',
    });
    failure = new StemmaError('store-busy', 'Somebody writes.', { hint: 'Wait.' });
    expect(await get('/api/sessions')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    failure = undefined;
    expect((await get('/api/sessions')).status).toBe(200);
  });
});

test('a client that does not read its answer is disconnected', async () => {
  const long = {
    ...failedTest,
    name: 'long',
    events: Array.from({ length: 400 }, (_, n) => ({
      id: `p${n}`,
      t: 'prompt' as const,
      text: `${n} ${'word '.repeat(200)}`,
    })),
  };
  const { serving, get } = await tryServer([long], { limits: { idleMs: 300 } });
  const address = '/api/sessions/latest/timeline?limit=400';
  const { length } = (await get(address)).bytes;
  // More than the kernel buffers for a client that does not read.
  const times = Math.ceil(20_000_000 / length);
  const socket = connect(serving.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let [isGone, received] = [false, 0];
  socket.on('error', () => undefined).on('close', () => (isGone = true));
  for (let asked = 0; asked < times; asked += 1) socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await sleep(2_000);
  socket.on('data', (chunk) => (received += chunk.length));
  await expect.poll(() => isGone, { timeout: 20_000 }).toBe(true);
  expect(received).toBeLessThan(times * length);
}, 40_000);
