import { sessionKey } from '../../model/ids.ts';
import type { StoreReader } from '../store.ts';
import type { Dialect } from './dialect.ts';
import { get, type Query } from './query.ts';
import { digest, digests } from './sessions/digests.ts';
import { previews } from './sessions/previews.ts';
import * as sessions from './sessions/sessions.ts';
import { failuresIn } from './sessions/surroundings.ts';
import { workDays } from './sessions/work-days.ts';

/** Runs queries. Each is made anew when a connection was lost. */
export interface Runner {
  /** For a query of one statement, or of several that need not agree. */
  ask<Answer>(query: () => Query<Answer>): Promise<Answer>;
  /** Every statement sees the same moment. */
  askAtOneMoment<Answer>(query: () => Query<Answer>): Promise<Answer>;
}

/** What both databases read alike. */
export function sharedReader(db: Dialect, { ask, askAtOneMoment }: Runner) {
  return {
    session: (uid) => ask(() => sessions.session(uid)),
    findSessions: (prefix, limit) => askAtOneMoment(() => sessions.findSessions(prefix, limit)),
    sessions: (filter, page) => askAtOneMoment(() => sessions.listSessions(db, filter, page)),
    previews: (uids) => ask(() => previews(db, uids)),
    children: (uid, limit) => ask(() => sessions.children(uid, limit)),
    sharingFiles: (uid) => ask(() => sessions.sharingFiles(uid)),
    treeOf: (uid) => ask(() => sessions.treeOf(uid)),
    sessionsWithNative: (native, flavor, limit) =>
      ask(() => sessions.sessionsWithNative(db, { native, flavor, limit })),

    digest: (session) => ask(() => digest(db, session)),
    digests: (filter, page) => ask(() => digests(db, filter, page)),
    failuresIn: (session, page) => ask(() => failuresIn(db, session, page)),
    workDays: (filter, timeOfDay) => ask(() => workDays(filter, timeOfDay)),

    isForgotten: (uid) =>
      ask(function* () {
        return (yield* get('select 1 from forgotten where session = ?', sessionKey(uid))) !== undefined;
      }),
    meta: (name) =>
      ask(function* () {
        return (yield* get<{ value: string }>('select value from meta where name = ?', name))?.value;
      }),
  } satisfies Partial<StoreReader>;
}
