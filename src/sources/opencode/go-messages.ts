import { isObject, list, name, number, object, parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import { emit, patch, stepped, wentOn } from './page.ts';
import type { Page } from './page.ts';
import { told } from './session.ts';

/**
 * A message of the program written in Go, as it stands. What is said in it has no id but the message's; calls have
 * theirs.
 */
export function goMessage(page: Page, record: JsonObject): boolean {
  const id = name(record['id']);
  if (id === undefined) return false;
  const at = number(record['at']);
  const parts = list(record['parts'])
    .filter(isObject)
    .map((part) => ({ type: part['type'], data: object(part['data']) }));
  switch (record['role']) {
    case 'user':
      prompted(page, { id, at }, parts);
      return true;
    case 'assistant':
      told(page, { model: name(record['model']) });
      answered(page, { id, at }, parts);
      return true;
    case 'tool':
      for (const { type, data } of parts) if (type === 'tool_result') ended(page, at, data);
      return true;
    default:
      return false;
  }
}

interface Where {
  readonly id: string;
  readonly at: number | undefined;
}
type Parts = readonly { readonly type: unknown; readonly data: JsonObject }[];

function prompted(page: Page, { id, at }: Where, parts: Parts): void {
  const words = parts
    .map(({ type, data }) => text(data['text'])?.trim() ?? (type === 'finish' ? '' : '[attachment]'))
    .filter((said) => said !== '')
    .join('\n');
  wentOn(page);
  if (words === '') return;
  page.memory.turn = id;
  emit(
    page,
    id,
    { is: 'prompt', text: words, origin: page.isSubagent ? 'harness' : 'human' },
    { native: id, at, role: 'user', turn: id },
  );
  stepped(page, id);
}

function answered(page: Page, { id, at }: Where, parts: Parts): void {
  const { turn } = page.memory;
  const isDone = parts.some(({ type }) => type === 'finish');
  let parent = turn;
  const say = (key: string, what: { readonly is: 'thinking' | 'message'; readonly text: string }) => {
    if (what.text.trim() === '') return;
    emit(page, key, what, { native: key, at, role: 'assistant', parent, turn }, isDone);
    parent = key;
  };
  wentOn(page);
  for (const { type, data } of parts) {
    if (type === 'reasoning') say(`${id}:thinking`, { is: 'thinking', text: text(data['thinking']) ?? '' });
    if (type === 'text') say(`${id}:text`, { is: 'message', text: text(data['text']) ?? '' });
    if (type === 'tool_call') called(page, at, data, parent);
    if (type === 'finish') finished(page, { id, at }, data, parent);
  }
}

/** What it is called with is a text, whole once the model has finished writing it. */
function called(page: Page, at: number | undefined, data: JsonObject, parent: string | undefined): void {
  const id = name(data['id']);
  if (id === undefined || data['finished'] === false) return;
  const tool = name(data['name']) ?? 'unknown';
  remember(page.memory.holders, id, tool, 256);
  const written = text(data['input']) ?? '';
  const input = parseRecords(written);
  emit(
    page,
    id,
    { is: 'call', tool, input: input.ok ? input.records[0] : written },
    { native: id, at, role: 'assistant', parent, turn: page.memory.turn },
  );
  stepped(page, id);
}

function ended(page: Page, at: number | undefined, data: JsonObject): void {
  const call = name(data['tool_call_id']);
  if (call === undefined) return;
  const output = text(data['content']) ?? '';
  // A command that failed is no error; the last line says so.
  const exit =
    page.memory.holders.get(call) === 'bash'
      ? /(?:^|\n)Exit code (\d{1,5})\s*$/.exec(output.slice(-100))?.[1]
      : undefined;
  const status = !data['is_error']
    ? 'ok'
    : /permission denied/i.test(output.slice(0, 200))
      ? 'denied'
      : /cancel+ed by user/i.test(output.slice(0, 200))
        ? 'interrupted'
        : 'failed';
  emit(
    page,
    `${call}:result`,
    { is: 'result', call, output, status, ...(exit !== undefined && { exitCode: Number(exit) }) },
    { at, role: 'tool', parent: call, turn: page.memory.turn },
  );
}

function finished(page: Page, { id, at }: Where, data: JsonObject, parent: string | undefined): void {
  const place = { native: id, at, parent, turn: page.memory.turn };
  if (data['reason'] === 'canceled')
    emit(
      page,
      `${id}:interrupt`,
      { is: 'intervention', type: 'interrupt', text: 'Request cancelled' },
      { ...place, role: 'user' },
    );
  if (data['reason'] !== 'error') return;
  const words =
    [text(data['message']), text(data['details'])].filter(Boolean).join(': ') || 'The request to the model failed';
  emit(page, `${id}:error`, { is: 'failure', type: 'api_error', text: words }, { ...place, role: 'system' });
  if (!page.memory.failed) patch(page, { outcome: 'fail' });
  page.memory.failed = true;
}
