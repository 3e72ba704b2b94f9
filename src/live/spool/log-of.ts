import type { JsonObject } from '../../platform/parse-records.ts';
import { nobody } from '../../sources/hooks/identify.ts';
import { agentWithHooks } from '../../sources/registry.ts';
import { senderOf } from '../hook/sender-of.ts';

/**
 * The agent that sent a payload, where it works, and its log as parts of a path below `hooks/`. Ids in payloads are
 * hostile input: only plain ones become file names.
 */
export function logOf(
  hookOf: string,
  payload: JsonObject | undefined,
): { readonly agent: string; readonly cwd: string | undefined; readonly log: readonly [string, string] } {
  try {
    const agent = payload ? senderOf(hookOf, payload) : hookOf;
    const session = payload && agentWithHooks(agent)?.hooks.session(payload);
    return { agent, cwd: session?.cwd, log: [agent, `${session?.main ?? nobody}.jsonl`] };
  } catch {
    // One event that cannot be understood must not keep the others in the spool.
    return { agent: hookOf, cwd: undefined, log: [hookOf, `${nobody}.jsonl`] };
  }
}
