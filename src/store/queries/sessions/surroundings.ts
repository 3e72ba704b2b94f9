import type { DigestedFailure, DigestFacts } from '../../../model/digest-facts.ts';
import { eventId, type Key, type SessionUid } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/words.ts';
import { chainBasisCodes, chainStateCodes, errorKindCodes } from '../../rows/codes.ts';
import { shownTitle, titleColumns, type Titles } from '../../rows/title-ranks.ts';
import type { Pagination } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { judgement } from '../judgements/judgements.ts';
import { all, get, type Query } from '../query.ts';

const shownSubagents = 20;

/** `seen` receives how often the session had changed by then. */
export function* surroundings(
  db: Dialect,
  uid: SessionUid,
  seen: (changes: number) => void = () => {},
): Query<DigestFacts | undefined> {
  const row = yield* get<SurroundingsRecord>(
    `select tree, session, outcome, relation, ended_at, turns, retries, wall_clock_ms,
            ${db.session.changes} as changes from session where uid = ?`,
    uid,
  );
  if (row === undefined) return undefined;
  seen(row.changes);
  const isSubagent = row.relation === 'subagent';
  const children = yield* all<{ relation: string | null; uid: SessionUid }>(
    'select relation, uid from session where parent = ? order by tree, session',
    uid,
  );
  const subagents = children.filter(({ relation }) => relation === 'subagent').length;
  return {
    recordedOutcome: row.outcome,
    cost: {
      wall_clock_s: row.wall_clock_ms / 1000,
      turns: row.turns,
      retries: row.retries,
      models: yield* modelsOf(db, row.tree, row.session),
    },
    endedAt: row.ended_at,
    isSubagent,
    returned: isSubagent && (yield* hasReturned(uid)),
    ...(yield* judgedOutcome(uid)),
    goesOn: children.find(({ relation }) => relation === 'resume' || relation === 'compaction')?.uid ?? null,
    subagents: { total: subagents, items: subagents === 0 ? [] : yield* subagentsOf(uid) },
  };
}

function* judgedOutcome(uid: SessionUid): Query<Pick<DigestFacts, 'judged'>> {
  const judged = yield* judgement(uid);
  return judged?.outcome ? { judged: { ...judged.outcome, model: judged.model, at: judged.at } } : {};
}

interface SurroundingsRecord {
  readonly tree: Key;
  readonly session: number;
  readonly outcome: Outcome;
  readonly relation: string | null;
  readonly ended_at: number | null;
  readonly turns: number;
  readonly retries: number;
  readonly wall_clock_ms: number;
  readonly changes: number;
}

function* hasReturned(uid: SessionUid): Query<boolean> {
  return (yield* get(`select 1 from link where child = ? and type = 'returned' limit 1`, uid)) !== undefined;
}

/** From stored sums. */
function* modelsOf(db: Dialect, tree: Key, session: number): Query<DigestFacts['cost']['models']> {
  const found = yield* all<
    Omit<DigestFacts['cost']['models'][number], 'usd'> & { readonly hour: number; readonly paid: unknown }
  >(
    `select nullif(model, '') as model, sum(input) as input, sum(output) as output, sum(cache_read) as cache_read,
            sum(cache_write) as cache_write, sum(cache_write_1h) as hour,
            ${db.dollars.sum('usd')} filter (where paid = 1) as paid
       from usage where tree = ? and session = ? group by usage.model order by usage.model`,
    tree,
    session,
  );
  return found.map(({ hour, paid, ...used }) => ({
    ...used,
    usd: db.dollars.total(paid),
    ...(hour > 0 && { cache_write_1h: hour }),
  }));
}

function* subagentsOf(uid: SessionUid): Query<DigestFacts['subagents']['items']> {
  const found = yield* all<Titles & { readonly session: SessionUid; readonly returned: number | boolean }>(
    `select s.uid as session, ${titleColumns},
            exists (select 1 from link where child = s.uid and type = 'returned') as returned
       from session s where s.parent = ? and s.relation = 'subagent'
      order by s.started_at nulls first, s.uid limit ?`,
    uid,
    shownSubagents,
  );
  return found.map(({ session, returned, ...titles }) => ({
    session,
    title: shownTitle(titles),
    returned: Boolean(returned),
  }));
}

/** Mined ones, in the order they happened. */
export function* failuresIn(
  db: Dialect,
  uid: SessionUid,
  { limit, offset }: Pagination,
): Query<readonly DigestedFailure[]> {
  const found = yield* all<FailureRecord>(
    `select c.tree, c.chain, c.kind, c.state, f.text as fingerprint, c.message
       from chain c join failure f on ${db.failureOf('c')}
      where c.session = ? and c.basis = ? order by c.at nulls first, c.chain limit ? offset ?`,
    uid,
    chainBasisCodes.encode('mined'),
    limit,
    offset,
  );
  return found.map(({ tree, chain, kind, state, fingerprint, message }) => ({
    step: eventId({ tree, event: chain }),
    kind: errorKindCodes.decode(kind)!,
    state: chainStateCodes.decode(state)!,
    fingerprint,
    message,
  }));
}

interface FailureRecord {
  readonly tree: Key;
  readonly chain: Key;
  readonly kind: number;
  readonly state: number;
  readonly fingerprint: string;
  readonly message: string;
}
