import { number, object, text } from '../../../platform/parse-records.ts';
import { firstRecords } from '../../reader/json-lines.ts';
import { isEnvelope } from '../record.ts';

/**
 * What VS Code keeps of a chat.
 * - `chat`: the session as one JSON object
 * - `chat-log`: the same object as it changed, a change a line
 * - `transcript`: what the extension writes for hooks, in the CLI's envelope
 * - `debug-log`: spans
 */
export type FileKind = 'chat' | 'chat-log' | 'transcript' | 'debug-log';

/** By the beginning of the file, which may be one line that is cut off. */
export function kindOfFile(head: string): FileKind | undefined {
  const start = head.slice(0, 64 * 1024);
  if (/^\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*\{/.test(start)) return isChat(start) ? 'chat-log' : undefined;
  if (
    /^\s*\{\s*"(?:version|requesterUsername|responderUsername|creationDate|initialLocation|sessionId)"\s*:/.test(
      start,
    ) &&
    isChat(start)
  )
    return 'chat';
  const [first] = firstRecords(head, 1);
  if (first === undefined) return undefined;
  const data = object(first['data']);
  if (isEnvelope(first) && first['type'] === 'session.start' && typeof data['vscodeVersion'] === 'string')
    return 'transcript';
  const isSpan =
    ['sid', 'type', 'name', 'spanId', 'status'].every((field) => text(first[field]) !== undefined) &&
    number(first['ts']) !== undefined &&
    number(first['dur']) !== undefined;
  return isSpan && typeof first['attrs'] === 'object' ? 'debug-log' : undefined;
}

/** Only VS Code has responders; their place among the fields has changed. */
function isChat(start: string): boolean {
  const named = (name: string) => new RegExp(`"${name}"\\s*:`).test(start);
  return (
    named('responderUsername') &&
    (named('initialLocation') || named('creationDate')) &&
    (named('requests') || named('inputState'))
  );
}
