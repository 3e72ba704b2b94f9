import { hash } from 'node:crypto';
import { list, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { actionOf } from './action.ts';
import { observationOf } from './observation.ts';
import type { SweAgentContext } from './record-context.ts';
import { contentOf } from './text.ts';

/** An element of `trajectory`: one step with its action and its result, for files without a conversation. */
export function step(context: SweAgentContext, record: JsonObject): void {
  const { memory, key } = context;
  if (memory.counts['trajectory'] === 1) asked(context, record);
  const message = (text(record['thought']) ?? '').trim() || (text(record['response']) ?? '').trim();
  if (message !== '') context.emit(key, { is: 'message', text: message }, { role: 'assistant' });
  const action = text(record['action'])?.trim() ?? '';
  if (action === '') return;
  const openFile = openFileOf(record['state']) ?? memory.openFile;
  if (openFile !== undefined) memory.openFile = openFile.slice(0, 1024);
  context.call({ key: `${key}:call`, ...actionOf(action, openFile) }, message === '' ? undefined : key);
  memory.open.clear();
  const observation = text(record['observation']);
  if (observation === undefined) return;
  const { output, failed } = observationOf(observation);
  context.emit(
    `${key}:result`,
    { is: 'result', call: `${key}:call`, output, ...(failed && { status: 'failed' }) },
    { parent: `${key}:call`, durationMs: millisecondsOf(record) },
  );
}

/** Beside a conversation it only has how long the action took. */
export function noted(context: SweAgentContext, record: JsonObject): void {
  const { memory } = context;
  const ms = millisecondsOf(record);
  const action = text(record['action']);
  if (ms !== undefined && action !== undefined && memory.times.length < 2000)
    memory.times = [...memory.times, [markOf(action), ms]];
}

/** How long the next action with this text took. */
export function timeOf(context: SweAgentContext, action: string): number | undefined {
  const { memory } = context;
  const mark = markOf(action);
  const at = memory.times.findIndex(([each]) => each === mark);
  const found = memory.times[at];
  if (found) memory.times = memory.times.slice(at + 1);
  return found?.[1];
}

/** The model's input for the first step ends with the task. */
function asked(context: SweAgentContext, record: JsonObject): void {
  const messages = [...list(record['query']), ...list(record['messages'])].map((each) => object(each));
  const task = messages.findLast((message) => message['role'] === 'user' && message['is_demo'] !== true);
  const words = task === undefined ? '' : observationOf(contentOf(task['content'])).output.trim();
  if (words !== '') context.prompt(words, 'human', 'task');
}

function openFileOf(state: unknown): string | undefined {
  const file =
    typeof state === 'string' ? /"open_file"\s*:\s*"([^"]+)"/.exec(state)?.[1] : text(object(state)['open_file']);
  return file === undefined || file === 'n/a' || file === '' ? undefined : file;
}

function millisecondsOf(record: JsonObject): number | undefined {
  const seconds = number(record['execution_time']);
  return seconds === undefined || seconds < 0 ? undefined : Math.round(seconds * 1000);
}

function markOf(action: string): string {
  return hash('sha256', action.trim(), 'hex').slice(0, 8);
}
