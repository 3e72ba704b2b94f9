import { toSourceOverviews, type Counted } from '../rows/source-overviews.ts';
import type { Overview, SourceOverview } from '../store.ts';
import type { Sql } from './sql.ts';

export async function overview(sql: Sql): Promise<Overview> {
  return {
    sources: await sourceOverviews(sql),
    bytes: {
      source: await sum(sql, 'select sum(bytes) as sum from file'),
      blocks: await sum(sql, 'select sum(size) as sum from block'),
      store: await sum(sql, 'select pg_database_size(current_database()) as sum'),
    },
    issues: await sql.all(
      `select f.path, i.line, i.reason from issue i join file f on f.tree = i.tree and f.file = i.file
        order by f.read_at desc, f.path, i.line limit ${mostIssues}`,
    ),
    issueCounts: await sql.all(
      'select reason, count(*) as count from issue group by reason order by count desc, reason',
    ),
  };
}

const mostIssues = 100;

async function sourceOverviews(sql: Sql): Promise<readonly SourceOverview[]> {
  const files = await sql.all<Counted['files'][number]>(
    `select source, count(*) as files, sum(mapped) as mapped, sum(state) as state, sum(copy) as copy, sum(raw) as raw, sum(issue + torn) as issue
       from file where superseded = 0 group by source`,
  );
  const sessions = await sql.all<Counted['sessions'][number]>(
    `select source, count(*) filter (where events > 0) as sessions, sum(events) as events, sum(errors) as errors, max(ended_at) as ended_at from session group by source`,
  );
  const versions = await sql.all<Counted['versions'][number]>(
    `select source, agent_version as version, count(*) as sessions from session where agent_version is not null
      group by source, agent_version order by sessions desc, version`,
  );
  const unknown = await sql.all<Counted['unknown'][number]>(
    `select f.source, u.kind, u.agent_version, sum(u.count) as count from unknown_kind u join file f on f.tree = u.tree and f.file = u.file
      group by f.source, u.kind, u.agent_version order by count desc, u.kind`,
  );
  return toSourceOverviews({ files, sessions, versions, unknown });
}

async function sum(sql: Sql, text: string): Promise<number> {
  return (await sql.get<{ sum: number | null }>(text))!.sum ?? 0;
}
