import { eventRef, type ChainRef, type EventRef, type Key } from '../../../model/ids.ts';
import type { DetectedBy } from '../../../model/words.ts';
import type { ChainRecord } from '../../rows/chain-record.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../../rows/codes.ts';
import { attemptColumns, toKeptAttempt, type AttemptRecord, type KeptChain } from '../../rows/kept-chain.ts';
import { linesOf } from '../../rows/lines-of.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';

/** Chains as they are stored, with manual entries; those that are not here are left out. */
export function* keptChains(db: Dialect, refs: readonly ChainRef[]): Query<readonly KeptChain[]> {
  const kept: KeptChain[] = [];
  for (const { tree, chain } of refs) {
    const [row] = yield* all<Omit<ChainRecord, 'source' | 'repo'>>(
      `select c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action,
              c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, c.lines, c.detected_by, c.judged,
              c.resolution_ms, c.output
         from chain c join failure f on ${db.failureOf('c')} where c.tree = ? and c.chain = ?`,
      tree,
      chain,
    );
    if (row) kept.push(yield* toKept(db, row));
  }
  return kept;
}

function* toKept(db: Dialect, row: Omit<ChainRecord, 'source' | 'repo'>): Query<KeptChain> {
  const attempts = yield* all<AttemptRecord>(
    `select ${attemptColumns} from attempt a where a.tree = ? and a.chain = ? order by a.number`,
    row.tree,
    row.chain,
  );
  const also = yield* all<{ tree: Key; text: string }>(
    `select a.tree, f.text from complaint a join failure f on ${db.failureOf('a')}
      where a.tree = ? and a.chain = ? order by a.number`,
    row.tree,
    row.chain,
  );
  return {
    tree: row.tree,
    chain: row.chain,
    basis: chainBasisCodes.decode(row.basis)!,
    session: row.session,
    kind: errorKindCodes.decode(row.kind)!,
    type: row.type,
    message: row.message,
    fingerprint: row.fingerprint,
    also: also.map(({ text }) => text),
    action: row.action,
    marks: linesOf(row.marks),
    context: row.context,
    at: row.at,
    state: chainStateCodes.decode(row.state)!,
    resolvedAt: row.resolved_at,
    resolutionMs: row.resolution_ms,
    output: row.output,
    verifiedBy: row.verified_by === '' ? null : eventRef(row.verified_by)!,
    culprit: row.culprit === '' ? [] : row.culprit.split(' ').map((id): EventRef => eventRef(id)!),
    attempts: attempts.map(toKeptAttempt),
    notes: row.said,
    lines: row.lines === null ? [] : linesOf(row.lines),
    ...(row.detected_by !== null && { detectedBy: row.detected_by as DetectedBy }),
  };
}
