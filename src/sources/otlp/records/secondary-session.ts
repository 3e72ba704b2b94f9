import { digest } from '../ids.ts';
import { whole } from './record-context.ts';
import type { OtlpContext } from './record-context.ts';
import type { AgentTelemetry, ReportedCall } from '../../agent/telemetry/agent-telemetry.ts';

/** A record of a known agent. False when nobody knows its kind. */
export function readSecondary(context: OtlpContext, agent: AgentTelemetry): boolean {
  const { record, place, memory } = context;
  const fact = agent.factOf(record, { hasCallSpans: memory.heading?.hasCallSpans ?? false });
  if (fact === undefined) return false;
  // Whose calls these are the telemetry does not say; the transcript does.
  if (place.nested) return true;
  switch (fact.is) {
    case 'nothing':
      return true;
    case 'call':
      call(context, fact);
      return true;
    case 'decision': {
      const key = call(context, fact.call);
      context.emit(
        `${key ?? lineKey(context)}:${fact.type}`,
        { is: 'decision', type: fact.type, text: fact.text },
        { role: 'system', parent: key },
      );
      return true;
    }
    case 'failure':
      context.emit(
        lineKey(context),
        { is: 'failure', type: fact.type, text: fact.text },
        { role: 'system', at: whole(record.end ?? record.start) },
      );
      return true;
  }
}

/** An answer comes with its call once more: whoever joins both to the transcript needs to be fact of both at once. */
function call(context: OtlpContext, { id, tool: named, input, end, fuller }: ReportedCall): string | undefined {
  const { memory, record } = context;
  const mark = id === undefined ? undefined : digest(id);
  const tool = named ?? (mark === undefined ? undefined : memory.tools.get(mark));
  if (tool === undefined) return undefined;
  if (mark !== undefined && tool.length <= 200) memory.tools.set(mark, tool);
  const key = id === undefined ? lineKey(context) : `otel:${id}`;
  const { output = '', status, exitCode, durationMs } = end ?? {};
  // A log record is written when the call is over.
  const at =
    record.signal === 'log' && end && record.start !== undefined ? record.start - (durationMs ?? 0) : record.start;
  // What is fact at its end, or with more, is the one to keep.
  const more = named === undefined || (!fuller && !end) ? {} : { fuller: true as const };
  context.emit(
    key,
    { is: 'call', tool, input: input ?? {} },
    { role: 'assistant', native: id, at: whole(at), ...more },
  );
  if (!end) return key;
  context.emit(
    `${key}:result`,
    {
      is: 'result',
      call: key,
      output,
      ...(status === undefined ? {} : { status }),
      ...(exitCode === undefined ? {} : { exitCode }),
    },
    {
      role: 'tool',
      parent: key,
      durationMs,
      at: whole(record.signal === 'log' ? record.start : (record.end ?? record.start)),
      ...(fuller && status !== 'ok' ? { fuller } : {}),
    },
  );
  return key;
}

/** Names an event by what its record says: the same record twice, as a retried export leaves it, is one. */
function lineKey({ record }: OtlpContext): string {
  const { name, trace, span, start, attributes } = record;
  return `otel:${digest(JSON.stringify([name, trace, span, start, attributes]))}`;
}
