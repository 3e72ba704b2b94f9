import { name, object } from '../../../platform/parse-records.ts';
import { agentUid } from '../identify.ts';
import type { OpenCall } from './memory.ts';
import type { QwenContext } from './record-context.ts';
import { idOf, payloadOf } from './record.ts';
import type { Rec } from './record.ts';

/** A sub-agent is a session of its own, named by its type and by the call that started it. */

/** The sub-agent that a call starts. */
export function agentIn(tool: unknown, args: unknown): OpenCall['agent'] {
  const type = tool === 'agent' || tool === 'task' ? name(object(args)['subagent_type']) : undefined;
  const title = name(object(args)['description'])?.slice(0, 200);
  return type === undefined ? undefined : { type, ...(title === undefined ? {} : { title }) };
}

/** A call has started a sub-agent; when it waited for it, the result is the sub-agent's answer. */
export function agentRan(
  context: QwenContext,
  call: string,
  agent: NonNullable<OpenCall['agent']>,
  hasAnswered: boolean,
): void {
  const id = idOf(`${agent.type}-${call}`);
  if (id === undefined) return;
  const child = agentUid(context.main, id);
  context.links.push({ type: 'spawned', parent: context.session, call, child });
  if (hasAnswered) context.links.push({ type: 'returned', child, parent: context.session, step: call });
  if (agent.title !== undefined) context.sessions.push({ uid: child, title: agent.title });
}

/** A sub-agent in the background reports later, in a notification that names it. */
export function returnedLater(context: QwenContext, record: Rec): void {
  const task = object(payloadOf(record)['backgroundTask']);
  const agent = task['kind'] === 'agent' ? idOf(task['taskId']) : undefined;
  if (agent !== undefined)
    context.links.push({
      type: 'returned',
      child: agentUid(context.main, agent),
      parent: context.session,
      step: context.key,
    });
}
