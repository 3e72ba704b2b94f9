import { number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { draftOf } from '../../reader/draft-of.ts';
import { readingOf, unknownRecord } from '../../reader/json-lines.ts';
import type { Identity, Reading } from '../../source.ts';
import { parsed } from './invocation.ts';

/**
 * A span of the debug log. It has no call id, and its texts are cut: a call is joined to the chat's by its arguments,
 * if they are complete. Only here is an error of the model's API that a retry resolved.
 */
export function readSpan({ session }: Identity, span: JsonObject, line: string): Reading {
  const attrs = object(span['attrs']);
  const key = text(span['spanId']) ?? line;
  const [at, durationMs] = [number(span['ts']), number(span['dur'])];
  const isError = span['status'] === 'error';
  const message = text(attrs['error']) ?? '';
  switch (span['type']) {
    case 'tool_call': {
      const input = parsed(attrs['args']);
      if (input === undefined) return { disposition: 'state' };
      const call = draftOf(
        session,
        key,
        { is: 'call', tool: text(span['name']) ?? 'unknown', input },
        { native: line, role: 'assistant', at },
      );
      const ended = at === undefined || durationMs === undefined ? at : at + durationMs;
      const output = message || (text(attrs['result']) ?? '');
      const result = draftOf(
        session,
        `${key}:result`,
        { is: 'result', call: key, output, status: isError ? 'failed' : 'ok' },
        { role: 'tool', parent: key, at: ended, durationMs },
      );
      return readingOf({ drafts: [call, result] });
    }
    case 'llm_request':
    case 'error': {
      if (!isError) return { disposition: 'state' };
      const what = {
        is: 'failure',
        type: span['type'] === 'error' ? 'error' : 'api_error',
        text: message || (text(span['name']) ?? 'error'),
      } as const;
      return readingOf({ drafts: [draftOf(session, key, what, { role: 'system', at, durationMs })] });
    }
    default:
      return known.has(text(span['type']) ?? '')
        ? { disposition: 'state' }
        : unknownRecord(`span/${text(span['type']) ?? 'none'}`, undefined);
  }
}

const known: ReadonlySet<string> = new Set([
  'user_message',
  'agent_response',
  'subagent',
  'discovery',
  'generic',
  'child_session_ref',
  'session_start',
  'turn_start',
  'turn_end',
  'hook',
  'llm_response',
]);
