import { isObject, list, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { rememberRequest, requestAt } from './memory.ts';
import type { KnownRequest } from './memory.ts';
import type { ChatPage } from './page.ts';
import { readParts } from './parts.ts';
import { ended, readRequest, titleOf } from './request.ts';
import { readRounds, roundsIn } from './rounds.ts';

/**
 * One change of a chat: 0 is the whole of it, 1 sets what lies at the path `k`, 2 cuts the list there to `i` and adds
 * to it,
 * 3 takes away. Reading a chat's changes gives what reading the chat would.
 */
export function readChange(page: ChatPage, change: JsonObject): void {
  const path = list(change['k']);
  const value = change['v'];
  if (change['kind'] === 0 || path.length === 0) {
    readChat(page, object(value));
    return;
  }
  if (path[0] === 'customTitle') titleOf(page, value);
  if (path[0] !== 'requests' || change['kind'] === 3) return;
  if (path.length === 1) {
    if (change['kind'] === 2) added(page, list(value), number(change['i']));
    else readRequests(page, list(value), 0);
    return;
  }
  const place = number(path[1]);
  if (place === undefined) return;
  if (path.length === 2) readRequests(page, [value], place);
  else changed(page, requestAt(page.memory, place), path, change);
}

function readChat(page: ChatPage, chat: JsonObject): void {
  titleOf(page, chat['customTitle']);
  if (list(chat['requests']).length === 0) return;
  page.memory.requests.splice(0);
  readRequests(page, list(chat['requests']), 0);
}

function readRequests(page: ChatPage, requests: readonly unknown[], from: number): void {
  for (const [index, request] of requests.entries()) {
    if (isObject(request)) rememberRequest(page.memory, from + index, readRequest(page, request, from + index, true));
  }
}

/** Requests that were cut off were taken back by the user; what they did was done. */
function added(page: ChatPage, requests: readonly unknown[], cut: number | undefined): void {
  const { memory } = page;
  const known = memory.requests.filter(([place]) => cut === undefined || place < cut);
  memory.requests.splice(0, memory.requests.length, ...known);
  const last = known.reduce((highest, [place]) => Math.max(highest, place), -1);
  readRequests(page, requests, cut ?? last + 1);
}

function changed(
  page: ChatPage,
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
      readParts(page, request, parts.map(object), from, { isGoingOn: true });
      return;
    }
    case 'result': {
      if (path.length > 3) return;
      const rounds = roundsIn(value);
      if (rounds) readRounds(page, request, rounds, false);
      ended(page, request, { result: value });
      return;
    }
    case 'modelState':
      if (path.length === 3) ended(page, request, { modelState: value });
      return;
    default:
  }
}
