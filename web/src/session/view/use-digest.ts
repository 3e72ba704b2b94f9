import { useEffect, useRef } from 'react';
import type { DigestAnswer, Session } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { useAnswer, type Query } from '../../use-answer.ts';

/** A running session ends without an event: ten minutes after the last one. */
const everyMs = 60_000;

/** The digest of a session, requested again when the session has grown and while it runs. */
export function useDigest(session: Session, isWanted: boolean): Query<DigestAnswer> {
  const query = useAnswer<DigestAnswer>(isWanted ? `/sessions/${segment(session.uid)}/digest` : null);
  const { reload } = query;
  const known = useRef(session);
  useEffect(() => {
    if (known.current === session) return;
    known.current = session;
    reload();
  }, [session, reload]);
  const isRunning = query.answer?.session.running === true;
  useEffect(() => {
    if (!isRunning) return;
    const again = setInterval(reload, everyMs);
    return () => clearInterval(again);
  }, [isRunning, reload]);
  return query;
}
