import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/testing/open-archive.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { delegation, failedTest, hostile, subagent } from '../../src/testing/stories.ts';
import { idOf, uidOf } from '../../src/testing/write-stories.ts';
import { addStories, call, connect, newClient, startServer, textOf, writableHome } from '../support/mcp-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-mcp-'));
const home = join(folder, 'home');
const run = idOf(failedTest, 'run');

/** For tests that only read. */
let shared: Client;
beforeAll(async () => {
  await addStories(home, failedTest, delegation, subagent, hostile);
  shared = await newClient(home);
});
afterAll(async () => {
  await shared.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a client', () => {
  test('sees sessions added by others, and an archive that is created or replaced later', async () => {
    const at = join(mkdtempSync(join(folder, 'grows-')), 'home');
    const client = await connect(at);
    expect(textOf(await call(client, 'timeline', {}))).toMatch(/^session-not-found/);
    expect((await call(client, 'search_history', { text: 'tests' })).structuredContent).toMatchObject({
      total: 0,
      archive: { ingested_at: null, note: expect.stringContaining('empty') },
    });
    await addStories(at, failedTest);
    expect((await call(client, 'search_history', { text: 'tests' })).structuredContent).toMatchObject({
      sessions: [{ session: uidOf(failedTest), hits: expect.arrayContaining([expect.anything()]) }],
    });
    await addStories(at, delegation);
    expect((await call(client, 'timeline', { session: uidOf(delegation) })).structuredContent).toMatchObject({
      total: 4,
    });
    rmSync(at, { recursive: true });
    await addStories(at, hostile);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      `stemma://session/${uidOf(hostile)}`,
      `stemma://digest/${uidOf(hostile)}`,
    ]);
  });

  test('gets answers while somebody else writes; recording waits for that', async () => {
    const at = await writableHome(folder);
    const client = await connect(at);
    const writer = await openArchive(join(at, 'stemma.db'), 'write');
    let isRecorded = false;
    const recording = call(client, 'record_error', { message: 'disk full' }).then((result) => {
      isRecorded = true;
      return result;
    });
    expect((await call(client, 'timeline', {})).isError).toBeFalsy();
    await sleep(200);
    expect(isRecorded).toBe(false);
    await writer[Symbol.asyncDispose]();
    expect((await recording).isError).toBeFalsy();
    // And the lock is free again between two recordings.
    await (await openSqlite(join(at, 'stemma.db'), { mode: 'write', waitMs: 100 }))[Symbol.asyncDispose]();
  });

  test('reads sessions and digests as resources', async () => {
    const client = shared;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`stemma://session/${uidOf(failedTest)}`);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'stemma://session/{+uid}',
      'stemma://digest/{+uid}',
    ]);
    const read = async (uri: string): Promise<unknown> =>
      JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text);
    expect(await read(`stemma://session/${uidOf(failedTest)}`)).toMatchObject({
      session: { uid: uidOf(failedTest), title: failedTest.title },
    });
    // A sub-agent has a slash in its name; clients may write it out or not.
    expect(await read(`stemma://session/${uidOf(subagent)}`)).toMatchObject({ session: { uid: uidOf(subagent) } });
    expect(await read(`stemma://session/${encodeURIComponent(uidOf(subagent))}`)).toMatchObject({
      session: { uid: uidOf(subagent) },
    });
    expect(await read(`stemma://digest/${uidOf(failedTest)}`)).toMatchObject({
      digest: { session: uidOf(failedTest), asks: { total: 1 } },
    });
    await expect(client.readResource({ uri: 'stemma://session/claude:nothere' })).rejects.toThrow(
      /There is no session/,
    );
    expect(
      (
        await client.complete({
          ref: { type: 'ref/resource', uri: 'stemma://session/{+uid}' },
          argument: { name: 'uid', value: 'quill:fail' },
        })
      ).completion.values,
    ).toEqual([uidOf(failedTest)]);
  });

  test('gets three prompts', async () => {
    const client = shared;
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'explain_failure',
      'resume_here',
      'judge_session',
    ]);
    const promptText = async (name: string, input: Record<string, string>): Promise<string> =>
      ((await client.getPrompt({ name, arguments: input })).messages[0]!.content as { text: string }).text;
    expect(await promptText('explain_failure', { failure: run })).toContain('1 failing in cart.test.ts');
    expect(await promptText('explain_failure', { failure: 'Error: exit 1: 1 failing in cart.test.ts' })).toMatch(
      /Past failures like it:\n(?:.*\n)*- ch_/,
    );
    expect(await promptText('resume_here', { session: uidOf(failedTest) })).toContain('make the tests pass');
    expect(await promptText('resume_here', { session: 'claude:nothere' })).toContain('session-not-found');
    expect(await promptText('judge_session', { session: uidOf(failedTest) })).toContain('make the tests pass');
  });
});

describe('the process', () => {
  test('writes only the protocol to standard output, and survives invalid lines', async () => {
    const { child, out } = startServer(home);
    child.stdin.write('this is no message\n{"jsonrpc":"2.0"}\n\n');
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } } })}\n`,
    );
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'timeline', arguments: {} } })}\n`,
    );
    await expect.poll(() => out().includes('"id":2'), { timeout: 10_000 }).toBe(true);
    const messages = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: number; result?: { protocolVersion?: string } });
    expect(messages.every((message) => 'jsonrpc' in message)).toBe(true);
    expect(messages.find(({ id }) => id === 1)?.result?.protocolVersion).toBe('2025-06-18');
    child.stdin.end();
  });

  test('ends with its client, even while it waits to write', async () => {
    const at = await writableHome(folder);
    const idle = startServer(at);
    await idle.ready();
    idle.child.stdin.end();
    expect(await idle.code).toBe(0);

    await using _writer = await openArchive(join(at, 'stemma.db'), 'write');
    const waiting = startServer(at);
    await waiting.ready();
    waiting.child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'record_error', arguments: { message: 'never recorded' } } })}\n`,
    );
    await sleep(300);
    waiting.child.stdin.end();
    expect(await Promise.race([waiting.code, sleep(5000)])).toBe(0);
  });
});
