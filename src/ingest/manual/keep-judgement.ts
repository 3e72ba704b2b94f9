import type { SessionUid } from '../../model/ids.ts';
import type { Judgement } from '../../model/judgement.ts';
import type { Store } from '../../store/store.ts';
import { analyzeSession } from '../analysis/analyze.ts';
import { storableLine } from './storable.ts';

/** Stores a judgement in place of an earlier one, and shows it in the answers. Its texts are redacted already. */
export async function keepJudgement(
  store: Store,
  session: SessionUid,
  { model, now, ...judged }: Pick<Judgement, 'calls' | 'stories' | 'outcome' | 'model'> & { readonly now: number },
): Promise<Judgement> {
  const judgement = { session, model: storableLine(model), at: new Date(now).toISOString(), ...judged };
  const tree = (await store.read.treeOf(session))!;
  await store.write.putJudgement(tree, judgement);
  await analyzeSession(session, { store, clock: () => now });
  return judgement;
}

/** Removes a judgement; what was inferred counts again. Returns what was removed. */
export async function removeJudgement(store: Store, session: SessionUid, now: number): Promise<Judgement | undefined> {
  const judgement = await store.read.judgement(session);
  const tree = await store.read.treeOf(session);
  if (judgement === undefined || tree === undefined) return undefined;
  await store.write.dropJudgement(tree, session);
  await store.write.applyJudgement({ tree, session, by: null, edges: [], chains: [] });
  await analyzeSession(session, { store, clock: () => now });
  return judgement;
}
