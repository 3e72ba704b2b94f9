import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Key } from '../../model/ids.ts';
import { checkUsage } from './check-usage.ts';
import { kindCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import { fileColumns, type FileRecord } from '../rows/file-record.ts';

/** Everything the store promises about itself, looked at row by row; reads all of it. */
export function check(connection: Connection): readonly string[] {
  const damage = connection
    .all<{ integrity_check: string }>('pragma integrity_check')
    .map((row) => row.integrity_check);
  // A damaged file would only add noise below.
  if (damage.length !== 1 || damage[0] !== 'ok') return damage;
  return [
    ...checkPieces(connection),
    ...checkBlocks(connection),
    ...checkLines(connection),
    ...checkCounters(connection),
    ...checkEvents(connection),
    ...checkEdges(connection),
    ...checkChains(connection),
    ...checkSearch(connection),
    ...checkUsage(connection),
  ];
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
function* checkPieces(connection: Connection): Iterable<string> {
  const rows = connection
    .prepare(
      `select p.tree, p.file, p.version, p.start, p.length, f.path, case when p.version = f.version then f.bytes end as bytes
       from piece p left join file f on f.tree = p.tree and f.file = p.file order by p.tree, p.file, p.version, p.start`,
    )
    .iterate() as unknown as Iterable<PieceRecord>;
  let last: PieceRecord | undefined;
  for (const piece of rows) {
    const follows =
      last !== undefined && last.tree === piece.tree && last.file === piece.file && last.version === piece.version;
    const expected = follows ? last!.start + last!.length : 0;
    if (piece.start !== expected)
      yield `${piece.path} version ${piece.version}: a piece begins at ${piece.start} instead of ${expected}`;
    if (!follows && last !== undefined) yield* checkEnd(last);
    last = piece;
  }
  if (last !== undefined) yield* checkEnd(last);
}

function* checkEnd({ path, version, start, length, bytes }: PieceRecord): Iterable<string> {
  if (bytes !== null && start + length !== bytes)
    yield `${path} version ${version}: its pieces end at ${start + length}, its mark says ${bytes}`;
}

function* checkBlocks(connection: Connection): Iterable<string> {
  const missing = connection.all<{ path: string; start: number }>(
    `select f.path, p.start from piece p join file f on f.tree = p.tree and f.file = p.file
      where f.evicted = 0 and not exists (select 1 from block b where b.tree = p.tree and b.hash = p.hash)`,
  );
  for (const { path, start } of missing) yield `${path}: the block of the piece at ${start} is missing`;

  const orphans = connection.get<{ count: number }>(
    'select count(*) as count from block b where not exists (select 1 from piece p where p.tree = b.tree and p.hash = b.hash)',
  )!.count;
  if (orphans > 0) yield `${orphans} blocks belong to no file`;

  const blocks = connection.prepare('select hash, data from block').iterate() as unknown as Iterable<{
    hash: Uint8Array;
    data: Uint8Array;
  }>;
  for (const { hash, data } of blocks) {
    if (!hashOf(data).equals(hash))
      yield `the block ${Buffer.from(hash).toString('hex').slice(0, 12)} does not hold the bytes it should`;
  }
}

function hashOf(data: Uint8Array): Buffer {
  try {
    return createHash('sha256').update(zstdDecompressSync(data)).digest();
  } catch {
    return Buffer.alloc(0);
  }
}

/** The runs kept with the pieces and the counters kept with the file tell the same. */
function* checkLines(connection: Connection): Iterable<string> {
  const files = connection.all<FileRecord>(`select ${fileColumns} from file`);
  for (const file of files) {
    const runs = connection.all<{ lines: string }>(
      'select lines from piece where tree = ? and file = ? and version = ?',
      file.tree,
      file.file,
      file.version,
    );
    const counted = { m: 0, s: 0, c: 0, r: 0, i: 0 };
    for (const [, disposition, count] of runs
      .map(({ lines }) => lines)
      .join('')
      .matchAll(/([mscri])(\d+)/g)) {
      counted[disposition as keyof typeof counted] += Number(count);
    }
    const same =
      counted.m === file.mapped &&
      counted.s === file.state &&
      counted.c === file.copy &&
      counted.r === file.raw &&
      counted.i === file.issue;
    if (!same) yield `${file.path}: the lines of its pieces are not those its mark counts`;
  }
}

function* checkCounters(connection: Connection): Iterable<string> {
  const wrong = connection.all<{ uid: string }>(
    `select s.uid from session s left join (
         select tree, session, count(*) as events, sum(step is seq) as steps, sum(kind = ?) as errors, sum(kind = ?) as retries
           from event group by tree, session
       ) e on e.tree = s.tree and e.session = s.session
      where s.events <> coalesce(e.events, 0) or s.steps <> coalesce(e.steps, 0)
         or s.errors <> coalesce(e.errors, 0) or s.retries <> coalesce(e.retries, 0)`,
    kindCodes.encode('error'),
    kindCodes.encode('retry'),
  );
  for (const { uid } of wrong) yield `${uid}: its counters are not what its events add up to`;
}

function* checkEvents(connection: Connection): Iterable<string> {
  const doubled = connection.get<{ count: number }>(
    'select count(*) as count from (select 1 from event group by id, tree having count(*) > 1)',
  )!.count;
  if (doubled > 0) yield `${doubled} events are there twice`;
  // An event that only hooks had told leaves its place when the transcript tells it.
  const gaps = connection.get<{ count: number }>(
    `select count(*) as count from (select tree from event group by tree, session having max(seq) <> count(*) or min(seq) <> 1)
      where tree not in (select tree from file where role = 'beside')`,
  )!.count;
  if (gaps > 0) yield `${gaps} sessions do not count their events from 1 without a gap`;
  const homeless = connection.get<{ count: number }>(
    'select count(*) as count from event e where not exists (select 1 from session s where s.tree = e.tree and s.session = e.session)',
  )!.count;
  if (homeless > 0) yield `${homeless} events belong to no session`;
}

/** Both ends of an edge are events, as far as they lie in one session. */
function* checkEdges(connection: Connection): Iterable<string> {
  const isEvent = (seq: string): string =>
    `exists (select 1 from event e where e.tree = g.tree and e.session = g.session and e.seq = ${seq})`;
  const loose = connection.get<{ count: number }>(
    `select count(*) as count from edge g where not ${isEvent('g.effect')} or (g.cause > 0 and not ${isEvent('g.cause')})`,
  )!.count;
  if (loose > 0) yield `${loose} edges begin or end in no event`;
}

/** What belongs to a chain has one, and what a chain says has its words. */
function* checkChains(connection: Connection): Iterable<string> {
  for (const [table, what] of [
    ['attempt', 'attempts'],
    ['complaint', 'complaints'],
  ] as const) {
    const { count: loose } = connection.get<{ count: number }>(
      `select count(*) as count from ${table} p where not exists (select 1 from chain c where c.tree = p.tree and c.chain = p.chain)`,
    )!;
    if (loose > 0) yield `${loose} ${what} belong to no chain`;
  }
  for (const [table, what] of [
    ['chain', 'chains'],
    ['complaint', 'complaints'],
  ] as const) {
    const { count: wordless } = connection.get<{ count: number }>(
      `select count(*) as count from ${table} c where not exists (select 1 from failure f where f.fingerprint = c.fingerprint)`,
    )!;
    if (wordless > 0) yield `${wordless} ${what} have no fingerprint`;
  }
}

function* checkSearch(connection: Connection): Iterable<string> {
  const { events, docs } = connection.get<{ events: number; docs: number }>(
    'select (select count(*) from event where doc is not null) as events, (select count(*) from search_docsize) as docs',
  )!;
  if (events !== docs) yield `the search index holds ${docs} texts for ${events} events`;
}
