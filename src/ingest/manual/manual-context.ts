import { workspaceTree, type Key, type SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';

/** Where and when a manual entry is made. */
export interface ManualContext {
  readonly workspace: string;
  readonly clock: () => number;
  /** The session it happened in. It need not be in the archive. */
  readonly session?: SessionUid;
}

/** The tree a manual entry belongs to: that of its session when it is here, else one of the workspace. */
export async function manualTree(
  read: StoreReader,
  { session, workspace }: Pick<ManualContext, 'session' | 'workspace'>,
): Promise<Key> {
  const known = session === undefined ? undefined : await read.treeOf(session);
  return known ?? workspaceTree(workspace);
}
