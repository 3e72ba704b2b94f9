import { sessionUid, treeKey, workspaceTree, type SessionUid } from '../../../model/ids.ts';
import { chainBasisCodes } from '../../rows/codes.ts';
import { get, run, type Query } from '../query.ts';

/**
 * Joins what was entered by hand before its session came: somebody who knows only the agent's own id of a session named
 * it with that id. Entries stay where they are stored, since their ids say where that is.
 */
export function* adoptEntries({ uid, nativeId, workspace }: Arrived): Query<void> {
  const named = sessionUid('sdk', nativeId);
  if (named === uid) return;
  // A program that logs under the same name has a session of its own, and means that one.
  if (yield* get('select 1 from session where uid = ?', named)) return;
  // Those of its workspace; earlier versions kept them in a tree of their own.
  const trees = [workspaceTree(workspace), treeKey(named)];
  yield* run(
    'update chain set session = ? where session = ? and basis = ? and tree in (?, ?)',
    uid,
    named,
    chainBasisCodes.encode('manual')!,
    ...trees,
  );
  yield* run('update attempt set session = ? where session = ?', uid, named);
  yield* run(
    'update invocation set session = ? where session = ? and told = 1 and tree in (?, ?)',
    uid,
    named,
    ...trees,
  );
}

interface Arrived {
  readonly uid: SessionUid;
  readonly nativeId: string;
  readonly workspace: string;
}
