import { number, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parseJson } from '../../../platform/parse-json.ts';

/** The columns that are read of a session's row. `share_url` gives access to anybody, so it is left out. */
export const sessionColumns = [
  'id',
  'slug',
  'project_id',
  'workspace_id',
  'directory',
  'path',
  'parent_id',
  'title',
  'agent',
  'model',
  'version',
  'summary_additions',
  'summary_deletions',
  'summary_files',
  'summary_diffs',
  'cost',
  'tokens_input',
  'tokens_output',
  'tokens_reasoning',
  'tokens_cache_read',
  'tokens_cache_write',
  'metadata',
  'revert',
  'permission',
  'time_created',
  'time_updated',
  'time_compacting',
  'time_archived',
] as const;

/** The row of a session in OpenCode's JSON format. Unknown fields are left out. */
export function infoOfRow(row: JsonObject): JsonObject {
  const count = (column: string) => number(row[column]);
  return known({
    id: row['id'],
    slug: row['slug'],
    projectID: row['project_id'],
    workspaceID: row['workspace_id'],
    directory: row['directory'],
    path: row['path'],
    parentID: row['parent_id'],
    title: row['title'],
    agent: row['agent'],
    model: json(row['model']),
    version: row['version'],
    summary: group({
      additions: count('summary_additions'),
      deletions: count('summary_deletions'),
      files: count('summary_files'),
      diffs: json(row['summary_diffs']),
    }),
    cost: count('cost'),
    tokens: group({
      input: count('tokens_input'),
      output: count('tokens_output'),
      reasoning: count('tokens_reasoning'),
      cache: group({ read: count('tokens_cache_read'), write: count('tokens_cache_write') }),
    }),
    metadata: json(row['metadata']),
    revert: json(row['revert']),
    permission: json(row['permission']),
    time: group({
      created: count('time_created'),
      updated: count('time_updated'),
      compacting: count('time_compacting'),
      archived: count('time_archived'),
    }),
  });
}

function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function group(fields: JsonObject): JsonObject | undefined {
  const there = known(fields);
  return Object.keys(there).length > 0 ? there : undefined;
}

/** A column that holds JSON. */
function json(column: unknown): unknown {
  const found = text(column);
  if (found === undefined) return undefined;
  try {
    return parseJson(found) as unknown;
  } catch {
    return undefined;
  }
}
