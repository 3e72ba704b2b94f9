import { list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import { actionOf } from './action.ts';
import { observationOf } from './observation.ts';
import { answered, call, emit, patch, prompt } from './page.ts';
import type { Page } from './page.ts';
import { contentOf } from './text.ts';
import { timeOf } from './trajectory.ts';

/** A message of SWE-agent's conversation. Demonstrations were never done. */
export function message(page: Page, record: JsonObject): boolean {
  if (record['is_demo'] === true || record['message_type'] === 'demonstration') return true;
  switch (record['role']) {
    case 'system':
      return true;
    case 'user':
      user(page, record);
      return true;
    case 'tool':
      observed(page, record, name(list(record['tool_call_ids'])[0]) ?? name(record['tool_call_id']));
      return true;
    case 'assistant':
      assistant(page, record);
      return true;
    default:
      return false;
  }
}

function assistant(page: Page, record: JsonObject): void {
  const { memory, key } = page;
  const thought = list(record['thinking_blocks'])
    .map((block) => text(object(block)['thinking']) ?? '')
    .join('\n')
    .trim();
  if (thought !== '') emit(page, `${key}:thinking`, { is: 'thinking', text: thought }, { role: 'assistant' });
  const said = (text(record['thought']) ?? '').trim() || contentOf(record['content']).trim();
  if (said !== '') emit(page, key, { is: 'message', text: said }, { role: 'assistant' });
  const parent = said === '' ? undefined : key;
  memory.open = [];

  const action = text(record['action'])?.trim() ?? '';
  const calls = list(record['tool_calls']).map((each) => object(each));
  if (calls.length > 0)
    for (const [index, each] of calls.entries()) toolCall(page, each, `${key}:call${index + 1}`, parent);
  else if (action !== '') call(page, { key: `${key}:call`, ...actionOf(action, memory.openFile) }, parent);
  const took = timeOf(page, action);
  if (took !== undefined) memory.took = took;
  else delete memory.took;
}

function toolCall(page: Page, record: JsonObject, key: string, parent: string | undefined): void {
  const called = object(record['function']);
  const id = name(record['id']);
  const tool = name(called['name']) ?? 'unknown';
  const input = argumentsOf(called['arguments']);
  // `edit` names no file: it edits the one that is open.
  const { openFile } = page.memory;
  const isOfOpenFile = tool === 'edit' && openFile !== undefined && object(input)['path'] === undefined;
  call(page, { key: id ?? key, tool, input: isOfOpenFile ? { path: openFile, ...object(input) } : input }, parent);
}

/**
 * Without tool calls what came back is told by the user; what nobody waits for is the task, or a word of the harness
 * about a reply it cannot read.
 */
function user(page: Page, record: JsonObject): void {
  const { memory } = page;
  if (memory.open.length > 0) {
    observed(page, record, undefined);
    return;
  }
  if (page.isAlone) observed(page, record, undefined);
  const { output, openFile, cwd } = observationOf(contentOf(record['content']));
  place(page, openFile, cwd);
  if (output.trim() !== '') prompt(page, output.trim(), memory.turn === undefined ? 'human' : 'harness');
}

function observed(page: Page, record: JsonObject, id: string | undefined): void {
  const { memory, key } = page;
  const { output, failed, openFile, cwd } = observationOf(contentOf(record['content']));
  place(page, openFile, cwd);
  const answers = answered(page, id);
  if (answers !== undefined)
    emit(
      page,
      `${key}:result`,
      { is: 'result', call: answers, output, ...(failed && { status: 'failed' }) },
      { parent: answers, durationMs: memory.took },
    );
  delete memory.took;
}

function place(page: Page, openFile: string | undefined, cwd: string | undefined): void {
  const { memory } = page;
  if (openFile !== undefined) memory.openFile = openFile;
  if (cwd === undefined || cwd === memory.cwd) return;
  memory.cwd = cwd;
  patch(page, { cwd });
}
