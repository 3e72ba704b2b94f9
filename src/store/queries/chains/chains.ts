import type { Chain } from '../../../model/chain.ts';
import { chainId, chainKeyRange, chainRef, type ChainRef, type Key } from '../../../model/ids.ts';
import { toChain, type ChainRecord } from '../../rows/chain-record.ts';
import { attemptColumns, type AttemptRecord } from '../../rows/kept-chain.ts';
import type { ChainFilter, Pagination } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';
import { joinSession } from './chain-conditions.ts';
import { countChains } from './count-chains.ts';

export function* chain(db: Dialect, { tree, chain: key }: ChainRef): Query<Chain | undefined> {
  const found = yield* all<ChainRecord>(
    `select ${columns} from ${joined(db)} where c.tree = ? and c.chain = ?`,
    tree,
    key,
  );
  return (yield* toChains(db, found))[0];
}

/** Those of these that are here, in the order asked for. */
export function* chainsOf(db: Dialect, refs: readonly ChainRef[]): Query<readonly Chain[]> {
  const { table, column, values } = db.tuples(2);
  const found = yield* all<ChainRecord>(
    `select ${columns} from ${table} ${db.joinInOrder} chain c on c.tree = ${column(0)} and c.chain = ${column(1)}
       join failure f on ${db.failureOf('c')} ${joinSession} order by w.key`,
    ...values(refs.map(({ tree, chain: key }) => [tree, key])),
  );
  return yield* toChains(db, found);
}

export function* findChains(db: Dialect, prefix: string, limit: number): Query<readonly Chain[]> {
  const ref = chainRef(prefix);
  if (ref) {
    const found = yield* chain(db, ref);
    return found === undefined ? [] : [found];
  }
  const range = chainKeyRange(prefix);
  if (range === undefined) return [];
  const found = yield* all<ChainRecord>(
    `select ${columns} from ${joined(db)} where c.chain >= ? and c.chain < ? order by c.chain limit ?`,
    range.low,
    range.high,
    limit,
  );
  // A prefix may reach into the tree part.
  return (yield* toChains(db, found)).filter(({ id }) => id.startsWith(prefix));
}

export function* listChains(
  db: Dialect,
  filter: ChainFilter,
  page: Pagination,
): Query<{ readonly chains: readonly Chain[]; readonly total: number }> {
  const chains = yield* chainPage(db, filter, page);
  const isAll = page.offset === 0 && chains.length < page.limit;
  return { chains, total: isAll ? chains.length : yield* countChains(db, filter) };
}

/** Without the total. */
export function* chainPage(db: Dialect, filter: ChainFilter, { limit, offset }: Pagination): Query<readonly Chain[]> {
  if (limit === 0) return [];
  const { from, where, values } = db.chains.listed(filter);
  const order = filter.oldestFirst ? 'c.at nulls first, c.chain' : 'c.at desc nulls last, c.chain';
  const found = yield* all<ChainRecord>(
    `select ${columns} from ${from} ${where} order by ${order} limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
  return yield* toChains(db, found);
}

function joined(db: Dialect): string {
  return `chain c join failure f on ${db.failureOf('c')} ${joinSession}`;
}

const columns = `c.tree, c.chain, c.session, c.basis, c.kind, c.state, f.text as fingerprint, c.type, c.message, c.action,
  c.marks, c.context, c.at, c.resolved_at, c.verified_by, c.culprit, c.said, c.lines,
  c.detected_by, c.judged, c.resolution_ms, c.output, s.source, s.repo`;

function* toChains(db: Dialect, found: readonly ChainRecord[]): Query<readonly Chain[]> {
  if (found.length === 0) return [];
  const { table, column, values } = db.tuples(2);
  const isOfChain = `a.tree = ${column(0)} and a.chain = ${column(1)}`;
  const wanted = values(found.map(({ tree, chain: key }) => [tree, key]));
  const attempts = Map.groupBy(
    yield* all<AttemptRecord>(
      `select ${attemptColumns} from ${table} ${db.joinInOrder} attempt a on ${isOfChain} order by a.number`,
      ...wanted,
    ),
    (row) => chainId(row),
  );
  const also = Map.groupBy(
    yield* all<{ tree: Key; chain: Key; text: string }>(
      `select a.tree, a.chain, f.text from ${table} ${db.joinInOrder} complaint a on ${isOfChain}
         ${db.joinInOrder} failure f on ${db.failureOf('a')} order by a.number`,
      ...wanted,
    ),
    (row) => chainId(row),
  );
  return found.map((row) => {
    const id = chainId(row);
    return toChain(
      row,
      attempts.get(id) ?? [],
      (also.get(id) ?? []).map(({ text }) => text),
    );
  });
}
