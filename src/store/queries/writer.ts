import type { Key, SessionUid } from '../../model/ids.ts';
import type { StoreWriter } from '../store.ts';
import { commitBatch, type ReadMarks } from './archive/commit.ts';
import { dropDerived } from './archive/drop-derived.ts';
import { restoreBytes } from './archive/evict.ts';
import { putSecondaryAnalysis } from './archive/secondary-analysis.ts';
import { annotateChain } from './chains/annotate-chain.ts';
import { dropModelVectors, putModelVectors } from './chains/model-vectors.ts';
import { putManualChains } from './chains/put-chains.ts';
import type { Dialect } from './dialect.ts';
import { putLinkEdges } from './edges/link-edges.ts';
import { knownEvents } from './events/known-events.ts';
import { applyJudgement } from './judgements/apply-judgement.ts';
import { dropJudgement, putJudgement } from './judgements/judgements.ts';
import { run, type Query } from './query.ts';
import type { Runner } from './reader.ts';
import { unanalyzedSessions } from './sessions/digests.ts';
import { folders, moveFolders } from './sessions/folders.ts';
import { sessionsWithNative } from './sessions/sessions.ts';
import { putTitleDetails, undetailedTitles } from './sessions/title-details.ts';
import { countedTokens } from './usage/responses.ts';
import { endManualUse, putManualUses } from './usage/put-invocations.ts';

export interface Writer extends Runner {
  /** All of the query or nothing of it, while no other process writes to these trees. */
  transaction<Answer>(trees: readonly Key[], query: () => Query<Answer>): Promise<Answer>;
  /** The same, while no other process writes to any tree. */
  alone<Answer>(query: () => Query<Answer>): Promise<Answer>;
}

/** What both databases write alike. `marks` is for a database with several writing processes. */
export function sharedWriter(db: Dialect, { ask, transaction, alone }: Writer, marks?: ReadMarks) {
  return {
    commit: (batch) => transaction([batch.tree], () => commitBatch(db, batch, marks)),
    known: (tree, events) =>
      ask(function* () {
        return new Set((yield* knownEvents(db, tree, events)).keys());
      }),
    countedTokens: (responses) => ask(() => countedTokens(db, responses)),
    putLinkEdges: (tree, session, edges) => transaction([tree], () => putLinkEdges(db, tree, session, edges)),

    folders: () => ask(folders),
    moveFolders: (moved) => alone(() => moveFolders(moved)),
    undetailedTitles: () => ask(undetailedTitles),
    putTitleDetails: (details) => alone(() => putTitleDetails(details)),

    putChains: (chains) => transaction(treesOf(chains), () => putManualChains(db, chains)),
    annotateChain: (chain, note) => transaction([chain.tree], () => annotateChain(chain, note)),
    putSecondaryAnalysis: (analysis) => transaction([analysis.tree], () => putSecondaryAnalysis(db, analysis)),
    putVectors: (vectors) => transaction([], () => db.chains.putVectors(vectors)),

    putModelVectors: (model, vectors) => transaction([], () => putModelVectors(model, vectors)),
    dropModelVectors: (except) => transaction([], () => dropModelVectors(except)),

    putJudgement: (tree, judgement) => transaction([tree], () => putJudgement(tree, judgement)),
    dropJudgement: (tree, session) => transaction([tree], () => dropJudgement(session)),
    applyJudgement: (judgement) => transaction([judgement.tree], () => applyJudgement(db, judgement)),

    putManualUses: (uses) => transaction(treesOf(uses), () => putManualUses(uses)),
    endManualUse: (use, end) => transaction([use.tree], () => endManualUse(use, end)),

    title: (native, flavor, title) =>
      transaction([], function* () {
        const uids: readonly SessionUid[] = yield* sessionsWithNative(db, { native, flavor, limit: maxSessions });
        for (const uid of uids) yield* run('update session set title = ? where uid = ?', title, uid);
      }),
    unanalyzed: (limit) => ask(() => unanalyzedSessions(db, limit)),
    restoreBytes: (path, pieces) => alone(() => restoreBytes(path, pieces)),
    dropDerived: (kept) => alone(() => dropDerived(db, kept)),
    setMeta: (name, value) =>
      transaction([], function* () {
        yield* run(
          'insert into meta values (?, ?) on conflict (name) do update set value = excluded.value',
          name,
          value,
        );
      }),
  } satisfies Partial<StoreWriter>;
}

const maxSessions = 1_000;

function treesOf(rows: readonly { readonly tree: Key }[]): readonly Key[] {
  return [...new Set(rows.map(({ tree }) => tree))];
}
