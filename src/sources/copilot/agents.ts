import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { CopilotMemory, Spawned } from './memory.ts';
import { uidOf } from './record-context.ts';
import type { CopilotContext } from './record-context.ts';
import type { CopilotRecord } from './record.ts';

/**
 * A sub-agent writes into the file of its main session; `agentId` marks its records, and before there was one,
 * the id of the call that started it.
 */
export function agentOf(memory: CopilotMemory, { type, data, agent }: CopilotRecord): string {
  if (agent !== undefined) return agent;
  const call =
    name(data['parentToolCallId']) ??
    (/^subagent\.(?:started|completed|failed)$/.test(type) ? name(data['toolCallId']) : undefined);
  if (call === undefined) return '';
  for (const [id, spawned] of memory.agents) if (spawned.call === call) return id;
  return call;
}

export function started(context: CopilotContext, data: JsonObject): void {
  const call = name(data['toolCallId']);
  const { version, place } = context.memory;
  context.patch({
    title: name(data['agentDescription']) ?? name(data['agentDisplayName']),
    ...place,
    model: name(data['model']),
    agentVersion: version,
  });
  if (call === undefined || context.agent === '') return;
  const by = context.memory.calls.get(call)?.agent;
  const spawned: Spawned = {
    call,
    ...(by === undefined ? {} : { by }),
    ...(data['executionMode'] === 'background' ? { background: true } : {}),
  };
  context.memory.agents.set(context.agent, spawned);
  context.links.push({ type: 'spawned', parent: uidOf(context.main, by), call, child: context.session });
}

export function completed(context: CopilotContext, data: JsonObject): void {
  context.emitHere(
    { is: 'completion', type: 'subagent', text: `${nameOf(data)} finished` },
    { durationMs: number(data['durationMs']) },
  );
  ended(context);
}

export function failed(context: CopilotContext, data: JsonObject): void {
  context.emitHere(
    { is: 'failure', type: 'subagent', text: text(data['error']) ?? `${nameOf(data)} failed` },
    { durationMs: number(data['durationMs']) },
  );
  context.patch({ outcome: 'failed' });
  ended(context);
}

/** One in the background answers later, in a notification. */
function ended(context: CopilotContext): void {
  const spawned = context.memory.agents.get(context.agent);
  if (spawned && !spawned.background) answered(context, context.agent, spawned.call);
}

export function answered(context: CopilotContext, agent: string | undefined, step: string): void {
  const spawned = context.memory.agents.get(agent ?? '');
  if (spawned)
    context.links.push({
      type: 'returned',
      child: uidOf(context.main, agent),
      parent: uidOf(context.main, spawned.by),
      step,
    });
}

function nameOf(data: JsonObject): string {
  return name(data['agentDisplayName']) ?? name(data['agentName']) ?? 'Sub-agent';
}
