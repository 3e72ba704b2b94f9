import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { call } from './calls.ts';
import { nameByTime } from './keys.ts';
import type { OpenCodeContext, OpenCodeMemory, Response } from './memory.ts';
import { placeOf } from './messages.ts';
import { attached, compacted, readPromptText, subtask } from './prompts.ts';
import { used } from './usage.ts';

/** One part of a message. Each is rewritten when it has grown; most only once it is done. */
export function part(context: OpenCodeContext, value: JsonObject, at: number | undefined): boolean {
  const id = name(value['id']);
  const message = name(value['messageID']);
  if (id === undefined || message === undefined) return false;
  const response = context.memory.responses.get(message);
  const prompt = context.memory.prompts.get(message) ?? (response || 'time' in value ? undefined : { key: message });
  // How far the program is with something: not said by the model, and gone later.
  if (object(value['metadata'])['kilocode.lifecycle'] === 'transient') return true;
  switch (value['type']) {
    case 'text':
      if (prompt) readPromptText(context, { message, prompt, id }, value);
      else answered(context, { id, message, response }, value);
      return true;
    case 'reasoning':
      thought(context, { id, message, response }, value);
      return true;
    case 'tool':
      call(context, { id, response }, value, at);
      return true;
    case 'step-finish':
      used(context, { id, response }, value, at);
      return true;
    case 'file':
      if (prompt) attached(context, { message, prompt, id }, value);
      return true;
    case 'subtask':
      if (prompt) subtask(context, { message, prompt, id }, value);
      return true;
    case 'compaction':
      compacted(context, prompt, id, value);
      return true;
    case 'retry':
      retried(context, { id, message, response }, value);
      return true;
    // Trees of files before and after a step; an agent that was named, which the text names too.
    case 'step-start':
    case 'snapshot':
    case 'patch':
    case 'agent':
      return true;
    default:
      return false;
  }
}

interface Where {
  readonly id: string;
  readonly message: string;
  readonly response: Response | undefined;
}

/** A message of the model. The conversation continues from a summary. */
function answered(context: OpenCodeContext, { id, message, response }: Where, value: JsonObject): void {
  const words = text(value['text']) ?? '';
  const { start, end } = timesOf(value);
  if (words.trim() === '') {
    if (response && start !== undefined && end === undefined) begin(context.memory, id, response, start);
    return;
  }
  const named = nameByTime(context.memory, 'text', id, response?.created, start);
  const { key } = named;
  const isKnown = named.isKnown && !isBegun(response, key);
  if (isKnown && end === undefined) return;
  const fields = {
    at: start ?? response?.created,
    ...placeOf(context, response),
    fuller: isGrown(context, isKnown, end),
  };
  if (response?.isSummary) {
    context.emit(
      key,
      { is: 'prompt', text: words, origin: 'compaction' },
      { ...fields, native: message, role: 'user' },
    );
    if (!isKnown) context.step(key);
  } else {
    context.emit(key, { is: 'message', text: words }, { ...fields, native: key, role: 'assistant' });
  }
  if (response) response.above = key;
}

/** A text is emitted when it is complete; calls made in the meantime are its children already. */
function begin(memory: OpenCodeMemory, id: string, response: Response, start: number): void {
  const { key, isKnown } = nameByTime(memory, 'text', id, response.created, start);
  if (isKnown) return;
  response.begun = { key, ...(response.above !== undefined && { above: response.above }) };
  response.above = key;
}

/** Whether this is the text that had begun empty. Then its parent is the one it had when it began. */
function isBegun(response: Response | undefined, key: string): boolean {
  if (!response?.begun || response.begun.key !== key) return false;
  const { above } = response.begun;
  if (above === undefined) delete response.above;
  else response.above = above;
  delete response.begun;
  return true;
}

function thought(context: OpenCodeContext, { id, response }: Where, value: JsonObject): void {
  const words = text(value['text']) ?? '';
  if (words.trim() === '') return;
  const { start, end } = timesOf(value);
  const { key, isKnown } = nameByTime(context.memory, 'thinking', id, response?.created, start);
  if (isKnown && end === undefined) return;
  const durationMs = start === undefined || end === undefined ? undefined : end - start;
  context.emit(
    key,
    { is: 'thinking', text: words },
    {
      at: start ?? response?.created,
      ...placeOf(context, response),
      native: key,
      role: 'assistant',
      durationMs,
      fuller: isGrown(context, isKnown, end),
    },
  );
  if (response) response.above = key;
}

/** A request that failed and was retried. */
function retried(context: OpenCodeContext, { id, response }: Where, value: JsonObject): void {
  const at = number(object(value['time'])['created']);
  const error = object(value['error']);
  const words = text(object(error['data'])['message']) ?? text(error['message']) ?? 'The request to the model failed';
  const attempt = number(value['attempt']);
  const { key } = nameByTime(context.memory, 'retry', id, response?.created, at);
  const what = {
    is: 'failure',
    type: 'api_retry',
    text: `${words}${attempt === undefined ? '' : ` (attempt ${attempt})`}`,
  } as const;
  context.emit(key, what, { native: id, at, role: 'system', ...placeOf(context, response) });
}

/**
 * A log has less before it has more, and is read once. Tables, files and exports may have been read when they had less;
 * but an unfinished part never replaces a finished one.
 */
function isGrown({ memory }: OpenCodeContext, isKnown: boolean, end: number | undefined): boolean {
  return isKnown || (memory.standing === true && end !== undefined);
}

function timesOf(value: JsonObject): { readonly start: number | undefined; readonly end: number | undefined } {
  const times = object(value['time']);
  return { start: number(times['start']), end: number(times['end']) };
}
