import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Archive } from '../../src/ask/archive/archive.ts';
import { httpHandler, type HttpHandler } from '../../src/mcp/http-handler.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { failedTest } from '../../src/testing/stories.ts';
import { idOf, writeStories } from '../../src/testing/write-stories.ts';
import { jsonSchemaValidator } from '../support/mcp-client.ts';

// `serve` will listen; what it hands a request to is here already, and is the same server as over stdio.
const folder = mkdtempSync(join(tmpdir(), 'stemma-mcp-http-'));
const file = join(folder, 'stemma.db');
const archive = new Archive({ openStore: (mode) => openArchive(file, mode), file, base: folder });
const handler: HttpHandler = httpHandler(
  { archive, sources: async () => [], clock: Date.now, workspace: 'local', folder },
  { version: '0', print: () => {} },
);

beforeAll(async () => {
  await using store = await openArchive(file, 'write');
  await writeStories(store, failedTest);
});
afterAll(async () => {
  await handler.close();
  await archive[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test('the same server answers by HTTP', async () => {
  const client = new Client({ name: 'test', version: '0' }, { jsonSchemaValidator });
  onTestFinished(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(toHost('localhost', url, init)),
    }),
  );
  expect((await client.listTools()).tools).toHaveLength(18);
  const { structuredContent } = await client.callTool({ name: 'why', arguments: { event: idOf(failedTest, 'run') } });
  expect(structuredContent).toMatchObject({ target: { step: { id: idOf(failedTest, 'run') } } });
});

test.each([
  ['under another name', 'evil.example', {}],
  ['from a page of another site', 'localhost', { origin: 'https://evil.example' }],
])('a request that comes %s is refused', async (_, host, headers) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const request = toHost(host, 'http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });
  expect((await handler.fetch(request)).status).toBe(403);
});

function toHost(host: string, url: string | URL, init: RequestInit = {}): Request {
  const request = new Request(url, init);
  request.headers.set('host', host);
  return request;
}
