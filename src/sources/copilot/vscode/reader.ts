import type { JsonObject } from '../../../platform/parse-records.ts';
import { readingOf } from '../../reader/json-lines.ts';
import type { Identity, Reading } from '../../source.ts';
import { readChange } from './log.ts';
import type { ChatMemory } from './memory.ts';
import type { ChatPage } from './page.ts';
import { readRequest, titleOf } from './request.ts';

/** A change of a chat's log. */
export function readChangeLine(identity: Identity, memory: ChatMemory, change: JsonObject): Reading {
  const page = pageOf(identity, memory);
  readChange(page, change);
  return readingOf(page);
}

/** A request of a chat that is one object. */
export function readRequestRecord(identity: Identity, memory: ChatMemory, request: JsonObject, place: number): Reading {
  const page = pageOf(identity, memory);
  readRequest(page, request, place, false);
  return readingOf(page);
}

/** What was left of the chat when its requests were taken out. */
export function readFrame(identity: Identity, memory: ChatMemory, chat: JsonObject): Reading {
  const page = pageOf(identity, memory);
  titleOf(page, chat['customTitle']);
  return readingOf(page);
}

function pageOf({ session }: Identity, memory: ChatMemory): ChatPage {
  return { session, memory, drafts: [], links: [], sessions: [] };
}
