import { fingerprintOf } from '../memory/errors/fingerprint.ts';
import { chainId, keyOf, treeKey, workspaceTree, type ChainId, type SessionUid } from '../model/ids.ts';
import type { ChainState, ErrorKind } from '../model/words.ts';
import type { Store } from '../store/store.ts';

/** A failure and what was done about it, written by a test. */
export interface TestChain {
  /** Names it in the test. */
  readonly name: string;
  readonly message: string;
  readonly kind?: ErrorKind;
  readonly state?: ChainState;
  /** UTC; the default is noon on 2026-03-01. */
  readonly at?: string;
  /** In minutes. */
  readonly took?: number;
  readonly session?: SessionUid;
  readonly also?: readonly string[];
  readonly marks?: readonly string[];
  /** `run npm install` fixed it, `!edit a.ts` did not, `?edit b.ts` may have. */
  readonly tried?: readonly string[];
}

/** Stores failures as manual entries and returns their ids. */
export async function recordChains(store: Store, ...chains: readonly TestChain[]): Promise<readonly ChainId[]> {
  const rows = chains.map(
    ({
      name,
      message,
      kind = 'real',
      state = 'open',
      at = '2026-03-01T12:00:00Z',
      took = 0,
      session,
      also = [],
      marks = [],
      tried = [],
    }) => {
      const tree = session === undefined ? workspaceTree('local') : treeKey(session);
      const time = Date.parse(at);
      return {
        tree,
        chain: keyOf(name),
        basis: 'manual' as const,
        session: session ?? null,
        kind,
        type: 'error',
        message,
        fingerprint: fingerprintOf(message),
        also: also.map(fingerprintOf),
        action: '',
        marks,
        context: null,
        at: time,
        state,
        resolvedAt: state === 'resolved' ? time + took * 60_000 : null,
        verifiedBy: null,
        culprit: [],
        attempts: tried.map((each, index) => ({
          id: { tree, event: keyOf(`${name} ${index}`) },
          action: each.replace(/^[!?]/, ''),
          codeChanges: null,
          successful: each.startsWith('!') ? false : each.startsWith('?') ? null : true,
          marks: [each.replace(/^[!?]/, '')],
          at: time + index * 1000,
        })),
      };
    },
  );
  await store.write.putChains(rows);
  return rows.map(chainId);
}
