import { list, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import type { ConversationContext } from '../reader/conversation.ts';
import { readable } from './record.ts';

/** A message as versions before the journal wrote it; false when nobody is known to have said it. */
export function message(context: ConversationContext, record: JsonObject): boolean {
  const id = name(record['message_id']);
  const key = id ?? context.key;
  switch (record['role']) {
    case 'user': {
      const isTyped = !context.isSubagent && record['injected'] !== true;
      context.prompt(key, readable(record['content']), isTyped ? 'human' : 'harness', id);
      return true;
    }
    case 'assistant':
      context.response();
      context.thinking(`${key}:thinking`, readable(record['reasoning_content']));
      context.message(key, readable(record['content']), id);
      for (const [index, call] of list(record['tool_calls']).map(object).entries()) {
        const asked = object(call['function']);
        context.call(`${key}:${index + 1}`, {
          id: name(call['id']),
          tool: name(asked['name']) ?? 'unknown',
          input: argumentsOf(asked['arguments']),
        });
      }
      return true;
    case 'tool':
      result(context, name(record['tool_call_id']), readable(record['content']));
      return true;
    default:
      return record['role'] === 'system';
  }
}

/** Failures and refusals are tags in the text. */
function result(context: ConversationContext, id: string | undefined, content: string): void {
  const error = /^<tool_error>([^]*?)(?:<\/tool_error>)?$/.exec(content)?.[1];
  const code = /\nReturn code: (\d{1,3})\n/.exec((error ?? '').slice(0, 4_000))?.[1];
  const isDenied = content.startsWith('<user_cancellation>');
  context.result({
    id,
    output: error ?? content,
    status: isDenied ? 'denied' : error === undefined ? 'ok' : 'failed',
    exitCode: code === undefined ? undefined : Number(code),
  });
}
