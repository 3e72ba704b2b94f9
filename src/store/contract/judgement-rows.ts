import type { Key, SessionUid } from '../../model/ids.ts';
import type { JudgedBy } from '../../model/judgement.ts';
import type { ChainRow } from './chain-rows.ts';
import type { EdgeRow } from './edge-rows.ts';

/** What a judgement changes in the answers about a session; see `StoreWriter.applyJudgement`. */
export interface AppliedJudgement {
  readonly tree: Key;
  readonly session: SessionUid;
  /** Null: nothing is judged any more. */
  readonly by: JudgedBy | null;
  readonly edges: readonly EdgeRow[];
  /** All text must be redacted by the caller. */
  readonly chains: readonly ChainRow[];
}
