import { isDeepStrictEqual } from 'node:util';
import { text } from '../../../platform/parse-records.ts';
import { inputOf, outcomeOf, toolOf } from '../../../sources/otlp/records/calls.ts';
import { outputOf, paid, tokensOf } from '../../../sources/otlp/records/exchange.ts';
import { errorOf } from '../../../sources/agent/telemetry/fields.ts';
import { isMessageEvent, kindOf } from '../../../sources/agent/telemetry/kinds.ts';
import { lastText } from '../../../sources/otlp/records/messages.ts';
import { telemetryIn } from '../../../sources/agent/telemetry/telemetry.ts';
import type { Telemetry } from '../../../sources/agent/telemetry/telemetry.ts';
import type { Ended, LogEvent, ScopeEvent } from '../../event-logger/log-event.ts';
import { milliseconds } from './span.ts';
import type { Span, SpanEvent } from './span.ts';

/** A span that has begun, as a call. */
export function beginOf(span: Span): ScopeEvent {
  const record = recordOf(span);
  const { traceId, spanId } = span.spanContext();
  const isTool = kindOf(record) === 'call';
  return {
    type: span.name || 'span',
    ...(isTool && { tool: toolOf(record) }),
    payload: (isTool ? inputOf(record) : undefined) ?? { trace_id: traceId, span_id: spanId, ...record.attributes },
    at: milliseconds(span.startTime),
  };
}

/** How a span ended, and what happened within it. */
export interface SpanEnd {
  readonly failed: boolean;
  readonly output: unknown;
  readonly more: Ended;
  readonly events: readonly LogEvent[];
}

/** `atStart` are the attributes at the start: where nothing states the result, the ones added later are used. */
export function endOf(span: Span, atStart: Span['attributes']): SpanEnd {
  const record = recordOf(span);
  const { model, usd } = paid(record);
  const tokens = tokensOf(record);
  const { output, exitCode } =
    kindOf(record) === 'call' ? outcomeOf(record) : { output: lastText(outputOf(record)), exitCode: undefined };
  const failed = record.failed === true;
  return {
    failed,
    output: failed ? whyFailed(record) : output || laterOf(record, atStart),
    more: {
      at: milliseconds(span.endTime),
      ...(tokens && { tokens }),
      ...(model !== undefined && { model }),
      ...(usd !== undefined && { usd }),
      ...(exitCode !== undefined && { exitCode }),
    },
    events: eventsOf(span, failed),
  };
}

/** Besides the end: an exception that did not make the span fail is an error of its own. */
function eventsOf(span: Span, failed: boolean): readonly LogEvent[] {
  return span.events.flatMap((event) => {
    if (isMessageEvent(event.name) || (failed && event.name === 'exception')) return [];
    const { name, attributes = {} } = event;
    return [
      {
        type: name || 'event',
        payload: attributes,
        at: milliseconds(event.time),
        ...(name === 'exception' && { failed: true, text: exceptionText(event) }),
      },
    ];
  });
}

/** The span as the telemetry source reads one from a file. */
function recordOf(span: Span): Telemetry {
  const { name, startTime, endTime, status, attributes, events } = span;
  const { traceId, spanId } = span.spanContext();
  return telemetryIn({ type: 'span', traceId, spanId, name, startTime, endTime, status, attributes, events })[0]!;
}

/** A stack begins with the message, most of the time. */
function whyFailed(record: Telemetry): string {
  const message = errorOf(record) || 'The span failed';
  const stack = text(record.events.find(({ name }) => name === 'exception')?.attributes['exception.stacktrace']) ?? '';
  return stack.includes(message) ? stack : `${message}\n${stack}`.trimEnd();
}

function exceptionText({ attributes = {} }: SpanEvent): string {
  const [type, message, stack] = ['exception.type', 'exception.message', 'exception.stacktrace'].map((field) =>
    text(attributes[field]),
  );
  return stack ?? ([type, message].filter(Boolean).join(': ') || 'exception');
}

function laterOf({ attributes }: Telemetry, atStart: Span['attributes']): unknown {
  const later = Object.entries(attributes).filter(([name, value]) => !isDeepStrictEqual(value, atStart[name]));
  return later.length > 0 ? Object.fromEntries(later) : undefined;
}
