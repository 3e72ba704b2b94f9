import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeWithStories } from '../../testing/home-with-stories.ts';

const { stemma } = homeWithStories();

let headers: unknown[] = [];
const server = createServer((request, response) => {
  headers.push(request.headers['x-team']);
  request.resume().on('end', () => response.end());
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('forward', () => {
  test('a dry run sends nothing and says how much it would be', async () => {
    const { code, out } = await stemma('forward', '--otlp', url, '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(/^http:\S+\/v1\/traces: would get 4 sessions, \d+ spans, \d/);
    expect(headers).toEqual([]);
  });

  test('sends a session with its sub-agents, then all others', async () => {
    const one = await stemma('forward', 'delegation', '--otlp', url, '--header', 'X-Team=shop');
    expect(one.out).toMatch(/got 2 sessions, \d+ spans/);
    expect(headers).toEqual(['shop', 'shop']);
    const rest = await stemma('forward', '--otlp', url, '--json');
    expect(JSON.parse(rest.out)).toMatchObject({ dry_run: false, sessions: 2, up_to_date: 2, rejected: 0 });
    headers = [];
    expect((await stemma('forward', '--otlp', url)).out).toContain('4 sessions had been sent before');
    expect(headers).toEqual([]);
    expect((await stemma('forward', 'failed-test', '--otlp', url, '--again')).out).toContain('got 1 session, 9 spans');
  });

  test('forget names who still has what was sent, once', async () => {
    await stemma('forward', 'failed-test', '--otlp', url);
    expect((await stemma('forget', 'failed-test', '--yes')).out).toContain(
      `as traces they are still at ${url}/v1/traces`,
    );
    expect((await stemma('forget', 'hostile', '--yes', '--json')).out).toContain('kept_by');
    expect(await stemma('forward', '--otlp', url)).toMatchObject({ out: expect.stringContaining('got 0 sessions') });
  });

  test('needs to know where to, sends nothing raw, and takes whole headers only', async () => {
    expect(await stemma('forward')).toMatchObject({ code: 2, err: expect.stringContaining('--otlp URL') });
    expect(await stemma('forward', '--otlp', url, '--raw')).toMatchObject({
      code: 2,
      err: expect.stringContaining('redacted'),
    });
    expect(await stemma('forward', '--otlp', url, '--header', 'nonsense')).toMatchObject({
      code: 2,
      err: expect.stringContaining('NAME=VALUE'),
    });
  });
});
