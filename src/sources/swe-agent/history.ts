import { list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import { actionOf } from './action.ts';
import { observationOf } from './observation.ts';
import type { SweAgentContext } from './record-context.ts';
import { contentOf } from './text.ts';
import { timeOf } from './trajectory.ts';

/** A message of SWE-agent's conversation. Demonstrations were never run. */
export function message(context: SweAgentContext, record: JsonObject): boolean {
  if (record['is_demo'] === true || record['message_type'] === 'demonstration') return true;
  switch (record['role']) {
    case 'system':
      return true;
    case 'user':
      user(context, record);
      return true;
    case 'tool':
      observed(context, record, name(list(record['tool_call_ids'])[0]) ?? name(record['tool_call_id']));
      return true;
    case 'assistant':
      assistant(context, record);
      return true;
    default:
      return false;
  }
}

function assistant(context: SweAgentContext, record: JsonObject): void {
  const { memory, key } = context;
  const thought = list(record['thinking_blocks'])
    .map((block) => text(object(block)['thinking']) ?? '')
    .join('\n')
    .trim();
  if (thought !== '') context.emit(`${key}:thinking`, { is: 'thinking', text: thought }, { role: 'assistant' });
  const message = (text(record['thought']) ?? '').trim() || contentOf(record['content']).trim();
  if (message !== '') context.emit(key, { is: 'message', text: message }, { role: 'assistant' });
  const parent = message === '' ? undefined : key;
  memory.open.clear();

  const action = text(record['action'])?.trim() ?? '';
  const calls = list(record['tool_calls']).map((each) => object(each));
  if (calls.length > 0)
    for (const [index, each] of calls.entries()) toolCall(context, each, `${key}:call${index + 1}`, parent);
  else if (action !== '') context.call({ key: `${key}:call`, ...actionOf(action, memory.openFile) }, parent);
  const took = timeOf(context, action);
  if (took !== undefined) memory.took = took;
  else delete memory.took;
}

function toolCall(context: SweAgentContext, record: JsonObject, key: string, parent: string | undefined): void {
  const called = object(record['function']);
  const id = name(record['id']);
  const tool = name(called['name']) ?? 'unknown';
  const input = argumentsOf(called['arguments']);
  // `edit` names no file: it edits the one that is open.
  const { openFile } = context.memory;
  const isOfOpenFile = tool === 'edit' && openFile !== undefined && object(input)['path'] === undefined;
  context.call({ key: id ?? key, tool, input: isOfOpenFile ? { path: openFile, ...object(input) } : input }, parent);
}

/**
 * Without tool calls the output comes as a user's message; without an open call it is the task, or a note of the
 * harness about an unreadable reply.
 */
function user(context: SweAgentContext, record: JsonObject): void {
  const { memory } = context;
  if (memory.open.size > 0) {
    observed(context, record, undefined);
    return;
  }
  if (context.isAlone) observed(context, record, undefined);
  const { output, openFile, cwd } = observationOf(contentOf(record['content']));
  place(context, openFile, cwd);
  if (output.trim() !== '') context.prompt(output.trim(), memory.turn === undefined ? 'human' : 'harness');
}

function observed(context: SweAgentContext, record: JsonObject, id: string | undefined): void {
  const { memory, key } = context;
  const { output, failed, openFile, cwd } = observationOf(contentOf(record['content']));
  place(context, openFile, cwd);
  const answers = context.answeredCall(id);
  if (answers !== undefined)
    context.emit(
      `${key}:result`,
      { is: 'result', call: answers, output, ...(failed && { status: 'failed' }) },
      { parent: answers, durationMs: memory.took },
    );
  delete memory.took;
}

function place(context: SweAgentContext, openFile: string | undefined, cwd: string | undefined): void {
  if (openFile !== undefined) context.memory.openFile = openFile;
  context.patchChanged({ cwd });
}
