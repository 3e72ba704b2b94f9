import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { nameByTime } from './keys.ts';
import type { OpenCodeContext, Response } from './memory.ts';

/** A message without its parts: its role, its time, and how a response ended. The text is in the parts. */
export function message(context: OpenCodeContext, info: JsonObject): boolean {
  const id = name(info['id']);
  if (id === undefined) return false;
  switch (info['role']) {
    case 'user':
      prompted(context, id, info);
      return true;
    case 'assistant':
      responded(context, id, info);
      return true;
    default:
      return false;
  }
}

function prompted(context: OpenCodeContext, id: string, info: JsonObject): void {
  const { memory } = context;
  const at = number(object(info['time'])['created']);
  const before = memory.prompts.get(id);
  const key = before?.key ?? nameByTime(memory, 'prompt', id, at).key;
  memory.prompts.set(id, before ?? { key, ...(at !== undefined && { at }) });
}

function responded(context: OpenCodeContext, id: string, info: JsonObject): void {
  const { memory } = context;
  const times = object(info['time']);
  const created = number(times['created']);
  const prompt = name(info['parentID']);
  const before = memory.responses.get(id);
  if (!before) context.setFailed(false);
  const response: Response = before ?? {
    ...(created !== undefined && { created }),
    ...(prompt !== undefined && { prompt }),
    ...(info['summary'] === true && { isSummary: true as const }),
  };
  const completed = number(times['completed']);
  if (completed !== undefined) response.completed = completed;
  memory.responses.set(id, response);
  // A prompt that is still answered is not forgotten.
  const asked = prompt === undefined ? undefined : memory.prompts.get(prompt);
  if (asked) memory.prompts.set(prompt!, asked);
  context.patchChanged({ cwd: name(object(info['path'])['cwd']), model: name(info['modelID']) });
  if (info['error'] !== undefined && info['error'] !== null) wentWrong(context, id, response, object(info['error']));
}

/** Stopped by a person, or by the model's API. A retry that succeeded leaves no trace. */
function wentWrong(context: OpenCodeContext, id: string, response: Response, error: JsonObject): void {
  const { memory } = context;
  const data = object(error['data']);
  const kind = name(error['name']) ?? 'UnknownError';
  const reason = text(data['message']) ?? text(error['message']) ?? kind;
  const place = { native: id, at: response.completed ?? response.created, ...placeOf(context, response) };
  if (kind === 'MessageAbortedError') {
    context.emit(
      nameByTime(memory, 'interrupt', id, response.created).key,
      { is: 'intervention', type: 'interrupt', text: 'Request aborted' },
      { ...place, role: 'user' },
    );
    return;
  }
  const status = number(data['statusCode']);
  const type = kind === 'APIError' ? 'api_error' : kind.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  context.emit(
    nameByTime(memory, 'error', id, response.created).key,
    { is: 'failure', type, text: `${reason}${status === undefined ? '' : ` (HTTP ${status})`}` },
    { ...place, role: 'system' },
  );
  context.setFailed(true);
}

/** The parent of what belongs to a response: its last text, or the prompt it answers. */
export function placeOf(
  { memory }: OpenCodeContext,
  response: Response | undefined,
): { readonly parent?: string; readonly turn?: string } {
  const prompt = memory.prompts.get(response?.prompt ?? '');
  const turn = prompt?.emitted ? prompt.key : undefined;
  const parent = response?.above ?? turn;
  return { ...(parent !== undefined && { parent }), ...(turn !== undefined && { turn }) };
}
