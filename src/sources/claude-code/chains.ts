import { keyOf } from '../../model/ids.ts';
import { list, object, text } from '../../platform/parse-records.ts';
import { keep } from './carry.ts';
import type { Chain } from './carry.ts';
import { keyOfRecord } from './lineage.ts';
import { agentOf, messageOf, readable } from './record.ts';
import type { Rec } from './record.ts';
import { subagentUid } from './work.ts';
import type { Work } from './work.ts';

/** The session a record belongs to: the file's own, or that of a sub-agent that wrote into the same file. */
export function chainOf(work: Work, record: Rec): Chain {
  if (record['isSidechain'] !== true) return ownChain(work);
  const agent = agentOf(record);
  if (agent !== undefined) return subagentUid(work, agent) === work.own ? ownChain(work) : agentChain(work, agent);
  // In a sub-agent's own file everything is its own.
  return work.own === work.base ? sideChain(work, record) : ownChain(work);
}

export function ownChain({ carry, own }: Work): Chain {
  return carry.chains.get('') ?? openChain(carry, '', { uid: own });
}

/** The chain of a sub-agent with an id. `call`, where it is known, is the tool_use id of the call that started it. */
export function agentChain(work: Work, agent: string, call?: string): Chain {
  const known = work.carry.chains.get(agent);
  if (known) return known;
  const chain = openChain(work.carry, agent, { uid: subagentUid(work, agent) });
  if (call !== undefined) linkToCall(work, chain, call);
  return chain;
}

/**
 * Until 1.0 sub-agents wrote into the main file without naming themselves, several at a time. Each begins with a
 * prompt that hangs on nothing and goes on by `parentUuid`; its prompt is word for word that of the call.
 */
function sideChain(work: Work, record: Rec): Chain {
  const { carry } = work;
  const uuid = keyOfRecord(work, record);
  const name = sideOf(work, record) ?? `side-${uuid}`;
  keep(carry, 'sides', uuid, name);
  const known = carry.chains.get(name);
  if (known) return known;

  const chain = openChain(carry, name, { uid: subagentUid(work, name) });
  const prompt = promptHash(readable(messageOf(record)['content']));
  const claimed = new Set([...carry.chains.values()].map((other) => other.call));
  const call = [...carry.calls].find(([id, open]) => open.prompt === prompt && !claimed.has(id))?.[0];
  if (call === undefined) work.links.push({ type: 'spawned', parent: work.own, call: '', child: chain.uid });
  else {
    chain.call = call;
    linkToCall(work, chain, call);
  }
  return chain;
}

function sideOf({ carry }: Work, record: Rec): string | undefined {
  const above = record['parentUuid'];
  if (typeof above !== 'string') return undefined;
  const side = carry.sides.get(above);
  if (side !== undefined) return side;
  for (const block of list(messageOf(record)['content'])) {
    const answered = carry.calls.get(text(object(block)['tool_use_id']) ?? '');
    if (answered && answered.chain !== '') return answered.chain;
  }
  // Its parent was never written: it goes on with the sidechain that spoke last.
  return [...carry.sides.values()].at(-1);
}

/** States that a call started a sub-agent, and what the call named it. */
export function linkToCall(work: Work, child: { readonly uid: Chain['uid'] }, call: string): void {
  const open = work.carry.calls.get(call);
  const parent = open === undefined ? work.own : (work.carry.chains.get(open.chain)?.uid ?? work.own);
  work.links.push({ type: 'spawned', parent, call, child: child.uid });
  if (open?.title !== undefined) work.sessions.push({ uid: child.uid, title: open.title });
}

export function promptHash(prompt: string): number {
  return keyOf(prompt.trim());
}

export function nameOfChain({ carry, own, base }: Work, chain: Chain): string {
  return chain.uid === own && carry.chains.get('') === chain ? '' : chain.uid.slice(base.length + 1);
}

function openChain(carry: Work['carry'], name: string, chain: Chain): Chain {
  keep(carry, 'chains', name, chain);
  return chain;
}
