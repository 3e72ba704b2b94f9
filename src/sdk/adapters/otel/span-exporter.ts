import { SpanLog } from './span-log.ts';
import type { SpanLogger, SpanOptions } from './span-log.ts';
import { isFromElsewhere, parentKeyOf } from './span.ts';
import type { Span } from './span.ts';
import { WaitingSpans } from './waiting-spans.ts';

/** Fits `SpanExporter` of OpenTelemetry's SDK, versions 1 and 2. */
export interface StemmaSpanExporter {
  export(spans: readonly Span[], done: (result: { readonly code: number }) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Beyond this the oldest no longer wait for their parent span. */
const maxWaiting = 10_000;

/**
 * Logs ended spans, for setups that only accept an exporter. Children end before their parents, so a span is logged
 * once its parent is here or known to be in another process, or when everything must be flushed. It cannot know the
 * scope in which a trace was started.
 */
export function stemmaSpanExporter(logger: SpanLogger, options: SpanOptions = {}): StemmaSpanExporter {
  const spans = new SpanLog(logger, options);
  const waiting = new WaitingSpans();

  /** Logs a span and everything waiting below it, as if it had been seen to begin and end. */
  const log = (top: Span): void => {
    const open = [{ span: top, hasBegun: false }];
    for (let each = open.at(-1); each; each = open.at(-1)) {
      if (each.hasBegun) {
        spans.end(each.span);
        open.pop();
        continue;
      }
      each.hasBegun = true;
      spans.start(each.span);
      for (const span of waiting.takeBelow(each.span).toReversed()) open.push({ span, hasBegun: false });
    }
  };

  /** The async context in which an exporter is called says nothing about the spans. */
  const logWhile = (hasMore: () => boolean): void => {
    while (hasMore()) {
      const top = waiting.takeTop();
      if (!top) return;
      logger.withParent(null, () => log(top));
    }
  };

  const flush = (): Promise<void> => {
    logWhile(() => true);
    return logger.flush();
  };

  return {
    export(batch, done) {
      for (const span of batch) {
        const parent = parentKeyOf(span);
        if (parent === undefined || isFromElsewhere(span) || spans.knows(parent))
          logger.withParent(null, () => log(span));
        else waiting.add(span);
      }
      logWhile(() => waiting.size > maxWaiting);
      done({ code: 0 });
    },
    forceFlush: flush,
    shutdown: flush,
  };
}
