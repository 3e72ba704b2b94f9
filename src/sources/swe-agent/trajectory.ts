import { hash } from 'node:crypto';
import { list, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { actionOf } from './action.ts';
import { observationOf } from './observation.ts';
import { call, emit, prompt } from './page.ts';
import type { Page } from './page.ts';
import { contentOf } from './text.ts';

/** An element of `trajectory`: one step with its action and what came of it, for files that hold nothing else. */
export function step(page: Page, record: JsonObject): void {
  const { memory, key } = page;
  if (memory.counts['trajectory'] === 1) asked(page, record);
  const said = (text(record['thought']) ?? '').trim() || (text(record['response']) ?? '').trim();
  if (said !== '') emit(page, key, { is: 'message', text: said }, { role: 'assistant' });
  const action = text(record['action'])?.trim() ?? '';
  if (action === '') return;
  const openFile = openFileOf(record['state']) ?? memory.openFile;
  if (openFile !== undefined) memory.openFile = openFile.slice(0, 1024);
  call(page, { key: `${key}:call`, ...actionOf(action, openFile) }, said === '' ? undefined : key);
  memory.open = [];
  const observation = text(record['observation']);
  if (observation === undefined) return;
  const { output, failed } = observationOf(observation);
  emit(
    page,
    `${key}:result`,
    { is: 'result', call: `${key}:call`, output, ...(failed && { status: 'failed' }) },
    { parent: `${key}:call`, durationMs: millisecondsOf(record) },
  );
}

/** Beside a conversation it only tells how long the action took. */
export function noted(page: Page, record: JsonObject): void {
  const { memory } = page;
  const ms = millisecondsOf(record);
  const action = text(record['action']);
  if (ms !== undefined && action !== undefined && memory.times.length < 2000)
    memory.times = [...memory.times, [markOf(action), ms]];
}

/** How long the next action with these words took. */
export function timeOf(page: Page, action: string): number | undefined {
  const { memory } = page;
  const mark = markOf(action);
  const at = memory.times.findIndex(([each]) => each === mark);
  const found = memory.times[at];
  if (found) memory.times = memory.times.slice(at + 1);
  return found?.[1];
}

/** What the model was given for the first step ends with the task. */
function asked(page: Page, record: JsonObject): void {
  const given = [...list(record['query']), ...list(record['messages'])].map((each) => object(each));
  const task = given.findLast((message) => message['role'] === 'user' && message['is_demo'] !== true);
  const words = task === undefined ? '' : observationOf(contentOf(task['content'])).output.trim();
  if (words !== '') prompt({ ...page, key: 'task' }, words, 'human');
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
