import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import type { Memory, Spawned } from './memory.ts';
import { happened, patch, uidOf } from './page.ts';
import type { Page } from './page.ts';
import type { CopilotRecord } from './record.ts';

/**
 * A sub-agent writes into the file of its main session; `agentId` tells its records apart, and before there was one,
 * the id of the call that started it.
 */
export function agentOf(memory: Memory, { type, data, agent }: CopilotRecord): string {
  if (agent !== undefined) return agent;
  const call =
    name(data['parentToolCallId']) ??
    (/^subagent\.(?:started|completed|failed)$/.test(type) ? name(data['toolCallId']) : undefined);
  if (call === undefined) return '';
  for (const [id, spawned] of memory.agents) if (spawned.call === call) return id;
  return call;
}

export function started(page: Page, data: JsonObject): void {
  const call = name(data['toolCallId']);
  const { version, place } = page.memory;
  patch(page, {
    title: name(data['agentDescription']) ?? name(data['agentDisplayName']),
    ...place,
    model: name(data['model']),
    agentVersion: version,
  });
  if (call === undefined || page.agent === '') return;
  const by = page.memory.calls.get(call)?.agent;
  const spawned: Spawned = {
    call,
    ...(by === undefined ? {} : { by }),
    ...(data['executionMode'] === 'background' ? { background: true } : {}),
  };
  remember(page.memory.agents, page.agent, spawned);
  page.links.push({ type: 'spawned', parent: uidOf(page.main, by), call, child: page.session });
}

export function completed(page: Page, data: JsonObject): void {
  happened(
    page,
    { is: 'completion', type: 'subagent', text: `${nameOf(data)} finished` },
    { durationMs: number(data['durationMs']) },
  );
  ended(page);
}

export function failed(page: Page, data: JsonObject): void {
  happened(
    page,
    { is: 'failure', type: 'subagent', text: text(data['error']) ?? `${nameOf(data)} failed` },
    { durationMs: number(data['durationMs']) },
  );
  patch(page, { outcome: 'fail' });
  ended(page);
}

/** One in the background answers later, in a notification. */
function ended(page: Page): void {
  const spawned = page.memory.agents.get(page.agent);
  if (spawned && !spawned.background) answered(page, page.agent, spawned.call);
}

export function answered(page: Page, agent: string | undefined, step: string): void {
  const spawned = page.memory.agents.get(agent ?? '');
  if (spawned)
    page.links.push({ type: 'returned', child: uidOf(page.main, agent), parent: uidOf(page.main, spawned.by), step });
}

function nameOf(data: JsonObject): string {
  return name(data['agentDisplayName']) ?? name(data['agentName']) ?? 'Sub-agent';
}
