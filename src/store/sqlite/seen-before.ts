import type { Key } from '../../model/ids.ts';
import { isOpen } from '../rows/preview-record.ts';
import type { SeenBefore } from '../store.ts';
import type { Connection } from './connection.ts';

/** By the index of fingerprints alone: no failure is read. */
export function seenBefore(
  connection: Connection,
  fingerprints: readonly Key[],
  before: number,
): readonly SeenBefore[] {
  const seen = 'select 1 from chain c indexed by chain_by_fingerprint where c.fingerprint = w.value and c.at < ?2';
  return connection
    .all<{ fingerprint: Key; open: number }>(
      `select w.value as fingerprint, exists (${seen} and ${isOpen}) as open from json_each(?1) w where exists (${seen})`,
      JSON.stringify(fingerprints),
      before,
    )
    .map(({ fingerprint, open }) => ({ fingerprint, wasOpen: open === 1 }));
}
