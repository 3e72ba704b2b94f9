import type { EventId } from '../../../model/ids.ts';
import type { LogEvent, ScopeEvent } from '../../event-logger/log-event.ts';
import type { Scope } from '../../event-logger/scope.ts';
import { beginOf, endOf } from './span-call.ts';
import { isSampled, keyOf, parentKeyOf } from './span.ts';
import type { Span } from './span.ts';

/** What spans are logged with: an `EventLogger`. */
export interface SpanLogger {
  log(event: LogEvent): EventId;
  startScope(event: ScopeEvent): Scope;
  withParent<T>(parent: EventId | string | null, run: () => T): T;
  flush(): Promise<void>;
}

export interface SpanOptions {
  /**
   * Which spans to log, decided when they start; all when absent. Children of an excluded span hang under the next
   * included one above.
   */
  readonly include?: (span: Span) => boolean;
}

/** What is kept of a span for the spans below it. */
interface Known {
  readonly id: EventId;
  readonly above: Known | undefined;
  /** It reported tokens, so a span below that reports tokens repeats them. */
  hasTokens: boolean;
  /** Something below it did, so its own tokens are the sum. */
  isSum: boolean;
}

/**
 * Beyond this the least recently used span is forgotten; what starts below it later is treated as from another process.
 */
const maxKnown = 50_000;

/**
 * Spans as scopes: each is a call that begins and ends, under its parent span or, where there is none here, under the
 * current scope.
 */
export class SpanLog {
  readonly #logger: SpanLogger;
  readonly #include: (span: Span) => boolean;
  /** Undefined for a span that is left out and has none above it. */
  readonly #known = new Map<string, Known | undefined>();
  /** Keyed by the span itself, so that one that never ends is not kept alive. */
  readonly #open = new WeakMap<
    Span,
    { readonly scope: Scope; readonly known: Known; readonly attributes: Span['attributes'] }
  >();

  constructor(logger: SpanLogger, { include = () => true }: SpanOptions = {}) {
    this.#logger = logger;
    this.#include = include;
  }

  /** Whether the span was started here, or was left out here. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  start(span: Span): void {
    const key = keyOf(span.spanContext());
    const above = this.#find(parentKeyOf(span));
    if (!isSampled(span) || !this.#isIncluded(span)) {
      this.#remember(key, above);
      return;
    }
    const scope = this.#logger.startScope({ ...beginOf(span), ...(above && { parent: above.id }) });
    const known: Known = { id: scope.id, above, hasTokens: false, isSum: false };
    this.#remember(key, known);
    this.#open.set(span, { scope, known, attributes: { ...span.attributes } });
  }

  end(span: Span): void {
    const open = this.#open.get(span);
    if (!open) return;
    this.#open.delete(span);
    const { scope, known } = open;
    const { failed, output, more, events } = endOf(span, open.attributes);
    for (const event of events) scope.log(event);
    const { tokens, usd, ...rest } = more;
    const used =
      tokens === undefined || !countsOnce(known) ? rest : { ...rest, tokens, ...(usd !== undefined && { usd }) };
    if (failed) scope.fail(output, used);
    else scope.end(output, used);
  }

  #find(key: string | undefined): Known | undefined {
    const found = key === undefined ? undefined : this.#known.get(key);
    if (found) this.#remember(key!, found);
    return found;
  }

  /** A filter that throws must not stop the program. */
  #isIncluded(span: Span): boolean {
    try {
      return this.#include(span);
    } catch {
      return true;
    }
  }

  #remember(key: string, known: Known | undefined): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > maxKnown) this.#known.delete(this.#known.keys().next().value!);
  }
}

/**
 * Agents and SDKs repeat the tokens of their requests as a sum. Along one line of spans only one may count, and the
 * lowest ends first.
 */
function countsOnce(known: Known): boolean {
  if (known.isSum) return false;
  for (let each = known.above; each; each = each.above) if (each.hasTokens) return false;
  known.hasTokens = true;
  for (let each = known.above; each && !each.isSum; each = each.above) each.isSum = true;
  return true;
}
