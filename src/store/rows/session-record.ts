import { eventId, type Key, type SessionUid } from '../../model/ids.ts';
import { schemaVersion } from '../../model/schema-version.ts';
import type { Session } from '../../model/session.ts';
import type { Facet, Outcome, Relation } from '../../model/words.ts';
import { isoTime } from './iso-time.ts';
import { outcome } from './session-numbers.ts';
import { shownTitle, type Titles } from './title-ranks.ts';

/** A row of table `session`, with facts of its files. */
export interface SessionRecord extends Titles {
  readonly uid: string;
  readonly source: string;
  readonly native: string;
  readonly workspace: string;
  readonly parent: string | null;
  readonly relation: string | null;
  readonly step_tree: Key | null;
  readonly step: Key | null;
  readonly cwd: string | null;
  readonly repo: string | null;
  readonly domain: string | null;
  readonly task_ref: string | null;
  readonly branch: string | null;
  readonly model: string | null;
  readonly agent_version: string | null;
  readonly ending: string;
  readonly judged_by: string | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly events: number;
  readonly steps: number;
  readonly failures: number;
  readonly open_failures: number;
  readonly turns: number;
  readonly retries: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_tokens: number;
  readonly wall_clock_ms: number;
  readonly discovered_at: number | null;
  readonly ingested_at: number | null;
  readonly analyzed_at: number | null;
  readonly evicted_at: number | null;
  readonly not_recorded: string | null;
  readonly source_path: string | null;
  readonly source_bytes: number;
}

/** Of `session s`, but for its failures. The file shown is the main one read last; the bytes are those of all. */
export const sessionColumns = `s.*, ${outcome} as ending,
  (select path from file f where f.session = s.uid order by f.role = 'main' desc, f.superseded, f.read_at desc, f.path limit 1) as source_path,
  (select coalesce(sum(bytes), 0) from file f where f.session = s.uid) as source_bytes`;

export function toSession(row: SessionRecord): Session {
  return {
    schema_version: schemaVersion,
    uid: row.uid as SessionUid,
    source: row.source,
    native_id: row.native,
    title: shownTitle(row),
    repo: row.repo,
    domain: row.domain,
    cwd: row.cwd,
    branch: row.branch,
    task_ref: row.task_ref,
    model: row.model,
    agent_version: row.agent_version,
    not_recorded: row.not_recorded ? (row.not_recorded.split(',') as Facet[]) : [],
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
    outcome: row.ending as Outcome,
    ...(row.judged_by !== null && { judged_by: row.judged_by }),
    events: row.events,
    steps: row.steps,
    errors: row.failures,
    open_errors: row.open_failures,
    cost: {
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      cache_tokens: row.cache_tokens,
      wall_clock_s: row.wall_clock_ms / 1000,
      turns: row.turns,
      retries: row.retries,
      usd: null,
      usd_is_exact: true,
    },
    parent:
      row.parent === null
        ? null
        : {
            uid: row.parent as SessionUid,
            relation: row.relation as Relation,
            step:
              row.step === null || row.step_tree === null ? null : eventId({ tree: row.step_tree, event: row.step }),
          },
    workspace: row.workspace,
    source_path: row.source_path,
    source_bytes: row.source_bytes,
    watermarks: {
      discovered: iso(row.discovered_at),
      ingested: iso(row.ingested_at),
      analyzed: iso(row.analyzed_at),
      evicted: iso(row.evicted_at),
    },
  };
}

export function iso(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
