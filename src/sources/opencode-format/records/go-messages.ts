import { isObject, list, name, number, object, parseRecords, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { OpenCodeContext } from './memory.ts';

/**
 * A message of the program written in Go, in its current state. Its texts have only the message's id; calls have their
 * own.
 */
export function goMessage(context: OpenCodeContext, record: JsonObject): boolean {
  const id = name(record['id']);
  if (id === undefined) return false;
  const at = number(record['at']);
  const parts = list(record['parts'])
    .filter(isObject)
    .map((part) => ({ type: part['type'], data: object(part['data']) }));
  for (const { type } of parts)
    if (typeof type !== 'string' || !partTypes.has(type)) context.reportUnknown(`part/${String(type).slice(0, 100)}`);
  switch (record['role']) {
    case 'user':
      for (const { type, data } of parts) if (type === 'shell_command') typedCommand(context, { id, at }, data);
      prompted(
        context,
        { id, at },
        parts.filter(({ type }) => type !== 'shell_command'),
      );
      return true;
    case 'assistant':
      context.patchChanged({ model: name(record['model']) });
      if (record['summary'] === true) summarised(context, { id, at }, parts);
      else answered(context, { id, at }, parts);
      return true;
    case 'tool':
      for (const { type, data } of parts) if (type === 'tool_result') ended(context, at, data);
      return true;
    default:
      return false;
  }
}

const partTypes = new Set([
  'text',
  'reasoning',
  'image_url',
  'binary',
  'tool_call',
  'tool_result',
  'finish',
  'shell_command',
]);

interface Where {
  readonly id: string;
  readonly at: number | undefined;
}
type Parts = readonly { readonly type: unknown; readonly data: JsonObject }[];

function prompted(context: OpenCodeContext, { id, at }: Where, parts: Parts): void {
  const words = parts
    .map(
      ({ type, data }) =>
        text(data['text'])?.trim() ?? (type === 'image_url' || type === 'binary' ? '[attachment]' : ''),
    )
    .filter((part) => part !== '')
    .join('\n');
  context.setFailed(false);
  if (words === '') return;
  context.memory.turn = id;
  context.emit(
    id,
    { is: 'prompt', text: words, origin: context.isSubagent ? 'harness' : 'human' },
    { native: id, at, role: 'user' },
  );
  context.step(id);
}

/** A command that a person ran beside the conversation. */
function typedCommand(context: OpenCodeContext, { id, at }: Where, data: JsonObject): void {
  const key = `${id}:shell`;
  const input = { command: text(data['command']) ?? '' };
  context.emit(key, { is: 'call', tool: 'shell', input }, { native: key, at, role: 'user', parent: context.turn });
  const exitCode = number(data['exit_code']);
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output: text(data['output']) ?? '', ...(exitCode !== undefined && { exitCode }) },
    { at, role: 'tool', parent: key },
  );
  context.step(key);
}

/** The conversation continues from a summary of it. */
function summarised(context: OpenCodeContext, { id, at }: Where, parts: Parts): void {
  const summary = parts
    .map(({ data }) => text(data['text']) ?? '')
    .join('\n')
    .trim();
  if (summary === '') return;
  const { memory } = context;
  context.emit(
    `${id}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
    { native: id, at, role: 'system' },
  );
  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
  context.emit(
    id,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: id, at, role: 'user', fuller: true },
  );
  context.step(id);
}

/** What is known of a session; its price grows. */
export function goSession(context: OpenCodeContext, record: JsonObject): void {
  context.patchChanged({ cwd: name(record['cwd']) });
  const usd = number(record['cost']);
  if (usd === undefined || usd <= 0) return;
  context.emit(
    'usage',
    { is: 'lifecycle', type: 'usage', text: 'Cost of the session so far' },
    { native: 'usage', role: 'system', usd, fuller: true },
  );
}

function answered(context: OpenCodeContext, { id, at }: Where, parts: Parts): void {
  const isDone = parts.some(({ type }) => type === 'finish');
  let parent = context.memory.turn;
  const emitText = (key: string, what: { readonly is: 'thinking' | 'message'; readonly text: string }) => {
    if (what.text.trim() === '') return;
    context.emit(key, what, { native: key, at, role: 'assistant', parent, fuller: isDone });
    parent = key;
  };
  context.setFailed(false);
  for (const { type, data } of parts) {
    if (type === 'reasoning') emitText(`${id}:thinking`, { is: 'thinking', text: text(data['thinking']) ?? '' });
    if (type === 'text') emitText(`${id}:text`, { is: 'message', text: text(data['text']) ?? '' });
    if (type === 'tool_call') called(context, at, data, parent);
    if (type === 'finish') finished(context, { id, at }, data, parent);
  }
}

/** Its arguments are a text, complete once the model has finished writing it. */
function called(context: OpenCodeContext, at: number | undefined, data: JsonObject, parent: string | undefined): void {
  const id = name(data['id']);
  if (id === undefined || data['finished'] === false) return;
  const tool = name(data['name']) ?? 'unknown';
  context.memory.holders.set(id, tool);
  const written = text(data['input']) ?? '';
  const input = parseRecords(written);
  context.emit(
    id,
    { is: 'call', tool, input: input.ok ? input.records[0] : written },
    { native: id, at, role: 'assistant', parent },
  );
  context.step(id);
}

function ended(context: OpenCodeContext, at: number | undefined, data: JsonObject): void {
  const call = name(data['tool_call_id']);
  if (call === undefined) return;
  const output = text(data['content']) ?? '';
  // A failing command is no error; the last line shows it.
  const exit =
    context.memory.holders.get(call) === 'bash'
      ? /(?:^|\n)Exit code (\d{1,5})\s*$/.exec(output.slice(-100))?.[1]
      : undefined;
  const status = !data['is_error']
    ? 'ok'
    : /permission denied/i.test(output.slice(0, 200))
      ? 'denied'
      : /cancel+ed by user/i.test(output.slice(0, 200))
        ? 'interrupted'
        : 'failed';
  context.emit(
    `${call}:result`,
    { is: 'result', call, output, status, ...(exit !== undefined && { exitCode: Number(exit) }) },
    { at, role: 'tool', parent: call },
  );
}

function finished(context: OpenCodeContext, { id, at }: Where, data: JsonObject, parent: string | undefined): void {
  const place = { native: id, at, parent };
  if (data['reason'] === 'canceled')
    context.emit(
      `${id}:interrupt`,
      { is: 'intervention', type: 'interrupt', text: 'Request cancelled' },
      { ...place, role: 'user' },
    );
  if (data['reason'] !== 'error') return;
  const words =
    [text(data['message']), text(data['details'])].filter(Boolean).join(': ') || 'The request to the model failed';
  context.emit(`${id}:error`, { is: 'failure', type: 'api_error', text: words }, { ...place, role: 'system' });
  context.setFailed(true);
}
