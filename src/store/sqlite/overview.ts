import { statSync } from 'node:fs';
import { toSourceOverviews, type Counted } from '../rows/source-overviews.ts';
import type { LineCounts, Overview, SourceOverview } from '../store.ts';
import type { Connection } from './connection.ts';

export function overview(connection: Connection): Overview {
  return {
    sources: sourceOverviews(connection),
    bytes: {
      source: sum(connection, 'select sum(bytes) as sum from file'),
      blocks: sum(connection, 'select sum(size) as sum from block'),
      store: sizeOf(connection.path) + sizeOf(`${connection.path}-wal`),
    },
    issues: connection.all(
      `select f.path, i.line, i.reason from issue i join file f on f.tree = i.tree and f.file = i.file
        order by f.read_at desc, f.path, i.line limit ${mostIssues}`,
    ),
    issueCounts: connection.all(
      'select reason, count(*) as count from issue group by reason order by count desc, reason',
    ),
  };
}

const mostIssues = 100;

function sourceOverviews(connection: Connection): readonly SourceOverview[] {
  const files = connection.all<{ source: string; files: number } & LineCounts>(
    `select source, count(*) as files, sum(mapped) as mapped, sum(state) as state, sum(copy) as copy, sum(raw) as raw, sum(issue + torn) as issue
       from file where superseded = 0 group by source`,
  );
  const sessions = connection.all<Counted['sessions'][number]>(
    `select source, sum(events > 0) as sessions, sum(events) as events, sum(errors) as errors, max(ended_at) as ended_at from session group by source`,
  );
  const versions = connection.all<{ source: string; version: string; sessions: number }>(
    `select source, agent_version as version, count(*) as sessions from session where agent_version is not null
      group by source, agent_version order by sessions desc, version`,
  );
  const unknown = connection.all<{ source: string; kind: string; agent_version: string; count: number }>(
    `select f.source, u.kind, u.agent_version, sum(u.count) as count from unknown_kind u join file f on f.tree = u.tree and f.file = u.file
      group by f.source, u.kind, u.agent_version order by count desc, u.kind`,
  );

  return toSourceOverviews({ files, sessions, versions, unknown });
}

function sum(connection: Connection, sql: string): number {
  return connection.get<{ sum: number | null }>(sql)!.sum ?? 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
