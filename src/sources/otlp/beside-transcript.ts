import { digest } from './ids.ts';
import { put } from './memory.ts';
import { emit, whole } from './page.ts';
import type { Page } from './page.ts';
import type { AgentTelemetry, ToldCall } from './told.ts';

/** A record of a known agent. False when nobody knows its kind. */
export function tellBeside(page: Page, agent: AgentTelemetry): boolean {
  const { record, place, memory } = page;
  const told = agent.told(record, { hasCallSpans: memory.heading?.hasCallSpans ?? false });
  if (told === undefined) return false;
  // Whose calls these are the telemetry does not say; the transcript does.
  if (place.nested) return true;
  switch (told.is) {
    case 'nothing':
      return true;
    case 'call':
      call(page, told);
      return true;
    case 'decision': {
      const key = call(page, told.call);
      emit(
        page,
        `${key ?? lineKey(page)}:${told.type}`,
        { is: 'decision', type: told.type, text: told.text },
        { role: 'system', parent: key },
      );
      return true;
    }
    case 'failure':
      emit(
        page,
        lineKey(page),
        { is: 'failure', type: told.type, text: told.text },
        { role: 'system', at: whole(record.end ?? record.start) },
      );
      return true;
  }
}

/** An answer comes with its call once more: whoever joins both to the transcript needs to be told of both at once. */
function call(page: Page, { id, tool: named, input, end, fuller }: ToldCall): string | undefined {
  const { memory, record } = page;
  const mark = id === undefined ? undefined : digest(id);
  const tool = named ?? (mark === undefined ? undefined : memory.tools.get(mark));
  if (tool === undefined) return undefined;
  if (mark !== undefined && tool.length <= 200) put(memory, 'tools', mark, tool);
  const key = id === undefined ? lineKey(page) : `otel:${id}`;
  const { output = '', status, exitCode, durationMs } = end ?? {};
  // A log record is written when the call is over.
  const at =
    record.signal === 'log' && end && record.start !== undefined ? record.start - (durationMs ?? 0) : record.start;
  // What is told at its end, or with more, is the one to keep.
  const more = named === undefined || (!fuller && !end) ? {} : { fuller: true as const };
  emit(page, key, { is: 'call', tool, input: input ?? {} }, { role: 'assistant', native: id, at: whole(at), ...more });
  if (!end) return key;
  emit(
    page,
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
function lineKey({ record }: Page): string {
  const { name, trace, span, start, attributes } = record;
  return `otel:${digest(JSON.stringify([name, trace, span, start, attributes]))}`;
}
