import { isObject, list, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { KnownRequest } from './memory.ts';
import type { ChatContext } from './record-context.ts';
import { readParts } from './parts.ts';
import { ended, readRequest, titleOf } from './request.ts';
import { readRounds, roundsIn } from './rounds.ts';

/**
 * One change of a chat: 0 is the whole of it, 1 sets the value at the path `k`, 2 cuts the list there to `i` and adds
 * to it, 3 removes. Reading a chat's changes gives the same as reading the chat.
 */
export function readChange(context: ChatContext, change: JsonObject): void {
  const path = list(change['k']);
  const value = change['v'];
  if (change['kind'] === 0 || path.length === 0) {
    readChat(context, object(value));
    return;
  }
  if (path[0] === 'customTitle') titleOf(context, value);
  if (path[0] !== 'requests' || change['kind'] === 3) return;
  if (path.length === 1) {
    if (change['kind'] === 2) added(context, list(value), number(change['i']));
    else readRequests(context, list(value), 0);
    return;
  }
  const place = number(path[1]);
  if (place === undefined) return;
  if (path.length === 2) readRequests(context, [value], place);
  else changed(context, context.memory.requests.get(String(place)), path, change);
}

function readChat(context: ChatContext, chat: JsonObject): void {
  titleOf(context, chat['customTitle']);
  if (list(chat['requests']).length === 0) return;
  context.memory.requests.clear();
  readRequests(context, list(chat['requests']), 0);
}

function readRequests(context: ChatContext, requests: readonly unknown[], from: number): void {
  for (const [index, request] of requests.entries()) {
    const place = from + index;
    if (isObject(request)) context.memory.requests.set(String(place), readRequest(context, request, place, true));
  }
}

/** The user undid the requests that were cut off; their effects stay. */
function added(context: ChatContext, requests: readonly unknown[], cut: number | undefined): void {
  const known = context.memory.requests;
  let last = -1;
  for (const place of known.keys()) {
    if (cut !== undefined && Number(place) >= cut) known.delete(place);
    else last = Math.max(last, Number(place));
  }
  readRequests(context, requests, cut ?? last + 1);
}

function changed(
  context: ChatContext,
  request: KnownRequest | undefined,
  path: readonly unknown[],
  change: JsonObject,
): void {
  if (!request) return;
  const value = change['v'];
  switch (path[2]) {
    case 'response': {
      const place = number(path[3]);
      const isAdding = change['kind'] === 2 && path.length === 3;
      if (!isAdding && place === undefined && path.length > 3) return;
      if (path.length > 4) return;
      const from = isAdding ? (number(change['i']) ?? request.parts) : (place ?? 0);
      const parts = path.length === 4 ? [value] : list(value);
      request.parts = path.length === 4 ? Math.max(request.parts, from + 1) : from + parts.length;
      readParts(context, request, parts.map(object), from, { isGoingOn: true });
      return;
    }
    case 'result': {
      if (path.length > 3) return;
      const rounds = roundsIn(value);
      if (rounds) readRounds(context, request, rounds, false);
      ended(context, request, { result: value });
      return;
    }
    case 'modelState':
      if (path.length === 3) ended(context, request, { modelState: value });
      return;
    default:
  }
}
