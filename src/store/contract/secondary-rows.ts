import type { Key, SessionUid } from '../../model/ids.ts';
import type { ChainRow } from './chain-rows.ts';
import type { EdgeRow } from './edge-rows.ts';

/** What secondary sources show of a session without a transcript; see `StoreWriter.putSecondaryAnalysis`. */
export interface SecondaryAnalysis {
  readonly tree: Key;
  readonly session: SessionUid;
  /** Of its events that have any. */
  readonly marks: ReadonlyMap<Key, readonly string[]>;
  readonly edges: readonly EdgeRow[];
  readonly chains: readonly ChainRow[];
}
