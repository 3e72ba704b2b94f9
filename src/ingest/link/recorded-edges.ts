import type { RecordedCause } from '../../model/draft.ts';
import { eventId } from '../../model/ids.ts';
import type { EventRef, Key } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import { oneLine } from '../../normalise/text/summary.ts';
import type { EdgeRow } from '../../store/store.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

/** The causes that the recorder itself named. A cause may come later, in a file of its own. */
export function recordedEdges(tree: Key, fresh: readonly ScanEvent[]): EdgeRow[] {
  return fresh.flatMap(({ row: { key }, causes }) =>
    causes.map(({ event, type, tag }, at): EdgeRow => {
      const cause = { tree, event };
      return {
        cause,
        effect: { tree, event: key },
        types: [type],
        basis: 'recorded',
        confidence: 1,
        evidence: [evidenceFor(type, cause, tag)],
        ...(causes.length > 1 && { rank: at + 1 }),
      };
    }),
  );
}

function evidenceFor(type: RecordedCause['type'], cause: EventRef, tag: string | undefined): string {
  if (type === 'spawned') return `it began within ${eventId(cause)}`;
  return tag === undefined ? 'recorded as its parent' : oneLine(clean(`recorded as its parent: ${tag}`));
}
