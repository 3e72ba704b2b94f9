import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import { nameByTime } from './keys.ts';
import type { Response } from './memory.ts';
import { emit, patch, wentOn } from './page.ts';
import type { Page } from './page.ts';
import { told } from './session.ts';

/** Turns run long: a prompt is remembered for as many later ones as this. */
const promptsKept = 64;
const responsesKept = 64;

/** A message without its parts: who spoke, when, and how a response ended. What was said is in the parts. */
export function message(page: Page, info: JsonObject): boolean {
  const id = name(info['id']);
  if (id === undefined) return false;
  switch (info['role']) {
    case 'user':
      prompted(page, id, info);
      return true;
    case 'assistant':
      responded(page, id, info);
      return true;
    default:
      return false;
  }
}

function prompted(page: Page, id: string, info: JsonObject): void {
  const { memory } = page;
  const at = number(object(info['time'])['created']);
  const before = memory.prompts.get(id);
  const key = before?.key ?? nameByTime(memory, 'prompt', id, at).key;
  remember(memory.prompts, id, before ?? { key, ...(at !== undefined && { at }) }, promptsKept);
}

function responded(page: Page, id: string, info: JsonObject): void {
  const { memory } = page;
  const times = object(info['time']);
  const created = number(times['created']);
  const prompt = name(info['parentID']);
  const before = memory.responses.get(id);
  if (!before) wentOn(page);
  const response: Response = before ?? {
    ...(created !== undefined && { created }),
    ...(prompt !== undefined && { prompt }),
    ...(info['summary'] === true && { isSummary: true as const }),
  };
  const completed = number(times['completed']);
  if (completed !== undefined) response.completed = completed;
  remember(memory.responses, id, response, responsesKept);
  // A prompt that is still answered is not forgotten.
  const asked = prompt === undefined ? undefined : memory.prompts.get(prompt);
  if (asked) remember(memory.prompts, prompt!, asked, promptsKept);
  told(page, { cwd: name(object(info['path'])['cwd']), model: name(info['modelID']) });
  if (info['error'] !== undefined && info['error'] !== null) wentWrong(page, id, response, object(info['error']));
}

/** Stopped by a person, or by the model's service. What was tried again and went well leaves no trace. */
function wentWrong(page: Page, id: string, response: Response, error: JsonObject): void {
  const { memory } = page;
  const data = object(error['data']);
  const kind = name(error['name']) ?? 'UnknownError';
  const said = text(data['message']) ?? text(error['message']) ?? kind;
  const place = { native: id, at: response.completed ?? response.created, ...placeOf(page, response) };
  if (kind === 'MessageAbortedError') {
    emit(
      page,
      nameByTime(memory, 'interrupt', id, response.created).key,
      { is: 'intervention', type: 'interrupt', text: 'Request aborted' },
      { ...place, role: 'user' },
    );
    return;
  }
  const status = number(data['statusCode']);
  const type = kind === 'APIError' ? 'api_error' : kind.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  emit(
    page,
    nameByTime(memory, 'error', id, response.created).key,
    { is: 'failure', type, text: `${said}${status === undefined ? '' : ` (HTTP ${status})`}` },
    { ...place, role: 'system' },
  );
  if (!memory.failed) patch(page, { outcome: 'fail' });
  memory.failed = true;
}

/** Where what belongs to a response hangs: on what it said last, or on the prompt it answers. */
export function placeOf(
  { memory }: Page,
  response: Response | undefined,
): { readonly parent?: string; readonly turn?: string } {
  const prompt = memory.prompts.get(response?.prompt ?? '');
  const turn = prompt?.told ? prompt.key : undefined;
  const parent = response?.above ?? turn;
  return { ...(parent !== undefined && { parent }), ...(turn !== undefined && { turn }) };
}
