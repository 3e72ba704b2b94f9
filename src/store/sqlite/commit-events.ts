import type { Key } from '../../model/ids.ts';
import type { Batch, EventRow } from '../store.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from '../rows/codes.ts';
import { addTally, sessionNumber } from './shims.ts';
import type { Connection } from './connection.ts';
import { knownEvents } from './shims.ts';
import { addUsage } from './put-usage.ts';
import { usedBy } from '../rows/usage-sums.ts';
import { modelCode } from './model-codes.ts';
import { indexText } from '../rows/search-words.ts';
import { tallyOf } from '../rows/tally.ts';
import { whole } from '../rows/whole.ts';

interface Adding {
  readonly batch: Batch;
  readonly file: number;
  /** Numbers of the batch's sessions, by uid. */
  readonly sessions: Map<string, number>;
  /** The whole stretch is in already: nothing was added to the counters for it. */
  readonly repeated: boolean;
}

/** Of events of one tree, by key. */
export type Places = ReadonlyMap<Key, { readonly session: number; readonly seq: number }>;

interface Numbered {
  readonly row: EventRow;
  readonly session: number;
  readonly seq: number;
}

/**
 * Adds the events that are not here yet, in the order given; each gets the next seq of its session. Gives their
 * places, and those of what they name.
 */
export function addEvents(connection: Connection, adding: Adding): Places {
  const {
    batch: {
      tree,
      events,
      file: { version },
    },
    file,
  } = adding;
  const fresh = events.length === 0 ? [] : number(connection, adding);
  if (fresh.length === 0) return new Map();
  const positions = locate(connection, tree, fresh);

  const insertEvent = connection.prepare(
    `insert into event (tree, session, seq, id, doc, at, kind, act, role, origin, failed, type, tool, native, summary,
       parent, step, turn, input, output, cache_read, cache_write, duration_ms, file, version, offset, length, line, marks, model, usd, cache_write_1h)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertText = connection.prepare('insert into search (rowid, text) values (?, ?)');
  // Search documents are numbered in the order they come: FTS5 writes out its memory whenever it meets a smaller
  // number.
  let doc = connection.get<{ doc: number }>(
    'select coalesce(max(doc), 0) as doc from event where doc is not null',
  )!.doc;
  const docs = new Map<number, { first: number; last: number }>();

  for (const { row, session, seq } of fresh) {
    const placed = (key: Key | null): number | null => {
      if (key === null) return null;
      const at = positions.get(key);
      return at !== undefined && at.session === session ? at.seq : -key;
    };
    const text = row.search === null ? '' : indexText(row.search);
    if (text !== '') {
      doc += 1;
      insertText.run(doc, text);
      const range = docs.get(session);
      if (range === undefined) docs.set(session, { first: doc, last: doc });
      else range.last = doc;
    }
    const { tokens } = row;
    insertEvent.run(
      tree,
      session,
      seq,
      row.key,
      text === '' ? null : doc,
      whole(row.at),
      kindCodes.encode(row.kind),
      actCodes.encode(row.act),
      roleCodes.encode(row.role),
      originCodes.encode(row.origin),
      row.failed ? 1 : 0,
      row.type,
      row.tool,
      row.native === `line:${row.line}` ? '' : row.native,
      row.summary,
      placed(row.parent),
      placed(row.step),
      placed(row.turn),
      tokens === null ? null : (whole(tokens.input) ?? 0),
      tokens === null ? null : (whole(tokens.output) ?? 0),
      tokens === null ? null : (whole(tokens.cache_read) ?? 0),
      tokens === null ? null : (whole(tokens.cache_write) ?? 0),
      whole(row.durationMs),
      file,
      version,
      row.offset,
      row.length,
      row.line,
      row.marks.length === 0 ? null : row.marks.join('\n'),
      modelCode(connection, row.model),
      row.usd,
      tokens?.cache_write_1h === undefined ? null : whole(tokens.cache_write_1h),
    );
  }
  for (const [session, added] of Map.groupBy(fresh, (event) => event.session))
    addUsage(
      connection,
      { tree, session, sign: 1 },
      added.map(({ row }) => usedBy(row)),
    );

  for (const [session, { first, last }] of docs) {
    connection.run(
      'update session set first_doc = coalesce(first_doc, ?), last_doc = ? where tree = ? and session = ?',
      first,
      last,
      tree,
      session,
    );
  }
  for (const session of new Set(fresh.map((event) => event.session))) touch(connection, tree, session);
  return positions;
}

/** The new events with their places. One that is here already, or twice in the batch, is left out and not counted. */
function number(connection: Connection, { batch: { tree, events }, sessions, repeated }: Adding): readonly Numbered[] {
  const known = knownEvents(
    connection,
    tree,
    events.map(({ key }) => key),
  );
  const seen = new Set<Key>();
  const next = new Map<number, number>();
  const fresh: Numbered[] = [];
  for (const row of events) {
    const session = sessions.get(row.session) ?? findSession(connection, tree, row, sessions);
    if (known.has(row.key) || seen.has(row.key)) {
      if (!repeated) addTally(connection, { tree, session, sign: -1 }, tallyOf(row));
      continue;
    }
    seen.add(row.key);
    const seq = next.get(session) ?? lastSeq(connection, tree, session) + 1;
    next.set(session, seq + 1);
    fresh.push({ row, session, seq });
  }
  return fresh;
}

function findSession(connection: Connection, tree: Key, row: EventRow, sessions: Map<string, number>): number {
  const session = sessionNumber(connection, tree, row.session);
  if (session === undefined) throw new Error(`An event came before its session ${row.session}.`);
  sessions.set(row.session, session);
  return session;
}

function lastSeq(connection: Connection, tree: Key, session: number): number {
  return connection.get<{ seq: number }>(
    'select coalesce(max(seq), 0) as seq from event where tree = ? and session = ?',
    tree,
    session,
  )!.seq;
}

/** Places of the new events and of all they refer to. */
function locate(connection: Connection, tree: Key, fresh: readonly Numbered[]): Places {
  const positions = new Map<Key, { session: number; seq: number }>(
    fresh.map(({ row, session, seq }) => [row.key, { session, seq }]),
  );
  const missing = new Set<Key>();
  for (const {
    row: { parent, step, turn },
  } of fresh) {
    if (parent !== null && !positions.has(parent)) missing.add(parent);
    if (step !== null && !positions.has(step)) missing.add(step);
    if (turn !== null && !positions.has(turn)) missing.add(turn);
  }
  for (const [key, place] of knownEvents(connection, tree, [...missing])) positions.set(key, place);
  return positions;
}

/** Links may lead from or to the new events: the session's own, and those of sessions that name it as parent. */
function touch(connection: Connection, tree: Key, session: number): void {
  connection.run('update session set unlinked = 1 where tree = ? and session = ?', tree, session);
  // One row at a time, by key: an update of several rows sets a savepoint, at which FTS5 writes out its memory.
  const children = connection.all<{ tree: Key; session: number }>(
    `select child.tree, child.session from session parent join link on link.parent = parent.uid join session child on child.uid = link.child
      where parent.tree = ? and parent.session = ? and child.unlinked = 0`,
    tree,
    session,
  );
  for (const child of children)
    connection.run('update session set unlinked = 1 where tree = ? and session = ?', child.tree, child.session);
}
