import { hash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Json, Reader, Reading } from '../source.ts';
import { callStarted, isReported, resultArrived, resultsOfBatch } from './calls.ts';
import type { HookAgents } from './identify.ts';
import { memoryFrom, moved, stateOf } from './memory.ts';
import type { Memory } from './memory.ts';
import { happened } from './page.ts';
import type { Page } from './page.ts';
import { permission } from './permissions.ts';
import { hookRecord, isHookLine } from './record.ts';
import type { AgentHooks, HookEvent } from '../agent/hook-event.ts';

export function hooksReader(agents: HookAgents, state?: Json): Reader {
  const memory = memoryFrom(state);
  return {
    line: (line) => readJsonLine(line, (record) => read(agents, memory, record)),
    state: () => stateOf(memory),
  };
}

function read(agents: HookAgents, memory: Memory, record: JsonObject): Reading {
  const { agent: name, event, at, payload } = hookRecord(record);
  const agent = agents.get(name);
  if (!isHookLine(record)) return unknownRecord('not-a-hook', undefined);
  if (payload === undefined) return { disposition: 'issue', reason: 'not-json' };
  const found = agent?.hooks.read(event, payload);
  if (!agent || !found) return unknownRecord(`${name}/${event}`, undefined);
  const about = agent.hooks.session(payload);
  if (!about) return { disposition: 'issue', reason: 'no-session' };
  const session = sessionUid(agent.flavor, about.native);
  const page: Page = {
    memory,
    session,
    at,
    drafts: [],
    lineKey: () => `hook:${event}:${hash('sha256', JSON.stringify(record)).slice(0, 16)}`,
  };
  if (!isHidden(memory, agent.hooks, session, found, payload)) emitEvent(page, found);
  // Helpers that come and go without an event, such as the one that compacts, are no sessions.
  const isSession = about.native === about.main || page.drafts.length > 0;
  const sessions = isSession && moved(memory, session, about.cwd) ? patchOf(session, { cwd: about.cwd }) : [];
  return readingOf({ drafts: page.drafts, sessions });
}

function emitEvent(page: Page, event: HookEvent): void {
  switch (event.is) {
    case 'call':
      return callStarted(page, event.call);
    case 'result':
      return event.mayBeCopy && !isReported(page, event.result) ? undefined : resultArrived(page, event.result);
    case 'batch':
      return resultsOfBatch(page, event.results);
    case 'permission':
      return permission(page, event);
    case 'decision':
      return happened(page, { is: 'decision', type: event.type, text: event.text }, event.call);
    case 'intervention':
    case 'failure':
      return happened(page, event);
    case 'turn':
      for (const [key, call] of page.memory.open) if (call.session === page.session) page.memory.open.delete(key);
      return undefined;
    case 'nothing':
      return undefined;
  }
}

/**
 * Some agents report a sub-agent's calls as if the main session made them. While a sub-agent runs, a call may be its:
 * it is left out rather than put into the wrong session, for the sub-agent's transcript has it.
 */
function isHidden(
  { open }: Memory,
  hooks: AgentHooks,
  session: SessionUid,
  event: HookEvent,
  payload: JsonObject,
): boolean {
  const runners = hooks.subagentTools?.(payload) ?? [];
  if (runners.length === 0 || (event.is !== 'call' && event.is !== 'result' && event.is !== 'permission')) return false;
  const tool = event.is === 'result' ? event.result.tool : event.call?.tool;
  const isRunning = [...open.values()].some((call) => call.session === session && runners.includes(call.tool));
  return isRunning && !(tool !== undefined && runners.includes(tool));
}
