import { sessionUid } from '../../model/ids.ts';
import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import type { Page } from './page.ts';
import { parsed } from './record.ts';

/**
 * A sub-agent is a thread of its own, in a file of its own. These are the ids that tie it to the calls of its parent.
 */

/** Agents v1: one item for each of spawn, wait, send and close. */
export function collabAgentToolCall(page: Page, item: JsonObject): void {
  const call = name(item['id']);
  if (call === undefined) return;
  if (item['tool'] === 'spawn_agent' || item['tool'] === 'spawnAgent') {
    for (const child of list(item['receiver_thread_ids'])) spawned(page, call, child);
  }
  if (item['tool'] === 'wait') finished(page, call, object(item['agents_states']));
}

/** Agents v2: started, then completed; the answer itself comes in a message signed with the agent's path. */
export function subAgentActivity(page: Page, item: JsonObject): void {
  const child = name(item['agent_thread_id']);
  const path = name(item['agent_path']);
  if (child === undefined) return;
  if (path !== undefined) remember(page.memory.agents, path, child);
  if (item['kind'] === 'started') spawned(page, name(item['id']) ?? '', child);
}

/** The events of 0.100 to 0.130, before there were items. */
export function collabEvent(page: Page, payload: JsonObject): void {
  const call = name(payload['call_id']);
  if (call === undefined) return;
  spawned(page, call, payload['new_thread_id']);
  if (payload['type'] === 'collab_waiting_end') finished(page, call, object(payload['statuses']));
}

/** Outputs say it too, and in 0.140 nothing else does. */
export function linksOfOutput(page: Page, call: string, tool: string, shown: string): void {
  if (tool !== 'spawn_agent' && tool !== 'wait_agent' && tool !== 'wait') return;
  const told = parsed(shown);
  if (!isObject(told)) return;
  if (tool === 'spawn_agent') spawned(page, call, told['agent_id']);
  else finished(page, call, object(told['status']));
}

/** `<subagent_notification>{"agent_path": <thread or path>, …}`, or the child itself. */
export function returnedBy(page: Page, notice: string, step: string): void {
  const told = object(parsed(/^\s*<subagent_notification>([\s\S]*)<\/subagent_notification>\s*$/.exec(notice)?.[1]));
  const agent = name(told['agent_path']) ?? name(told['agent_id']) ?? (isThread(notice) ? notice : undefined);
  if (agent !== undefined) returned(page, page.memory.agents.get(agent) ?? agent, step);
}

function finished(page: Page, step: string, states: JsonObject): void {
  for (const [child, state] of Object.entries(states)) {
    if (isObject(state) && ('completed' in state || 'errored' in state)) returned(page, child, step);
  }
}

function spawned(page: Page, call: string, child: unknown): void {
  if (!isThread(child) || call === '') return;
  page.links.push({ type: 'spawned', parent: page.session, call, child: sessionUid('codex', child) });
}

function returned(page: Page, child: string, step: string): void {
  if (isThread(child))
    page.links.push({ type: 'returned', child: sessionUid('codex', child), parent: page.session, step });
}

function isThread(value: unknown): value is string {
  return (
    text(value) !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value as string)
  );
}
