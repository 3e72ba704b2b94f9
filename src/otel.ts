/** `stemma/otel`: spans of OpenTelemetry's JavaScript SDK, logged as events. It needs no package of OpenTelemetry. */
export { stemmaSpanExporter } from './sdk/adapters/otel/span-exporter.ts';
export type { StemmaSpanExporter } from './sdk/adapters/otel/span-exporter.ts';
export type { SpanLogger, SpanOptions } from './sdk/adapters/otel/span-log.ts';
export { stemmaSpanProcessor } from './sdk/adapters/otel/span-processor.ts';
export type { StemmaSpanProcessor } from './sdk/adapters/otel/span-processor.ts';
export type { HrTime, Span, SpanContext, SpanEvent } from './sdk/adapters/otel/span.ts';
