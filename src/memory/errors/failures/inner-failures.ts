import type { FinishedCall } from '../steps/finished-call.ts';

/**
 * Failures inside scopes. An exception that passes through several scopes is reported by each of them: the innermost is
 * the failure, the others only passed it on.
 */
export class InnerFailures {
  /** By the step they happened in. */
  readonly #within = new Map<string, { readonly key: string; readonly reason: string }>();

  add({ key, reason, causes = [] }: FinishedCall): void {
    for (const cause of causes) this.#within.set(cause, { key, reason });
    if (this.#within.size > maxRemembered) this.#within.delete(this.#within.keys().next().value!);
  }

  /** The failure that this one passes on: it happened in it, and for the same reason. */
  of({ key, reason, ended }: FinishedCall): string | undefined {
    const inner = ended === 'failed' ? this.#within.get(key) : undefined;
    if (inner === undefined) return undefined;
    return reason === '' || reason.includes(inner.reason) || inner.reason.includes(reason) ? inner.key : undefined;
  }
}

const maxRemembered = 1_000;
