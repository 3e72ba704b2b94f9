import type { Event } from '../../../model/event.ts';
import type { Key, SessionUid } from '../../../model/ids.ts';
import { fileColumns, toFileMark, type FileRecord } from '../../rows/file-record.ts';
import type { FileMark } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, type Query } from '../query.ts';
import { threadOf } from '../sessions/sessions.ts';
import { selectEvents } from './event-maker.ts';

/** Events that only a secondary source has. */
export function* secondaryEvents(db: Dialect, session: SessionUid, limit: number): Query<readonly Event[]> {
  const thread = yield* threadOf(session);
  // Called for the caller of every sub-agent, and a session may have a million events.
  if (thread === undefined || !(yield* hasSecondaryFiles(thread.tree))) return [];
  return yield* selectEvents(
    db,
    `select ${db.eventColumns} from event e where e.tree = ?1 and e.session = ?2
       and e.file in (${secondary}) order by e.seq limit ?3`,
    thread.tree,
    thread.session,
    limit,
  );
}

export function* secondaryFiles(session: SessionUid): Query<readonly FileMark[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined || !(yield* hasSecondaryFiles(thread.tree))) return [];
  const found = yield* all<FileRecord>(
    `select ${fileColumns} from file where tree = ?1 and role = 'beside' and superseded = 0
       and file in (select e.file from event e where e.tree = ?1 and e.session = ?2) order by path`,
    thread.tree,
    thread.session,
  );
  return found.map(toFileMark);
}

export function* hasTranscript(session: SessionUid): Query<boolean> {
  const thread = yield* threadOf(session);
  return thread !== undefined && (yield* hasPrimaryEvents(thread.tree, thread.session));
}

export function* hasPrimaryEvents(tree: Key, session: number): Query<boolean> {
  const event = yield* get(
    `select 1 from event e where e.tree = ?1 and e.session = ?2 and e.file not in (${secondary}) limit 1`,
    tree,
    session,
  );
  return event !== undefined;
}

/** Most trees have none. */
export function* hasSecondaryFiles(tree: Key): Query<boolean> {
  return (yield* get(`select 1 from file where tree = ? and role = 'beside' limit 1`, tree)) !== undefined;
}

const secondary = `select file from file where tree = ?1 and role = 'beside'`;
