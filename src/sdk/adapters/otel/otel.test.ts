import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span as LiveSpan, Tracer } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventLogger, openStemma } from '../../../index.ts';
import type { Event } from '../../../index.ts';
import { stemmaSpanExporter } from './span-exporter.ts';
import { stemmaSpanProcessor } from './span-processor.ts';
import type { HrTime, Span } from './span.ts';

const start = Date.parse('2026-05-04T10:00:00Z');

let home: string;
let logger: EventLogger;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-otel-'));
  logger = new EventLogger({ home, parent: null, session: 'traced' });
});
afterEach(async () => {
  await logger.close();
  await rm(home, { recursive: true });
});

/** As the SDK has them, in its version 2. */
function traced(processor: SpanProcessor, options: ConstructorParameters<typeof BasicTracerProvider>[0] = {}): Tracer {
  return new BasicTracerProvider({ ...options, spanProcessors: [processor] }).getTracer('test');
}

function under(span: LiveSpan) {
  return trace.setSpan(ROOT_CONTEXT, span);
}

/** What was archived: calls, results and errors, each with the summary of its parent. */
async function archived(): Promise<readonly (Event & { readonly above: string | null })[]> {
  await logger.flush();
  await using stemma = await openStemma({ home });
  await stemma.ingest();
  const { events } = await stemma.timeline('traced', { limit: 1_000 });
  return events.map((event) => ({
    ...event,
    above:
      events.find(({ id }) => id === event.parent)?.tool ?? events.find(({ id }) => id === event.parent)?.type ?? null,
  }));
}

const calls = (events: Awaited<ReturnType<typeof archived>>) => events.filter(({ kind }) => kind === 'tool_call');
const shape = (events: Awaited<ReturnType<typeof archived>>) => calls(events).map(({ tool, above }) => [tool, above]);

