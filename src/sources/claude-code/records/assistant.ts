import { number, object, text } from '../../../platform/parse-records.ts';
import type { ResponseUsage } from '../../../model/draft.ts';
import type { What } from '../../source.ts';
import type { Chain } from './memory.ts';
import { nameOfChain, promptHash } from './chains.ts';
import { spentOn } from './cost-state.ts';
import { parentOf, skip } from './lineage.ts';
import { blocksOf, messageOf, readable } from './record.ts';
import type { Block } from './record.ts';
import { outputOf } from './results.ts';
import { countUsage, nothing, usageOf } from './usage.ts';
import type { Counted } from './usage.ts';
import type { ClaudeContext } from './record-context.ts';

/** An assistant record: usually one block of a model response, in old versions several. */
export function readAssistant(context: ClaudeContext, chain: Chain): void {
  const { memory, record, key } = context;
  const message = messageOf(record);
  const id = text(message['id']);
  const open = id === undefined ? undefined : memory.messages.get(id);
  memory.absorbed.length = 0;

  if (record['isApiErrorMessage'] === true) {
    const what: What = { is: 'failure', type: 'api_error', text: readable(message['content']) };
    context.emitOn(chain, key, what, { native: context.native, parent: parentOf(context, chain) });
    return;
  }
  // Claude Code writes this itself after a local command, so that roles alternate.
  if (message['model'] === '<synthetic>' && readable(message['content']) === 'No response requested.')
    return skip(context, chain);

  const { counted, tokens } = countUsage(open?.counted ?? nothing, usageOf(message));
  if (tokens && chain.uid === context.session)
    spentOn(context, text(message['model']), [
      tokens.input,
      tokens.output,
      tokens.cache_read,
      tokens.cache_write,
      tokens.cache_write_1h ?? 0,
    ]);
  // A further block belongs to its response, even when the result of an earlier block was written in between.
  let above = open !== undefined && open.above !== key ? open.above : parentOf(context, chain);
  let last: string | undefined;
  for (const [index, block] of blocksOf(message['content']).entries()) {
    const what = whatOf(context, block);
    if (what === undefined) continue;
    const blockKey = last === undefined ? key : `${key}#${index}`;
    const call = what.is === 'call' ? text(block['id']) : undefined;
    context.emitOn(chain, blockKey, what, {
      parent: what.is === 'result' ? what.call : above,
      native: what.is === 'result' ? undefined : (call ?? context.nativeOf(blockKey)),
      tokens: last === undefined ? tokens : undefined,
      response: responseOf(id, text(record['requestId']), counted),
      durationMs: what.is === 'thinking' ? number(record['thinkingDurationMs']) : undefined,
    });
    if (call !== undefined) openCall(context, chain, call, blockKey, block);
    // The calls of one response are siblings: none was caused by another.
    if (what.is !== 'call') above = blockKey;
    last = blockKey;
  }
  if (last === undefined) return skip(context, chain);
  if (id !== undefined) memory.messages.set(id, { ...(above === undefined ? undefined : { above }), counted });
}

/** Both ids: a gateway may repeat either. A resume copies responses under new record ids, and keeps these. */
function responseOf(
  message: string | undefined,
  request: string | undefined,
  [input, output, cacheRead, cacheWrite]: Counted,
): ResponseUsage | undefined {
  if (message === undefined || request === undefined) return undefined;
  return { id: `${message}:${request}`, counted: input + output + cacheRead + cacheWrite };
}

function whatOf(context: ClaudeContext, block: Block): What | undefined {
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
      // The result of a server-side tool comes inside the same response.
      if (type?.endsWith('_tool_result')) return serverResult(context, block);
      context.reportUnknown(`assistant/${type ?? 'block'}`);
      return undefined;
  }
}

function serverResult({ memory }: ClaudeContext, block: Block): What {
  const id = text(block['tool_use_id']) ?? '';
  const failed = typeof object(block['content'])['error_code'] === 'string' || block['is_error'] === true;
  const output = failed ? (text(object(block['content'])['error_code']) ?? '') : outputOf(block);
  const call = memory.calls.get(id)?.key ?? id;
  memory.calls.delete(id);
  return { is: 'result', call, output, status: failed ? 'failed' : 'ok' };
}

function openCall(context: ClaudeContext, chain: Chain, id: string, key: string, block: Block): void {
  const input = object(block['input']);
  const isAgent = block['name'] === 'Task' || block['name'] === 'Agent';
  const prompt = isAgent ? text(input['prompt']) : undefined;
  const title = isAgent ? text(input['description'])?.slice(0, 200) : undefined;
  // A skill may run in a sub-agent as well.
  if (isAgent || block['name'] === 'Skill') context.memory.spent.shared = true;
  context.memory.calls.set(id, {
    key,
    chain: nameOfChain(context, chain),
    ...(prompt === undefined ? undefined : { prompt: promptHash(prompt) }),
    ...(title === undefined ? undefined : { title }),
  });
}
