import { eventId } from '../../model/ids.ts';
import type { Key } from '../../model/ids.ts';
import type { EdgeRow } from '../../store/store.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

/** Which call made which, as recorded by the program itself. The caller may come later, in a file of its own. */
export function spawnedEdges(tree: Key, fresh: readonly ScanEvent[]): EdgeRow[] {
  return fresh.flatMap(({ row: { key }, spawnedBy }): EdgeRow[] => {
    if (spawnedBy === undefined) return [];
    const cause = { tree, event: spawnedBy };
    return [
      {
        cause,
        effect: { tree, event: key },
        types: ['spawned'],
        basis: 'recorded',
        confidence: 1,
        evidence: [`it began within ${eventId(cause)}`],
      },
    ];
  });
}
