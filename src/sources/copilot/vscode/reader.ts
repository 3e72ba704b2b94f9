import type { JsonObject } from '../../../platform/parse-records.ts';
import { readingOf } from '../../reader/json-lines.ts';
import type { Identity, Reading } from '../../source.ts';
import { readChange } from './log.ts';
import type { ChatMemory } from './memory.ts';
import { ChatContext } from './record-context.ts';
import { readRequest, titleOf } from './request.ts';

/** A change of a chat's log. */
export function readChangeLine(identity: Identity, memory: ChatMemory, change: JsonObject): Reading {
  const context = contextOf(identity, memory);
  readChange(context, change);
  return readingOf(context);
}

/** A request of a chat that is one object. */
export function readRequestRecord(identity: Identity, memory: ChatMemory, request: JsonObject, place: number): Reading {
  const context = contextOf(identity, memory);
  readRequest(context, request, place, false);
  return readingOf(context);
}

/** The chat without its requests. */
export function readFrame(identity: Identity, memory: ChatMemory, chat: JsonObject): Reading {
  const context = contextOf(identity, memory);
  titleOf(context, chat['customTitle']);
  return readingOf(context);
}

function contextOf({ session }: Identity, memory: ChatMemory): ChatContext {
  return new ChatContext({ session, memory, key: '' });
}
