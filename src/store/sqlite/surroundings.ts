import { eventId, type Key, type SessionUid } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import type { BriefFailure, Page, Surroundings } from '../store.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from './codes.ts';
import type { Connection } from './connection.ts';

const shownSubagents = 20;

export function surroundings(connection: Connection, uid: SessionUid): Surroundings {
  const row = connection.get<{ said: Outcome; returned: number; goesOn: SessionUid | null; subagents: number }>(
    `select s.outcome as said,
            exists (select 1 from link where child = s.uid and type = 'returned') as returned,
            (select uid from session c where c.parent = s.uid and c.relation in ('resume', 'compaction') limit 1) as goesOn,
            (select count(*) from session c where c.parent = s.uid and c.relation = 'subagent') as subagents
       from session s where s.uid = ?`,
    uid,
  );
  const subagents = row === undefined || row.subagents === 0 ? [] : subagentsOf(connection, uid);
  return {
    said: row?.said ?? 'unknown',
    returned: row?.returned === 1,
    goesOn: row?.goesOn ?? null,
    subagents: { total: row?.subagents ?? 0, items: subagents },
  };
}

function subagentsOf(connection: Connection, uid: SessionUid): Surroundings['subagents']['items'] {
  return connection
    .all<{ session: SessionUid; title: string | null; returned: number }>(
      `select c.uid as session, coalesce(c.custom_title, c.title, c.first_words) as title, exists (select 1 from link where child = c.uid and type = 'returned') as returned
         from session c where c.parent = ? and c.relation = 'subagent' order by c.started_at, c.uid limit ?`,
      uid, shownSubagents,
    )
    .map(({ session, title, returned }) => ({ session, title, returned: returned === 1 }));
}

export function failuresIn(connection: Connection, uid: SessionUid, { limit, offset }: Page): readonly BriefFailure[] {
  return connection
    .all<{ tree: Key; chain: Key; kind: number; state: number; fingerprint: string; message: string }>(
      `select c.tree, c.chain, c.kind, c.state, f.text as fingerprint, c.message from chain c join failure f on f.fingerprint = c.fingerprint
        where c.session = ? and c.basis = ? order by c.at, c.chain limit ? offset ?`,
      uid, chainBasisCodes.encode('mined'), limit, offset,
    )
    .map(({ tree, chain, kind, state, fingerprint, message }) => ({
      step: eventId({ tree, event: chain }), kind: errorKindCodes.decode(kind)!, state: chainStateCodes.decode(state)!, fingerprint, message,
    }));
}
