import { name, object, text } from '../../platform/parse-records.ts';
import { agentUid } from './identity.ts';
import type { GeminiContext } from './record-context.ts';
import { idOf } from './record.ts';
import type { Rec } from './record.ts';
import { answered } from './results.ts';

/**
 * The calls of one response, made together. A call is written when it is done, with its result. The same call may be
 * written again with less: outputs are cut to save the model's context.
 */
export function called(context: GeminiContext, calls: readonly Rec[], parent: string | undefined): void {
  for (const record of calls) made(context, record, parent);
  for (const record of calls) done(context, record);
}

function made(context: GeminiContext, record: Rec, parent: string | undefined): void {
  const { memory } = context;
  const call = name(record['id']);
  if (call === undefined || memory.wasEmitted(`call ${call}`)) return;
  context.emit(
    call,
    { is: 'call', tool: text(record['name']) ?? 'unknown', input: record['args'] ?? null },
    { native: call, role: 'assistant', parent },
  );
  memory.lastStep = memory.above = call;
  memory.opened(call);
  spawned(context, record, call);
}

function done(context: GeminiContext, record: Rec): void {
  const call = name(record['id']);
  if (call === undefined || record['result'] === undefined || !context.memory.closes(call)) return;
  const status = answered(context, call, record);
  const agent = idOf(record['agentId']);
  if (agent !== undefined && (status === 'ok' || status === 'failed'))
    context.links.push({ type: 'returned', child: agentUid(agent), parent: context.session, step: call });
}

/** A call that names an agent has started it; the agent's file has the same name. */
function spawned(context: GeminiContext, record: Rec, call: string): void {
  const agent = idOf(record['agentId']);
  if (agent === undefined) return;
  const child = agentUid(agent);
  context.links.push({ type: 'spawned', parent: context.session, call, child });
  const { prompt, objective } = object(record['args']);
  const title = (text(prompt) ?? text(objective))?.trim().split('\n', 1)[0]?.slice(0, 200);
  if (title) context.sessions.push({ uid: child, title });
}
