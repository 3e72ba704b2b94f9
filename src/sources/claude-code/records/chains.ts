import { keyOf } from '../../../model/ids.ts';
import { list, object, text } from '../../../platform/parse-records.ts';
import type { Chain, ClaudeMemory } from './memory.ts';
import { agentOf, messageOf, readable } from './record.ts';
import type { ClaudeContext } from './record-context.ts';

/** The session a record belongs to: the file's own, or that of a sub-agent that wrote into the same file. */
export function chainOf(context: ClaudeContext): Chain {
  const { record } = context;
  if (record['isSidechain'] !== true) return ownChain(context);
  const agent = agentOf(record);
  if (agent !== undefined)
    return context.subagentUid(agent) === context.session ? ownChain(context) : agentChain(context, agent);
  // In a sub-agent's own file everything is its own.
  return context.session === context.base ? sideChain(context) : ownChain(context);
}

export function ownChain({ memory, session }: ClaudeContext): Chain {
  return memory.chains.get('') ?? openChain(memory, '', { uid: session });
}

/** The chain of a sub-agent with an id. `call`, where it is known, is the tool_use id of the call that started it. */
export function agentChain(context: ClaudeContext, agent: string, call?: string): Chain {
  const known = context.memory.chains.get(agent);
  if (known) return known;
  const chain = openChain(context.memory, agent, { uid: context.subagentUid(agent) });
  if (call !== undefined) linkToCall(context, chain, call);
  return chain;
}

/**
 * Until 1.0 sub-agents wrote into the main file without naming themselves, several at a time. Each begins with a prompt
 * without a parent and continues by `parentUuid`; its prompt is exactly that of the call.
 */
function sideChain(context: ClaudeContext): Chain {
  const { memory, record, key } = context;
  const name = sideOf(context) ?? `side-${key}`;
  memory.sides.set(key, name);
  const known = memory.chains.get(name);
  if (known) return known;

  const chain = openChain(memory, name, { uid: context.subagentUid(name) });
  const prompt = promptHash(readable(messageOf(record)['content']));
  const claimed = new Set([...memory.chains.values()].map((other) => other.call));
  const call = [...memory.calls].find(([id, open]) => open.prompt === prompt && !claimed.has(id))?.[0];
  if (call === undefined) context.links.push({ type: 'spawned', parent: context.session, call: '', child: chain.uid });
  else {
    chain.call = call;
    linkToCall(context, chain, call);
  }
  return chain;
}

function sideOf({ memory, record }: ClaudeContext): string | undefined {
  const above = record['parentUuid'];
  if (typeof above !== 'string') return undefined;
  const side = memory.sides.get(above);
  if (side !== undefined) return side;
  for (const block of list(messageOf(record)['content'])) {
    const answered = memory.calls.get(text(object(block)['tool_use_id']) ?? '');
    if (answered && answered.chain !== '') return answered.chain;
  }
  // Its parent was never written: it continues the sidechain that was written last.
  return [...memory.sides.values()].at(-1);
}

/** Records that a call started a sub-agent, and what the call named it. */
export function linkToCall(context: ClaudeContext, child: { readonly uid: Chain['uid'] }, call: string): void {
  const open = context.memory.calls.get(call);
  const parent = open === undefined ? context.session : (context.memory.chains.get(open.chain)?.uid ?? context.session);
  context.links.push({ type: 'spawned', parent, call, child: child.uid });
  context.patch({ title: open?.title }, child.uid);
}

export function promptHash(prompt: string): number {
  return keyOf(prompt.trim());
}

export function nameOfChain({ memory, session, base }: ClaudeContext, chain: Chain): string {
  return chain.uid === session && memory.chains.get('') === chain ? '' : chain.uid.slice(base.length + 1);
}

function openChain(memory: ClaudeMemory, name: string, chain: Chain): Chain {
  memory.chains.set(name, chain);
  return chain;
}
