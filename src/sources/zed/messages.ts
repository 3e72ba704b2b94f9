import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { outputText } from '../agent/output-text.ts';
import type { ZedContext } from './memory.ts';

export function userMessage(context: ZedContext, content: readonly unknown[]): void {
  const words = content
    .map((part) => {
      const value = object(part);
      if (typeof value['Text'] === 'string') return value['Text'];
      if (isObject(value['Mention'])) return mentioned(object(value['Mention']['uri']));
      if ('Image' in value) return '[attachment]';
      context.reportUnknown(`content/${(Object.keys(value)[0] ?? 'none').slice(0, 100)}`);
      return '';
    })
    .join('');
  prompt(context, words);
}

export function agentMessage(context: ZedContext, message: JsonObject): void {
  const { key, memory } = context;
  let parent = memory.turn;
  for (const [index, part] of list(message['content']).entries()) {
    const own = index === 0 ? key : `${key}.${index + 1}`;
    const value = object(part);
    const words = text(value['Text']);
    if (words !== undefined) parent = emitText(context, own, 'message', words, parent);
    else if (isObject(value['Thinking']))
      parent = emitText(context, own, 'thinking', text(value['Thinking']['text']) ?? '', parent);
    else if (isObject(value['ToolUse'])) called(context, own, value['ToolUse'], parent);
    else if (!('RedactedThinking' in value))
      context.reportUnknown(`content/${(Object.keys(value)[0] ?? 'none').slice(0, 100)}`);
  }
  for (const [call, result] of Object.entries(object(message['tool_results']))) ended(context, call, object(result));
}

/** Before version 0.3.0 of the format: segments, and calls and results in lists. */
export function olderMessage(context: ZedContext, message: JsonObject): boolean {
  const { key, memory } = context;
  const segments = list(message['segments']).filter(isObject);
  switch (message['role']) {
    case 'user':
      for (const result of list(message['tool_results'])) ended(context, object(result)['tool_use_id'], object(result));
      prompt(
        context,
        [text(message['text']), ...segments.map((each) => text(each['text']))].filter(Boolean).join('\n'),
      );
      return true;
    case 'assistant': {
      let parent = memory.turn;
      const words = text(message['text']);
      if (words !== undefined) parent = emitText(context, key, 'message', words, parent);
      for (const [index, segment] of segments.entries()) {
        const own = index === 0 ? key : `${key}.${index + 1}`;
        const is = segment['type'] === 'thinking' ? 'thinking' : 'message';
        parent = emitText(context, own, is, text(segment['text']) ?? '', parent);
      }
      for (const [index, use] of list(message['tool_uses']).entries())
        called(context, `${key}:call${index + 1}`, object(use), parent);
      for (const result of list(message['tool_results'])) ended(context, object(result)['tool_use_id'], object(result));
      return true;
    }
    case 'system':
      return true;
    default:
      return false;
  }
}

function prompt(context: ZedContext, words: string): void {
  if (words.trim() === '') return;
  const { key, native, memory } = context;
  memory.turn = key;
  memory.answers = 0;
  context.step(key);
  const origin = context.isSubagent ? 'harness' : 'human';
  context.emit(key, { is: 'prompt', text: words.trim(), origin }, { native, role: 'user' });
}

function emitText(
  context: ZedContext,
  key: string,
  is: 'message' | 'thinking',
  words: string,
  parent: string | undefined,
): string | undefined {
  if (words.trim() === '') return parent;
  // A thread is saved while the agent writes.
  context.emit(key, { is, text: words }, { native: key, role: 'assistant', parent, fuller: true });
  return key;
}

function called(context: ZedContext, own: string, use: JsonObject, parent: string | undefined): void {
  const call = name(use['id']) ?? own;
  const tool = name(use['name']) ?? 'unknown';
  context.memory.tools.set(call, tool.slice(0, 200));
  const isWhole = use['is_input_complete'] !== false;
  context.emit(
    call,
    { is: 'call', tool, input: use['input'] },
    { native: call, role: 'assistant', parent, fuller: isWhole },
  );
  context.step(call);
}

function ended(context: ZedContext, id: unknown, result: JsonObject): void {
  const call = name(id) ?? name(result['tool_use_id']);
  if (call === undefined) return;
  const output = outputOf(result['content']);
  const isShell = context.memory.tools.get(call) === 'terminal';
  const stated = isShell ? /\bfailed with exit code (\d{1,5})\b/.exec(output.slice(0, 4_000))?.[1] : undefined;
  const isRefused =
    result['is_error'] === true &&
    /^(?:Permission to run tool denied|Tool call rejected|.{0,80}denied by user)/i.test(output);
  context.emit(
    `${call}:result`,
    {
      is: 'result',
      call,
      output,
      status: isRefused ? 'denied' : result['is_error'] === true ? 'failed' : 'ok',
      ...(stated !== undefined && { exitCode: Number(stated) }),
    },
    { role: 'tool', parent: call, fuller: true },
  );
}

/** A text, or one of several shapes around it. */
function outputOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(outputOf).join('\n');
  const value = object(content);
  const inner = value['Text'] ?? value['text'] ?? object(value['Text'])['text'];
  return typeof inner === 'string' ? inner : 'Image' in value || 'image' in value ? '[image]' : outputText(content);
}

/** What was named in a prompt, as its author sees it. */
function mentioned(uri: JsonObject): string {
  const [kind, value] = Object.entries(uri)[0] ?? [];
  const of = object(value);
  const named = name(of['name']) ?? name(of['abs_path']) ?? name(of['path']) ?? name(of['url']) ?? kind ?? 'something';
  return `@${named}`;
}
