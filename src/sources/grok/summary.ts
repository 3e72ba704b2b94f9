import { isObject, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { SessionPatch } from '../source.ts';

/** What `summary.json` has and the transcript does not. A sub-agent has the name its caller gave it. */
export function readSummary(
  record: JsonObject,
): { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined } | undefined {
  if (!isObject(record['info'])) return undefined;
  const title = name(record['generated_title']) ?? name(record['session_summary']);
  return {
    cwd: name(object(record['info'])['cwd']),
    branch: name(record['head_branch']),
    title: record['session_kind'] === 'subagent' ? undefined : title,
  };
}
