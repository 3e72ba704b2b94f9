import { createHash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import { isObject, list, name, number, object, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'kiro';

/**
 * - `conversation`: out of a database
 * - `messages`: `sessions/cli/<id>.jsonl`
 * - `events`: `sessions/<workspace>/sess_<id>/messages.jsonl`
 * - `facts`: what is known of a session besides, in a file of its own
 */
type FileKind = 'conversation' | 'messages' | 'events' | 'facts';

export function kindOf({ head }: Peek): FileKind | undefined {
  const has = (field: string) => new RegExp(`(?<!\\\\)"${field}"\\s*:`).test(head);
  const [first, second] = firstRecords(head, 2);
  if (first?.['kiro'] === 'conversation') return 'conversation';
  if (first !== undefined && isMessage(first) && (second === undefined || isMessage(second))) return 'messages';
  if (first !== undefined && isEvent(first) && (second === undefined || isEvent(second))) return 'events';
  if (!/^\s*\{\s*"/.test(head)) return undefined;
  const isOfMessages = has('session_id') && has('session_state') && has('cwd');
  const isOfEvents = has('id') && has('modelId') && has('lastModifiedAt');
  return isOfMessages || isOfEvents ? 'facts' : undefined;
}

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

export function documentOf(peek: Peek): DocumentShape | undefined {
  return kindOf(peek) === 'facts' ? { records: [] } : undefined;
}

export function identify(peek: Peek): Identity {
  const { path, head } = peek;
  const [first = {}] = firstRecords(head, 1);
  const named = kindOf(peek) === 'conversation' ? name(first['id']) : idIn(path);
  const id = named ?? createHash('sha256').update(head.slice(0, 2_000)).digest('hex').slice(0, 32);
  const created = number(first['created']);
  const begun = time(first['timestamp']) ?? (created === undefined || created <= 0 ? undefined : created);
  return { session: sessionUid(flavor, id), ...(begun !== undefined && { begun }) };
}

/** `<id>.jsonl` and `<id>.json`, or a folder `sess_<id>`. */
function idIn(path: string): string | undefined {
  const [folder = '', file = ''] = path.split(/[\\/]/).slice(-2);
  const isFolder = /^sess_[\w-]{4,100}$/.test(folder);
  const stem = file.replace(/\.jsonl?$/, '');
  return isFolder ? folder.slice('sess_'.length) : /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(stem) ? stem : undefined;
}

function isMessage(record: JsonObject): boolean {
  const kind = name(record['kind']) ?? '';
  const known = ['Prompt', 'AssistantMessage', 'ToolResults', 'Compaction', 'Clear', 'ResetTo'].includes(kind);
  return known && isObject(record['data']) && (kind !== 'Prompt' || list(object(record['data'])['content']).length > 0);
}

function isEvent(record: JsonObject): boolean {
  const kind = name(object(record['payload'])['type']) ?? '';
  const known = ['user', 'assistant', 'tool_call', 'tool_result', 'usage_summary'].includes(kind);
  return known && 'timestamp' in record && record['type'] === undefined;
}
