import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonSpans } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufSpans } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Archive } from '../../../test/support/archive.ts';
import { randomFrom } from '../../../test/support/random.ts';
import { decode } from '../../platform/otlp/decode.ts';
import { encode } from '../../platform/otlp/encode.ts';
import { exportResponse, logsRequest, refusal, traceRequest } from '../../platform/otlp/messages.ts';
import { listenOtlp } from './listen-otlp.ts';

const json = 'application/json';
const protobuf = 'application/x-protobuf';

/** A receiver that keeps what it receives in the folder of an archive. */
async function receiver(options: { readonly token?: string } = {}) {
  const archive = await Archive.open();
  const bugs: string[] = [];
  const listening = await listenOtlp({
    folder: archive.path('otlp'),
    port: 0,
    print: (bug) => bugs.push(bug),
    ...options,
  });
  onTestFinished(() => listening[Symbol.asyncDispose]());
  const post = (
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = { 'content-type': json },
  ) => fetch(listening.url + path, { method: 'POST', body: Buffer.from(body), headers });
  return { archive, bugs, url: listening.url, post };
}

/** A program with a model: an agent that asks, calls a tool that fails, and answers; two batches, children first. */
async function work(spans: SpanExporter): Promise<void> {
  const provider = new BasicTracerProvider({
    spanProcessors: [new BatchSpanProcessor(spans, { maxExportBatchSize: 1 })],
  });
  const tracer = provider.getTracer('shop', '2.1.0');
  const at = (second: number) => new Date(Date.UTC(2026, 10, 16, 10, 0, second));
  const agent = tracer.startSpan('invoke_agent shop', {
    startTime: at(0),
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': 'order-1',
      'gen_ai.agent.name': 'shop',
    },
  });
  const inside = trace.setSpan(ROOT_CONTEXT, agent);
  const chat = tracer.startSpan(
    'chat m',
    {
      startTime: at(1),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.input_tokens': 120,
        'gen_ai.usage.output_tokens': 7,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'Order 50 brushes' }] },
        ]),
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'stock', arguments: { item: 'brush' } }] },
        ]),
      },
    },
    inside,
  );
  chat.end(at(2));
  const call = tracer.startSpan(
    'execute_tool stock',
    {
      startTime: at(3),
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'stock', 'gen_ai.tool.call.id': 'c1' },
    },
    inside,
  );
  call.recordException(new Error('no stock'), at(4));
  call.setStatus({ code: SpanStatusCode.ERROR, message: 'no stock' });
  call.end(at(5));
  agent.end(at(6));
  await provider.forceFlush();
  await provider.shutdown();
}

async function eventsOf({ archive }: { readonly archive: Archive }, uid: string) {
  await archive.ingest();
  const session = (await archive.store.read.findSessions(uid, 1))[0];
  return session === undefined ? [] : await archive.store.read.events(session.uid, { after: 0, limit: 100 });
}

describe.each([
  ['protobuf', ProtobufSpans, ProtobufLogs],
  ['JSON', JsonSpans, JsonLogs],
] as const)("OpenTelemetry's own exporters, with %s", (_, Spans, Logs) => {
  test.each(['none', 'gzip'] as const)('bring a program as a session; compression: %s', async (compression) => {
    const received = await receiver();
    await work(new Spans({ url: `${received.url}/v1/traces`, compression: compression as never }));
    const events = await eventsOf(received, 'otel:order-1');
    expect(events.map(({ kind, summary, failed, duration_ms }) => [kind, summary, failed, duration_ms])).toEqual([
      ['user_msg', 'Order 50 brushes', false, null],
      ['tool_call', expect.stringContaining('stock'), true, 2_000],
      ['error', expect.stringContaining('no stock'), true, 2_000],
    ]);
    expect(events[1]!.tokens).toMatchObject({ input: 120, output: 7 });
    expect(received.bugs).toEqual([]);
  });

  test('bring the log records of an agent', async () => {
    const received = await receiver();
    const exporter = new Logs({ url: `${received.url}/v1/logs` });
    const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
    provider.getLogger('com.anthropic.claude_code').emit({
      body: 'claude_code.tool_result',
      timestamp: new Date('2026-11-16T10:00:00Z'),
      attributes: {
        'event.name': 'tool_result',
        'session.id': 'ab12',
        tool_name: 'Bash',
        tool_use_id: 'toolu_1',
        tool_input: '{"command":"npm test"}',
        success: 'false',
        duration_ms: '900',
      },
    });
    await provider.forceFlush();
    await provider.shutdown();
    expect(
      (await eventsOf(received, 'claude:ab12')).map(({ tool, native_id, failed }) => [tool, native_id, failed]),
    ).toEqual([
      ['Bash', 'toolu_1', true],
      ['Bash', 'toolu_1', true],
    ]);
  });
});

