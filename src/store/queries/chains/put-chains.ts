import { eventId, keyOf, type ChainRef, type Key } from '../../../model/ids.ts';
import { withNotes } from '../../rows/chain-notes.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../../rows/codes.ts';
import {
  attemptColumns,
  toKeptAttempt,
  type AttemptRecord,
  type KeptAttempt,
  type KeptChain,
} from '../../rows/kept-chain.ts';
import { attemptTable, chainTable, complaintTable } from '../../rows/tables.ts';
import { whole } from '../../rows/whole.ts';
import type { ChainRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { ownSteps } from '../events/known-events.ts';
import { all, get, insert, run, type Parameter, type Query } from '../query.ts';

/**
 * Stores mined chains. One whose failing event is unknown is ignored, and so is one whose event is no step: of two files
 * of a session one may record as a message what the other records as a failure, and the first stays. A resolved one is
 * not reopened: a fork that did not get that far knows less.
 */
export function* putMinedChains(db: Dialect, chains: readonly ChainRow[]): Query<void> {
  for (const [tree, ofTree] of Map.groupBy(chains, (row) => row.tree)) {
    const keys = ofTree.map(({ chain }) => chain);
    const here = yield* ownSteps(db, tree, keys);
    const found = yield* all<Before>(
      `select chain, state, resolved_at, said, fingerprint from chain where tree = ? and ${db.isIn('chain', 'bigint')}`,
      tree,
      keys,
    );
    const before = new Map(found.map((row) => [row.chain, row]));
    // The last row of each chain counts, except that a resolved one stays resolved.
    const last = new Map<Key, KeptChain>();
    const every: KeptChain[] = [];
    for (const row of ofTree) {
      if (!here.has(row.chain)) continue;
      const kept = yield* minedChain(row, before.get(row.chain), last.get(row.chain));
      if (!kept) continue;
      last.set(row.chain, kept);
      every.push(kept);
    }
    const variants = yield* variantsOf(db, tree, [...before.keys()]);
    yield* putChains(db, [...last.values()], every);
    yield* dropReplaced(db, [...found.map(({ fingerprint }) => fingerprint), ...variants], last, every);
  }
}

function* variantsOf(db: Dialect, tree: Key, chains: readonly Key[]): Query<readonly Key[]> {
  if (chains.length === 0) return [];
  const found = yield* all<{ fingerprint: Key }>(
    `select fingerprint from complaint where tree = ? and ${db.isIn('chain', 'bigint')}`,
    tree,
    chains,
  );
  return found.map(({ fingerprint }) => fingerprint);
}

/** What another copy of a session said of its failures is of no chain any more. */
function* dropReplaced(
  db: Dialect,
  before: readonly Key[],
  last: ReadonlyMap<Key, KeptChain>,
  every: readonly KeptChain[],
): Query<void> {
  const textsOf = (chains: Iterable<KeptChain>) =>
    [...chains].flatMap(({ fingerprint, also }) => [fingerprint, ...also]).map(keyOf);
  const now = new Set(textsOf(last.values()));
  const gone = new Set([...before, ...textsOf(every)].filter((fingerprint) => !now.has(fingerprint)));
  if (gone.size > 0) yield* db.chains.dropUnusedFailures([...gone]);
}

interface Before {
  readonly chain: Key;
  readonly state: number;
  readonly resolved_at: number | null;
  readonly said: string | null;
  readonly fingerprint: Key;
}

function* minedChain(
  row: ChainRow,
  before: Before | undefined,
  justNow: KeptChain | undefined,
): Query<KeptChain | undefined> {
  const notes = before?.said ?? null;
  const state = justNow?.state ?? (before && chainStateCodes.decode(before.state));
  if (notes === null && state === 'resolved' && row.state !== 'resolved') return undefined;
  const culprit = row.culprit.length === 0 && justNow ? justNow.culprit : row.culprit;
  const mined = { ...row, culprit, notes: null, attempts: withBasis(row, false) };
  if (notes === null) return mined;
  return withNotes(mined, { notes, resolvedAt: before!.resolved_at }, yield* manualAttempts(mined));
}

/** Stores manual chains. */
export function* putManualChains(db: Dialect, chains: readonly ChainRow[]): Query<void> {
  const last = new Map(chains.map((row) => [`${row.tree} ${row.chain}`, row]));
  yield* putChains(
    db,
    [...last.values()].map((row) => ({ ...row, notes: null, attempts: withBasis(row, true) })),
  );
}

function withBasis({ attempts }: ChainRow, isManual: boolean): readonly KeptAttempt[] {
  return attempts.map((attempt) => ({ ...attempt, isManual }));
}

const replaced = Object.keys(chainTable.types).filter((name) => !['tree', 'chain', 'culprit'].includes(name));

/** `every`: also the rows of the same chains that were just replaced, for the failures they name. */
export function* putChains(db: Dialect, chains: readonly KeptChain[], every = chains): Query<void> {
  if (chains.length === 0) return;
  yield* db.chains.putFailures(
    every.flatMap(({ tree, fingerprint, type, also }) => [
      { tree, fingerprint: keyOf(fingerprint), text: fingerprint, type },
      ...also.map((text) => ({ tree, fingerprint: keyOf(text), text, type: '' })),
    ]),
  );
  yield* insert(
    chainTable,
    chains.map((row) => [
      row.tree,
      row.chain,
      row.session,
      chainBasisCodes.encode(row.basis),
      errorKindCodes.encode(row.kind),
      chainStateCodes.encode(row.state),
      keyOf(row.fingerprint),
      row.type,
      row.message,
      row.action,
      row.marks.join('\n'),
      row.context,
      whole(row.at),
      whole(row.resolvedAt),
      row.verifiedBy ? eventId(row.verifiedBy) : '',
      row.culprit.map(eventId).join(' '),
      row.notes,
      (row.lines ?? []).join('\n'),
      row.detectedBy ?? null,
      row.judged ?? null,
      whole(row.resolutionMs ?? null),
      row.output ?? null,
    ]),
    `on conflict (tree, chain) do update set ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')},
       culprit = case excluded.culprit when '' then chain.culprit else excluded.culprit end`,
  );
  // Tree by tree: a pair of columns is not looked up in the index.
  for (const [tree, ofTree] of Map.groupBy(chains, (row) => row.tree)) {
    const keys = ofTree.map(({ chain }) => chain);
    for (const part of ['attempt', 'complaint'])
      yield* run(`delete from ${part} where tree = ? and ${db.isIn('chain', 'bigint')}`, tree, keys);
  }
  yield* putAttempts(
    chains.flatMap(({ tree, chain, attempts }) =>
      attempts.map((attempt, at) => ({ tree, chain, number: at + 1, attempt })),
    ),
  );
  yield* insert(
    complaintTable,
    chains.flatMap(({ tree, chain, also }) => also.map((text, at) => [tree, chain, at + 1, keyOf(text)])),
  );
}

interface NumberedAttempt extends ChainRef {
  readonly number: number;
  readonly attempt: KeptAttempt;
}

export function* putAttempts(attempts: readonly NumberedAttempt[]): Query<void> {
  yield* insert(
    attemptTable,
    attempts.map(({ tree, chain, number, attempt }) => [
      tree,
      chain,
      number,
      attempt.id.tree,
      attempt.id.event,
      attempt.action,
      attempt.codeChanges,
      attempt.successful === null ? null : Number(attempt.successful),
      attempt.marks.join('\n'),
      whole(attempt.at),
      Number(attempt.isManual),
      attempt.session ?? null,
    ]),
  );
}

/** Manual entries about a mined failure. */
function* manualAttempts({ tree, chain }: ChainRef): Query<readonly KeptAttempt[]> {
  const found = yield* all<AttemptRecord>(
    `select ${attemptColumns} from attempt a where a.tree = ? and a.chain = ? and a.told = 1 order by a.number`,
    tree,
    chain,
  );
  return found.map(toKeptAttempt);
}

/** The failing event of a chain was replaced by another. */
export function* moveChain(tree: Key, old: Key, by: Key): Query<void> {
  if ((yield* get('select 1 from chain where tree = ? and chain = ?', tree, by)) !== undefined) return;
  for (const table of ['chain', 'attempt', 'complaint'])
    yield* run(`update ${table} set chain = ? where tree = ? and chain = ?`, by, tree, old);
}

/** With everything that belongs to them, except the texts of failures. */
export function* dropChains(condition: string, ...values: readonly Parameter[]): Query<void> {
  for (const table of ['attempt', 'complaint']) {
    yield* run(
      `delete from ${table} where (tree, chain) in (select tree, chain from chain where ${condition})`,
      ...values,
    );
  }
  yield* run(`delete from chain where ${condition}`, ...values);
}
