import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { number, object, parseRecords } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { entriesOf } from '../../../platform/files/walk.ts';
import type { Contained } from '../../source.ts';
import { sessionId } from './heading.ts';
import type { Heading } from './heading.ts';
import { onOneLine } from '../../reader/json-line.ts';

/**
 * Before 1.2: `storage/session/<project>/<session>.json`, and in folders next to `session` one file for each message
 * and part. The first is the head of the tree, by which the others are found.
 */
export function isTreeHead(head: string): boolean {
  // It is one small object, of which the peek may lack the last line.
  return (
    /^\s*\{[^{}[\]]*?"id"\s*:\s*"ses_\w+"/.test(head) &&
    ['projectID', 'directory', 'title', 'time'].every((field) => head.includes(`"${field}"`))
  );
}

/** Files are rewritten in place, so each is read. A head without a tree is no session. */
export async function* sessionInTree(path: string): AsyncIterable<Contained> {
  const session = sessionId((await jsonOf(path))['id']);
  if (session === undefined) return;
  let size = 0;
  let mtimeMs = 0;
  for await (const { message, parts } of messagesOf(path, session)) {
    for (const file of [message, ...parts]) {
      const info = await stat(file).catch(() => undefined);
      size += info?.size ?? 0;
      mtimeMs = Math.max(mtimeMs, info?.mtimeMs ?? 0);
    }
  }
  if (size > 0) yield { path: `${path}#${session}`, size, mtimeMs };
}

/** Messages with their parts, one a line. */
export async function* treeBytes(path: string, session: string): AsyncIterable<string> {
  const head = await jsonOf(path);
  const parent = sessionId(head['parentID']);
  const heading: Heading = {
    opencode: 'files',
    session,
    parent,
    root: await rootOf(path, parent),
    created: number(object(head['time'])['created']),
  };
  yield JSON.stringify(heading);
  for await (const { message, parts } of messagesOf(path, session)) {
    const inside = await Promise.all(parts.map(contentOf));
    yield `{"file":"message","data":${await contentOf(message)},"parts":[${inside.join(',')}]}`;
  }
  yield `{"file":"session","data":${await contentOf(path)}}`;
}

interface MessageFiles {
  readonly message: string;
  readonly parts: readonly string[];
}

/** In order of their ids, which begin with the time. */
async function* messagesOf(path: string, session: string): AsyncIterable<MessageFiles> {
  const storage = storageOf(path);
  const folder = join(storage, 'message', session);
  for (const name of await jsonIn(folder)) {
    const parts = join(storage, 'part', name.slice(0, -'.json'.length));
    yield { message: join(folder, name), parts: (await jsonIn(parts)).map((part) => join(parts, part)) };
  }
}

async function contentOf(path: string): Promise<string> {
  return onOneLine((await readFile(path, 'utf8').catch(() => '')).trim());
}

export function storageOf(path: string): string {
  return dirname(dirname(dirname(path)));
}

/** Sessions of one project lie side by side. */
async function rootOf(path: string, parent: string | undefined): Promise<string | undefined> {
  let root = parent;
  for (let up = root, steps = 0; up !== undefined && steps < 32; steps++) {
    root = up;
    up = sessionId((await jsonOf(join(dirname(path), `${up}.json`)))['parentID']);
  }
  return root;
}

async function jsonOf(path: string): Promise<JsonObject> {
  const found = parseRecords(await readFile(path, 'utf8').catch(() => '{}'));
  return found.ok ? found.records[0]! : {};
}

async function jsonIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => entry.name);
}
