import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import type { StoreReader } from '../../../store/store.ts';
import type { PayloadOptions } from '../../event/payload.ts';
import { textOf } from '../../event/payload.ts';
import { replay, type Replayed } from '../../replay/replay.ts';
import { refOf, stepKind } from '../../walk/step.ts';
import { Chat } from './chat.ts';
import { providerOf } from './provider-of.ts';
import {
  attributesOf,
  cut,
  failedStatus,
  nanoseconds,
  sessionSpanId,
  spanKinds,
  stepSpanId,
  traceIdOf,
  type Span,
  type SpanEvent,
} from './span.ts';

export interface ExportedSpan {
  readonly span: Span;
  /** The place in the session of the last event that is in it; 0 for the session's own. */
  readonly seq: number;
}

export interface SpanOptions extends PayloadOptions {
  /** Names, times, tokens and failures, without what was said and done. */
  readonly withoutContent?: boolean;
}

/**
 * A session as spans after the GenAI conventions: `invoke_agent` for the session, below it a span for each turn, and in
 * it `chat` for each answer of the model and `execute_tool` for each call. The causes of a step are its links. Spans come
 * when they end, that of the session first; only what is open is in memory.
 */
export async function* sessionSpans(
  read: StoreReader,
  session: Session,
  { withoutContent = false, ...options }: SpanOptions,
): AsyncGenerator<ExportedSpan> {
  const tree = await read.treeOf(session.uid);
  if (tree === undefined) return;
  const writer = new SpanWriter(session, traceIdOf(tree), !withoutContent);
  yield { span: writer.session(), seq: 0 };
  for await (const replayed of replay(read, session, { ...options, brief: withoutContent, causes: true }))
    yield* writer.add(replayed);
  yield* writer.end();
}

class SpanWriter {
  readonly #session: Session;
  readonly #traceId: string;
  readonly #hasContent: boolean;
  /** Calls whose result has not come. */
  readonly #calls = new Map<EventId, Replayed & { readonly start: number }>();
  #turn: Turn | undefined;
  #chat: Chat | undefined;
  /** Of the event before; agents that record no times get those of what is around. */
  #now: number;

  constructor(session: Session, traceId: string, hasContent: boolean) {
    this.#session = session;
    this.#traceId = traceId;
    this.#hasContent = hasContent;
    this.#now = begins(session);
  }

  session(): Span {
    const { uid, source, parent, started_at, ended_at, title, model, outcome, repo, branch, events, errors } =
      this.#session;
    const start = started_at === null ? this.#now : Date.parse(started_at);
    const end = ended_at === null ? start : Math.max(start, Date.parse(ended_at));
    const above = parent?.step ? stepSpanId(parent.step) : parent ? sessionSpanId(parent.uid) : undefined;
    return {
      traceId: this.#traceId,
      spanId: sessionSpanId(uid),
      ...(above !== undefined && { parentSpanId: above }),
      name: `invoke_agent ${source}`,
      kind: spanKinds.internal,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      attributes: attributesOf({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': model === null ? undefined : providerOf(model),
        'gen_ai.agent.name': source,
        'gen_ai.agent.description': this.#hasContent ? title : undefined,
        'gen_ai.conversation.id': uid,
        'gen_ai.request.model': model,
        'openinference.span.kind': 'AGENT',
        'session.id': uid,
        'input.value': this.#hasContent ? title : undefined,
        'stemma.outcome': outcome,
        'stemma.repository': repo,
        'stemma.branch': branch,
        'stemma.relation': parent?.relation,
        'stemma.events': events,
        'stemma.failures': errors,
      }),
      ...(outcome === 'failed' && { status: { code: failedStatus, message: 'the session failed' } }),
    };
  }

