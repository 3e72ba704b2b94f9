import type { Attributes, HrTime, SpanKind } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { decode } from '../../../platform/otlp/decode.ts';
import { encode } from '../../../platform/otlp/encode.ts';
import { traceRequest as message } from '../../../platform/otlp/messages.ts';
import { redacted } from '../../redaction/redacted.ts';
import { quill } from '../../../testing/quill.ts';
import { storeWithStories } from '../../../testing/store-with-stories.ts';
import { attributesOf, type Attribute, type Span } from './span.ts';
import type { SpanOptions } from './session-spans.ts';
import { otlpLines, spanBatches } from './trace-requests.ts';

const options: SpanOptions = { sources: [quill] };

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly scope: { readonly name: string }; readonly spans: readonly Span[] }[];
  }[];
}

async function exported(name: string, more: Partial<SpanOptions> = {}) {
  await using store = await storeWithStories();
  const read = redacted(store.read);
  const [session] = await read.findSessions(`quill:${name}`, 1);
  const lines = await Array.fromAsync(otlpLines(read, session!, { ...options, ...more }));
  const requests = lines.map((line) => JSON.parse(line) as Request);
  const spans = requests.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const named = (start: string): Span => spans.find(({ name: full }) => full.startsWith(start))!;
  return { text: lines.join(''), requests, spans, named };
}