describe.each([
  ['a processor', () => stemmaSpanProcessor(logger)],
  ['an exporter behind a simple processor', () => new SimpleSpanProcessor(stemmaSpanExporter(logger))],
  ['an exporter behind a batch processor', () => new BatchSpanProcessor(stemmaSpanExporter(logger))],
])('spans through %s', (_, plugged) => {
  test('hang under each other, each once, with how long they took', async () => {
    const processor = plugged();
    const tracer = traced(processor);
    const agent = tracer.startSpan('invoke_agent', { startTime: start + 1_000 });
    const chat = tracer.startSpan('chat', { startTime: start + 2_000 }, under(agent));
    chat.end(start + 2_500);
    const tool = tracer.startSpan(
      'execute_tool ls',
      {
        startTime: start + 3_000,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'ls',
          'gen_ai.tool.call.arguments': '{"path":"src"}',
          'gen_ai.tool.call.result': 'a.ts',
        },
      },
      under(agent),
    );
    tracer.startSpan('read folder', { startTime: start + 3_100 }, under(tool)).end(start + 3_200);
    tool.end(start + 3_750);
    agent.end(start + 4_000);
    await processor.shutdown();

    const events = await archived();
    expect(shape(events)).toEqual([
      ['invoke_agent', null],
      ['chat', 'invoke_agent'],
      ['ls', 'invoke_agent'],
      ['read folder', 'ls'],
    ]);
    expect(events.find(({ tool: name, kind }) => name === 'ls' && kind === 'tool_call')).toMatchObject({
      at: new Date(start + 3_000).toISOString(),
      duration_ms: 750,
      summary: expect.stringContaining('src'),
    });
    expect(events.filter(({ kind }) => kind === 'tool_result').map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining('a.ts'),
    );
  });

  test('report model and tokens once, though sums repeat them', async () => {
    const processor = plugged();
    const tracer = traced(processor);
    const usage = (input: number, output: number) => ({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
    });
    const agent = tracer.startSpan('invoke_agent');
    for (const input of [100, 200]) {
      const chat = tracer.startSpan(
        'chat',
        { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' } },
        under(agent),
      );
      chat.setAttributes({
        ...usage(input, 10),
        'gen_ai.usage.cache_read.input_tokens': 40,
        'gen_ai.response.model': 'm-1-2026',
      });
      chat.end();
    }
    agent.setAttributes(usage(300, 20));
    agent.end();
    await processor.shutdown();

    const events = (await archived()).filter(({ tokens }) => tokens);
    expect(events.map(({ tokens, model }) => [tokens!.input, tokens!.cache_read, tokens!.output, model])).toEqual([
      [60, 40, 10, 'm-1-2026'],
      [160, 40, 10, 'm-1-2026'],
    ]);
  });

  test('fail with what was thrown, and only those that failed', async () => {
    const processor = plugged();
    const tracer = traced(processor);
    const agent = tracer.startSpan('invoke_agent');
    const bad = tracer.startSpan('execute_tool deploy', {}, under(agent));
    bad.recordException(new RangeError('no disk left'));
    bad.setStatus({ code: SpanStatusCode.ERROR, message: 'no disk left' });
    bad.end();
    const retried = tracer.startSpan('fetch', {}, under(agent));
    retried.recordException(new TypeError('socket hang up'));
    retried.setStatus({ code: SpanStatusCode.OK });
    retried.end();
    agent.end();
    await processor.shutdown();

    const events = await archived();
    expect(calls(events).map(({ tool, failed }) => [tool, failed])).toEqual([
      ['invoke_agent', false],
      ['execute_tool deploy', true],
      ['fetch', false],
    ]);
    const errors = events.filter(({ kind }) => kind === 'error');
    expect(errors.map(({ summary, above }) => [/no disk left|socket hang up/.exec(summary)?.[0], above])).toEqual([
      ['no disk left', 'execute_tool deploy'],
      ['socket hang up', 'fetch'],
    ]);
  });

  test('that end after their parents, or start after them, still hang under them', async () => {
    const processor = plugged();
    const tracer = traced(processor);
    const request = tracer.startSpan('request');
    const slow = tracer.startSpan('send mail', {}, under(request));
    request.end();
    slow.end();
    tracer.startSpan('clean up', {}, under(request)).end();
    await processor.shutdown();

    expect(shape(await archived())).toEqual([
      ['request', null],
      ['send mail', 'request'],
      ['clean up', 'request'],
    ]);
  });

  test('with a parent in another process stand for themselves, and what is below them hangs there', async () => {
    const processor = plugged();
    const tracer = traced(processor);
    const remote = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, isRemote: true };
    const handler = tracer.startSpan('handler', {}, trace.setSpanContext(ROOT_CONTEXT, remote));
    tracer.startSpan('query', {}, under(handler)).end();
    handler.end();
    await processor.shutdown();

    expect(shape(await archived())).toEqual([
      ['handler', null],
      ['query', 'handler'],
    ]);
  });

  test('that were not sampled leave nothing', async () => {
    const processor = plugged();
    // Recorded locally, but sampled out for exporters.
    const tracer = traced(processor, {
      sampler: { shouldSample: () => ({ decision: SamplingDecision.RECORD }), toString: () => 'unsampled' },
    });
    tracer.startSpan('unseen').end();
    logger.log({ type: 'seen' });
    await processor.shutdown();

    expect((await archived()).map(({ type }) => type)).toEqual(['seen']);
  });

  test('leave the logger open when they are shut down', async () => {
    const processor = plugged();
    await processor.shutdown();
    logger.log({ type: 'afterwards' });
    expect((await archived()).map(({ type }) => type)).toEqual(['afterwards']);
  });
});

describe('a processor', () => {
  test('hangs the first span of a trace under the scope it was started in', async () => {
    const tracer = traced(stemmaSpanProcessor(logger));
    const decision = logger.log({ type: 'spawn_decision' });
    await logger.withParent(decision, async () => {
      await Promise.resolve();
      const request = tracer.startSpan('request');
      tracer.startSpan('query', {}, under(request)).end();
      request.end();
    });
    tracer.startSpan('elsewhere').end();

    expect(shape(await archived())).toEqual([
      ['request', 'spawn_decision'],
      ['query', 'request'],
      ['elsewhere', null],
    ]);
  });

  test('logs a span that never ended as begun', async () => {
    const tracer = traced(stemmaSpanProcessor(logger));
    tracer.startSpan('hangs');
    expect(shape(await archived())).toEqual([['hangs', null]]);
  });

  test('leaves out what is not asked for, and hangs what is below it under the next span above', async () => {
    const tracer = traced(stemmaSpanProcessor(logger, { include: ({ name }) => !name.startsWith('http') }));
    const outer = tracer.startSpan('agent');
    const http = tracer.startSpan('http GET', {}, under(outer));
    tracer.startSpan('parse', {}, under(http)).end();
    http.end();
    outer.end();
    const alone = tracer.startSpan('http POST');
    tracer.startSpan('handle', {}, under(alone)).end();
    alone.end();

    expect(shape(await archived())).toEqual([
      ['agent', null],
      ['parse', 'agent'],
      ['handle', null],
    ]);
  });

  test('does not let a filter that throws into the program', () => {
    const tracer = traced(
      stemmaSpanProcessor(logger, {
        include: () => {
          throw new Error('broken filter');
        },
      }),
    );
    expect(() => tracer.startSpan('goes on').end()).not.toThrow();
  });

  test('keeps what was learned of a span after it began, and what happened within it', async () => {
    const tracer = traced(stemmaSpanProcessor(logger));
    const span = tracer.startSpan('lookup', { attributes: { table: 'users' } });
    span.setAttribute('rows', 7);
    span.addEvent('cache miss', { key: 'u:1' });
    span.end();

    const events = await archived();
    expect(events.find(({ kind }) => kind === 'tool_call')!.summary).toContain('users');
    expect(events.find(({ kind }) => kind === 'tool_result')!.summary).toContain('rows');
    expect(events.find(({ type }) => type === 'cache miss')).toMatchObject({ above: 'lookup' });
  });
});

