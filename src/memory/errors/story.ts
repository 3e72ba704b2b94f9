import type { ErrorKind } from '../../model/words.ts';

/** A failure from where it came from to what proved it gone. Steps are named by their keys. */
export interface ErrorStory {
  /** The failing step. */
  readonly key: string;
  readonly at: number | null;
  readonly kind: ErrorKind;
  /** What fails like this has the same fingerprint, on any machine and any day. */
  readonly fingerprint: string;
  readonly message: string;
  /** Fingerprints of what else it complained of, most telling first, a few. */
  readonly also: readonly string[];
  /** The steps whose doing it was, likeliest first, at most three; none when it came from outside. */
  readonly culprit: readonly string[];
  /** What was tried and did not help, in order. */
  readonly attempts: readonly string[];
  readonly fix: readonly string[];
  /** The step in which the same thing went well afterwards. */
  readonly verifiedBy: string | null;
  /** When it was known to be over. */
  readonly resolvedAt: number | null;
  /** It may still be told on: neither proven nor out of sight. */
  readonly open: boolean;
}
