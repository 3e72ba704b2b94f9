import { createHash } from 'node:crypto';
import { list, number, text } from '../../../platform/parse-records.ts';
import { sortKeys } from '../../reader/sort-keys.ts';
import { blocksOf, messageOf } from './record.ts';
import type { Rec } from './record.ts';

/**
 * One message of a model request: the records it consists of, or none when Claude Code stored it as a blob of its
 * own.
 */
export interface SeenMessage {
  readonly hash: string;
  readonly records: readonly string[];
}

/**
 * What the model saw (2.1.325 and later): for every `api-request` of a transcript, by its id, the messages it sent,
 * in order. `assistant.requestRef` names the request a response came from, so a record in the list was in the model's
 * context when it decided. A request is stored as the first `keep` messages of an earlier one (`base`) and a `tail`
 * of hashes.
 */
export function requestContexts(records: readonly Rec[]): ReadonlyMap<string, readonly SeenMessage[]> {
  const origins = recordsByHash(records);
  const contexts = new Map<string, readonly SeenMessage[]>();
  for (const record of records) {
    const id = record['type'] === 'api-request' ? text(record['id']) : undefined;
    if (id === undefined) continue;
    const kept = contexts.get(text(record['base']) ?? '')?.slice(0, number(record['keep']) ?? 0) ?? [];
    const tail = list(record['tail']).filter((hash) => typeof hash === 'string');
    contexts.set(id, [...kept, ...tail.map((hash) => ({ hash, records: origins.get(hash) ?? [] }))]);
  }
  return contexts;
}

/** A message of the API is every block of one response, or one user record, or a run of user records sent as one. */
function recordsByHash(records: readonly Rec[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const responses = new Map<string, Run>();
  let run: Run = { content: [], records: [] };
  for (const record of records) {
    const own: Run = { content: blocksOf(messageOf(record)['content']), records: [text(record['uuid']) ?? ''] };
    if (record['type'] === 'user') {
      run = joined(run, own);
      found.set(hashOf('user', run.content), run.records);
      found.set(hashOf('user', own.content), own.records);
    }
    if (record['type'] !== 'assistant') continue;
    run = { content: [], records: [] };
    const id = text(messageOf(record)['id']) ?? '';
    responses.set(id, joined(responses.get(id) ?? run, own));
  }
  for (const { content, records: keys } of responses.values()) found.set(hashOf('assistant', content), keys);
  return found;
}

interface Run {
  readonly content: readonly unknown[];
  readonly records: readonly string[];
}

function joined(one: Run, other: Run): Run {
  return { content: [...one.content, ...other.content], records: [...one.records, ...other.records] };
}

/** Claude Code hashes the message with its keys in order. */
function hashOf(role: string, content: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ role, content })))
    .digest('hex');
}
