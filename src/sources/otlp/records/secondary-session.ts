import { digest } from '../ids.ts';
import { whole } from './record-context.ts';
import type { OtlpContext } from './record-context.ts';
import type { AgentTelemetry, ReportedCall } from '../../agent/telemetry/agent-telemetry.ts';

/** A record of a known agent. False when its kind is unknown. */
export function readSecondary(context: OtlpContext, agent: AgentTelemetry): boolean {
  const { record, place, memory } = context;
  const fact = agent.factOf(record, { hasCallSpans: memory.heading?.hasCallSpans ?? false });
  if (fact === undefined) return false;
  // The telemetry does not show whose calls these are; the transcript does.
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

/** A result comes with its call once more: joining both to the transcript needs them at once. */
function call(context: OtlpContext, { id, tool: named, input, end, fuller }: ReportedCall): string | undefined {
  const { memory, record } = context;
  const mark = id === undefined ? undefined : digest(id);
  const tool = named ?? (mark === undefined ? undefined : memory.tools.get(mark));
  if (tool === undefined) return undefined;
  if (mark !== undefined && tool.length <= 200) memory.tools.set(mark, tool);
  const key = id === undefined ? lineKey(context) : `otel:${id}`;
  const { output = '', status, exitCode, durationMs } = end ?? {};
  // A log record is written when the call has ended.
  const at =
    record.signal === 'log' && end && record.start !== undefined ? record.start - (durationMs ?? 0) : record.start;
  // The record at its end, or with more in it, is the one to keep.
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

/** Identifies an event by its record: the same record twice, as a retried export leaves it, is one. */
function lineKey({ record }: OtlpContext): string {
  const { name, trace, span, start, attributes } = record;
  return `otel:${digest(JSON.stringify([name, trace, span, start, attributes]))}`;
}
