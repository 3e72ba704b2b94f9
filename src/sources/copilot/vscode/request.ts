import type { Tokens } from '../../../model/event.ts';
import { isObject, list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { KnownRequest } from './memory.ts';
import type { ChatContext } from './record-context.ts';
import { readParts } from './parts.ts';
import { readRounds, roundsIn } from './rounds.ts';
import type { Rounds } from './rounds.ts';
import { pathOf, textOf } from './texts.ts';

/** A request as a whole: what was asked, what came of it. With `mayGrow`, changes of it may follow. */
export function readRequest(context: ChatContext, request: JsonObject, place: number, mayGrow: boolean): KnownRequest {
  const id = name(request['requestId']) ?? `request:${place}`;
  const at = number(request['timestamp']);
  const known: KnownRequest = { id, ...(at === undefined ? {} : { at }), parts: list(request['response']).length };
  asked(context, known, request);

  const parts = list(request['response']).map(object);
  const rounds = roundsIn(request['result']);
  if (rounds && !shares(rounds, parts)) {
    // The same calls under other ids: only the model's side has their arguments.
    readParts(
      context,
      known,
      parts.filter((part) => part['kind'] === 'toolInvocationSerialized'),
      0,
      { rounds, isGoingOn: false },
    );
    readRounds(context, known, rounds, true);
  } else {
    const calls = readParts(context, known, parts, 0, { rounds, isGoingOn: mayGrow && !isOver(request) });
    if (rounds) readRounds(context, known, rounds, false, calls);
  }
  ended(context, known, request);
  return known;
}

function isOver({ result, modelState, isCanceled }: JsonObject): boolean {
  return isObject(result) || isCanceled === true || [1, 2, 3].includes(number(object(modelState)['value']) ?? 0);
}

/** What was asked, by whom, of which model. */
function asked(context: ChatContext, { id, at }: KnownRequest, request: JsonObject): void {
  const { message } = request;
  const words =
    (typeof message === 'string' ? message : (text(object(message)['text']) ?? '')).trim() ||
    (text(request['confirmation']) ?? '');
  context.setFailed(false);
  for (const [index, event] of list(request['editedFileEvents']).map(object).entries()) {
    if (event['eventKind'] !== 2) continue;
    context.emit(
      `${id}:undo${index}`,
      { is: 'intervention', type: 'undo', text: `Undid the changes to ${pathOf(event['uri']) ?? 'a file'}` },
      { role: 'user', at },
    );
  }
  if (words !== '')
    context.emit(id, { is: 'prompt', origin: 'human', text: words }, { native: id, role: 'user', at, turn: id });
  context.patchChanged({ model: name(request['modelId'])?.replace(/^copilot\//, '') });
}

/** The fields at the end of a response, in any order. */
export function ended(
  context: ChatContext,
  request: KnownRequest,
  { result, modelState, isCanceled }: JsonObject,
): void {
  const error = object(object(result)['errorDetails']);
  const state = object(modelState);
  const at = number(state['completedAt']);
  const message = text(error['message']);
  const isStopped = state['value'] === 2 || isCanceled === true || error['code'] === 'canceled';
  if (isStopped)
    context.emit(
      `${request.id}:cancelled`,
      { is: 'intervention', type: 'interrupt', text: 'Request cancelled' },
      { role: 'user', turn: request.id, at },
    );
  else if (message !== undefined) {
    context.emit(
      `${request.id}:error`,
      { is: 'failure', type: name(error['code']) ?? 'error', text: message },
      { role: 'system', turn: request.id, at },
    );
    context.setFailed(true);
  }
  used(context, request, object(result), at);
}

/** One count for a request, whatever the number of its rounds. */
function used(context: ChatContext, request: KnownRequest, result: JsonObject, at: number | undefined): void {
  const metadata = object(result['metadata']);
  const usage = object(result['usage']);
  const count = (...values: readonly unknown[]) =>
    Math.max(0, values.map(number).find((value) => value !== undefined) ?? 0);
  const tokens: Tokens = {
    input: count(metadata['promptTokens'], usage['promptTokens']),
    output: count(metadata['outputTokens'], usage['completionTokens']),
    cache_read: 0,
    cache_write: 0,
  };
  if (tokens.input + tokens.output === 0) return;
  const durationMs = number(object(result['timings'])['totalElapsed']);
  context.emit(
    `${request.id}:usage`,
    { is: 'lifecycle', type: 'usage', text: `${tokens.input} tokens in, ${tokens.output} out` },
    { role: 'system', turn: request.id, tokens, durationMs, at },
  );
}

function shares({ calls }: Rounds, parts: readonly JsonObject[]): boolean {
  const shown = parts.filter(
    (part) => part['kind'] === 'toolInvocationSerialized' && part['subAgentInvocationId'] === undefined,
  );
  return calls.size === 0 || shown.length === 0 || shown.some((part) => calls.has(name(part['toolCallId']) ?? ''));
}

export function titleOf(context: ChatContext, customTitle: unknown): void {
  const title = textOf(customTitle).trim();
  if (title !== '') context.patch({ title });
}