test('what was sent again, to a receiver that had been restarted, is one event', async () => {
  const first = await receiver();
  const bodies: string[] = [];
  await work({
    export: (spans, done) => new JsonSpans({ url: `${first.url}/v1/traces` }).export(spans, done),
    shutdown: async () => undefined,
  });
  const before = await eventsOf(first, 'otel:order-1');
  for (const file of filesOf(first)) bodies.push(...readFileSync(file, 'utf8').trim().split('\n'));
  const again = await listenOtlp({ folder: first.archive.path('otlp'), port: 0, print: () => undefined });
  for (const body of bodies)
    await fetch(`${again.url}/v1/traces`, { method: 'POST', headers: { 'content-type': json }, body });
  await again[Symbol.asyncDispose]();
  const known = before.map(({ id, summary, at }) => ({ id, summary, at }));
  expect(known).toHaveLength(3);
  expect(await eventsOf(first, 'otel:order-1')).toMatchObject(known);
  expect(filesOf(first)).toHaveLength(1);
});

test("an agent's telemetry and its transcript give one event per call, in whatever batches it came", async () => {
  const folder = join(import.meta.dirname, '../../sources/otlp/fixtures/claude-code-2.1.325-12-otel');
  const received = await receiver();
  const requests = readFileSync(join(folder, 'otel.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { body: { resourceSpans?: object; resourceLogs?: object } }).body);
  for (const request of requests.reverse()) {
    const [path, message] = request.resourceSpans
      ? (['/v1/traces', traceRequest] as const)
      : (['/v1/logs', logsRequest] as const);
    if (!request.resourceSpans && !request.resourceLogs) continue;
    const body = gzipSync(encode(message, request));
    const answer = await received.post(path, body, { 'content-type': protobuf, 'content-encoding': 'gzip' });
    expect(answer.status).toBe(200);
  }
  for (const path of globSync('projects/**/*.jsonl', { cwd: folder }))
    received.archive.write(path, readFileSync(join(folder, path)));
  const events = await eventsOf(received, 'claude:853ff468');
  const calls = events.filter(({ tool, step, id }) => tool !== null && step === id);
  const ids = calls.map(({ native_id }) => native_id);
  expect(ids.length).toBeGreaterThan(5);
  expect(new Set(ids).size).toBe(ids.length);
  expect(calls.filter(({ duration_ms }) => duration_ms === null)).toEqual([]);
  expect(filesOf(received).map((file) => file.slice(received.archive.folder.length))).toEqual([
    expect.stringMatching(/claude-code.853ff468-eed1-47e6-98d7-30be682bc8dd\.jsonl$/),
  ]);
});

test('a span without ids is rejected, and the others are kept: the answer says so', async () => {
  const received = await receiver();
  const spans = [
    { traceId: '', spanId: 'b'.repeat(16) },
    { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
    { traceId: 'a'.repeat(32), spanId: '0'.repeat(16) },
  ];
  const request = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  const answer = await received.post('/v1/traces', JSON.stringify(request));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('traceId') },
  });
  const packed = await received.post('/v1/traces', Buffer.from(encode(traceRequest, request)), {
    'content-type': protobuf,
  });
  expect(packed.headers.get('content-type')).toBe(protobuf);
  expect(decode(exportResponse('rejectedSpans'), Buffer.from(await packed.arrayBuffer()))).toMatchObject({
    partialSuccess: { rejectedSpans: '2' },
  });
  expect(filesOf(received)).toHaveLength(1);
});

test('metrics are accepted and dropped, and an empty request is a success', async () => {
  const received = await receiver();
  const headers = { 'content-type': protobuf };
  for (const path of ['/v1/metrics', '/v1/traces', '/v1/logs']) {
    const answer = await received.post(path, new Uint8Array(), headers);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
  expect(filesOf(received)).toEqual([]);
});

test('what stemma itself exported is rejected: it would be exported again', async () => {
  const { post } = await receiver();
  const spans = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }];
  const answer = await post(
    '/v1/traces',
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'stemma' }, spans }] }] }),
  );
  expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedSpans: '1' } });
});

