import { isObject, list, name, number, object, parseRecords, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import type { DraftFields } from '../../reader/draft-of.ts';
import { callId } from '../container/heading.ts';
import { editorOutput } from './answer.ts';
import type { Answer } from './answer.ts';
import type { CursorContext } from './memory.ts';
import { prompt } from './prompt.ts';
import { wordsIn } from './rich-text.ts';

/** One message or call of the editor, in its current state. Those of the chat pane name who spoke. */
export function bubble(context: CursorContext, value: JsonObject): boolean {
  switch (value['type']) {
    case 1:
    case 'user':
      context.patchChanged({ model: modelOf(value) });
      prompt(context, wordsOf(value));
      return true;
    case 2:
    case 'ai':
      context.patchChanged({ model: modelOf(value) });
      answered(context, value);
      return true;
    default:
      return false;
  }
}

/** Of a bubble's first event. */
type Used = Pick<DraftFields, 'tokens' | 'model'>;

function answered(context: CursorContext, value: JsonObject): void {
  const { key } = context;
  let parent = context.memory.turn;
  const tokens = tokensOf(value);
  let usage: Used = tokens ? { tokens, model: modelOf(value) ?? context.memory.model } : {};
  const take = () => {
    const taken = usage;
    usage = {};
    return taken;
  };
  const thought = text(object(value['thinking'])['text']) ?? '';
  if (thought.trim() !== '') {
    const own = `${key}:thinking`;
    const durationMs = number(value['thinkingDurationMs']);
    context.emit(
      own,
      { is: 'thinking', text: thought },
      { native: own, role: 'assistant', parent, durationMs, fuller: true, ...take() },
    );
    parent = own;
  }
  const words = wordsOf(value);
  if (words.trim() !== '') {
    context.setFailed(false);
    context.emit(
      key,
      { is: 'message', text: words },
      { native: context.native, role: 'assistant', parent, fuller: true, ...take() },
    );
    parent = key;
  }
  if (isObject(value['toolFormerData'])) called(context, value['toolFormerData'], parent, take());
  failed(context, value['errorDetails'], parent);
}

function called(context: CursorContext, tool: JsonObject, parent: string | undefined, usage: Used): void {
  const call = callId(tool['toolCallId']) ?? `${context.key}:call`;
  const named = name(tool['name']) ?? (number(tool['tool']) === undefined ? 'unknown' : `tool ${String(tool['tool'])}`);
  const isOver = tool['status'] !== 'loading' && tool['status'] !== undefined;
  context.emit(
    call,
    { is: 'call', tool: named, input: inputOf(tool) },
    { native: call, role: 'assistant', parent, fuller: isOver, ...usage },
  );
  context.step(call);
  if (!isOver) return;
  context.emit(
    `${call}:result`,
    { is: 'result', call, ...resultOf(tool) },
    { role: 'tool', parent: call, fuller: true },
  );
}

/** What the model wrote, and what the editor wrote instead where there is nothing else. */
function inputOf(tool: JsonObject): unknown {
  const [raw, params] = [parsed(tool['rawArgs']), parsed(tool['params'])];
  if (isObject(raw) && isObject(params) && typeof params['streamingContent'] === 'string')
    return { ...raw, content: params['streamingContent'] };
  return (isObject(raw) && Object.keys(raw).length === 0 ? undefined : raw) ?? params ?? raw;
}

function resultOf(tool: JsonObject): Answer {
  const written = text(tool['result']);
  const result = parsed(tool['result']);
  const outcome = object(result);
  const exitCode = number(outcome['exitCodeV2']) ?? number(outcome['exitCode']);
  return {
    output:
      errorOf(tool['error']) ??
      editorOutput(outcome) ??
      written ??
      (result === undefined ? '' : JSON.stringify(result)),
    status: statusOf(tool, outcome),
    ...(exitCode !== undefined && { exitCode }),
  };
}

function statusOf(tool: JsonObject, result: JsonObject): NonNullable<Answer['status']> {
  const isRefused = tool['userDecision'] === 'rejected' || result['rejected'] === true;
  if (isRefused) return 'denied';
  if (tool['status'] === 'cancelled' || result['notInterrupted'] === false) return 'interrupted';
  const hasFailed = tool['status'] === 'error' || object(tool['additionalData'])['status'] === 'error';
  return hasFailed || isObject(result['error']) ? 'failed' : 'ok';
}

/** Why a call failed, in the words the model got. */
function errorOf(error: unknown): string | undefined {
  const value = parsed(error);
  if (!isObject(value)) return text(error);
  const message =
    text(value['modelVisibleErrorMessage']) ?? text(value['clientVisibleErrorMessage']) ?? text(value['message']);
  return message ?? JSON.stringify(value);
}

/** The request for this bubble failed. */
function failed(context: CursorContext, details: unknown, parent: string | undefined): void {
  const value = parsed(details);
  const words = isObject(value)
    ? [text(value['title']), text(value['message'])].filter((part) => part).join(': ')
    : (text(details) ?? '');
  if (words === '') return;
  context.emit(
    `${context.key}:error`,
    { is: 'failure', type: 'api_error', text: words },
    { native: context.native, role: 'system', parent },
  );
  context.setFailed(true);
}

function wordsOf(value: JsonObject): string {
  const words = text(value['text']) ?? text(value['rawText']) ?? '';
  if (words.trim() !== '') return words;
  const rich = parsed(value['richText'] ?? value['initText']);
  const images = list(value['images']).map(() => '[attachment]');
  return [wordsIn(rich), ...images].filter((part) => part !== '').join('\n');
}

function modelOf(value: JsonObject): string | undefined {
  return name(object(value['modelInfo'])['modelName']) ?? name(value['modelType']);
}

/** Newer versions write zeros: then it is not known. */
function tokensOf(value: JsonObject) {
  const used = object(value['tokenCount']);
  const [input, output] = [number(used['inputTokens']) ?? 0, number(used['outputTokens']) ?? 0];
  return input + output > 0 && input >= 0 && output >= 0 ? { input, output, cache_read: 0, cache_write: 0 } : undefined;
}

/** JSON inside a string; the string itself where it is none. */
function parsed(value: unknown): unknown {
  const words = text(value);
  if (words === undefined || !/^\s*[[{]/.test(words)) return value;
  const record = parseRecords(words);
  if (record.ok) return record.records[0];
  try {
    return parseJson(words) as unknown;
  } catch {
    return words;
  }
}
