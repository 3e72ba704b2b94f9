import { eventId, type Key, type SessionUid } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import type { BriefFailure, Page, Surroundings } from '../store.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';

const shownSubagents = 20;

export function surroundings(connection: Connection, uid: SessionUid): Surroundings | undefined {
  const row = connection.get<SurroundingsRecord>(
    `select tree, session, outcome as said, relation, ended_at, errors, turns, retries, wall_clock_ms from session where uid = ?`,
    uid,
  );
  if (row === undefined) return undefined;
  const isSubagent = row.relation === 'subagent';
  const children = connection.all<{ relation: string | null; uid: SessionUid }>(
    'select relation, uid from session where parent = ?',
    uid,
  );
  const subagents = children.filter(({ relation }) => relation === 'subagent').length;
  return {
    said: row.said,
    cost: {
      wall_clock_s: row.wall_clock_ms / 1000,
      turns: row.turns,
      retries: row.retries,
      models: modelsOf(connection, row.tree, row.session),
    },
    endedAt: row.ended_at,
    errors: row.errors,
    isSubagent,
    returned:
      isSubagent &&
      connection.get(`select 1 from link where child = ? and type = 'returned' limit 1`, uid) !== undefined,
    goesOn: children.find(({ relation }) => relation === 'resume' || relation === 'compaction')?.uid ?? null,
    subagents: { total: subagents, items: subagents === 0 ? [] : subagentsOf(connection, uid) },
  };
}

interface SurroundingsRecord {
  readonly tree: Key;
  readonly session: number;
  readonly said: Outcome;
  readonly relation: string | null;
  readonly ended_at: number | null;
  readonly errors: number;
  readonly turns: number;
  readonly retries: number;
  readonly wall_clock_ms: number;
}

/** From the sums that are kept. */
function modelsOf(connection: Connection, tree: Key, session: number): Surroundings['cost']['models'] {
  return connection
    .all<Surroundings['cost']['models'][number] & { readonly hour: number }>(
      `select nullif(model, '') as model, sum(input) as input, sum(output) as output, sum(cache_read) as cache_read, sum(cache_write) as cache_write,
              sum(cache_write_1h) as hour, sum(case paid when 1 then usd end) as usd
         from usage where tree = ? and session = ? group by model`,
      tree,
      session,
    )
    .map(({ hour, ...used }) => (hour > 0 ? { ...used, cache_write_1h: hour } : { ...used }));
}

function subagentsOf(connection: Connection, uid: SessionUid): Surroundings['subagents']['items'] {
  return connection
    .all<{ session: SessionUid; title: string | null; returned: number }>(
      `select c.uid as session, coalesce(c.custom_title, c.title, c.first_words) as title, exists (select 1 from link where child = c.uid and type = 'returned') as returned
         from session c where c.parent = ? and c.relation = 'subagent' order by c.started_at, c.uid limit ?`,
      uid,
      shownSubagents,
    )
    .map(({ session, title, returned }) => ({ session, title, returned: returned === 1 }));
}

export function failuresIn(connection: Connection, uid: SessionUid, { limit, offset }: Page): readonly BriefFailure[] {
  return connection
    .all<{ tree: Key; chain: Key; kind: number; state: number; fingerprint: string; message: string }>(
      `select c.tree, c.chain, c.kind, c.state, f.text as fingerprint, c.message from chain c join failure f on f.fingerprint = c.fingerprint
        where c.session = ? and c.basis = ? order by c.at, c.chain limit ? offset ?`,
      uid,
      chainBasisCodes.encode('mined'),
      limit,
      offset,
    )
    .map(({ tree, chain, kind, state, fingerprint, message }) => ({
      step: eventId({ tree, event: chain }),
      kind: errorKindCodes.decode(kind)!,
      state: chainStateCodes.decode(state)!,
      fingerprint,
      message,
    }));
}
