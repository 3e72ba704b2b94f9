import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { isObject, name, object, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'vibe';

/**
 * - `journal`: what happened in a session, in one or more files
 * - `meta`: what is known of it besides
 * - `messages`: the conversation, as versions before the journal wrote it
 */
type FileKind = 'journal' | 'meta' | 'messages';

export function kindOf(peek: Peek): FileKind | undefined {
  const { head } = peek;
  if (isMeta(head)) return 'meta';
  const [first, second] = firstRecords(head, 2);
  if (first === undefined) return undefined;
  if (first['recovery_journal_record_version'] !== undefined && 'payload' in first && 'record_sha256' in first)
    return 'journal';
  return isMessage(first) && (second === undefined || 'role' in second) ? 'messages' : undefined;
}

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

export function documentOf(peek: Peek): DocumentShape | undefined {
  return kindOf(peek) === 'meta' ? { records: [] } : undefined;
}

/** The folder of a session is named by its id, and its `meta.json` states it too. */
export function identify(peek: Peek): Identity {
  const { path, head } = peek;
  const folders = path.split(/[\\/]/).slice(0, -1);
  const folder = folders.at(-1) === 'journal' ? folders.slice(0, -1) : folders;
  const metaFile = metaIn(folder);
  // The head of a file may lack its end.
  const meta = kindOf(peek) === 'meta' && metaFile['session_id'] === undefined ? fieldsIn(head) : metaFile;
  const named = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(folder.at(-1) ?? '') ? folder.at(-1) : undefined;
  const id = name(meta['session_id']) ?? named ?? /"sessionId":"([0-9a-f-]{36})"/.exec(head)?.[1] ?? hashOf(head);
  // Older ones do not name the session that started a sub-agent: its folder is inside.
  const outer = folder.at(-2) === 'agents' ? metaIn(folder.slice(0, -2)) : {};
  const above = name(meta['parent_session_id']) ?? name(outer['session_id']);
  const begun = time(meta['start_time']);
  const cwd = name(object(meta['environment'])['working_directory']);
  return {
    session: sessionUid(flavor, id),
    ...(above !== undefined &&
      above !== id && { parent: { uid: sessionUid(flavor, above), relation: 'subagent' as const } }),
    ...(above !== undefined && above !== id && { root: sessionUid(flavor, above) }),
    ...(cwd !== undefined && { cwd }),
    ...(begun !== undefined && { begun }),
  };
}

function isMeta(head: string): boolean {
  const has = (field: string) => new RegExp(`"${field}"\\s*:`).test(head);
  return /^\s*\{\s*"session_id"\s*:/.test(head) && has('start_time') && has('environment') && has('username');
}

/** Messages alone could be anybody's: the first has an id of its own, and nothing that others add. */
function isMessage(record: JsonObject): boolean {
  return (
    record['role'] === 'user' &&
    'content' in record &&
    /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name(record['message_id']) ?? '') &&
    Object.keys(record).every((field) => fields.has(field))
  );
}

const fields: ReadonlySet<string> = new Set(['role', 'content', 'message_id', 'injected', 'images']);

function metaIn(folder: readonly string[]): JsonObject {
  const path = join('/', ...folder, 'meta.json');
  if (!existsSync(path)) return {};
  try {
    return fieldsIn(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

function fieldsIn(json: string): JsonObject {
  try {
    const value = parseJson(json);
    return isObject(value) ? value : {};
  } catch {
    // Cut: it holds the whole configuration in old versions. The id comes first.
    const id = /^\s*\{\s*"session_id"\s*:\s*"([^"\\]{1,100})"/.exec(json)?.[1];
    return id === undefined ? {} : { session_id: id };
  }
}

function hashOf(head: string): string {
  return createHash('sha256').update(head.slice(0, 4_000)).digest('hex').slice(0, 32);
}
