import { name, object, text } from '../../platform/parse-records.ts';
import { agentAnswered } from './agents.ts';
import { rememberCall } from './memory.ts';
import type { Call } from './memory.ts';
import { emit, stepped } from './page.ts';
import type { Page } from './page.ts';
import { readResult } from './results.ts';

/** A call hangs on the message it came with: both belong to one response, which has an id. */
export function call(page: Page): void {
  const { memory, update } = page;
  const { json, promptId, stream } = update;
  const id = name(json['toolCallId']);
  const before = id === undefined ? undefined : memory.calls.get(id);
  // Some models give the same id again.
  const key = id === undefined ? page.key : before?.ended ? `call:${id}@${update.at ?? page.line}` : `call:${id}`;
  const tool = name(object(object(json['_meta'])['x.ai/tool'])['name']) ?? name(json['title']) ?? 'unknown';
  const isSame = memory.said?.stream === `${promptId ?? ''} ${stream ?? ''}`;
  emit(
    page,
    key,
    { is: 'call', tool, input: json['rawInput'] ?? null },
    { native: id, role: 'assistant', parent: isSame ? memory.said?.key : memory.turn },
  );
  stepped(page, key);
  if (id !== undefined)
    rememberCall(memory, id, { key, tool, ...(memory.turn === undefined ? {} : { turn: memory.turn }) });
}

/**
 * A call is told of again before it runs, with its arguments as they were understood; then, once, with what came of
 * it.
 */
export function callUpdated(page: Page): void {
  const { memory, update } = page;
  const { json } = update;
  const id = name(json['toolCallId']);
  if (id === undefined || (json['status'] !== 'completed' && json['status'] !== 'failed')) return;
  const made: Call = memory.calls.get(id) ?? { key: `call:${id}`, tool: text(json['title']) ?? 'unknown' };
  memory.calls.set(id, { ...made, ended: true });
  const result = readResult(json);
  emit(
    page,
    `${made.key}:result`,
    { is: 'result', call: made.key, ...result },
    { role: 'tool', parent: made.key, turn: made.turn },
  );
  if (result.status === 'denied') {
    memory.rejected = true;
    emit(
      page,
      `${made.key}:rejected`,
      { is: 'intervention', type: 'rejected', text: result.output },
      { role: 'user', parent: made.key, turn: made.turn },
    );
  }
  agentAnswered(page, id, made, json);
}
