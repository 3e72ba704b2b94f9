import * as put from '../queries/sessions/put-session.ts';
import { requestDigest } from '../queries/sessions/digests.ts';
import * as sessions from '../queries/sessions/sessions.ts';
import type { Sql } from './sql.ts';
import { postgresDialect } from './dialect.ts';
export const threadOf = (c: Sql, uid: any) => c.perform(sessions.threadOf(uid));
export const treeOf = (c: Sql, uid: any) => c.perform(sessions.treeOf(uid));
export const sessionsWithNative = (c: Sql, x: any) => c.perform(sessions.sessionsWithNative(postgresDialect, x));
export const putSession = (c: Sql, x: any) => c.perform(put.putSession(postgresDialect, x));
export const sessionNumber = (c: Sql, t: any, u: any) => c.perform(put.sessionNumber(t, u));
export const addTally = (c: Sql, t: any, u: any) => c.perform(put.addTally(postgresDialect, t, u));
export const wantDigests = async (c: Sql, us: any) => {
  for (const u of us) await c.perform(requestDigest(postgresDialect, u));
};
export const sharingFiles = (c: Sql, u: any) => c.perform(sessions.sharingFiles(u));
import { knownEvents as known } from '../queries/events/known-events.ts';
export const knownEvents = (c: Sql, t: any, u: any) => c.perform(known(postgresDialect, t, u));
