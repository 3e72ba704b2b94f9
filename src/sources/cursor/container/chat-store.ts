import type { DatabaseSync } from 'node:sqlite';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { name, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { hasColumns } from '../../reader/database.ts';
import type { DatabaseKind } from '../../reader/database.ts';
import { onOneLine } from '../../reader/json-line.ts';
import { callId, sessionId } from './heading.ts';
import type { Heading } from './heading.ts';
import { jsonOf, textOf } from './json-of.ts';
import { messagesInRoot } from './root.ts';

/**
 * `~/.cursor/chats/<hash of the folder>/<chat>/store.db`: one chat. Its messages are blobs named by their hash; the
 * newest root lists them in order. Beside it `meta.json` has the title and the folder.
 */
export const chatStore: DatabaseKind = {
  is: (database) =>
    hasColumns(database, 'blobs', 'id', 'data') &&
    hasColumns(database, 'meta', 'key', 'value') &&
    chatOf(database) !== undefined,

  *sessions(database, path) {
    const id = chatOf(database);
    if (id === undefined) return;
    const [row] = database.prepare('select count(*) as blobs, sum(length(data)) as bytes from blobs').all();
    const size = Number(row?.['blobs'] ?? 0) + Number(row?.['bytes'] ?? 0);
    if (size > 0) yield { id, size, mtimeMs: writtenAt(path) };
  },

  *lines(database, session, path) {
    const meta = metaOf(database);
    if (sessionId(meta['agentId']) !== session) return;
    const spawned = object(meta['subagentInfo']);
    const parent = sessionId(spawned['parentAgentId']);
    yield JSON.stringify({
      cursor: 'agent',
      session,
      parent,
      root: sessionId(spawned['rootParentAgentId']) ?? parent,
      call: callId(spawned['toolCallId']),
      created: number(meta['createdAt']),
    } satisfies Heading);
    for (const [id, message] of messagesOf(database, name(meta['latestRootBlobId'])))
      yield `{"id":${JSON.stringify(id)},"message":${onOneLine(message)}}`;
    const metaFile = metaFileOf(path);
    yield JSON.stringify({
      facts: {
        title: metaFile['title'] ?? meta['name'],
        cwd: metaFile['cwd'],
        model: meta['lastUsedModel'],
        mode: meta['mode'],
        created: meta['createdAt'],
      },
    });
  },
};

/**
 * First what the newest root no longer has: before a summary replaced it, or of another branch. Of several roots only
 * the newest is named, but messages are stored in order.
 */
function* messagesOf(database: DatabaseSync, root: string | undefined): Iterable<readonly [string, string]> {
  const blob = database.prepare('select data from blobs where id = ?');
  const listed = root === undefined ? [] : messagesInRoot(blob.get(root)?.['data']);
  const inRoot = new Set(listed);
  for (const { id, data } of database.prepare('select id, data from blobs order by rowid').iterate()) {
    const text = inRoot.has(String(id)) ? '' : (textOf(data) ?? '');
    if (text.startsWith('{') && typeof jsonOf(text)['role'] === 'string') yield [String(id), text];
  }
  const seen = new Map<string, number>();
  for (const id of listed) {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    const text = textOf(blob.get(id)?.['data']);
    if (text !== undefined) yield [nth === 1 ? id : `${id}~${nth}`, text];
  }
}

function chatOf(database: DatabaseSync): string | undefined {
  const meta = metaOf(database);
  return 'latestRootBlobId' in meta ? sessionId(meta['agentId']) : undefined;
}

/** JSON, mostly written as hexadecimal digits. */
function metaOf(database: DatabaseSync): JsonObject {
  const value = textOf(database.prepare("select value from meta where key = '0'").get()?.['value']) ?? '';
  return jsonOf(/^[0-9a-f]+$/i.test(value) ? Buffer.from(value, 'hex').toString('utf8') : value);
}

function metaFileOf(path: string): JsonObject {
  try {
    return jsonOf(readFileSync(join(dirname(path), 'meta.json'), 'utf8'));
  } catch {
    // Older versions have none.
    return {};
  }
}

function writtenAt(path: string): number {
  return Math.max(
    ...[path, `${path}-wal`, join(dirname(path), 'meta.json')].map(
      (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );
}
