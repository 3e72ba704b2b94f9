import type { CheckKind } from '../../../model/operation.ts';
import type { FailureClass } from '../failures/failure-class.ts';
import type { Action } from '../steps/action.ts';
import type { FixKind } from '../error-story.ts';
import type { NamedFiles } from '../failures/named-files.ts';

/** Follows one failure through the steps after it, until it is fixed. */
export interface FixTracker {
  /** Takes the steps after it, one by one, except those issued together with it: the failure was not known yet. */
  follow(action: Action, failure: FailedAction | null): void;
  readonly over: boolean;
  readonly attempts: readonly string[];
  readonly fix: readonly string[];
  /** Those of the fix that the error itself asks for: what it says to do, and what undoes it. */
  readonly asked?: readonly string[];
  /** Null as long as there is no fix. */
  readonly how: FixKind | null;
  readonly proof: { readonly key: string; readonly at: number | null } | null;
}

/** A failed action and what its output shows. */
export interface FailedAction {
  readonly action: Action;
  readonly failureClass: FailureClass;
  readonly files: NamedFiles;
  /** What it complains of: its reason and its error lines. */
  readonly errorText: string;
  /** Both ends of its output, where it may say what to run. */
  readonly advice: string;
  /** Fingerprints of all problems in its output. */
  readonly problems: ReadonlySet<string>;
  /** A commit, push or merge that ran checks of the repository. */
  readonly ranHook: boolean;
  /** The checks inside it that failed: of a hook, or before a test. */
  readonly checks: ReadonlySet<CheckKind>;
}
