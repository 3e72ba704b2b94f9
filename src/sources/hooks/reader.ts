import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { text, type JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Json, Reader, Reading } from '../source.ts';
import { callStarted, isReported, resultArrived, resultsOfBatch } from './calls.ts';
import type { HookAgents } from './identify.ts';
import { HookMemory } from './memory.ts';
import { HookContext } from './record-context.ts';
import { permission } from './permissions.ts';
import { hookRecord, isHookLine } from './record.ts';
import type { AgentHooks, HookEvent } from '../agent/hook-event.ts';

export function hooksReader(agents: HookAgents, state?: Json): Reader {
  const memory = new HookMemory().restore(state);
  return jsonLinesReader(memory, (record) => read(agents, memory, record));
}

function read(agents: HookAgents, memory: HookMemory, record: JsonObject): Reading {
  const { agent: name, event, payload } = hookRecord(record);
  const agent = agents.get(name);
  if (!isHookLine(record)) return unknownRecord('not-a-hook', undefined);
  if (payload === undefined) return { disposition: 'issue', reason: 'not-json' };
  const found = agent?.hooks.read(event, payload);
  if (!agent || !found) return unknownRecord(`${name}/${event}`, undefined);
  const about = agent.hooks.session(payload);
  if (!about) return { disposition: 'issue', reason: 'no-session' };
  const session = sessionUid(agent.flavor, about.native);
  const context = new HookContext({ session, memory, record, isSubagent: about.native !== about.main });
  const prompt = event === agent.hooks.promptEvent ? text(payload['prompt']) : undefined;
  if (prompt) context.emitPrompt(prompt);
  if (!isHidden(memory, agent.hooks, session, found, payload)) emitEvent(context, found);
  // Helpers without an event, such as the one that compacts, are no sessions.
  const isSession = about.native === about.main || context.drafts.length > 0;
  if (isSession && memory.hasMoved(session, about.cwd)) context.patch({ cwd: about.cwd });
  return readingOf(context);
}

function emitEvent(context: HookContext, event: HookEvent): void {
  switch (event.is) {
    case 'call':
      return callStarted(context, event.call);
    case 'result':
      return event.mayBeCopy && !isReported(context, event.result) ? undefined : resultArrived(context, event.result);
    case 'batch':
      return resultsOfBatch(context, event.results);
    case 'permission':
      return permission(context, event);
    case 'decision':
      return context.emitAbout({ is: 'decision', type: event.type, text: event.text }, event.call);
    case 'intervention':
    case 'failure':
      return context.emitAbout(event);
    case 'turn':
      for (const [key, call] of context.memory.open)
        if (call.session === context.session) context.memory.open.delete(key);
      return event.answer === undefined ? undefined : context.emitAnswer(event.answer);
    case 'nothing':
      return undefined;
  }
}

/**
 * Some agents report a sub-agent's calls as if the main session made them. While a sub-agent runs, a call may belong to
 * it: it is left out rather than put into the wrong session, since the sub-agent's transcript has it.
 */
function isHidden(
  { open }: HookMemory,
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
