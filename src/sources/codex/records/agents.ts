import { sessionUid } from '../../../model/ids.ts';
import { isObject, list, name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CodexContext } from './memory.ts';
import { parsed } from './record.ts';

/** A sub-agent is a thread of its own, in a file of its own. These ids link it to the calls of its parent. */

/** Agents v1: one item for each of spawn, wait, send and close. */
export function collabAgentToolCall(context: CodexContext, item: JsonObject): void {
  const call = name(item['id']);
  if (call === undefined) return;
  if (item['tool'] === 'spawn_agent' || item['tool'] === 'spawnAgent') {
    for (const child of list(item['receiver_thread_ids'])) spawned(context, call, child);
  }
  if (item['tool'] === 'wait') finished(context, call, object(item['agents_states']));
}

/** Agents v2: started, then completed; the answer itself comes in a message signed with the agent's path. */
export function subAgentActivity(context: CodexContext, item: JsonObject): void {
  const child = name(item['agent_thread_id']);
  const path = name(item['agent_path']);
  if (child === undefined) return;
  if (path !== undefined) context.memory.agents.set(path, child);
  if (item['kind'] === 'started') spawned(context, name(item['id']) ?? '', child);
}

/** The events of 0.100 to 0.130, before there were items. */
export function collabEvent(context: CodexContext, payload: JsonObject): void {
  const call = name(payload['call_id']);
  if (call === undefined) return;
  spawned(context, call, payload['new_thread_id']);
  if (payload['type'] === 'collab_waiting_end') finished(context, call, object(payload['statuses']));
}

/** Outputs have it too, and in 0.140 nothing else does. */
export function linksOfOutput(context: CodexContext, call: string, tool: string, shown: string): void {
  if (tool !== 'spawn_agent' && tool !== 'wait_agent' && tool !== 'wait') return;
  const answer = parsed(shown);
  if (!isObject(answer)) return;
  if (tool === 'spawn_agent') spawned(context, call, answer['agent_id']);
  else finished(context, call, object(answer['status']));
}

/** `<subagent_notification>{"agent_path": <thread or path>, …}`, or the child itself. */
export function returnedBy(context: CodexContext, notice: string, step: string): void {
  const answer = object(parsed(/^\s*<subagent_notification>([\s\S]*)<\/subagent_notification>\s*$/.exec(notice)?.[1]));
  const agent = name(answer['agent_path']) ?? name(answer['agent_id']) ?? (isThread(notice) ? notice : undefined);
  if (agent !== undefined) returned(context, context.memory.agents.get(agent) ?? agent, step);
}

function finished(context: CodexContext, step: string, states: JsonObject): void {
  for (const [child, state] of Object.entries(states)) {
    if (isObject(state) && ('completed' in state || 'errored' in state)) returned(context, child, step);
  }
}

function spawned(context: CodexContext, call: string, child: unknown): void {
  if (!isThread(child) || call === '') return;
  context.links.push({ type: 'spawned', parent: context.session, call, child: sessionUid('codex', child) });
}

function returned(context: CodexContext, child: string, step: string): void {
  if (isThread(child))
    context.links.push({ type: 'returned', child: sessionUid('codex', child), parent: context.session, step });
}

function isThread(value: unknown): value is string {
  return (
    text(value) !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value as string)
  );
}