  *add(replayed: Replayed): Generator<ExportedSpan> {
    const { event } = replayed;
    const before = this.#now;
    const at = event.at === null ? before : Math.max(Date.parse(event.at), begins(this.#session));
    this.#now = at;
    if (isOfModel(event)) {
      if (this.#chat !== undefined && event.tokens !== null && this.#chat.isCounted) yield* this.#closeChat();
      if (this.#chat === undefined && (event.tokens !== null || event.kind !== 'tool_call'))
        this.#chat = new Chat(this.#session, event.id, before);
      this.#chat?.add(replayed, at);
    } else yield* this.#closeChat();

    if (event.step === event.id) yield* this.#addStep(replayed, at);
    else if (isResult(event)) yield* this.#addResult(replayed, at);
    else if (isOfModel(event)) this.#turn?.answered(replayed);
    else this.#turn?.note(event, at);
    this.#turn?.reach(event.seq, at);
  }

  *end(): Generator<ExportedSpan> {
    yield* this.#closeChat();
    for (const call of this.#calls.values()) yield { span: this.#call(call), seq: call.event.seq };
    this.#calls.clear();
    yield* this.#closeTurn();
  }

  *#addStep(replayed: Replayed, at: number): Generator<ExportedSpan> {
    const { event } = replayed;
    if (event.turn === event.id) {
      yield* this.#closeTurn();
      this.#turn = new Turn(replayed, at);
    } else if (stepKind(event) === 'call') this.#calls.set(event.id, { ...replayed, start: at });
    else yield { span: this.#other(replayed, at), seq: event.seq };
  }

  *#addResult(result: Replayed, at: number): Generator<ExportedSpan> {
    const call = result.event.step === null ? undefined : this.#calls.get(result.event.step);
    if (call === undefined) return;
    this.#calls.delete(call.event.id);
    yield { span: this.#call(call, result, at), seq: result.event.seq };
  }

  *#closeChat(): Generator<ExportedSpan> {
    if (this.#chat === undefined) return;
    const prompt = this.#turn?.takePrompt();
    const span = this.#chat.span({ ...this.#around(), prompt, hasContent: this.#hasContent });
    yield { span, seq: this.#chat.seq };
    this.#chat = undefined;
  }

  *#closeTurn(): Generator<ExportedSpan> {
    const turn = this.#turn;
    if (turn === undefined) return;
    this.#turn = undefined;
    const span = {
      ...this.#around(),
      spanId: stepSpanId(turn.prompt.event.id),
      name: 'turn',
      kind: spanKinds.internal,
      startTimeUnixNano: nanoseconds(turn.start),
      endTimeUnixNano: nanoseconds(turn.end),
      attributes: attributesOf({
        ...this.#common(turn.prompt.event),
        'openinference.span.kind': 'CHAIN',
        ...(this.#hasContent && { 'input.value': textIn(turn.prompt), 'output.value': turn.answer }),
      }),
      ...(turn.events.length > 0 && { events: turn.events }),
      ...this.#links(turn.prompt),
    };
    yield { span, seq: turn.seq };
  }

  #call(call: Replayed & { readonly start: number }, result?: Replayed, at = call.start): Span {
    const { event, content, start } = call;
    const took = event.duration_ms ?? result?.event.duration_ms;
    const end = took === null || took === undefined ? at : start + took;
    const failure = [event, result?.event].find((each) => each?.failed);
    const input = content?.is === 'call' ? content.input : undefined;
    const output = result === undefined ? undefined : textIn(result);
    const tool = event.tool ?? 'unknown';
    return {
      ...this.#around(),
      spanId: stepSpanId(event.id),
      name: `execute_tool ${tool}`,
      kind: spanKinds.internal,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(Math.max(start, end)),
      attributes: attributesOf({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': event.native_id,
        'openinference.span.kind': 'TOOL',
        'tool.name': tool,
        ...this.#common(event),
        'stemma.act': event.act,
        'error.type': failure && 'tool_error',
        'process.exit.code': result?.content?.is === 'result' ? result.content.exitCode : undefined,
        ...(this.#hasContent && {
          'gen_ai.tool.call.arguments': jsonOf(input),
          'gen_ai.tool.call.result': output,
          'input.value': jsonOf(input),
          'input.mime_type': input === undefined || typeof input === 'string' ? undefined : 'application/json',
          'output.value': output,
        }),
      }),
      ...this.#status(failure),
      ...this.#links(call),
    };
  }

  /** What a program recorded by itself, a failure outside calls, a prompt that no person wrote. */
  #other(replayed: Replayed, at: number): Span {
    const { event } = replayed;
    return {
      ...this.#around(),
      spanId: stepSpanId(event.id),
      name: event.type ?? event.kind,
      kind: spanKinds.internal,
      startTimeUnixNano: nanoseconds(at),
      endTimeUnixNano: nanoseconds(at + (event.duration_ms ?? 0)),
      attributes: attributesOf({
        ...this.#common(event),
        'openinference.span.kind': 'CHAIN',
        'error.type': event.failed ? (event.type ?? event.kind) : undefined,
        ...(this.#hasContent && { 'input.value': textIn(replayed) }),
      }),
      ...this.#status(event.failed ? event : undefined),
      ...this.#links(replayed),
    };
  }

  #status(failed: Event | undefined): Pick<Span, 'status'> {
    if (!failed) return {};
    return { status: { code: failedStatus, message: this.#hasContent ? failed.summary : 'failed' } };
  }

  #around(): Pick<Span, 'traceId' | 'parentSpanId'> {
    const above = this.#turn ? stepSpanId(this.#turn.prompt.event.id) : sessionSpanId(this.#session.uid);
    return { traceId: this.#traceId, parentSpanId: above };
  }

  #common({ id, kind }: Event) {
    return {
      'gen_ai.conversation.id': this.#session.uid,
      'session.id': this.#session.uid,
      'stemma.event': id,
      'stemma.kind': kind,
    };
  }

  #links({ causes, event }: Replayed): Pick<Span, 'links'> {
    if (causes.length === 0) return {};
    return {
      links: causes.slice(0, mostOfSpan).map(({ step, types, basis, confidence, evidence }) => ({
        traceId: traceIdOf(refOf(step.id).tree),
        spanId: stepSpanId(step.id),
        attributes: attributesOf({
          'stemma.cause.types': types,
          'stemma.cause.basis': basis,
          'stemma.cause.confidence': confidence,
          'stemma.cause.evidence': this.#hasContent ? evidence : undefined,
          'stemma.cause.session': step.session === event.session ? undefined : step.session,
        }),
      })),
    };
  }
}

/** Events and links: as many as OpenTelemetry's own packages keep. */
const mostOfSpan = 128;

/** A person's request, until the next one. */
class Turn {
  readonly prompt: Replayed;
  readonly start: number;
  readonly events: SpanEvent[] = [];
  end: number;
  seq: number;
  answer: string | undefined;
  #isAnswered = false;

  constructor(prompt: Replayed, start: number) {
    this.prompt = prompt;
    this.start = start;
    this.end = start;
    this.seq = prompt.event.seq;
  }

  reach(seq: number, at: number): void {
    this.seq = seq;
    this.end = Math.max(this.end, at);
  }

  answered(message: Replayed): void {
    if (message.event.kind === 'assistant_msg') this.answer = textIn(message);
  }

  /** The text of the prompt, for the first answer to it. */
  takePrompt(): string | undefined {
    if (this.#isAnswered) return undefined;
    this.#isAnswered = true;
    return textIn(this.prompt);
  }

  note({ kind, type, id }: Event, at: number): void {
    if (this.events.length === mostOfSpan) return;
    this.events.push({
      timeUnixNano: nanoseconds(at),
      name: type ?? kind,
      attributes: attributesOf({ 'stemma.event': id, 'stemma.kind': kind }),
    });
  }
}

function isOfModel({ kind, role, tool }: Event): boolean {
  return kind === 'assistant_msg' || kind === 'thinking' || (role === 'assistant' && tool !== null);
}

function isResult({ kind, id, step }: Event): boolean {
  return (kind === 'tool_result' || kind === 'error') && step !== null && step !== id;
}

/** Its first time, or when it was read where its agent records none. */
function begins({ started_at, ended_at, watermarks }: Session): number {
  const known = started_at ?? ended_at ?? watermarks.discovered;
  return known === null ? 0 : Date.parse(known);
}

function textIn({ content, event }: Replayed): string {
  return cut(content ? textOf(content) : event.summary);
}

function jsonOf(input: unknown): string | undefined {
  return input === undefined || typeof input === 'string' ? input : JSON.stringify(input);
}
