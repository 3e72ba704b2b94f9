import { all, get, type Query } from '../query.ts';
import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Key } from '../../../model/ids.ts';
import { kindCodes } from '../../rows/codes.ts';
import type { LineCounts } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { slotMs } from '../../rows/usage-sums.ts';

/** Everything a store promises about itself, checked row by row; reads all of it. */
export function* check(db: Dialect): Query<readonly string[]> {
  const checks = [
    checkPieces,
    checkBlocks,
    checkLines,
    checkCounters,
    checkEvents,
    checkEdges,
    checkChains,
    checkUsage,
  ];
  const problems: string[] = [];
  for (const each of checks) problems.push(...(yield* each(db)));
  return problems;
}

interface PieceRecord {
  readonly tree: Key;
  readonly file: number;
  readonly version: number;
  readonly start: number;
  readonly length: number;
  readonly path: string;
  readonly bytes: number | null;
}

/** Pieces of a version follow one another from its beginning; those of the current one reach its watermark. */
function* checkPieces(): Query<readonly string[]> {
  const rows = yield* all<PieceRecord>(
    `select p.tree, p.file, p.version, p.start, p.length, f.path, case when p.version = f.version then f.bytes end as bytes
       from piece p left join file f on f.tree = p.tree and f.file = p.file order by p.tree, p.file, p.version, p.start`,
  );
  const problems: string[] = [];
  for (const [at, piece] of rows.entries()) {
    const before = rows[at - 1];
    const after = rows[at + 1];
    const expected = before && isSameVersion(before, piece) ? before.start + before.length : 0;
    if (piece.start !== expected)
      problems.push(`${piece.path} version ${piece.version}: a piece begins at ${piece.start} instead of ${expected}`);
    const end = piece.start + piece.length;
    const isLast = after === undefined || !isSameVersion(piece, after);
    if (isLast && piece.bytes !== null && end !== piece.bytes)
      problems.push(`${piece.path} version ${piece.version}: its pieces end at ${end}, its mark says ${piece.bytes}`);
  }
  return problems;
}

function isSameVersion(a: PieceRecord, b: PieceRecord): boolean {
  return a.tree === b.tree && a.file === b.file && a.version === b.version;
}

function* checkBlocks(): Query<readonly string[]> {
  const problems: string[] = [];
  const missing = yield* all<{ path: string; start: number }>(
    `select f.path, p.start from piece p join file f on f.tree = p.tree and f.file = p.file
      where f.evicted = 0 and not exists (select 1 from block b where b.tree = p.tree and b.hash = p.hash)`,
  );
  for (const { path, start } of missing) problems.push(`${path}: the block of the piece at ${start} is missing`);
  const orphans = yield* count(
    'block b where not exists (select 1 from piece p where p.tree = b.tree and p.hash = b.hash)',
  );
  if (orphans > 0) problems.push(`${orphans} blocks belong to no file`);

  for (let after: readonly [Key, Uint8Array] = [-1, Buffer.alloc(0)]; ;) {
    const blocks = yield* all<{ tree: Key; hash: Uint8Array; data: Uint8Array }>(
      'select tree, hash, data from block where (tree, hash) > (?, ?) order by tree, hash limit 20',
      ...after,
    );
    for (const { hash, data } of blocks) {
      if (!hashOf(data).equals(hash))
        problems.push(`the block ${Buffer.from(hash).toString('hex').slice(0, 12)} does not hold the bytes it should`);
    }
    const last = blocks.at(-1);
    if (last === undefined) return problems;
    after = [last.tree, last.hash];
  }
}

function hashOf(data: Uint8Array): Buffer {
  try {
    return createHash('sha256').update(zstdDecompressSync(data)).digest();
  } catch {
    return Buffer.alloc(0);
  }
}

/** The runs stored with the pieces add up to the counters stored with the file. */
function* checkLines(): Query<readonly string[]> {
  const files = yield* all<LineCounts & { path: string; runs: string | null }>(
    `select f.path, f.mapped, f.state, f.copy, f.raw, f.issue, p.runs from file f
       left join (select tree, file, version, string_agg(lines, '') as runs from piece group by tree, file, version) p
         on p.tree = f.tree and p.file = f.file and p.version = f.version`,
  );
  return files.flatMap(({ path, mapped, state, copy, raw, issue, runs }) => {
    const counted = { m: 0, s: 0, c: 0, r: 0, i: 0 };
    for (const [, disposition, times] of (runs ?? '').matchAll(/([mscri])(\d+)/g))
      counted[disposition as keyof typeof counted] += Number(times);
    return Object.values(counted).join() === [mapped, state, copy, raw, issue].join()
      ? []
      : [`${path}: the lines of its pieces are not those its mark counts`];
  });
}

