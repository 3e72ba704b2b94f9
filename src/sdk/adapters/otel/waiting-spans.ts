import { keyOf, milliseconds, parentKeyOf } from './span.ts';
import type { Span } from './span.ts';

/** Spans that have ended and wait for the one above them. */
export class WaitingSpans {
  readonly #spans = new Map<string, Span>();
  readonly #below = new Map<string, Span[]>();

  get size(): number {
    return this.#spans.size;
  }

  add(span: Span): void {
    this.#spans.set(keyOf(span.spanContext()), span);
    const parent = parentKeyOf(span);
    if (parent === undefined) return;
    const siblings = this.#below.get(parent);
    if (siblings) siblings.push(span);
    else this.#below.set(parent, [span]);
  }

  /** Takes out those right below a span, in the order they started. */
  takeBelow(span: Span): readonly Span[] {
    const key = keyOf(span.spanContext());
    const below = (this.#below.get(key) ?? []).filter((each) => this.#spans.delete(keyOf(each.spanContext())));
    this.#below.delete(key);
    return below.toSorted((a, b) => milliseconds(a.startTime) - milliseconds(b.startTime));
  }

  /** Takes out the topmost that waits above the oldest, or the oldest itself; undefined when none is left. */
  takeTop(): Span | undefined {
    let top = this.#spans.values().next().value;
    // Spans that are each other's parents have no top.
    for (let left = this.#spans.size; top && left > 0; left -= 1) {
      const above: Span | undefined = this.#spans.get(parentKeyOf(top) ?? '');
      if (!above) break;
      top = above;
    }
    if (top) this.#spans.delete(keyOf(top.spanContext()));
    return top;
  }
}
