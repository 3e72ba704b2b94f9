import { number, object, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { keep } from './carry.ts';
import type { Chain } from './carry.ts';
import { nameOfChain, promptHash } from './chains.ts';
import { spentOn } from './cost-state.ts';
import { emit } from './emit.ts';
import { keyOfRecord, nativeOf, parentOf, passOver } from './lineage.ts';
import { blocksOf, messageOf, readable } from './record.ts';
import type { Block, Rec } from './record.ts';
import { outputOf } from './results.ts';
import { countUsage, nothing, usageOf } from './usage.ts';
import type { Work } from './work.ts';

/** An assistant record: usually one block of a model response, in old versions several. */
export function readAssistant(work: Work, chain: Chain, record: Rec): void {
  const { carry } = work;
  const message = messageOf(record);
  const id = text(message['id']);
  const open = id === undefined ? undefined : carry.messages.get(id);
  const uuid = keyOfRecord(work, record);
  carry.absorbed.length = 0;

  if (record['isApiErrorMessage'] === true) {
    const what: What = { is: 'failure', type: 'api_error', text: readable(message['content']) };
    emit(work, chain, record, {
      key: uuid,
      native: nativeOf(record, uuid),
      what,
      parent: parentOf(work, chain, record),
    });
    return;
  }
  // Claude Code writes this itself after a local command, so that roles alternate.
  if (message['model'] === '<synthetic>' && readable(message['content']) === 'No response requested.')
    return passOver(work, chain, record);

  const { counted, tokens } = countUsage(open?.counted ?? nothing, usageOf(message));
  if (tokens && chain.uid === work.own)
    spentOn(work, text(message['model']), [
      tokens.input,
      tokens.output,
      tokens.cache_read,
      tokens.cache_write,
      tokens.cache_write_1h ?? 0,
    ]);
  // A further block belongs to its response, even when the result of an earlier block was written in between.
  let above = open !== undefined && open.above !== uuid ? open.above : parentOf(work, chain, record);
  let last: string | undefined;
  for (const [index, block] of blocksOf(message['content']).entries()) {
    const what = whatOf(work, block);
    if (what === undefined) continue;
    const key = last === undefined ? uuid : `${uuid}#${index}`;
    const call = what.is === 'call' ? text(block['id']) : undefined;
    emit(work, chain, record, {
      key,
      what,
      parent: what.is === 'result' ? what.call : above,
      native: what.is === 'result' ? undefined : (call ?? nativeOf(record, key)),
      tokens: last === undefined ? tokens : undefined,
      durationMs: what.is === 'thinking' ? number(record['thinkingDurationMs']) : undefined,
    });
    if (call !== undefined) openCall(work, chain, call, key, block);
    // The calls of one response stand side by side: none of them came of another.
    if (what.is !== 'call') above = key;
    last = key;
  }
  if (last === undefined) return passOver(work, chain, record);
  if (id !== undefined) keep(carry, 'messages', id, { ...(above === undefined ? undefined : { above }), counted });
}

function whatOf(work: Work, block: Block): What | undefined {
  const type = text(block['type']);
  switch (type) {
    case 'text': {
      const words = text(block['text']) ?? '';
      return words === '' ? undefined : { is: 'message', text: words };
    }
    case 'thinking':
      return { is: 'thinking', text: text(block['thinking']) ?? '' };
    case 'redacted_thinking':
      return { is: 'thinking', text: '' };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { is: 'call', tool: text(block['name']) ?? 'unknown', input: block['input'] ?? {} };
    case 'image':
    case 'document':
      return { is: 'message', text: `[${type}]` };
    default:
      // What a tool on the server answered comes inside the same response.
      if (type?.endsWith('_tool_result')) return serverResult(work, block);
      work.unknown ??= { kind: `assistant/${type ?? 'block'}` };
      return undefined;
  }
}

function serverResult({ carry }: Work, block: Block): What {
  const id = text(block['tool_use_id']) ?? '';
  const failed = typeof object(block['content'])['error_code'] === 'string' || block['is_error'] === true;
  const output = failed ? (text(object(block['content'])['error_code']) ?? '') : outputOf(block);
  const call = carry.calls.get(id)?.key ?? id;
  carry.calls.delete(id);
  return { is: 'result', call, output, status: failed ? 'failed' : 'ok' };
}

function openCall(work: Work, chain: Chain, id: string, key: string, block: Block): void {
  const input = object(block['input']);
  const isAgent = block['name'] === 'Task' || block['name'] === 'Agent';
  const prompt = isAgent ? text(input['prompt']) : undefined;
  const title = isAgent ? text(input['description'])?.slice(0, 200) : undefined;
  // A skill may run in a sub-agent as well.
  if (isAgent || block['name'] === 'Skill') work.carry.spent.shared = true;
  keep(work.carry, 'calls', id, {
    key,
    chain: nameOfChain(work, chain),
    ...(prompt === undefined ? undefined : { prompt: promptHash(prompt) }),
    ...(title === undefined ? undefined : { title }),
  });
}
