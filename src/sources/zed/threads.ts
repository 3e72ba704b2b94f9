import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { list, object, parseRecords, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { hasColumns } from '../reader/database.ts';
import type { DatabaseKind } from '../reader/database.ts';
import { threadId } from './identity.ts';
import type { Heading } from './identity.ts';

/** `threads.db`: a row per thread, with its document packed. */
export const threads: DatabaseKind = {
  is: (database) => hasColumns(database, 'threads', 'id', 'summary', 'updated_at', 'data_type', 'data'),

  *sessions(database) {
    for (const { id, updated_at, size } of database
      .prepare('select id, updated_at, length(data) as size from threads order by updated_at, id')
      .all()) {
      const session = threadId(id);
      if (session !== undefined) yield { id: session, size: Number(size), mtimeMs: time(updated_at) ?? 0 };
    }
  },

  *lines(database, session) {
    const row = database.prepare('select * from threads where id = ?').get(session);
    if (!row) return;
    const parents = ancestorsOf(database, row);
    yield JSON.stringify({
      zed: 'thread',
      session,
      parent: parents[0],
      root: parents.at(-1),
      created: time(row['created_at']),
    } satisfies Heading);
    const { messages, ...thread } = documentOf(row);
    for (const message of list(messages)) yield JSON.stringify({ message });
    yield JSON.stringify({
      thread: {
        title: row['summary'],
        version: thread['version'],
        model: thread['model'],
        cumulative_token_usage: thread['cumulative_token_usage'],
        folders: foldersIn(row),
        snapshot: pathsIn(thread['initial_project_snapshot']),
      },
    });
  },
};

/** A larger document is damaged or hostile. */
const largest = 512 * 1024 * 1024;

function documentOf({ data_type, data }: Record<string, unknown>): JsonObject {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  if (!(bytes instanceof Uint8Array)) return {};
  try {
    const plain = data_type === 'zstd' ? zstdDecompressSync(bytes, { maxOutputLength: largest }) : bytes;
    const found = parseRecords(Buffer.from(plain).toString('utf8'));
    return found.ok ? object(found.records[0]) : { messages: [{ unreadable: found.reason }] };
  } catch {
    return { messages: [{ unreadable: String(data_type) }] };
  }
}

/** The nearest first. */
function ancestorsOf(database: DatabaseSync, row: Record<string, unknown>): readonly string[] {
  if (!hasColumns(database, 'threads', 'parent_id')) return [];
  const byId = database.prepare('select id, parent_id from threads where id = ?');
  const found: string[] = [];
  let next = threadId(row['parent_id']);
  while (next !== undefined && found.length < 32 && !found.includes(next)) {
    found.push(next);
    next = threadId(byId.get(next)?.['parent_id']);
  }
  return found;
}

/** A line each, sorted; the order that the person has them in is beside. */
function foldersIn(row: Record<string, unknown>): readonly string[] {
  const sorted = (text(row['folder_paths']) ?? '').split('\n').filter((path) => path !== '');
  const order = (text(row['folder_paths_order']) ?? '').split(',').map(Number);
  const place = (index: number) => (Number.isInteger(order[index]) ? order[index]! : index);
  return sorted
    .map((path, index) => ({ path, at: place(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ path }) => path);
}

/** Older versions have the folders in the thread itself. */
function pathsIn(snapshot: unknown): readonly string[] {
  return list(object(snapshot)['worktree_snapshots']).flatMap((tree) => {
    const path = object(tree)['worktree_path'];
    return typeof path === 'string' ? [path] : [];
  });
}