function valuesOf({ attributes }: Pick<Span, 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

test('a session is the span of an agent, with a turn in it, and in that the calls and what the model said', async () => {
  const { spans } = await exported('failed-test');
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  expect(spans.map(({ name, parentSpanId }) => [nameOf.get(parentSpanId ?? '') ?? null, name])).toEqual([
    [null, 'invoke_agent quill'],
    ['turn', 'chat'],
    ['turn', 'execute_tool sh'],
    ['turn', 'chat'],
    ['turn', 'execute_tool edit'],
    ['turn', 'chat'],
    ['turn', 'execute_tool sh'],
    ['turn', 'chat'],
    ['invoke_agent quill', 'turn'],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
});

test('a call has its arguments, its result, how long it took, and that it failed', async () => {
  const { named } = await exported('failed-test');
  const call = named('execute_tool sh');
  expect(valuesOf(call)).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'sh',
    'gen_ai.tool.call.arguments': '{"cmd":"npm test"}',
    'gen_ai.tool.call.result': 'exit 1: 1 failing in cart.test.ts',
    'gen_ai.conversation.id': 'quill:failed-test',
    'error.type': 'tool_error',
  });
  expect(Number(BigInt(call.endTimeUnixNano) - BigInt(call.startTimeUnixNano)) / 1e6).toBe(2300);
  expect(call.status).toEqual({ code: 2, message: expect.any(String) });
  expect(named('execute_tool edit').status).toBeUndefined();
});

test('a sub-agent is in the trace of the session that started it, below the call', async () => {
  const { spans, named } = await exported('delegation');
  const agents = spans.filter(({ name }) => name.startsWith('invoke_agent'));
  expect(agents).toHaveLength(2);
  const spawn = spans.find((span) => valuesOf(span)['gen_ai.operation.name'] === 'execute_tool')!;
  expect(agents[1]).toMatchObject({ traceId: agents[0]!.traceId, parentSpanId: spawn.spanId });
  expect(named('turn').parentSpanId).toBe(agents[0]!.spanId);
});

test('causes are links, with how sure they are and why', async () => {
  const { spans } = await exported('delegation');
  const links = spans.flatMap((span) => span.links ?? []);
  const spawned = links.map(valuesOf).find((values) => JSON.stringify(values).includes('spawned'))!;
  expect(spawned).toMatchObject({
    'stemma.cause.basis': 'recorded',
    'stemma.cause.confidence': '1',
    'stemma.cause.evidence': { values: [{ stringValue: 'call spawn started delegation/scout' }] },
    'stemma.cause.session': 'quill:delegation',
  });
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(links.every(({ spanId }) => ids.has(spanId))).toBe(true);
});

test('without content nothing leaves that was said or done', async () => {
  const { text, spans } = await exported('failed-test', { withoutContent: true });
  expect(spans).toHaveLength(9);
  for (const said of ['make the tests pass', 'npm test', 'failing', 'cart', 'All tests'])
    expect(text).not.toContain(said);
});

test('exported again it has the same ids; what was sent before is left out', async () => {
  const [once, again] = [await exported('failed-test'), await exported('failed-test')];
  expect(again.text).toBe(once.text);
  await using store = await storeWithStories();
  const [session] = await store.read.findSessions('quill:failed-test', 1);
  const batches = await Array.fromAsync(spanBatches(store.read, session!, { ...options, after: 6 }));
  expect(batches.flatMap(({ spans }) => spans.map(({ name }) => name))).toEqual([
    'invoke_agent quill',
    'chat',
    'execute_tool sh',
    'chat',
    'turn',
  ]);
});

test('long texts are cut, and a value of any type fits', () => {
  const [long, list, half, none] = attributesOf({ a: 'x'.repeat(20_000), b: ['y'], c: 0.5, d: null });
  expect(JSON.stringify(long)).toContain('(4000 more characters)');
  expect([list!.value, half!.value, none]).toEqual([
    { arrayValue: { values: [{ stringValue: 'y' }] } },
    { doubleValue: 0.5 },
    undefined,
  ]);
});

test("OpenTelemetry's own packages write the same spans as the same request, as protobuf and as JSON", async () => {
  const { requests, spans } = await exported('delegation');
  const service = attributeValues(requests[0]!.resourceSpans[0]!.resource.attributes);
  const resource = { attributes: service, getRawAttributes: () => Object.entries(service), merge: () => resource };
  const around = { resource, instrumentationScope: { name: 'stemma' } };
  const official = spans.map((span) => readable(span, around));
  const ours = normal(spans);
  const fromProtobuf = decode(message, ProtobufTraceSerializer.serializeRequest(official)!) as unknown as Request;
  const fromJson = JSON.parse(Buffer.from(JsonTraceSerializer.serializeRequest(official)!).toString()) as Request;
  for (const request of [fromProtobuf, fromJson])
    expect(normal(request.resourceSpans[0]!.scopeSpans[0]!.spans)).toEqual(ours);
  for (const request of requests) expect(decode(message, encode(message, request))).toEqual(request);
});

/** As the SDK has a span that ended. */
function readable(span: Span, around: Pick<ReadableSpan, 'resource' | 'instrumentationScope'>): ReadableSpan {
  const context = { traceId: span.traceId, spanId: span.spanId, traceFlags: 1 };
  return {
    name: span.name,
    kind: (span.kind - 1) as SpanKind,
    spanContext: () => context,
    ...(span.parentSpanId !== undefined && { parentSpanContext: { ...context, spanId: span.parentSpanId } }),
    startTime: hrTime(span.startTimeUnixNano),
    endTime: hrTime(span.endTimeUnixNano),
    duration: [0, 0],
    ended: true,
    status: { code: span.status?.code ?? 0, ...(span.status && { message: span.status.message }) },
    attributes: attributeValues(span.attributes),
    events: (span.events ?? []).map(({ name, timeUnixNano, attributes }) => ({
      name,
      time: hrTime(timeUnixNano),
      attributes: attributeValues(attributes),
    })),
    links: (span.links ?? []).map(({ attributes, ...to }) => ({
      context: { ...to, traceFlags: 1 },
      attributes: attributeValues(attributes),
    })),
    ...around,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function attributeValues(attributes: readonly Attribute[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: object): Attributes[string] {
  const [type, inner] = Object.entries(value)[0]!;
  if (type === 'arrayValue') return (inner as { values: object[] }).values.map(plain) as string[];
  return type === 'intValue' ? Number(inner) : (inner as string);
}

function hrTime(nanoseconds: string): HrTime {
  const at = BigInt(nanoseconds);
  return [Number(at / 1_000_000_000n), Number(at % 1_000_000_000n)];
}

/** Without what says nothing, and with whole numbers as text. */
function normal(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'flags' || key.startsWith('dropped')) return undefined;
      if (key === 'intValue') return String(inner);
      if (key === 'status' && !(inner as { code?: number }).code) return undefined;
      return Array.isArray(inner) && inner.length === 0 ? undefined : inner;
    }),
  );
}
