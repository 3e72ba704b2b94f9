import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadReader, textOf } from '../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';
import { replay } from '../replay/replay.ts';
import type { Replayed } from '../replay/replay.ts';
import { refOf } from '../walk/step.ts';

/** One line of causetrace's format. */
export interface ToolEvent {
  readonly event_id: string;
  /** Causes, joined by commas; null at roots. */
  readonly parent_event_id: string | null;
  readonly session_id: string;
  readonly event_type: 'tool_call' | 'user_input' | 'reasoning' | 'context_update';
  /** The type of the best edge; `user` at roots. */
  readonly caused_by: string;
  readonly model: string | null;
  readonly agent: string;
  readonly tool_name: string | null;
  readonly tool_input: unknown;
  readonly tool_output: string | null;
  readonly timestamp: string | null;
  readonly duration_ms: number | null;
}

/** Calls with their results, prompts, thinking and compactions of a session, in order. */
export async function* toolEvents(
  read: StoreReader,
  session: Session,
  options: PayloadOptions,
): AsyncGenerator<ToolEvent> {
  const payloadOf = payloadReader(read, options);
  for await (const replayed of replay(read, session, options)) {
    const type = typeOf(replayed.event);
    if (!type) continue;
    const { event, content } = replayed;
    const causes = event.step === event.id ? await read.causes([refOf(event.id)]) : [];
    yield {
      event_id: event.id,
      parent_event_id: causes.length > 0 ? causes.map(({ cause }) => cause).join(',') : null,
      session_id: event.session,
      event_type: type,
      caused_by: causedBy(causes),
      model: session.model,
      agent: session.source,
      tool_name: event.tool,
      tool_input: content?.is === 'call' ? content.input : textIn(replayed),
      tool_output: type === 'tool_call' ? await outputOf(read, event, payloadOf) : null,
      timestamp: event.at,
      duration_ms: event.duration_ms,
    };
  }
}

function typeOf({ kind, type, origin }: Event): ToolEvent['event_type'] | undefined {
  switch (kind) {
    case 'tool_call':
    case 'test_run':
    case 'edit':
    case 'retry':
      return 'tool_call';
    case 'user_msg':
      return origin === 'compaction' ? 'context_update' : 'user_input';
    case 'thinking':
      return 'reasoning';
    case 'lifecycle':
      return type !== null && /compact/.test(type) ? 'context_update' : undefined;
    case 'assistant_msg':
    case 'tool_result':
    case 'error':
    case 'human_intervention':
    case 'decision':
    case 'completion':
      return undefined;
  }
}

/** Causes come best first. */
function causedBy([best]: readonly Edge[]): string {
  return best?.types[0] ?? 'user';
}

function textIn({ event, content }: Replayed): string {
  return content ? textOf(content) : event.summary;
}

async function outputOf(read: StoreReader, call: Event, payloadOf: ReadPayload): Promise<string | null> {
  const results = (await read.eventsOfStep(refOf(call.id), 20)).filter(
    ({ kind }) => kind === 'tool_result' || kind === 'error',
  );
  const last = results.at(-1);
  if (!last) return null;
  // When the bytes are gone the summary is what is left.
  const what = (await payloadOf(last).catch(() => undefined))?.what;
  return what ? textOf(what) : last.summary;
}
