import type { DetectedBy, ErrorKind } from '../../model/words.ts';

/** One failure with its culprit, attempts, fix and proof. Steps are named by their keys. */
export interface ErrorStory {
  /** The failing step. */
  readonly key: string;
  readonly at: number | null;
  readonly kind: ErrorKind;
  readonly detectedBy: DetectedBy | null;
  /** The same for every failure like this one, on any machine and any day. */
  readonly fingerprint: string;
  readonly message: string;
  /** Its key lines as printed, most informative first, a few. Redacted. */
  readonly lines: readonly string[];
  /** Their fingerprints, without the failure's own. */
  readonly also: readonly string[];
  /** The steps that caused it, likeliest first, at most three; none when it came from outside. */
  readonly culprit: readonly string[];
  /** What was tried and did not help, in order. */
  readonly attempts: readonly string[];
  readonly fix: readonly string[];
  /** What kind of fix it is; null without one. */
  readonly how: FixKind | null;
  /** The step in which the same check passed afterwards. */
  readonly verifiedBy: string | null;
  /** When it was known to be over. */
  readonly resolvedAt: number | null;
  /** It may still change: neither verified nor too long ago. */
  readonly open: boolean;
}

/**
 * `change`: something was changed: a file, a package, the state of the folder. `call`: the failing part was called
 * otherwise. `retry`: nothing changed and it passed, so the reason is not known.
 */
export type FixKind = 'change' | 'call' | 'retry';
