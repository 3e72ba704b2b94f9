import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Archive } from '../../../test/support/archive.ts';
import type { Event } from '../../model/event.ts';
import { eventRef, type SessionUid } from '../../model/ids.ts';
import { agents } from '../registry.ts';
import { otlpSource } from './index.ts';

test('of the places where telemetry may be, only files that are there are found', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-otlp-'));
  const machine = {
    home,
    env: { GEMINI_TELEMETRY_OUTFILE: join(home, 'gemini.log'), QWEN_TELEMETRY_OUTFILE: join(home, 'not-yet.log') },
  };
  writeFileSync(join(home, 'gemini.log'), '');
  expect(await Array.fromAsync((await otlpSource(agents)).discover(machine))).toEqual([join(home, 'gemini.log')]);
  rmSync(home, { recursive: true });
});

test('telemetry of a known agent adds what its transcript does not have, and no second call', async () => {
  const archive = await Archive.open();
  copy(archive, claudeCode, `${claudeFolder}.jsonl`);
  copy(archive, claudeCode, `${claudeFolder}/subagents/agent-ae9501bf80cf6c378.jsonl`);
  await archive.ingest();
  const before = await eventsOf(archive, claude);
  copy(archive, claudeCode, 'otel.jsonl');
  await archive.ingest();
  const after = await eventsOf(archive, claude);
  const added = after.filter(({ id }) => !before.some((event) => event.id === id));
  expect(added.map(({ type, summary, parent }) => [type, summary, nameOf(after, parent)])).toEqual([
    ['permission_denied', 'Bash was refused by a rule', 'Bash rm -rf src'],
  ]);
  expect(await eventsOf(archive, `${claude}/ae9501bf80cf6c378`)).toHaveLength(4);
});

test('the order in which telemetry and transcript come makes no difference to what was called, and what failed', async () => {
  const archive = await Archive.open();
  copy(archive, claudeCode, 'otel.jsonl');
  await archive.ingest();
  expect((await callsOf(archive, claude)).length).toBe(8);
  copy(archive, claudeCode, `${claudeFolder}.jsonl`);
  copy(archive, claudeCode, `${claudeFolder}/subagents/agent-ae9501bf80cf6c378.jsonl`);
  await archive.ingest();

  const other = await Archive.open();
  for (const file of ['otel.jsonl', `${claudeFolder}.jsonl`, `${claudeFolder}/subagents/agent-ae9501bf80cf6c378.jsonl`])
    copy(other, claudeCode, file);
  await other.ingest();
  expect(await callsOf(archive, claude)).toEqual(await callsOf(other, claude));
});

test('a patch that failed inside a script, which the rollout leaves out, is there', async () => {
  const archive = await Archive.open();
  copy(
    archive,
    'codex-0.166.0-11-code-mode',
    'sessions/rollout-2026-11-15T19-20-08-01a1e0a7-14dc-7633-bfcb-22a7e9b24a62.jsonl',
  );
  copy(archive, 'codex-0.166.0-11-code-mode', 'traces.jsonl');
  await archive.ingest();
  const events = await eventsOf(archive, 'codex:01a1e0a7-14dc-7633-bfcb-22a7e9b24a62');
  const patches = events.filter(({ tool, step, id }) => tool === 'apply_patch' && step === id);
  expect(patches.map(({ failed }) => failed)).toEqual([false, false, true]);
});

test('a span that ends before its parent is written hangs on it all the same, however the file grew', async () => {
  const whole = await Archive.open();
  const text = fixture('by-hand-genai', 'traces.jsonl');
  whole.write('traces.jsonl', text);
  await whole.ingest();

  const grown = await Archive.open();
  const lines = text.split('\n').filter((line) => line !== '');
  const path = grown.write('traces.jsonl', '');
  for (const line of lines) {
    appendFileSync(path, `${line}\n`);
    await grown.ingest();
  }
  const shape = (events: readonly Event[]) =>
    events
      .map(({ kind, summary, parent, turn }) =>
        [kind, summary, nameOf(events, parent), nameOf(events, turn)].join(' | '),
      )
      .toSorted();
  expect(shape(await eventsOf(grown, 'otel:conv-42'))).toEqual(shape(await eventsOf(whole, 'otel:conv-42')));
});

test('a packed file is read like any other', async () => {
  const archive = await Archive.open();
  archive.write('traces.jsonl.gz', gzipSync(fixture('by-hand-genai', 'traces.jsonl')));
  await archive.ingest();
  expect(await eventsOf(archive, 'otel:conv-42')).toHaveLength(12);
});

