/**
 * The fields that are read of a span of OpenTelemetry's JavaScript SDK, by shape: stemma does not depend on that SDK,
 * and versions 1 and 2 both fit. Attributes and events are added until the span ends.
 */
export interface Span {
  readonly name: string;
  spanContext(): SpanContext;
  /** Version 1. */
  readonly parentSpanId?: string | undefined;
  /** Version 2. */
  readonly parentSpanContext?: SpanContext | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: { readonly code: number; readonly message?: string | undefined };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly SpanEvent[];
}

export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean | undefined;
}

export interface SpanEvent {
  readonly name: string;
  readonly time: HrTime;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Seconds and nanoseconds. */
export type HrTime = readonly [number, number];

export function milliseconds([seconds, nanoseconds]: HrTime): number {
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** Names a span among those of all traces. */
export function keyOf({ traceId, spanId }: Pick<SpanContext, 'traceId' | 'spanId'>): string {
  return `${traceId}/${spanId}`;
}

/** Undefined for the first span of a trace. */
export function parentKeyOf(span: Span): string | undefined {
  const spanId = span.parentSpanContext?.spanId ?? span.parentSpanId;
  return spanId ? keyOf({ traceId: span.spanContext().traceId, spanId }) : undefined;
}

/** Whether the parent is known to be of another process; version 1 does not say. */
export function isFromElsewhere(span: Span): boolean {
  return span.parentSpanContext?.isRemote === true;
}

export function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & 1) === 1;
}
