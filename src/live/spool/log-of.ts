import type { JsonObject } from '../../platform/parse-records.ts';
import { hooksOf, tellerOf } from '../../sources/hooks/agents.ts';
import { nobody } from '../../sources/hooks/identify.ts';

/**
 * Who told it and where that one works, and the log it belongs to, as parts of a path below `hooks/`. Ids in payloads
 * are hostile input: only plain ones name a file.
 */
export function logOf(
  heard: string,
  payload: JsonObject | undefined,
): { readonly agent: string; readonly cwd: string | undefined; readonly log: readonly [string, string] } {
  const agent = payload ? tellerOf(heard, payload) : heard;
  const speaker = payload && hooksOf(agent)?.speaker(payload);
  return { agent, cwd: speaker?.cwd, log: [agent, `${speaker?.session ?? nobody}.jsonl`] };
}
