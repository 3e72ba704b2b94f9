import { name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CodexContext, OpenCall } from './memory.ts';
import { parsed, passthrough, reference } from './record.ts';
import { promptOf } from './turns.ts';

export function functionCall(context: CodexContext, payload: JsonObject): void {
  const input = payload['arguments'];
  call(context, payload, toolOf(payload), parsed(input) ?? input ?? null);
}

export function customToolCall(context: CodexContext, payload: JsonObject): void {
  call(context, payload, toolOf(payload), payload['input'] ?? null);
}

export function localShellCall(context: CodexContext, payload: JsonObject): void {
  call(context, payload, 'local_shell', payload['action'] ?? null);
}

export function toolSearchCall(context: CodexContext, payload: JsonObject): void {
  call(context, payload, 'tool_search', payload['arguments'] ?? null);
}

/** The model's own search: the service runs it, and its results are not recorded. */
export function webSearchCall(context: CodexContext, payload: JsonObject): void {
  const key = name(payload['id']) ?? name(payload['call_id']) ?? context.memory.search ?? context.key;
  delete context.memory.search;
  finishedCall(context, key, 'web_search', payload['action'] ?? null, payload, '');
}

export function imageGenerationCall(context: CodexContext, payload: JsonObject): void {
  // `result` is the image itself, in base64.
  finishedCall(
    context,
    name(payload['id']) ?? context.key,
    'image_generation',
    { prompt: payload['revised_prompt'] ?? null },
    payload,
    '',
  );
}

/** Comes just before its item, which has no id of its own until 0.160. */
export function webSearchEnd(context: CodexContext, payload: JsonObject): void {
  const id = name(payload['call_id']);
  if (id) context.memory.search = id;
}

function call(context: CodexContext, payload: JsonObject, tool: string, input: unknown): void {
  const key = name(payload['call_id']) ?? name(payload['id']) ?? context.key;
  const { turn } = passthrough(payload);
  const prompt = promptOf(context.memory, turn);
  context.emit(key, { is: 'call', tool, input }, { native: key, role: 'assistant', parent: prompt, turn: prompt });
  context.step(key);
  context.memory.calls.set(key, openCall(context, tool, input, turn));
}

function openCall(context: CodexContext, tool: string, input: unknown, turn: string | undefined): OpenCall {
  const process = tool === 'write_stdin' ? reference(object(input)['session_id']) : undefined;
  const cell = tool === 'wait' ? reference(object(input)['cell_id']) : undefined;
  return {
    tool,
    turn: turn ?? context.memory.turns.at(-1)?.id,
    ...(process === undefined ? {} : { process }),
    ...(cell === undefined ? {} : { cell }),
  };
}

function finishedCall(
  context: CodexContext,
  key: string,
  tool: string,
  input: unknown,
  payload: JsonObject,
  output: string,
): void {
  const prompt = promptOf(context.memory, passthrough(payload).turn);
  context.emit(key, { is: 'call', tool, input }, { native: key, role: 'assistant', parent: prompt, turn: prompt });
  context.step(key);
  const status = payload['status'];
  if (status === 'in_progress') return;
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output, status: status === 'failed' ? 'failed' : 'ok' },
    { role: 'tool', parent: key, turn: prompt },
  );
}

/** MCP tools are distinguished by their server; Codex's own namespaces only group. */
function toolOf(payload: JsonObject): string {
  const tool = text(payload['name']) ?? 'unknown';
  const namespace = text(payload['namespace']);
  if (!namespace?.startsWith('mcp__') || tool.startsWith('mcp__')) return tool;
  return `${namespace.replace(/_+$/, '')}__${tool}`;
}
