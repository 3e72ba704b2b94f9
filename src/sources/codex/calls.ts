import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import type { OpenCall } from './memory.ts';
import { emit, stepped } from './page.ts';
import type { Page } from './page.ts';
import { parsed, passthrough, reference } from './record.ts';
import { promptOf } from './turns.ts';

export function functionCall(page: Page, payload: JsonObject): void {
  const given = payload['arguments'];
  call(page, payload, toolOf(payload), parsed(given) ?? given ?? null);
}

export function customToolCall(page: Page, payload: JsonObject): void {
  call(page, payload, toolOf(payload), payload['input'] ?? null);
}

export function localShellCall(page: Page, payload: JsonObject): void {
  call(page, payload, 'local_shell', payload['action'] ?? null);
}

export function toolSearchCall(page: Page, payload: JsonObject): void {
  call(page, payload, 'tool_search', payload['arguments'] ?? null);
}

/** The model's own search: the service runs it and tells nothing of what it found. */
export function webSearchCall(page: Page, payload: JsonObject): void {
  const key = name(payload['id']) ?? name(payload['call_id']) ?? page.memory.search ?? page.line;
  delete page.memory.search;
  finishedCall(page, key, 'web_search', payload['action'] ?? null, payload, '');
}

export function imageGenerationCall(page: Page, payload: JsonObject): void {
  // `result` is the image itself, in base64.
  finishedCall(
    page,
    name(payload['id']) ?? page.line,
    'image_generation',
    { prompt: payload['revised_prompt'] ?? null },
    payload,
    '',
  );
}

/** Comes just before its item, which has no id of its own until 0.160. */
export function webSearchEnd(page: Page, payload: JsonObject): void {
  const id = name(payload['call_id']);
  if (id) page.memory.search = id;
}

function call(page: Page, payload: JsonObject, tool: string, input: unknown): void {
  const key = name(payload['call_id']) ?? name(payload['id']) ?? page.line;
  const { turn } = passthrough(payload);
  const prompt = promptOf(page.memory, turn);
  emit(page, key, { is: 'call', tool, input }, { native: key, role: 'assistant', parent: prompt, turn: prompt });
  stepped(page, key);
  remember(page.memory.calls, key, openCall(page, tool, input, turn));
}

function openCall(page: Page, tool: string, input: unknown, turn: string | undefined): OpenCall {
  const process = tool === 'write_stdin' ? reference(object(input)['session_id']) : undefined;
  const cell = tool === 'wait' ? reference(object(input)['cell_id']) : undefined;
  return {
    tool,
    turn: turn ?? page.memory.turns.at(-1)?.id ?? null,
    ...(process === undefined ? {} : { process }),
    ...(cell === undefined ? {} : { cell }),
  };
}

function finishedCall(
  page: Page,
  key: string,
  tool: string,
  input: unknown,
  payload: JsonObject,
  output: string,
): void {
  const prompt = promptOf(page.memory, passthrough(payload).turn);
  emit(page, key, { is: 'call', tool, input }, { native: key, role: 'assistant', parent: prompt, turn: prompt });
  stepped(page, key);
  const status = payload['status'];
  if (status === 'in_progress') return;
  emit(
    page,
    `${key}:result`,
    { is: 'result', call: key, output, status: status === 'failed' ? 'failed' : 'ok' },
    { role: 'tool', parent: key, turn: prompt },
  );
}

/** MCP tools are told apart by their server; Codex's own namespaces only group. */
function toolOf(payload: JsonObject): string {
  const tool = text(payload['name']) ?? 'unknown';
  const namespace = text(payload['namespace']);
  if (!namespace?.startsWith('mcp__') || tool.startsWith('mcp__')) return tool;
  return `${namespace.replace(/_+$/, '')}__${tool}`;
}
