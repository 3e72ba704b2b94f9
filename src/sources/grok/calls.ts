import { name, object, text } from '../../platform/parse-records.ts';
import { agentAnswered } from './agents.ts';
import type { Call } from './memory.ts';
import type { GrokContext } from './record-context.ts';
import { readResult } from './results.ts';

/** A call is a child of its message: both belong to one response, which has an id. */
export function call(context: GrokContext): void {
  const { memory, update } = context;
  const { json, promptId, stream } = update;
  const id = name(json['toolCallId']);
  const before = id === undefined ? undefined : memory.calls.get(id);
  // Some models reuse ids.
  const key = id === undefined ? context.key : before?.ended ? `call:${id}@${update.at ?? context.line}` : `call:${id}`;
  const tool = name(object(object(json['_meta'])['x.ai/tool'])['name']) ?? name(json['title']) ?? 'unknown';
  const isSame = memory.message?.stream === `${promptId ?? ''} ${stream ?? ''}`;
  context.emit(
    key,
    { is: 'call', tool, input: json['rawInput'] ?? null },
    { native: id, role: 'assistant', parent: isSame ? memory.message?.key : memory.turn },
  );
  context.step(key);
  if (id !== undefined)
    memory.calls.set(id, { key, tool, ...(memory.turn === undefined ? {} : { turn: memory.turn }) });
}

/** A call is recorded again before it runs, with its parsed arguments; then, once, with its result. */
export function callUpdated(context: GrokContext): void {
  const { memory, update } = context;
  const { json } = update;
  const id = name(json['toolCallId']);
  if (id === undefined || (json['status'] !== 'completed' && json['status'] !== 'failed')) return;
  const made: Call = memory.calls.get(id) ?? { key: `call:${id}`, tool: text(json['title']) ?? 'unknown' };
  memory.calls.set(id, { ...made, ended: true });
  const result = readResult(json);
  context.emit(
    `${made.key}:result`,
    { is: 'result', call: made.key, ...result },
    { role: 'tool', parent: made.key, turn: made.turn },
  );
  if (result.status === 'denied') {
    memory.rejected = true;
    context.emit(
      `${made.key}:rejected`,
      { is: 'intervention', type: 'rejected', text: result.output },
      { role: 'user', parent: made.key, turn: made.turn },
    );
  }
  agentAnswered(context, id, made, json);
}
