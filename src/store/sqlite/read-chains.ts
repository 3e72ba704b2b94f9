import type { Chain } from '../../model/chain.ts';
import { chainId, chainKeyRange, chainRef, type ChainRef, type Key } from '../../model/ids.ts';
import { toChain, type ChainRecord } from '../rows/chain-record.ts';
import type { ChainFilter, FailureRow, Page } from '../store.ts';
import { listed, ofFingerprint } from './chain-conditions.ts';
import type { Connection } from './connection.ts';
import { countChains } from './count-chains.ts';
import { attemptColumns, type AttemptRecord } from '../rows/kept-chain.ts';

export function chain(connection: Connection, { tree, chain: key }: ChainRef): Chain | undefined {
  return toChains(
    connection,
    connection.all<ChainRecord>(`select ${columns} from ${joined} where c.tree = ? and c.chain = ?`, tree, key),
  )[0];
}

export function chainsOf(connection: Connection, refs: readonly ChainRef[]): readonly Chain[] {
  return toChains(
    connection,
    connection.all<ChainRecord>(
      `select ${columns} from json_each(?) w cross join chain c on c.tree = w.value ->> 0 and c.chain = w.value ->> 1
       join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session order by w.key`,
      JSON.stringify(refs.map(({ tree, chain: key }) => [tree, key])),
    ),
  );
}

export function findChains(connection: Connection, prefix: string, limit: number): readonly Chain[] {
  const ref = chainRef(prefix);
  if (ref) return [chain(connection, ref)].filter((found) => found !== undefined);
  const range = chainKeyRange(prefix);
  if (range === undefined) return [];
  const rows = connection.all<ChainRecord>(
    `select ${columns} from ${joined} where c.chain >= ? and c.chain < ? order by c.chain limit ?`,
    range.low,
    range.high,
    limit,
  );
  // A prefix may reach into the tree part.
  return toChains(connection, rows).filter(({ id }) => id.startsWith(prefix));
}

export function chains(
  connection: Connection,
  filter: ChainFilter,
  page: Page,
): { readonly chains: readonly Chain[]; readonly total: number } {
  const found = someChains(connection, filter, page);
  const isAll = page.offset === 0 && found.length < page.limit;
  return { chains: found, total: isAll ? found.length : countChains(connection, filter) };
}

/** Without counting the others. */
export function someChains(connection: Connection, filter: ChainFilter, { limit, offset }: Page): readonly Chain[] {
  if (limit === 0) return [];
  const { from, where, values } = listed(filter);
  const order = filter.oldestFirst ? 'c.at, c.chain' : 'c.at desc, c.chain';
  return toChains(
    connection,
    connection.all<ChainRecord>(
      `select ${columns} from ${from} ${where} order by ${order} limit ? offset ?`,
      ...values,
      limit,
      offset,
    ),
  );
}

/** The latest of each: their index has them in the order of time. */
export function latestChains(
  connection: Connection,
  fingerprints: readonly Key[],
  filter: ChainFilter,
): readonly Chain[] {
  const refs = [...new Set(fingerprints)].map((fingerprint) => {
    const { from, where, values } = ofFingerprint(filter, fingerprint);
    return connection.get<ChainRef>(
      `select c.tree, c.chain from ${from} ${where} order by c.at desc, c.chain limit 1`,
      ...values,
    );
  });
  return chainsOf(
    connection,
    refs.filter((ref) => ref !== undefined),
  );
}

export function failureTexts(
  connection: Connection,
  fingerprints: readonly Key[],
): readonly Pick<FailureRow, 'fingerprint' | 'text'>[] {
  return connection.all(
    'select f.fingerprint, f.text from json_each(?) w cross join failure f on f.fingerprint = w.value',
    JSON.stringify(fingerprints),
  );
}

export function failures(connection: Connection): readonly FailureRow[] {
  return connection.all<FailureRow>('select fingerprint, text, type, vector from failure').map((row) => ({ ...row }));
}

const joined = 'chain c join failure f on f.fingerprint = c.fingerprint left join session s on s.uid = c.session';
const columns =
  'c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action, c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, s.source, s.repo';

function toChains(connection: Connection, rows: readonly ChainRecord[]): readonly Chain[] {
  const wanted = JSON.stringify(rows.map(({ tree, chain: key }) => [tree, key]));
  const attempts = Map.groupBy(attemptsOf(connection, wanted), (row) => chainId(row));
  const also = Map.groupBy(alsoOf(connection, wanted), (row) => chainId(row));
  return rows.map((row) =>
    toChain(
      row,
      attempts.get(chainId(row)) ?? [],
      (also.get(chainId(row)) ?? []).map(({ text }) => text),
    ),
  );
}

function attemptsOf(connection: Connection, wanted: string): readonly AttemptRecord[] {
  return connection.all<AttemptRecord>(
    `select ${attemptColumns}
       from json_each(?) w cross join attempt a on a.tree = w.value ->> 0 and a.chain = w.value ->> 1 order by a.number`,
    wanted,
  );
}

function alsoOf(
  connection: Connection,
  wanted: string,
): readonly { readonly tree: Key; readonly chain: Key; readonly text: string }[] {
  return connection.all(
    `select a.tree, a.chain, f.text from json_each(?) w cross join complaint a on a.tree = w.value ->> 0 and a.chain = w.value ->> 1
       cross join failure f on f.fingerprint = a.fingerprint order by a.number`,
    wanted,
  );
}