const valid = { resourceSpans: [] };
const nested = (levels: number): Buffer => {
  let value: object = { stringValue: 'x' };
  for (let level = 0; level < levels; level++) value = { arrayValue: { values: [value] } };
  return encode(traceRequest, { resourceSpans: [{ resource: { attributes: [{ key: 'k', value }] } }] });
};

describe('refused, with a reason:', () => {
  test.each([
    ['another type', 415, '/v1/traces', '{}', { 'content-type': 'text/plain' }],
    ['a packing nobody sends', 415, '/v1/traces', '{}', { 'content-type': json, 'content-encoding': 'br' }],
    ['no JSON', 400, '/v1/traces', '{"resourceSpans":[', { 'content-type': json }],
    ['no request', 400, '/v1/traces', '[]', { 'content-type': json }],
    ['a request whose list is none', 400, '/v1/logs', '{"resourceLogs":{}}', { 'content-type': json }],
    ['no protobuf', 400, '/v1/traces', 'hello', { 'content-type': protobuf }],
    ['values nested too deeply', 400, '/v1/traces', nested(200), { 'content-type': protobuf }],
    [
      'half a gzip',
      400,
      '/v1/traces',
      gzipSync('{}').subarray(0, 12),
      { 'content-type': json, 'content-encoding': 'gzip' },
    ],
    [
      'a gzip that grows',
      413,
      '/v1/traces',
      gzipSync(Buffer.alloc(64e6)),
      { 'content-type': json, 'content-encoding': 'gzip' },
    ],
    ['a body that is too large', 413, '/v1/logs', Buffer.alloc(17e6, ' '), { 'content-type': json }],
    ['another address', 404, '/v1/profiles', '{}', { 'content-type': json }],
    ['a page of another site', 403, '/v1/traces', '{}', { 'content-type': json, origin: 'https://evil.example' }],
  ] as const)('%s', async (_, status, path, body, headers) => {
    const { post, bugs, archive } = await receiver();
    const answer = await post(path, body, headers);
    expect(answer.status).toBe(status);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const said =
      answer.headers.get('content-type') === protobuf
        ? decode(refusal, bytes)
        : (JSON.parse(bytes.toString()) as object);
    expect(said).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/\w+\. \w+/) });
    expect((await post('/v1/traces', JSON.stringify(valid))).status).toBe(200);
    expect(bugs).toEqual([]);
    expect(existsSync(archive.path('otlp'))).toBe(false);
  });

  test('GET', async () => {
    const { url } = await receiver();
    expect((await fetch(`${url}/v1/traces`)).status).toBe(405);
  });

  test('who has not the token, where there is one', async () => {
    const { post } = await receiver({ token: 'only-for-those-who-know' });
    const body = JSON.stringify(valid);
    expect((await post('/v1/traces', body)).status).toBe(401);
    const headers = { 'content-type': json, authorization: 'Bearer only-for-those-who-know' };
    expect((await post('/v1/traces', body, headers)).status).toBe(200);
  });
});

test('damaged requests are answered, and stop nothing', async () => {
  const received = await receiver();
  const source = join(import.meta.dirname, '../../sources/otlp/fixtures/by-hand-genai/traces.jsonl');
  const requests = readFileSync(source, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const random = randomFrom(7);
  const statuses = new Set<number>();
  for (let round = 0; round < 80; round++) {
    const bytes = encode(traceRequest, requests[round % requests.length]!);
    for (let change = 0; change <= random() * 4; change++) bytes[Math.floor(random() * bytes.length)] = random() * 256;
    const cut = random() < 0.2 ? bytes.subarray(0, random() * bytes.length) : bytes;
    statuses.add((await received.post('/v1/traces', Buffer.from(cut), { 'content-type': protobuf })).status);
  }
  expect(statuses).toEqual(new Set([200, 400]));
  expect(received.bugs).toEqual([]);
  await received.archive.ingest();
});

function filesOf({ archive }: { readonly archive: Archive }): readonly string[] {
  return globSync('otlp/**/*.jsonl', { cwd: archive.folder }).map((file) => archive.path(file));
}