test('a file that one line was torn in loses that line only', async () => {
  const archive = await Archive.open();
  const [first, second, third] = fixture('by-hand-genai', 'traces.jsonl').split('\n');
  archive.write('traces.jsonl', [first, second!.slice(0, 500), third, ''].join('\n'));
  await archive.ingest();
  const messages = (await eventsOf(archive, 'otel:conv-42')).filter(
    ({ kind }) => kind === 'user_msg' || kind === 'assistant_msg',
  );
  expect(messages.map(({ summary }) => summary)).toEqual(
    expect.arrayContaining(['I look the stock up.', 'Order 50.', 'Ordered 50.']),
  );
});

test("a browser's session is nobody's", async () => {
  const archive = await Archive.open();
  archive.write('traces.jsonl', fixture('by-hand-genai', 'traces.jsonl'));
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(sessions.map(({ uid }) => uid).filter((uid) => uid.includes('browser'))).toEqual([]);
});

test('the parent span of a call and its span links are its recorded causes', async () => {
  const archive = await Archive.open();
  const trace = 'a'.repeat(32);
  const span = (id: string, tool: string, more: object = {}) => ({
    traceId: trace,
    spanId: id.repeat(16),
    name: `execute_tool ${tool}`,
    startTimeUnixNano: `179500000000${id}000000`,
    endTimeUnixNano: `179500000000${id}900000`,
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.name', value: { stringValue: tool } },
      { key: 'gen_ai.conversation.id', value: { stringValue: 'orders' } },
    ],
    ...more,
  });
  const spans = [
    span('1', 'plan'),
    span('2', 'fetch'),
    span('3', 'ship', { parentSpanId: '2'.repeat(16), links: [{ traceId: trace, spanId: '1'.repeat(16) }] }),
  ];
  archive.write('traces.jsonl', `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}\n`);
  await archive.ingest();
  const calls = (await eventsOf(archive, 'otel:orders')).filter(({ step, id }) => step === id);
  const edges = await archive.store.read.causes(calls.map(({ id }) => eventRef(id)!));
  expect(
    edges.map(({ cause, effect, types, basis }) => [nameOf(calls, effect), nameOf(calls, cause), types, basis]),
  ).toEqual([
    ['ship', 'fetch', ['spawned'], 'recorded'],
    ['ship', 'plan', ['caused'], 'recorded'],
  ]);
});

test('an export that was sent twice gives everything once', async () => {
  const archive = await Archive.open();
  const text = fixture('by-hand-collector-logs', 'logs.jsonl').split('\n').slice(0, 3).join('\n');
  archive.write('logs.jsonl', `${text}\n${text}\n`);
  await archive.ingest();
  const events = await eventsOf(archive, 'codex:22222222-0002-4000-8000-000000000002');
  expect(events.map(({ summary }) => summary).filter((summary) => summary.startsWith('API error'))).toEqual([
    'API error 500, attempt 1: internal server error',
    'API error 500, attempt 2: internal server error',
  ]);
});

test('what stemma exported itself is no session, whatever else is in the file', async () => {
  const archive = await Archive.open();
  const span = (id: string, conversation: string) => ({
    traceId: id.repeat(32),
    spanId: id.repeat(16),
    name: 'invoke_agent x',
    startTimeUnixNano: '1795053349000000000',
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } },
      { key: 'gen_ai.conversation.id', value: { stringValue: conversation } },
    ],
  });
  const request = (scope: string, ...spans: object[]) =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: scope }, spans }] }] });
  archive.write('mixed.jsonl', `${request('stemma', span('a', 'ours'))}\n${request('shop', span('b', 'theirs'))}\n`);
  archive.write('ours.jsonl', `${request('stemma', span('c', 'again'))}\n`);
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(sessions.map(({ uid }) => uid)).toEqual(['otel:theirs']);
});

const claudeCode = 'claude-code-2.1.325-12-otel';
const claudeFolder = 'projects/-home-dev-shop/853ff468-eed1-47e6-98d7-30be682bc8dd';
const claude = 'claude:853ff468-eed1-47e6-98d7-30be682bc8dd';

async function callsOf(archive: Archive, uid: string): Promise<readonly unknown[]> {
  return (await eventsOf(archive, uid)).flatMap(({ tool, step, id, summary, failed }) =>
    tool !== null && step === id ? [[summary, failed]] : [],
  );
}

function fixture(scenario: string, file: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', scenario, file), 'utf8');
}

function copy(archive: Archive, scenario: string, file: string): void {
  archive.write(file, fixture(scenario, file));
}

async function eventsOf({ store }: Archive, uid: string): Promise<readonly Event[]> {
  return store.read.events(uid as SessionUid, { after: 0, limit: 1000 });
}

function nameOf(events: readonly Event[], id: string | null): string | null {
  return events.find((event) => event.id === id)?.summary ?? null;
}
