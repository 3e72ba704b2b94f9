import type { Session } from '../../../model/session.ts';
import { ownScope } from '../../../platform/otlp/own-scope.ts';
import type { StoreReader } from '../../../store/store.ts';
import { sessionSpans, type SpanOptions } from './session-spans.ts';
import { attributesOf, type Span } from './span.ts';

/** An `ExportTraceServiceRequest`, as OTLP's JSON has it. */
export function traceRequest({ source, agent_version }: Session, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': source, 'service.version': agent_version }) },
        scopeSpans: [{ scope: { name: ownScope }, spans }],
      },
    ],
  };
}

/** A batch ends once it is larger than one of these; receivers take a few megabytes. */
const maxSpans = 256;
const maxCharacters = 1_000_000;

export interface SpanBatch {
  readonly spans: readonly Span[];
  /** The spans of the session up to the end of this batch, counting those that were left out. */
  readonly through: number;
  /** The place of the last event that is in one of them. */
  readonly seq: number;
}

/** The spans of a session in batches; those that end at `after` or before it are left out, but for the session's own. */
export async function* spanBatches(
  read: StoreReader,
  session: Session,
  { after = 0, skip = 0, ...options }: SpanOptions & { readonly after?: number; readonly skip?: number },
): AsyncGenerator<SpanBatch> {
  let spans: Span[] = [];
  let size = 0;
  let through = 0;
  let last = 0;
  for await (const { span, seq } of sessionSpans(read, session, options)) {
    through += 1;
    last = Math.max(last, seq);
    if (through <= skip || (seq > 0 && seq <= after)) continue;
    spans.push(span);
    size += JSON.stringify(span).length;
    if (spans.length < maxSpans && size < maxCharacters) continue;
    yield { spans, through, seq: last };
    spans = [];
    size = 0;
  }
  if (spans.length > 0) yield { spans, through, seq: last };
}

/** A session and what it started, at any depth: those that came of it by a call. */
export async function* withSubagents(read: StoreReader, session: Session): AsyncGenerator<Session> {
  yield session;
  for (let from = 0; ; from += pageSize) {
    const { sessions } = await read.sessions({ parent: session.uid }, { limit: pageSize, offset: from });
    for (const child of sessions) if (child.parent?.relation === 'subagent') yield* withSubagents(read, child);
    if (sessions.length < pageSize) return;
  }
}

const pageSize = 100;

/** Requests a line each, as a collector's file exporter writes them. */
export async function* otlpLines(read: StoreReader, session: Session, options: SpanOptions): AsyncGenerator<string> {
  for await (const each of withSubagents(read, session))
    for await (const { spans } of spanBatches(read, each, options))
      yield `${JSON.stringify(traceRequest(each, spans))}\n`;
}
