import { eventId, keyOf, type Key } from '../../model/ids.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { KeptChain } from '../rows/kept-chain.ts';
import { withWhatWasSaid } from '../rows/said-of-chain.ts';
import type { ChainRow } from '../store.ts';
import { whole } from '../rows/whole.ts';
import { putAttempts, toldAttempts } from './attempts.ts';
import { knownEvents } from './shims.ts';
import type { Parameter, Sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

/**
 * Keeps chains that were mined. One whose failing event is not here is left out, and one that is resolved is not
 * opened again: a fork that did not get that far knows less.
 */
export async function putMinedChains(sql: Transaction, rows: readonly ChainRow[]): Promise<void> {
  for (const [tree, ofTree] of Map.groupBy(rows, (row) => row.tree)) {
    const keys = ofTree.map(({ chain }) => chain);
    const here = await knownEvents(sql, tree, keys);
    const before = new Map(
      (
        await sql.all<Before>(
          'select chain, state, resolved_at, said from chain where tree = ? and chain = any (?::bigint[])',
          tree,
          keys,
        )
      ).map((row) => [row.chain, row]),
    );
    // The last word on each holds, but one that resolves it holds against all later ones.
    const last = new Map<Key, KeptChain>();
    const told: KeptChain[] = [];
    for (const row of ofTree) {
      if (!here.has(row.chain)) continue;
      const kept = await minedChain(sql, row, before.get(row.chain), last.get(row.chain));
      if (!kept) continue;
      last.set(row.chain, kept);
      told.push(kept);
    }
    await putChains(sql, [...last.values()], told);
  }
}

interface Before {
  readonly chain: Key;
  readonly state: number;
  readonly resolved_at: number | null;
  readonly said: string | null;
}

async function minedChain(
  sql: Sql,
  row: ChainRow,
  before: Before | undefined,
  justNow: KeptChain | undefined,
): Promise<KeptChain | undefined> {
  const said = before?.said ?? null;
  const state = justNow?.state ?? (before && chainStateCodes.decode(before.state));
  if (said === null && state === 'resolved' && row.state !== 'resolved') return undefined;
  const culprit = row.culprit.length === 0 && justNow ? justNow.culprit : row.culprit;
  const mined = { ...row, culprit, said: null, attempts: row.attempts.map((attempt) => ({ ...attempt, told: false })) };
  return said === null
    ? mined
    : withWhatWasSaid(mined, { said, resolved_at: before!.resolved_at }, await toldAttempts(sql, mined));
}

export async function putToldChains(sql: Transaction, rows: readonly ChainRow[]): Promise<void> {
  const last = new Map(rows.map((row) => [`${row.tree} ${row.chain}`, row]));
  await putChains(
    sql,
    [...last.values()].map((row) => ({
      ...row,
      said: null,
      attempts: row.attempts.map((attempt) => ({ ...attempt, told: true })),
    })),
  );
}

const chainColumns = {
  tree: 'bigint',
  chain: 'bigint',
  session: 'text',
  basis: 'smallint',
  kind: 'smallint',
  state: 'smallint',
  fingerprint: 'bigint',
  type: 'text',
  message: 'text',
  action: 'text',
  marks: 'text',
  context: 'text',
  at: 'bigint',
  resolved_at: 'bigint',
  verified_by: 'text',
  culprit: 'text',
  said: 'text',
};

/** `told`: also what was said of them in between. */
async function putChains(sql: Transaction, chains: readonly KeptChain[], told = chains): Promise<void> {
  if (chains.length === 0) return;
  await putFailures(sql, told);
  await sql.insert(
    'chain',
    chainColumns,
    chains.map((row) => ({
      tree: row.tree,
      chain: row.chain,
      session: row.session,
      basis: chainBasisCodes.encode(row.basis),
      kind: errorKindCodes.encode(row.kind),
      state: chainStateCodes.encode(row.state),
      fingerprint: keyOf(row.fingerprint),
      type: row.type,
      message: row.message,
      action: row.action,
      marks: row.marks.join('\n'),
      context: row.context,
      at: whole(row.at),
      resolved_at: whole(row.resolvedAt),
      verified_by: row.verifiedBy ? eventId(row.verifiedBy) : '',
      culprit: row.culprit.map(eventId).join(' '),
      said: row.said,
    })),
    `on conflict (tree, chain) do update set
       session = excluded.session, basis = excluded.basis, kind = excluded.kind, state = excluded.state, fingerprint = excluded.fingerprint,
       type = excluded.type, message = excluded.message, action = excluded.action, marks = excluded.marks, context = excluded.context, at = excluded.at, resolved_at = excluded.resolved_at,
       verified_by = excluded.verified_by, culprit = case excluded.culprit when '' then chain.culprit else excluded.culprit end, said = excluded.said`,
  );
  for (const table of ['attempt', 'complaint']) {
    await sql.run(
      `delete from ${table} p using unnest(?::bigint[], ?::bigint[]) w(tree, chain) where p.tree = w.tree and p.chain = w.chain`,
      chains.map(({ tree }) => tree),
      chains.map(({ chain }) => chain),
    );
  }
  await putAttempts(
    sql,
    chains.flatMap(({ tree, chain, attempts }) =>
      attempts.map((attempt, at) => ({ tree, chain, number: at + 1, attempt })),
    ),
  );
  await sql.insert(
    'complaint',
    { tree: 'bigint', chain: 'bigint', number: 'integer', fingerprint: 'bigint' },
    chains.flatMap(({ tree, chain, also }) =>
      also.map((text, at) => ({ tree, chain, number: at + 1, fingerprint: keyOf(text) })),
    ),
  );
}

/** Failures are few and come again and again: most are here. */
async function putFailures(sql: Transaction, chains: readonly KeptChain[]): Promise<void> {
  const rows = new Map<
    string,
    {
      readonly tree: Key;
      readonly fingerprint: Key;
      readonly text: string;
      readonly type: string;
      readonly typed: number;
    }
  >();
  const add = (tree: Key, text: string, type: string): void => {
    const fingerprint = keyOf(text);
    const key = `${tree} ${fingerprint}`;
    if (!rows.get(key)?.type) rows.set(key, { tree, fingerprint, text, type, typed: sql.nextKept() });
  };
  for (const { tree, fingerprint, type, also } of chains) {
    add(tree, fingerprint, type);
    for (const text of also) add(tree, text, '');
  }
  await sql.insert(
    'failure',
    { tree: 'bigint', fingerprint: 'bigint', text: 'text', type: 'text', typed: 'bigint' },
    [...rows.values()],
    `on conflict (tree, fingerprint) do update set type = excluded.type, typed = excluded.typed where failure.type = '' and excluded.type <> ''`,
  );
}

/** With what belongs to them. */
export async function dropChains(sql: Sql, condition: string, ...values: readonly Parameter[]): Promise<void> {
  for (const table of ['attempt', 'complaint']) {
    await sql.run(
      `delete from ${table} where (tree, chain) in (select tree, chain from chain where ${condition})`,
      ...values,
    );
  }
  await sql.run(`delete from chain where ${condition}`, ...values);
  await sql.run(
    `delete from failure f where not exists (select 1 from chain c where c.tree = f.tree and c.fingerprint = f.fingerprint)
        and not exists (select 1 from complaint c where c.tree = f.tree and c.fingerprint = f.fingerprint)`,
  );
}

/** One row of those of a fingerprint has its vector. */
export async function putVectors(
  sql: Sql,
  vectors: readonly { readonly fingerprint: Key; readonly vector: Uint8Array }[],
): Promise<void> {
  for (const { fingerprint, vector } of vectors) {
    await sql.run(
      `update failure set vector = ?1 where fingerprint = ?2 and tree = (select tree from failure where fingerprint = ?2 order by vector is null, tree limit 1)`,
      vector,
      fingerprint,
    );
  }
}
