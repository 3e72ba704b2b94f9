import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadReader, textOf } from '../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';
import { replay } from '../replay/replay.ts';
import type { Replayed } from '../replay/replay.ts';
import { refOf, stepKind } from '../walk/step.ts';
import { recordedLine } from './recorded-line.ts';

/** One line of causetrace's format, in the order of its fields. What is at its default is absent. */
export interface ToolEvent {
  readonly schema_version: '0.1';
  readonly event_id: string;
  /** Of what is no call: `Prompt`, `Thinking`, or the term it was logged under. */
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_output: string | null;
  readonly timestamp: string | null;
  readonly duration_ms: number | null;
  /** Recorded and likely causes, joined by commas, the best first. */
  readonly parent_event_id?: string;
  readonly session_id: string;
  /** Absent for a call; else `user_input`, `reasoning`, `context_update`, or the term it was logged under. */
  readonly event_type?: string;
  /** The type of the best cause; `user` for a prompt. */
  readonly caused_by?: string;
  readonly model?: string;
  readonly agent: string;
  /** What causetrace has no field for, so that the line can be read back as it was. */
  readonly stemma?: {
    /** It is no step: a thought of an agent. */
    readonly step?: false;
    /** Those of its parents that stemma inferred. */
    readonly inferred?: readonly string[];
  };
}

/**
 * A session in causetrace's format. What causetrace recorded itself is given as it was written, line by line; of any
 * other session its calls with their results, prompts, thinking, compactions and programs' events, in order.
 */
export async function* causetraceLines(
  read: StoreReader,
  session: Session,
  options: PayloadOptions,
): AsyncGenerator<string> {
  const payloadOf = payloadReader(read, options);
  for await (const replayed of replay(read, session, options)) {
    const { event } = replayed;
    const line =
      session.source === 'causetrace' && isFirstOfRecord(event)
        ? await recordedLine(event, payloadOf, options)
        : undefined;
    if (line !== undefined) yield `${line}\n`;
    else if (typeOf(event) !== undefined)
      yield `${JSON.stringify(await toolEvent(read, session, replayed, payloadOf))}\n`;
  }
}

/** A call's record becomes two events, the call and its result. */
function isFirstOfRecord({ id, step, kind }: Event): boolean {
  return id === step || (kind !== 'tool_result' && kind !== 'error');
}

/** What is more likely wrong than right is no parent. */
const minConfidence = 0.5;

async function toolEvent(
  read: StoreReader,
  session: Session,
  replayed: Replayed,
  payloadOf: ReadPayload,
): Promise<ToolEvent> {
  const { event, content } = replayed;
  const isStep = event.step === event.id;
  const causes = isStep
    ? (await read.causes([refOf(event.id)])).filter(({ confidence }) => confidence >= minConfidence)
    : [];
  const type = typeOf(event)!;
  const isCall = type === 'tool_call';
  return {
    schema_version: '0.1',
    event_id: event.id,
    tool_name: event.tool ?? nameOf(type),
    tool_input: content?.is === 'call' ? content.input : { [textField(type)]: textIn(replayed) },
    tool_output: isCall ? await outputOf(read, event, payloadOf) : null,
    timestamp: event.at,
    duration_ms: event.duration_ms,
    ...(causes.length > 0 && { parent_event_id: causes.map(({ cause }) => cause).join(',') }),
    session_id: event.session,
    ...(!isCall && { event_type: type }),
    ...causedBy(event, causes),
    ...(session.model !== null && { model: session.model }),
    agent: session.source,
    ...notes(isStep, causes),
  };
}

function typeOf(event: Event): string | undefined {
  const { id, step, kind, type, origin } = event;
  if (id === step && stepKind(event) === 'event') return type ?? kind;
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

/** As causetrace's own readers of agents name them. */
function nameOf(type: string): string {
  return { user_input: 'Prompt', reasoning: 'Thinking', context_update: 'Context' }[type] ?? type;
}

function textField(type: string): 'content' | 'text' {
  return type === 'reasoning' ? 'content' : 'text';
}

/** Causes come best first. */
function causedBy({ kind }: Event, [best]: readonly Edge[]): Pick<ToolEvent, 'caused_by'> {
  if (best) return { caused_by: best.types[0]! };
  return kind === 'user_msg' ? { caused_by: 'user' } : {};
}

function notes(isStep: boolean, causes: readonly Edge[]): Pick<ToolEvent, 'stemma'> {
  const inferred = causes.filter(({ basis }) => basis !== 'recorded').map(({ cause }) => cause);
  if (isStep && inferred.length === 0) return {};
  return { stemma: { ...(!isStep && { step: false }), ...(inferred.length > 0 && { inferred }) } };
}

function textIn({ event, content }: Replayed): string {
  return content ? textOf(content) : event.summary;
}

async function outputOf(read: StoreReader, call: Event, payloadOf: ReadPayload): Promise<string | null> {
  const results = (await read.eventsOfStep(refOf(call.id), 20)).filter(
    ({ id, kind }) => id !== call.id && (kind === 'tool_result' || kind === 'error'),
  );
  const last = results.at(-1);
  if (!last) return null;
  // When the bytes are gone the summary is what is left.
  const what = (await payloadOf(last).catch(() => undefined))?.what;
  return what ? textOf(what) : last.summary;
}
