import type { Activity } from '../../model/digest.ts';
import type { SessionUid } from '../../model/ids.ts';

/** What a list shows of a session besides itself. See store.ts. */
export interface SessionPreview {
  readonly uid: SessionUid;
  /** From its digest, also of a session that has grown since; null while it has none. */
  readonly edited: number | null;
  readonly activity: Activity | null;
  /** The reason of the outcome its digest has. */
  readonly outcome_reason: string | null;
  /** How many sessions name it as parent, including their descendants. */
  readonly children: number;
  readonly descendants: readonly SessionUid[];
}
