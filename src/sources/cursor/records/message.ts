import { isObject, list, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { outputText } from '../../agent/output-text.ts';
import { callId } from '../container/heading.ts';
import type { CursorContext } from './memory.ts';
import { prompt } from './prompt.ts';
import { answerOf } from './answer.ts';

/** A message of a chat store, with parts as the AI SDK writes them; or of a transcript, in Anthropic's form. */
export function message(context: CursorContext, role: string | undefined, record: JsonObject): boolean {
  const content = record['content'];
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).filter(isObject);
  switch (role) {
    case 'user':
      user(context, parts);
      return true;
    case 'assistant':
      assistant(context, parts);
      return true;
    case 'tool':
      for (const part of parts) if (part['type'] === 'tool-result') ended(context, part, record);
      return true;
    case 'system':
      return true;
    default:
      return false;
  }
}

function user(context: CursorContext, parts: readonly JsonObject[]): void {
  const words = parts
    .map((part) => text(part['text']) ?? (part['type'] === 'image' || part['type'] === 'file' ? '[attachment]' : ''))
    .filter((part) => part !== '')
    .join('\n');
  if (/^\s*<user_info>/.test(words) && !words.includes('<user_query>')) {
    const cwd = /^Workspace Path: (.{1,1000})$/m.exec(words)?.[1]?.trim();
    context.patchChanged({ cwd });
    return;
  }
  prompt(context, words);
}

function assistant(context: CursorContext, parts: readonly JsonObject[]): void {
  const { memory, key } = context;
  let parent = memory.turn;
  let index = 0;
  for (const part of parts) {
    const own = index === 0 ? key : `${key}.${index + 1}`;
    index++;
    switch (part['type']) {
      case 'text':
      case 'reasoning': {
        const words = text(part['text']) ?? '';
        if (words.trim() === '') break;
        const is = part['type'] === 'text' ? 'message' : 'thinking';
        context.emit(own, { is, text: words }, { native: own, role: 'assistant', parent });
        parent = own;
        break;
      }
      case 'tool-call':
      case 'tool_use': {
        const call = callId(part['toolCallId']) ?? callId(part['id']) ?? own;
        const tool = text(part['toolName']) ?? text(part['name']) ?? 'unknown';
        memory.tools.set(call, tool.slice(0, 200));
        context.emit(
          call,
          { is: 'call', tool, input: part['args'] ?? part['input'] },
          { native: call, role: 'assistant', parent },
        );
        context.step(call);
        break;
      }
      case 'redacted-reasoning':
        break;
      default:
        context.reportUnknown(`part/${(text(part['type']) ?? 'none').slice(0, 100)}`);
    }
  }
}

function ended(context: CursorContext, part: JsonObject, record: JsonObject): void {
  const call = callId(part['toolCallId']);
  if (call === undefined) return;
  const output = outputText(part['result'] ?? part['experimental_content']);
  const answer = answerOf(context.memory.tools.get(call), output, part, record);
  context.emit(`${call}:result`, { is: 'result', call, ...answer }, { role: 'tool', parent: call });
}
