import { readFileSync, statSync } from 'node:fs';
import { parseJson } from '../../platform/parse-json.ts';
import { isObject, list as listOf, name, number, object, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { bytesOfLines } from '../bytes-of-lines.ts';
import type { Contained, Peek } from '../source.ts';

/** A list whose first conversation has messages of claude.ai, or a tree of messages of ChatGPT. */
export function isExport({ head }: Peek): boolean {
  const start = head.slice(0, 30_000);
  if (!/^\s*\[\s*\{/.test(start)) return false;
  const has = (field: string) => new RegExp(`(?<!\\\\)"${field}"\\s*:`).test(start);
  return (has('chat_messages') && has('uuid') && has('created_at')) || (has('mapping') && has('create_time'));
}

export async function* list(path: string): AsyncIterable<Contained> {
  const { mtimeMs } = statSync(path);
  for (const conversation of conversationsIn(path)) {
    const id = idOf(conversation);
    if (id === undefined) continue;
    const size = Buffer.byteLength(JSON.stringify(conversation));
    yield { path: `${path}#${id}`, size, mtimeMs: timeOf(conversation, 'update') ?? mtimeMs };
  }
}

/** The heading, then a line for each message, in order. */
export async function* bytes(path: string, from: number): AsyncIterable<Uint8Array> {
  const mark = path.lastIndexOf('#');
  const wanted = path.slice(mark + 1);
  const found = conversationsIn(path.slice(0, mark)).find((conversation) => idOf(conversation) === wanted);
  yield* bytesOfLines(found ? linesOf(found, wanted) : [], from);
}

function* linesOf(conversation: JsonObject, id: string): Iterable<string> {
  const heading = {
    chatExport: 'chat_messages' in conversation ? 'claude.ai' : 'chatgpt',
    id,
    title: name(conversation['name']) ?? name(conversation['title']) ?? null,
    begun: timeOf(conversation, 'create') ?? null,
  };
  yield JSON.stringify(heading);
  const messages = 'chat_messages' in conversation ? listOf(conversation['chat_messages']) : branchOf(conversation);
  for (const message of messages) if (isObject(message)) yield JSON.stringify({ message });
}

/** Answers that were asked for again are branches of a tree; the one that was shown last is read. */
function branchOf(conversation: JsonObject): readonly unknown[] {
  const nodes = object(conversation['mapping']);
  const branch: unknown[] = [];
  const seen = new Set<string>();
  let at = name(conversation['current_node']);
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const node = object(nodes[at]);
    if (isObject(node['message'])) branch.push(node['message']);
    at = name(node['parent']);
  }
  return branch.toReversed();
}

/** The export that was read last: its conversations are asked for one by one, and each time it would be parsed again. */
let latest: { readonly mark: string; readonly conversations: readonly JsonObject[] } | undefined;
let forgetting: NodeJS.Timeout | undefined;
const keptMs = 5_000;

function conversationsIn(path: string): readonly JsonObject[] {
  const { size, mtimeMs } = statSync(path);
  const mark = `${path} ${size} ${mtimeMs}`;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (latest = undefined), keptMs).unref();
  if (latest?.mark !== mark)
    latest = { mark, conversations: listOf(parseJson(readFileSync(path, 'utf8'))).filter(isObject) };
  return latest.conversations;
}

/** Nothing that could be a path. */
function idOf(conversation: JsonObject): string | undefined {
  const id = name(conversation['uuid']) ?? name(conversation['conversation_id']) ?? name(conversation['id']);
  return id !== undefined && /^[\w-]{8,100}$/.test(id) ? id : undefined;
}

function timeOf(conversation: JsonObject, what: 'create' | 'update'): number | undefined {
  const seconds = number(conversation[`${what}_time`]);
  return time(conversation[`${what}d_at`]) ?? (seconds === undefined ? undefined : Math.round(seconds * 1000));
}
