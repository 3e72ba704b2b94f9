import type { Key } from '../../model/ids.ts';
import { isOpen } from '../rows/preview-record.ts';
import type { SeenBefore } from '../store.ts';
import type { Sql } from './sql.ts';

export async function seenBefore(
  sql: Sql,
  fingerprints: readonly Key[],
  before: number,
): Promise<readonly SeenBefore[]> {
  const seen = 'select 1 from chain c where c.fingerprint = w.fingerprint and c.at < ?2';
  const rows = await sql.all<{ fingerprint: Key; open: boolean }>(
    `select w.fingerprint, exists (${seen} and ${isOpen}) as open from unnest(?1::bigint[]) w(fingerprint) where exists (${seen})`,
    fingerprints,
    before,
  );
  return rows.map(({ fingerprint, open }) => ({ fingerprint, wasOpen: open }));
}
