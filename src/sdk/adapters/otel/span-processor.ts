import { SpanLog } from './span-log.ts';
import type { SpanLogger, SpanOptions } from './span-log.ts';
import type { Span } from './span.ts';

/** Fits `SpanProcessor` of OpenTelemetry's SDK, versions 1 and 2. */
export interface StemmaSpanProcessor {
  onStart(span: Span): void;
  onEnd(span: Span): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * Logs each span as a call when it starts, and its result when it ends. The first span of a trace hangs under the
 * scope it was started in. The logger stays the caller's: shutting down writes what was logged and leaves it open.
 */
export function stemmaSpanProcessor(logger: SpanLogger, options: SpanOptions = {}): StemmaSpanProcessor {
  const spans = new SpanLog(logger, options);
  return {
    onStart: (span) => spans.start(span),
    onEnd: (span) => spans.end(span),
    forceFlush: () => logger.flush(),
    shutdown: () => logger.flush(),
  };
}
