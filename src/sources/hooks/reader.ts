import { hash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { hooksOf } from './agents.ts';
import { answered, batched, called, isTold } from './calls.ts';
import { memoryFrom, moved, stateOf } from './memory.ts';
import type { Memory } from './memory.ts';
import { happened } from './page.ts';
import type { Page } from './page.ts';
import { permission } from './permissions.ts';
import { hookRecord, isHookLine } from './record.ts';
import type { AgentHooks, Told } from './told.ts';

export function hooksReader(_identity: Identity, state?: Json): Reader {
  const memory = memoryFrom(state);
  return {
    line: (line) => readJsonLine(line, (record) => read(memory, record)),
    state: () => stateOf(memory),
  };
}

function read(memory: Memory, record: JsonObject): Reading {
  const { agent, event, at, payload } = hookRecord(record);
  const hooks = hooksOf(agent);
  if (!isHookLine(record)) return unknownRecord('not-a-hook', undefined);
  if (payload === undefined) return { disposition: 'issue', reason: 'not-json' };
  if (!hooks) return unknownRecord(`${agent}/${event}`, undefined);
  const told = hooks.told(event, payload);
  if (told === undefined) return unknownRecord(`${agent}/${event}`, undefined);
  const speaker = hooks.speaker(payload);
  if (!speaker) return { disposition: 'issue', reason: 'no-session' };
  const session = sessionUid(hooks.flavor, speaker.native);
  const page: Page = {
    memory,
    session,
    at,
    drafts: [],
    lineKey: () => `hook:${event}:${hash('sha256', JSON.stringify(record)).slice(0, 16)}`,
  };
  if (!isHidden(memory, hooks, session, told, payload)) tell(page, told);
  // Helpers that come and go without a word, such as the one that compacts, are no sessions.
  const isSession = speaker.native === speaker.session || page.drafts.length > 0;
  const sessions = isSession && moved(memory, session, speaker.cwd) ? patchOf(session, { cwd: speaker.cwd }) : [];
  return readingOf({ drafts: page.drafts, sessions });
}

function tell(page: Page, told: Told): void {
  switch (told.is) {
    case 'call':
      return called(page, told.call);
    case 'answer':
      return told.again && !isTold(page, told.answer) ? undefined : answered(page, told.answer);
    case 'batch':
      return batched(page, told.answers);
    case 'permission':
      return permission(page, told);
    case 'decision':
      return happened(page, { is: 'decision', type: told.type, text: told.text }, told.call);
    case 'intervention':
    case 'failure':
      return happened(page, told);
    case 'turn':
      for (const [key, call] of page.memory.open) if (call.session === page.session) page.memory.open.delete(key);
      return undefined;
    case 'nothing':
      return undefined;
  }
}

/**
 * Some agents tell of a sub-agent's calls as if the main session made them. While a sub-agent runs, a call may be
 * its: better no word about it than a wrong one, for the sub-agent's transcript has it.
 */
function isHidden(
  { open }: Memory,
  { hides }: AgentHooks,
  session: SessionUid,
  told: Told,
  payload: JsonObject,
): boolean {
  const runners = hides?.(payload) ?? [];
  if (runners.length === 0 || (told.is !== 'call' && told.is !== 'answer' && told.is !== 'permission')) return false;
  const tool = told.is === 'answer' ? told.answer.tool : told.call?.tool;
  const isRunning = [...open.values()].some((call) => call.session === session && runners.includes(call.tool));
  return isRunning && !(tool !== undefined && runners.includes(tool));
}
