import { sessionUid } from '../../src/model/ids.ts';
import type { Store } from '../../src/store/store.ts';

/** What no file holds: a chain and the use of a skill, entered by hand. */
export async function putManualEntries({ write }: Store, message = 'told by hand'): Promise<void> {
  const tree = 4_711;
  await write.putChains([
    {
      tree,
      chain: 1,
      session: null,
      basis: 'manual',
      kind: 'real',
      state: 'open',
      fingerprint: 'E: told by hand',
      type: 'ToldError',
      message,
      action: 'did it',
      marks: ['m'],
      context: '{"a":1}',
      at: 5,
      resolvedAt: null,
      verifiedBy: null,
      culprit: [],
      also: ['also this'],
      attempts: [{ id: { tree, event: 2 }, action: 'tried', codeChanges: null, successful: true, marks: [], at: 6 }],
    },
  ]);
  await write.putManualUses([
    {
      tree,
      invocation: 3,
      session: sessionUid('manual', 'x'),
      what: 'skill',
      skill: 'debugging',
      at: 7,
      path: null,
      phase: null,
      query: 'why',
      request: null,
      alternatives: ['a', 'b'],
      rank: 1,
      end: { completed: true, durationSeconds: 1.5, followUps: [], errorType: null },
    },
  ]);
}
