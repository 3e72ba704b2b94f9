import type { Event } from '../../../model/event.ts';
import type { EventRef, Key } from '../../../model/ids.ts';
import { EventMaker, threadColumns, type ThreadFacts } from '../../queries/events/event-maker.ts';
import type { EventRecord } from '../../rows/event-table.ts';
import { postgresDialect } from '../dialect.ts';
import { eventColumns, seqOf, toEventRecord } from './event-columns.ts';
import type { Sql } from '../connect/sql.ts';

/**
 * Parents are mostly just before their children. So the session is read backwards, which costs a sixth of a recursive
 * walk, and the chain is followed in memory; where most of that was useless, the server walks.
 */
export async function parentChain(sql: Sql, { tree, event }: EventRef, limit: number): Promise<readonly Event[]> {
  const making = new EventMaker(postgresDialect);
  const chain = new Chain(limit);
  let from = await placeOf(sql, tree, event, making);
  for (let isDense = true; from !== undefined;) {
    const before = chain.length;
    if (isDense) isDense = await walkBackwards(sql, tree, from, chain, making);
    else {
      const walked = await walk(sql, tree, from, Math.min(chain.missing, longestStretch));
      await sql.perform(making.add(chain.take(walked)));
    }
    // Nothing new: the named event is not here.
    if (chain.isDone || chain.length === before) break;
    chain.mayCircle();
    const { session, parent } = chain.last!;
    from =
      parent === null ? undefined : parent > 0 ? { session, seq: parent } : await placeOf(sql, tree, -parent, making);
  }
  return await sql.perform(making.finish());
}

interface Place {
  readonly session: number;
  readonly seq: number;
}

async function placeOf(sql: Sql, tree: Key, id: Key, making: EventMaker): Promise<Place | undefined> {
  const place = await sql.get<Place & ThreadFacts>(
    `select e.session, e.seq, ${threadColumns} from event e join session s on s.tree = e.tree and s.session = e.session where e.tree = ? and e.id = ?`,
    tree,
    id,
  );
  if (place !== undefined) making.know(tree, place.session, place);
  return place;
}

/** As far as it was walked. */
class Chain {
  readonly #limit: number;
  readonly #ids: Key[] = [];
  #seen: Set<Key> | undefined;
  #isRound = false;
  last: EventRecord | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Those that lengthen it. */
  take(rows: readonly EventRecord[]): readonly EventRecord[] {
    const taken: EventRecord[] = [];
    for (const row of rows) {
      this.#isRound ||= this.#seen?.has(row.id) ?? false;
      if (this.isDone) break;
      this.#seen?.add(row.id);
      this.#ids.push(row.id);
      taken.push(row);
    }
    this.last = taken.at(-1) ?? this.last;
    return taken;
  }

  /** From here on there may be a cycle; backwards through one session there cannot be. */
  mayCircle(): void {
    this.#seen ??= new Set(this.#ids);
  }

  get length(): number {
    return this.#ids.length;
  }

  get missing(): number {
    return this.#limit - this.length;
  }

  /** Long enough, or a cycle was closed. */
  get isDone(): boolean {
    return this.#isRound || this.missing <= 0;
  }
}

/**
 * Through one session, a stretch at a time; while the server reads the next one, this one is processed. Returns whether
 * it was worth it.
 */
async function walkBackwards(
  sql: Sql,
  tree: Key,
  { session, seq }: Place,
  chain: Chain,
  making: EventMaker,
): Promise<boolean> {
  const stretch = (from: number, size: number) =>
    sql.rows(
      `select ${eventColumns} from event e where e.tree = ? and e.session = ? and e.seq <= ? order by e.seq desc limit ?`,
      tree,
      session,
      from,
      Math.min(Math.ceil(size * spread), longestStretch),
    );

  const before = chain.length;
  let read = 0;
  let wanted: number | null = seq;
  for (let coming = stretch(seq, chain.missing); ;) {
    const rows = await coming;
    read += rows.length;
    const last = rows.length === 0 ? 0 : seqOf(rows.at(-1)!);
    const missing = chain.missing - rows.length / spread;
    const hasMore = last > 1 && missing > 0;
    if (hasMore) coming = stretch(last - 1, missing);
    const onChain: EventRecord[] = [];
    for (const packed of rows) {
      if (seqOf(packed) !== wanted) continue;
      const row = toEventRecord(packed);
      onChain.push(row);
      wanted = row.parent;
    }
    await sql.perform(making.add(chain.take(onChain)));
    // A connection may be released only when nothing is in flight.
    const leadsElsewhere = wanted === null || wanted < 1 || wanted >= last || chain.isDone;
    if (leadsElsewhere || !hasMore) {
      await coming;
      return (chain.length - before) * 4 > read;
    }
  }
}

const longestStretch = 2_000;
/** This much more is read than the chain is long: some events are not part of it. */
const spread = 1.25;

/** The event, its parent, its parent's parent … It does not detect cycles. */
async function walk(sql: Sql, tree: Key, from: Place, size: number): Promise<readonly EventRecord[]> {
  const rows = await sql.rows(
    `with recursive walk (session, seq, parent, depth) as (
       select session, seq, parent, 0 from event where tree = ?1 and session = ?2 and seq = ?3
       union all
       select p.session, p.seq, p.parent, w.depth + 1 from walk w cross join lateral (
         (select x.session, x.seq, x.parent from event x where w.parent > 0 and x.tree = ?1 and x.session = w.session and x.seq = w.parent)
         union all
         (select x.session, x.seq, x.parent from event x where w.parent < 0 and x.tree = ?1 and x.id = -w.parent)
       ) p where w.depth < ?4::int - 1
     )
     select ${eventColumns} from walk w join event e on e.tree = ?1 and e.session = w.session and e.seq = w.seq order by w.depth limit ?4`,
    tree,
    from.session,
    from.seq,
    size,
  );
  return rows.map(toEventRecord);
}