function* checkCounters(): Query<readonly string[]> {
  const wrong = yield* all<{ uid: string }>(
    `select s.uid from session s left join (
         select tree, session, count(*) as events, count(*) filter (where step = seq) as steps, count(*) filter (where kind = ?) as errors, count(*) filter (where kind = ?) as retries
           from event group by tree, session
       ) e on e.tree = s.tree and e.session = s.session
      where s.events <> coalesce(e.events, 0) or s.steps <> coalesce(e.steps, 0)
         or s.errors <> coalesce(e.errors, 0) or s.retries <> coalesce(e.retries, 0)`,
    kindCodes.encode('error'),
    kindCodes.encode('retry'),
  );
  return wrong.map(({ uid }) => `${uid}: its counters are not what its events add up to`);
}

function* checkEvents(): Query<readonly string[]> {
  const problems: string[] = [];
  const doubled = yield* count('(select 1 from event group by tree, id having count(*) > 1) d');
  if (doubled > 0) problems.push(`${doubled} events are there twice`);
  // An event that only a secondary source had leaves its place when the transcript has it.
  const gaps = yield* count(
    `(select tree from event group by tree, session having max(seq) <> count(*) or min(seq) <> 1) g where tree not in (select tree from file where role = 'beside')`,
  );
  if (gaps > 0) problems.push(`${gaps} sessions do not count their events from 1 without a gap`);
  const homeless = yield* count(
    'event e where not exists (select 1 from session s where s.tree = e.tree and s.session = e.session)',
  );
  if (homeless > 0) problems.push(`${homeless} events belong to no session`);
  return problems;
}

/** Both ends of an edge inside one session are events. */
function* checkEdges(): Query<readonly string[]> {
  const isEvent = (seq: string): string =>
    `exists (select 1 from event e where e.tree = g.tree and e.session = g.session and e.seq = ${seq})`;
  const loose = yield* count(`edge g where not ${isEvent('g.effect')} or (g.cause > 0 and not ${isEvent('g.cause')})`);
  return loose > 0 ? [`${loose} edges begin or end in no event`] : [];
}

/** Every part of a chain has its chain, and each fingerprint has its text. */
function* checkChains(db: Dialect): Query<readonly string[]> {
  const problems: string[] = [];
  for (const [table, what] of [
    ['attempt', 'attempts'],
    ['complaint', 'complaints'],
  ] as const) {
    const loose = yield* count(
      `${table} p where not exists (select 1 from chain c where c.tree = p.tree and c.chain = p.chain)`,
    );
    if (loose > 0) problems.push(`${loose} ${what} belong to no chain`);
  }
  for (const [table, what] of [
    ['chain', 'chains'],
    ['complaint', 'complaints'],
  ] as const) {
    const textless = yield* count(`${table} c where not exists (select 1 from failure f where ${db.failureOf('c')})`);
    if (textless > 0) problems.push(`${textless} ${what} have no fingerprint`);
  }
  return problems;
}

/** The usage sums equal those of the events. */
function* checkUsage(db: Dialect): Query<readonly string[]> {
  const wrong = yield* all<{ uid: string }>(
    `select distinct s.uid from (
       select tree, session, model, slot, paid, sum(input) as input, sum(output) as output, sum(read) as read, sum(write) as write, sum(hour) as hour, sum(usd) as usd from (
         select tree, session, model, slot, paid, input, output, cache_read as read, cache_write as write, cache_write_1h as hour, usd from usage
         union all
         select tree, session, coalesce(${db.modelOfEvent}, ''), coalesce(at, 0) / ${slotMs}, case when usd is null then 0 else 1 end,
                -coalesce(input, 0), -coalesce(output, 0), -coalesce(cache_read, 0), -coalesce(cache_write, 0), -coalesce(cache_write_1h, 0), -coalesce(usd, 0.0)
           from event where input is not null or usd is not null
       ) u group by 1, 2, 3, 4, 5
     ) d join session s on s.tree = d.tree and s.session = d.session
     where d.input <> 0 or d.output <> 0 or d.read <> 0 or d.write <> 0 or d.hour <> 0 or abs(d.usd) > 1e-6 limit 20`,
  );
  return wrong.map(({ uid }) => `${uid}: the sums of what it used are not those of its events`);
}

function* count(what: string): Query<number> {
  return (yield* get<{ count: number }>(`select count(*) as count from ${what}`))!.count;
}
