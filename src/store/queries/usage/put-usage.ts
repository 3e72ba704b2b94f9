import type { Key } from '../../../model/ids.ts';
import { usageTable } from '../../rows/tables.ts';
import { usageSums, type Used } from '../../rows/usage-sums.ts';
import { insert, type Query } from '../query.ts';

const key = ['tree', 'session', 'model', 'paid', 'slot'];
const sums = Object.keys(usageTable.types).filter((name) => !key.includes(name));

/** Adds to the sums of a session, or subtracts from them. */
export function* addUsage(
  { tree, session, sign }: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  events: Iterable<Used>,
): Query<void> {
  yield* insert(
    usageTable,
    usageSums(events, sign).map((sum) => [tree, session, ...sum.key, ...sum.counts]),
    `on conflict (${key.join(', ')}) do update set
       ${sums.map((name) => `${name} = usage.${name} + excluded.${name}`).join(', ')}`,
  );
}
