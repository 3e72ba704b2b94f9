import { sessionUid } from '../../model/ids.ts';
import { isObject, name, number, object, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, ParentHint, Peek } from '../source.ts';
import { isEnvelope, isHeader } from './records/record.ts';

/** By its first readable record: no other program writes such envelopes, or such a header. */
export function matches({ head }: Peek): boolean {
  const [first] = firstRecords(head, 1);
  return first ? isEnvelope(first) || isHeader(first) : tornMeta.test(head.slice(0, 200));
}

export function identify({ path, head }: Peek): Identity {
  const [first = {}] = firstRecords(head, 1);
  const meta = isHeader(first)
    ? first
    : first['type'] === 'session_meta'
      ? object(first['payload'])
      : tornMeta.test(head.slice(0, 200))
        ? scanMeta(head)
        : {};
  const begun = time(first['timestamp']) ?? time(/^\{"timestamp":"([^"]+)"/.exec(head)?.[1]);
  const id = name(meta['id']) ?? nameOf(path);
  const parent = parentOf(meta);
  const root = rootOf(meta, parent);
  return {
    session: sessionUid('codex', id),
    ...(root !== undefined && root !== id ? { root: sessionUid('codex', root) } : {}),
    ...(parent ? { parent } : {}),
    ...(begun === undefined ? {} : { begun }),
  };
}

/**
 * A sub-agent is one even when it got its parent's history: then it has `forked_from_id` as well. A fork by reference
 * holds only what is new; ordinals count its parent's lines from 0, and ours count from 1.
 */
function parentOf(meta: JsonObject): ParentHint | undefined {
  const spawn = spawnOf(meta);
  const spawner = name(meta['parent_thread_id']) ?? name(spawn['parent_thread_id']);
  const origin = name(meta['forked_from_id']);
  if (spawner !== undefined) return { uid: sessionUid('codex', spawner), relation: 'subagent' };
  if (origin === undefined) return undefined;
  if (isObject(meta['source'])) return { uid: sessionUid('codex', origin), relation: 'subagent' };
  const shared = number(meta['forked_from_ordinal_exclusive']);
  return {
    uid: sessionUid('codex', origin),
    relation: 'fork',
    ...(shared === undefined ? {} : { beforeLine: shared + 1 }),
  };
}

/** 0.140 does not record the root, but a sub-agent at depth 1 was spawned by it. */
function rootOf(meta: JsonObject, parent: ParentHint | undefined): string | undefined {
  const root = name(meta['session_id']);
  if (root !== undefined) return root;
  return parent?.relation === 'subagent' && spawnOf(meta)['depth'] === 1
    ? parent.uid.slice('codex:'.length)
    : undefined;
}

function spawnOf(meta: JsonObject): JsonObject {
  return object(object(object(meta['source'])['subagent'])['thread_spawn']);
}

/** The first line holds the whole system prompt and may be longer than the peek; its ids come before that. */
const tornMeta = /^\{"timestamp":"[^"]+",(?:"ordinal":\d+,)?"type":"session_meta","payload":\{/;

function scanMeta(head: string): JsonObject {
  const end = head.indexOf('"base_instructions"');
  const payload = head.slice(head.indexOf('"payload"'), end < 0 ? undefined : end);
  const fields = ['id', 'session_id', 'parent_thread_id', 'forked_from_id'].map((field) => [
    field,
    new RegExp(`"${field}":"([^"]+)"`).exec(payload)?.[1],
  ]);
  const shared = /"forked_from_ordinal_exclusive":(\d+)/.exec(payload)?.[1];
  return {
    ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
    ...(shared === undefined ? {} : { forked_from_ordinal_exclusive: Number(shared) }),
  } as JsonObject;
}

/** `rollout-<local time>-<thread id>.jsonl` */
function nameOf(path: string): string {
  const file = text(path.split(/[\\/]/).at(-1)) ?? '';
  const stem = file.replace(/\.jsonl(?:\.zst|\.gz)?$/, '');
  return /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(stem)?.[0] ?? stem;
}