describe('an exporter', () => {
  test('does not take the scope it happens to be called in for a parent', async () => {
    const exporter = stemmaSpanExporter(logger);
    logger.withParent(logger.log({ type: 'somewhere' }), () => exporter.export([span({ name: 'request' })], () => {}));
    expect(shape(await archived())).toEqual([['request', null]]);
  });

  test('says that it has taken them', () => {
    const results: unknown[] = [];
    stemmaSpanExporter(logger).export([span({ name: 'request' })], (result) => results.push(result));
    expect(results).toEqual([{ code: 0 }]);
  });

  test('logs spans whose parent never came when everything must be written', async () => {
    const exporter = stemmaSpanExporter(logger);
    exporter.export([span({ name: 'below', id: 2, parent: 1 }), span({ name: 'orphan', id: 1, parent: 9 })], () => {});
    expect(logger.stats().logged).toBe(0);
    await exporter.forceFlush();
    expect(shape(await archived())).toEqual([
      ['orphan', null],
      ['below', 'orphan'],
    ]);
  });

  test('does not wait for a parent that is known to be of another process', () => {
    const elsewhere = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), traceFlags: 1, isRemote: true };
    stemmaSpanExporter(logger).export([{ ...span({ name: 'handler' }), parentSpanContext: elsewhere }], () => {});
    expect(logger.stats().logged).toBe(2);
  });

  test('does not wait for ever: beyond ten thousand the oldest are logged', async () => {
    const exporter = stemmaSpanExporter(logger);
    exporter.export(
      Array.from({ length: 10_010 }, (_, index) => span({ name: `orphan ${index}`, id: index + 1, parent: 99_999 })),
      () => {},
    );
    expect(shape(await archived()).map(([tool]) => tool)).toEqual(
      Array.from({ length: 10 }, (_, index) => `orphan ${index}`),
    );
  });

  test('comes to an end with spans that are each other’s parents', async () => {
    const exporter = stemmaSpanExporter(logger);
    exporter.export([span({ name: 'hen', id: 1, parent: 2 }), span({ name: 'egg', id: 2, parent: 1 })], () => {});
    await exporter.shutdown();
    expect(
      shape(await archived())
        .map(([tool]) => tool)
        .join(' '),
    ).toBe('hen egg');
  });

  test('goes down ten thousand spans', async () => {
    const exporter = stemmaSpanExporter(logger);
    exporter.export(
      Array.from({ length: 10_000 }, (_, index) => span({ name: 'deeper', id: 10_000 - index, parent: 9_999 - index })),
      () => {},
    );
    await exporter.shutdown();
    expect(logger.stats()).toMatchObject({ written: 20_000, dropped: 0 });
  });
});

describe('spans in the shape of version 1', () => {
  test('name their parents in another way', async () => {
    const processor = stemmaSpanProcessor(logger);
    const [outer, inner] = [span({ name: 'outer', id: 1 }), span({ name: 'inner', id: 2, parent: 1, version: 1 })];
    processor.onStart(outer);
    processor.onStart(inner);
    processor.onEnd(inner);
    processor.onEnd(outer);
    expect(shape(await archived())).toEqual([
      ['outer', null],
      ['inner', 'outer'],
    ]);
  });
});

function span({
  name,
  id = 1,
  parent,
  version = 2,
}: {
  name: string;
  id?: number;
  parent?: number;
  version?: 1 | 2;
}): Span {
  const contextOf = (number: number) => ({
    traceId: 'c'.repeat(32),
    spanId: number.toString(16).padStart(16, '0'),
    traceFlags: 1,
  });
  const at = (seconds: number): HrTime => [1_700_000_000 + seconds, 0];
  return {
    name,
    spanContext: () => contextOf(id),
    ...(parent &&
      (version === 2 ? { parentSpanContext: contextOf(parent) } : { parentSpanId: contextOf(parent).spanId })),
    startTime: at(id),
    endTime: at(id + 1),
    status: { code: 0 },
    attributes: {},
    events: [],
  };
}
