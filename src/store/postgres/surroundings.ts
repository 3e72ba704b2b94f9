import { eventId, type Key, type SessionUid } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../rows/codes.ts';
import type { BriefFailure, Page, Surroundings } from '../store.ts';
import type { SeenChanges } from './digests.ts';
import type { Sql } from './sql.ts';
import { sumOf } from './sum-of.ts';

const shownSubagents = 20;

export async function surroundings(sql: Sql, uid: SessionUid, seen: SeenChanges): Promise<Surroundings | undefined> {
  const row = await sql.get<SurroundingsRecord>(
    `select tree, session, outcome as said, relation, ended_at, errors, turns, retries, wall_clock_ms, changes from session where uid = ?`,
    uid,
  );
  if (row === undefined) return undefined;
  seen.set(uid, row.changes);
  const isSubagent = row.relation === 'subagent';
  const children = await sql.all<{ relation: string | null; uid: SessionUid }>(
    'select relation, uid from session where parent = ? order by tree, session',
    uid,
  );
  const subagents = children.filter(({ relation }) => relation === 'subagent').length;
  return {
    said: row.said,
    cost: {
      wall_clock_s: row.wall_clock_ms / 1000,
      turns: row.turns,
      retries: row.retries,
      models: await modelsOf(sql, row.tree, row.session),
    },
    endedAt: row.ended_at,
    errors: row.errors,
    isSubagent,
    returned:
      isSubagent &&
      (await sql.get(`select 1 from link where child = ? and type = 'returned' limit 1`, uid)) !== undefined,
    goesOn: children.find(({ relation }) => relation === 'resume' || relation === 'compaction')?.uid ?? null,
    subagents: { total: subagents, items: subagents === 0 ? [] : await subagentsOf(sql, uid) },
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
  readonly changes: number;
}

/** From the sums that are kept. */
async function modelsOf(sql: Sql, tree: Key, session: number): Promise<Surroundings['cost']['models']> {
  const rows = await sql.all<
    Omit<Surroundings['cost']['models'][number], 'usd'> & {
      readonly hour: number;
      readonly paid: readonly number[] | null;
    }
  >(
    `select nullif(model, '') as model, sum(input) as input, sum(output) as output, sum(cache_read) as cache_read, sum(cache_write) as cache_write,
            sum(cache_write_1h) as hour, array_agg(usd) filter (where paid = 1) as paid
       from usage where tree = ? and session = ? group by usage.model order by usage.model`,
    tree,
    session,
  );
  return rows.map(({ hour, paid, ...used }) => ({
    ...used,
    usd: paid && sumOf(paid),
    ...(hour > 0 && { cache_write_1h: hour }),
  }));
}

async function subagentsOf(sql: Sql, uid: SessionUid): Promise<Surroundings['subagents']['items']> {
  return await sql.all<{ session: SessionUid; title: string | null; returned: boolean }>(
    `select c.uid as session, coalesce(c.custom_title, c.title, c.first_words) as title, exists (select 1 from link where child = c.uid and type = 'returned') as returned
       from session c where c.parent = ? and c.relation = 'subagent' order by c.started_at nulls first, c.uid limit ?`,
    uid,
    shownSubagents,
  );
}

export async function failuresIn(sql: Sql, uid: SessionUid, { limit, offset }: Page): Promise<readonly BriefFailure[]> {
  const rows = await sql.all<{
    tree: Key;
    chain: Key;
    kind: number;
    state: number;
    fingerprint: string;
    message: string;
  }>(
    `select c.tree, c.chain, c.kind, c.state, f.text as fingerprint, c.message from chain c join failure f on f.tree = c.tree and f.fingerprint = c.fingerprint
      where c.session = ? and c.basis = ? order by c.at nulls first, c.chain limit ? offset ?`,
    uid,
    chainBasisCodes.encode('mined'),
    limit,
    offset,
  );
  return rows.map(({ tree, chain, kind, state, fingerprint, message }) => ({
    step: eventId({ tree, event: chain }),
    kind: errorKindCodes.decode(kind)!,
    state: chainStateCodes.decode(state)!,
    fingerprint,
    message,
  }));
}
