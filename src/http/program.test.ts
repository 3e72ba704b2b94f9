import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { fixedTest, longSession, type Transcript } from '../../test/support/transcript.ts';
import { claudeCode } from '../sources/claude-code/index.ts';
import { fakeApp } from '../testing/fake-app.ts';
import type { HttpRequest } from '../cli/app.ts';
import { jsonSchemaValidator } from '../../test/support/mcp-client.ts';
import { programEnv } from '../../test/support/program-env.ts';

const program = join(import.meta.dirname, '../../dist/main.js');

test('serve watches agents as they work, updates its followers, and Ctrl-C ends all of it with 0', async () => {
  const home = aHome();
  const transcript = fixedTest('live');
  const path = write(home, transcript.lines.slice(0, 4), transcript);
  const server = await serve(home);
  await expect.poll(async () => (await server.ask('/api/sessions')).total, { timeout: 20_000 }).toBe(1);
  expect(await server.ask('/api/about')).toMatchObject({ watching: true, store: 'sqlite', may_write: false });

  const live = await fetch(`${server.origin}/api/live`);
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received += value;
    }
  })().catch(() => undefined);
  await expect.poll(() => received, { timeout: 5_000 }).toContain('event: hello');
  const uid = `claude:${transcript.session}`;
  const before = await server.ask(`/api/sessions/${encodeURIComponent(uid)}/skeleton`);
  appendFileSync(path, `${transcript.lines.slice(4).join('\n')}\n`);
  await expect.poll(() => received, { timeout: 20_000 }).toContain('event: sessions');
  const after = await server.ask(`/api/sessions/${encodeURIComponent(uid)}/skeleton?after=${before.next}`);
  // From the first step that may still have changed.
  expect(after.before + after.steps.seq.length).toBe(after.total);
  expect(after.before).toBeLessThanOrEqual(before.total);
  expect(after.total).toBeGreaterThan(before.total);

  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  await ended;
}, 60_000);

test('while a session of 20,000 events is exported, others are answered at once', async () => {
  const home = aHome();
  write(home, longSession('long', 6_667).lines, longSession('long', 1));
  expect((await fakeApp(home, { sources: async () => [claudeCode] }).run('ingest', home)).code).toBe(0);
  const server = await serve(home, '--no-watch');
  const { sessions } = await server.ask('/api/sessions');
  expect(sessions[0].events).toBeGreaterThanOrEqual(20_000);
  let isExporting = true;
  const exporting = fetch(`${server.origin}/api/sessions/${encodeURIComponent(sessions[0].uid)}/export?format=json`)
    .then(async (response) => (await response.arrayBuffer()).byteLength)
    .finally(() => (isExporting = false));
  const waits: number[] = [];
  while (isExporting) {
    const begun = performance.now();
    await (await fetch(`${server.origin}/icon.svg`)).arrayBuffer();
    waits.push(performance.now() - begun);
    await sleep(20);
  }
  expect(await exporting).toBeGreaterThan(10_000_000);
  // Before others were let in, nothing was answered until the export had ended: one or two answers in all.
  expect(waits.length).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThan(2_000);
}, 120_000);

test('a port that is taken is said, and another one is used', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const server = await serve(aHome(), '--demo', '--port', String(port));
  expect(new URL(server.url).port).not.toBe(String(port));
  expect(server.stderr()).toContain(`Port ${port} is taken`);
  expect((await server.ask('/api/sessions')).total).toBeGreaterThan(0);
  expect(await server.ask('/api/about')).toMatchObject({ demo: true, watching: false });
}, 60_000);

test('agents get the MCP server with the token, and nobody without', async () => {
  const server = await serve(aHome(), '--demo');
  const mcp = new URL(`${server.origin}/mcp`);
  expect(
    (await fetch(mcp, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(401);
  const client = new Client({ name: 'test', version: '0' }, { jsonSchemaValidator });
  onTestFinished(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(mcp, { requestInit: { headers: { authorization: `Bearer ${server.token}` } } }),
  );
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const { structuredContent } = await client.callTool({ name: 'search_history', arguments: { text: 'cart' } });
  expect(structuredContent).toMatchObject({ sessions: expect.any(Array) });
}, 60_000);

test('start ends in serve on a terminal, and ends by itself elsewhere', async () => {
  const home = aHome();
  const asked: HttpRequest[] = [];
  const serveHttp = async (request: HttpRequest) => {
    asked.push(request);
    await request.onListening({ url: 'http://127.0.0.1:1/#t=x', port: 1, token: 'x', isOtherPort: false });
  };
  mkdirSync(join(home, 'story'));
  writeFileSync(join(home, 'story/one.jsonl'), '{"t":"prompt","id":"p","text":"hello"}\n');
  expect(await fakeApp(home, { serveHttp }).run('start')).toMatchObject({ code: 0 });
  expect(asked).toEqual([]);
  let out = '';
  const terminal = {
    isTerminal: true,
    columns: 80,
    write: async (text: string | Uint8Array) => void (out += String(text)),
  };
  expect(await fakeApp(home, { serveHttp, out: terminal }).run('start')).toMatchObject({ code: 0 });
  // There is no history on this machine: the demo is shown, and no agent is watched into its store.
  expect(asked).toMatchObject([
    { isDemo: true, watch: undefined, host: '127.0.0.1', port: 4747, archive: join(home, '.stemma/demo/stemma.db') },
  ]);
  expect(out.trimEnd().endsWith('http://127.0.0.1:1/#t=x')).toBe(true);
  expect(await fakeApp(home, { serveHttp, out: terminal }).run('start', '--json')).toMatchObject({ code: 0 });
  expect(asked).toHaveLength(1);
});

function aHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'stemma-serve-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

function write(home: string, lines: readonly string[], { session }: Transcript): string {
  const folder = join(home, '.claude/projects/-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** The program itself, once it answers. */
async function serve(home: string, ...args: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, 'serve', '--json', ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
    {
      env: { ...programEnv, HOME: home, STEMMA_HOME: join(home, '.stemma') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await expect.poll(() => (child.exitCode === null ? out : err), { timeout: 30_000 }).toContain('\n');
  const { url, token } = JSON.parse(out) as { url: string; token: string };
  const { origin } = new URL(url);
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests say what they expect of it
  const ask = async (path: string): Promise<any> => (await fetch(origin + path)).json();
  return { child, ended, url, origin, token, ask, stderr: () => err };
}
