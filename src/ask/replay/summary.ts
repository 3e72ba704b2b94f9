import type { Session } from '../../model/session.ts';
import type { Kind } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';

/** What a replay would show, counted. */
export interface ReplaySummary {
  readonly session: Session;
  readonly events: number;
  /** Most frequent first. */
  readonly kinds: readonly { readonly kind: Kind; readonly events: number }[];
  /** Tools that were called, most frequent first. */
  readonly tools: readonly ToolSummary[];
  /** There were more tools than are listed. */
  readonly truncated: boolean;
  readonly calls: number;
  /** Failures of the session, as in the list of sessions. */
  readonly failures: number;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** From the first event to the last. */
  readonly duration_ms: number | null;
  /** The time of all calls together; null where the agent records none. */
  readonly calls_ms: number | null;
}

export interface ToolSummary {
  readonly tool: string;
  readonly calls: number;
  readonly failed: number;
  /** The time of its calls; null where none is recorded. */
  readonly total_ms: number | null;
  readonly max_ms: number | null;
}

type Counted = { -readonly [Field in keyof ToolSummary]: ToolSummary[Field] };

const page = 1000;
/** Names of tools come from transcripts: more than so many are not remembered. */
const mostTools = 1000;

/** Counts and times of a session, from one pass over its events. */
export async function replaySummary(
  read: StoreReader,
  session: Session,
  { limit = 50 }: { readonly limit?: number } = {},
): Promise<ReplaySummary> {
  const kinds = new Map<Kind, number>();
  const tools = new Map<string, Counted>();
  let events = 0;
  let calls = 0;
  let callsMs: number | null = null;
  let isCut = false;
  for (let after = 0; ;) {
    const found = await read.events(session.uid, { after, limit: page });
    for (const { id, step, kind, tool, failed, duration_ms } of found) {
      events += 1;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (tool === null || id !== step) continue;
      calls += 1;
      if (duration_ms !== null) callsMs = (callsMs ?? 0) + duration_ms;
      const counted = tools.get(tool) ?? { tool, calls: 0, failed: 0, total_ms: null, max_ms: null };
      if (tools.size >= mostTools && counted.calls === 0) {
        isCut = true;
        continue;
      }
      tools.set(tool, counted);
      counted.calls += 1;
      if (failed) counted.failed += 1;
      if (duration_ms === null) continue;
      counted.total_ms = (counted.total_ms ?? 0) + duration_ms;
      counted.max_ms = Math.max(counted.max_ms ?? 0, duration_ms);
    }
    if (found.length < page) break;
    after = found.at(-1)!.seq;
  }
  const { started_at, ended_at, errors } = session;
  return {
    session,
    events,
    kinds: [...kinds].map(([kind, count]) => ({ kind, events: count })).toSorted((a, b) => b.events - a.events),
    tools: [...tools.values()].toSorted((a, b) => b.calls - a.calls).slice(0, limit),
    truncated: isCut || tools.size > limit,
    calls,
    failures: errors,
    started_at,
    ended_at,
    duration_ms: started_at === null || ended_at === null ? null : Date.parse(ended_at) - Date.parse(started_at),
    calls_ms: callsMs,
  };
}
