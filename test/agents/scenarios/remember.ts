import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../../../src/memory/errors/fingerprint.ts';
import { marksOf } from '../../../src/memory/errors/marks.ts';
import { keyOf, sessionUid, treeKey } from '../../../src/model/ids.ts';
import { operationsOf } from '../../../src/normalise/operations/operations.ts';
import { parseCall } from '../../../src/normalise/parse-call.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import type { ChainRow } from '../../../src/store/store.ts';
import type { Past } from './script.ts';

const aDay = 24 * 60 * 60 * 1000;

/** Puts what earlier sessions learned into the archive of a room. */
export async function remember(stemmaHome: string, { error, failed, worked, times }: Past): Promise<void> {
  mkdirSync(stemmaHome, { recursive: true });
  await using store = await openSqlite(join(stemmaHome, 'stemma.db'), { mode: 'write' });
  await store.write.putChains(
    Array.from({ length: times }, (_, index): ChainRow => {
      const session = sessionUid('claude', `earlier-${index}`);
      const tree = treeKey(session);
      const at = Date.now() - (index + 1) * aDay;
      return {
        tree,
        chain: keyOf(`${session} failed`),
        basis: 'mined',
        session,
        kind: 'real',
        type: 'error',
        message: error,
        fingerprint: fingerprintOf(error),
        also: [],
        action: `Bash ${failed}`,
        marks: marksOf(operationsOf(parseCall('Bash', { command: failed }))),
        context: null,
        at,
        state: 'resolved',
        resolvedAt: at + 60_000,
        verifiedBy: { tree, event: keyOf(`${session} worked`) },
        culprit: [],
        attempts: [
          {
            id: { tree, event: keyOf(`${session} worked`) },
            action: `Bash ${worked}`,
            codeChanges: null,
            successful: true,
            marks: marksOf(operationsOf(parseCall('Bash', { command: worked }))),
            at: at + 30_000,
          },
        ],
      };
    }),
  );
}
