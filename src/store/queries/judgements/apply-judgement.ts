import type { SessionUid } from '../../../model/ids.ts';
import type { JudgedBy } from '../../../model/judgement.ts';
import { withNotes } from '../../rows/chain-notes.ts';
import { basisCodes } from '../../rows/codes.ts';
import type { KeptChain } from '../../rows/kept-chain.ts';
import type { AppliedJudgement } from '../../store.ts';
import { keptChains } from '../chains/kept-chains.ts';
import { dropChains, putChains } from '../chains/put-chains.ts';
import type { Dialect } from '../dialect.ts';
import { putEdges } from '../edges/put-edges.ts';
import { all, run, type Query } from '../query.ts';
import { requestDigest } from '../sessions/digests.ts';
import { sessionNumber } from '../sessions/put-session.ts';

/** Of a chain that was judged: by whom, and what was mined before. Stored as JSON. */
interface Replaced extends JudgedBy {
  /** Null when nothing was mined there. */
  readonly mined: KeptChain | null;
}

/** Replaces what was judged about a session: edges beside the inferred ones, stories in place of the mined ones. */
export function* applyJudgement(db: Dialect, { tree, session, by, edges, chains }: AppliedJudgement): Query<void> {
  const number = yield* sessionNumber(tree, session);
  if (number === undefined) return;
  yield* run(
    'delete from edge where tree = ? and session = ? and basis = ?',
    tree,
    number,
    basisCodes.encode('judged')!,
  );
  yield* restoreMined(db, session);
  yield* putEdges(db, edges, {});
  const before = new Map(
    (yield* keptChains(
      db,
      chains.map(({ tree: of, chain }) => ({ tree: of, chain })),
    )).map((kept) => [`${kept.tree} ${kept.chain}`, kept]),
  );
  if (by !== null)
    yield* putChains(
      db,
      chains.map((row) => {
        const mined = before.get(`${row.tree} ${row.chain}`) ?? null;
        const judged: Replaced = { ...by, mined };
        const attempts = row.attempts.map((attempt) => ({ ...attempt, isManual: false }));
        return withManual({ ...row, attempts, notes: null, judged: JSON.stringify(judged) }, mined);
      }),
    );
  yield* run('update session set judged_by = ? where tree = ? and session = ?', by?.model ?? null, tree, number);
  yield* requestDigest(db, session);
}

/** Puts back what was mined. What people said about a failure since then stays. */
function* restoreMined(db: Dialect, session: SessionUid): Query<void> {
  const found = yield* all<{ tree: number; chain: number; judged: string }>(
    'select tree, chain, judged from chain where session = ? and judged is not null',
    session,
  );
  if (found.length === 0) return;
  const mined = new Map(found.map((row) => [`${row.tree} ${row.chain}`, (JSON.parse(row.judged) as Replaced).mined]));
  const restored: KeptChain[] = [];
  for (const now of yield* keptChains(db, found)) {
    const before = mined.get(`${now.tree} ${now.chain}`) ?? null;
    if (before !== null)
      restored.push(
        withManual({ ...before, attempts: before.attempts.filter(({ isManual }) => !isManual), notes: null }, now),
      );
    else if (now.notes === null) yield* dropChains('tree = ? and chain = ?', now.tree, now.chain);
    else yield* run('update chain set judged = null where tree = ? and chain = ?', now.tree, now.chain);
  }
  yield* putChains(db, restored);
  yield* db.chains.dropUnusedFailures();
}

/** Manual entries take precedence over what was mined or judged. */
function withManual(chain: KeptChain, known: KeptChain | null): KeptChain {
  if (known === null || known.notes === null) return chain;
  return withNotes(
    chain,
    { notes: known.notes, resolvedAt: known.resolvedAt },
    known.attempts.filter(({ isManual }) => isManual),
  );
}
