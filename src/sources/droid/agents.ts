import { sessionUid } from '../../model/ids.ts';
import { flavor } from './identity.ts';
import type { OpenCall } from './memory.ts';
import type { DroidContext } from './record-context.ts';

/** A sub-agent is a session of its own and names the call that made it; the call's result names the sub-agent. */
export function agentAnswered(
  { session, links }: DroidContext,
  call: string,
  { agent, key }: OpenCall,
  output: string,
): void {
  const id = /^session_id: ([0-9A-Za-z-]{8,64})$/m.exec(output.slice(0, 500))?.[1];
  if (id === undefined) return;
  const child = sessionUid(flavor, id);
  links.push({ type: 'spawned', parent: session, call, child });
  if (agent === 'awaited') links.push({ type: 'returned', child, parent: session, step: key });
}
