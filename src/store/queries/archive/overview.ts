import { toSourceOverviews, type Counted } from '../../rows/source-overviews.ts';
import type { Overview, SourceOverview } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, get, type Query } from '../query.ts';

/** `size` is that of the whole store, in bytes. */
export function* overview(db: Dialect, size: () => Query<number>): Query<Overview> {
  return {
    sources: yield* sourceOverviews(db),
    bytes: {
      source: yield* sum('select sum(bytes) as sum from file'),
      blocks: yield* sum('select sum(size) as sum from block'),
      store: yield* size(),
    },
    issues: yield* all(
      `select f.path, i.line, i.reason from issue i join file f on f.tree = i.tree and f.file = i.file
        order by f.read_at desc, f.path, i.line limit ${maxIssues}`,
    ),
    issueCounts: yield* all('select reason, count(*) as count from issue group by reason order by count desc, reason'),
  };
}

const maxIssues = 100;

function* sourceOverviews(db: Dialect): Query<readonly SourceOverview[]> {
  const files = yield* all<Counted['files'][number]>(
    `select source, count(*) as files, sum(mapped) as mapped, sum(state) as state, sum(copy) as copy, sum(raw) as raw,
            sum(issue + torn) as issue
       from file where superseded = 0 group by source`,
  );
  const sessions = yield* all<Counted['sessions'][number]>(
    `select source, count(*) filter (where events > 0) as sessions, sum(events) as events, sum(s.failures) as errors,
            max(ended_at) as ended_at
       from ${db.sessions.counted('')} group by source`,
  );
  const versions = yield* all<Counted['versions'][number]>(
    `select source, agent_version as version, count(*) as sessions from session where agent_version is not null
      group by source, agent_version order by sessions desc, version`,
  );
  const unknown = yield* all<Counted['unknown'][number]>(
    `select f.source, u.kind, u.agent_version, sum(u.count) as count
       from unknown_kind u join file f on f.tree = u.tree and f.file = u.file
      group by f.source, u.kind, u.agent_version order by count desc, u.kind, u.agent_version`,
  );
  return toSourceOverviews({ files, sessions, versions, unknown });
}

export function* sum(sql: string): Query<number> {
  return (yield* get<{ sum: number | null }>(sql))!.sum ?? 0;
}
