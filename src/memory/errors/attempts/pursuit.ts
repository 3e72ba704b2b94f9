import type { CheckKind } from '../../../model/operation.ts';
import type { Complaint } from '../failures/complaint.ts';
import type { Deed } from '../steps/deed.ts';
import type { NamedFiles } from '../failures/named-files.ts';

/** Follows one failure through the steps after it, until it is over. */
export interface Pursuit {
  /** The steps after it, one by one; those issued together with it are left out: nobody knew yet. */
  follow(deed: Deed, failure: Failed | null): void;
  readonly over: boolean;
  readonly attempts: readonly string[];
  readonly fix: readonly string[];
  readonly proof: { readonly key: string; readonly at: number | null } | null;
}

/** What a failing step left behind to go by. */
export interface Failed {
  readonly deed: Deed;
  readonly complaint: Complaint;
  readonly files: NamedFiles;
  /** Fingerprints of all that it complained of. */
  readonly problems: ReadonlySet<string>;
  /** Of a hook: the checks inside it that failed. */
  readonly checks: ReadonlySet<CheckKind>;
}
