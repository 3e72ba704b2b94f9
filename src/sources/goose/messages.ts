import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from '../agent/output-text.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import type { GooseContext } from './memory.ts';
import { tokensOf } from './usage.ts';

export function message(context: GooseContext, record: JsonObject): boolean {
  const metadata = object(record['metadata']);
  const parts = list(record['content']).filter(isObject);
  switch (record['role']) {
    case 'user':
      for (const part of parts) if (part['type'] === 'toolResponse') ended(context, part);
      // The time and the folder, before every turn.
      if (metadata['turnContext'] !== true) prompted(context, parts, metadata['userVisible'] === false);
      reportUnknown(context, parts);
      return true;
    case 'assistant':
      answered(context, parts, record, metadata);
      reportUnknown(context, parts);
      return true;
    default:
      return false;
  }
}

function prompted(context: GooseContext, parts: readonly JsonObject[], isHidden: boolean): void {
  const content = parts
    .map((part) =>
      part['type'] === 'text' ? (text(part['text']) ?? '') : part['type'] === 'image' ? '[attachment]' : '',
    )
    .filter((part) => part.trim() !== '')
    .join('\n');
  // A sub-agent's prompt begins with the id of its session.
  const words = content.replace(/^Subagent ID: \S+\n\n/, '').trim();
  if (words === '') return;
  const { key, native, memory } = context;
  memory.turn = key;
  context.setFailed(false);
  context.step(key);
  const origin = isHidden || context.isSubagent ? 'harness' : 'human';
  context.emit(key, { is: 'prompt', text: words, origin }, { native, role: 'user' });
}

function answered(context: GooseContext, parts: readonly JsonObject[], record: JsonObject, metadata: JsonObject): void {
  const { key, memory } = context;
  const inference = object(metadata['inference']);
  const model = name(inference['usedModel']) ?? name(inference['requestedModel']);
  context.patchChanged({ model });
  const used = object(metadata['usage']);
  const tokens = tokensOf(used);
  if (tokens) memory.hasUsage = true;
  let usage: Pick<DraftFields, 'tokens' | 'usd' | 'model' | 'durationMs'> = tokens
    ? { tokens, usd: number(record['cost']), model: model ?? memory.model }
    : {};
  let parent = isContinued(parts) ? (memory.above ?? memory.turn) : memory.turn;
  let index = 0;
  const emit = (own: string, what: Parameters<GooseContext['emit']>[1]) => {
    context.emit(own, what, { native: own, role: 'assistant', parent, ...usage });
    usage = {};
  };
  for (const part of parts) {
    const own = index === 0 ? key : `${key}.${index + 1}`;
    index++;
    switch (part['type']) {
      case 'text':
      case 'thinking':
      case 'reasoning': {
        const words = text(part['text']) ?? text(part['thinking']) ?? '';
        if (words.trim() === '') break;
        emit(own, { is: part['type'] === 'text' ? 'message' : 'thinking', text: words });
        parent = own;
        break;
      }
      case 'toolRequest':
      case 'frontendToolRequest': {
        const call = name(part['id']) ?? own;
        const made = object(part['toolCall']);
        const value = object(made['value']);
        const tool = name(value['name']) ?? 'unknown';
        emit(call, { is: 'call', tool, input: value['arguments'] ?? text(made['error']) });
        context.step(call);
        break;
      }
      case 'systemNotification':
        notified(context, own, part);
        break;
    }
  }
  if (parent === undefined) delete memory.above;
  else memory.above = parent;
}

/** Calls that the model made together are stored one by one, each with its result. */
function isContinued(parts: readonly JsonObject[]): boolean {
  return parts.some(
    (part) =>
      part['type'] === 'toolRequest' && (number(object(part['_meta'])['goose.toolCall.providerIndex']) ?? 0) > 0,
  );
}

/** What goose says by itself, such as that it has compacted the conversation. */
function notified(context: GooseContext, key: string, part: JsonObject): void {
  const words = text(part['msg']) ?? '';
  if (words.trim() === '') return;
  const isCompaction = /\bcompact/i.test(words);
  context.emit(
    key,
    { is: 'lifecycle', type: isCompaction ? 'compaction' : 'notification', text: words },
    { native: key, role: 'system', parent: context.turn },
  );
  const { memory } = context;
  if (isCompaction && memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
}

function ended(context: GooseContext, part: JsonObject): void {
  const call = name(part['id']);
  if (call === undefined) return;
  const result = object(part['toolResult']);
  // Before 1.20 the content was the value itself.
  const value = Array.isArray(result['value']) ? { content: result['value'] } : object(result['value']);
  const output = outputText(result['error'] ?? forModel(value['content']));
  const exitCode = number(object(value['structuredContent'])['exit_code']);
  const isRefused = output.startsWith('The user has declined to run this tool');
  const hasFailed = result['status'] === 'error' || value['isError'] === true;
  context.emit(
    `${call}:result`,
    {
      is: 'result',
      call,
      output,
      status: isRefused ? 'denied' : hasFailed ? 'failed' : 'ok',
      ...(exitCode !== undefined && { exitCode }),
    },
    { role: 'tool', parent: call },
  );
}

/** Some results come twice, for the model and for the person. */
function forModel(content: unknown): unknown {
  const parts = list(content).filter(isObject);
  const audienceOf = (part: JsonObject) => list(object(part['annotations'])['audience']);
  const chosen = parts.filter((part) => audienceOf(part).length === 0 || audienceOf(part).includes('assistant'));
  return chosen.length > 0 ? chosen : parts;
}

const known = new Set([
  'text',
  'image',
  'thinking',
  'reasoning',
  'redactedThinking',
  'toolRequest',
  'toolResponse',
  'toolConfirmationRequest',
  'frontendToolRequest',
  'actionRequired',
  'systemNotification',
]);

function reportUnknown(context: GooseContext, parts: readonly JsonObject[]): void {
  for (const part of parts) {
    const type = text(part['type']) ?? 'none';
    if (!known.has(type)) context.reportUnknown(`part/${type.slice(0, 100)}`);
  }
}
