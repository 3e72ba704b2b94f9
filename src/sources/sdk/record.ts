import { eventRef } from '../../model/ids.ts';
import type { EventId, Key, SessionUid } from '../../model/ids.ts';
import type { Tokens } from '../../model/event.ts';
import { kinds } from '../../model/words.ts';
import type { Kind } from '../../model/words.ts';
import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of a log, as `sdk/event-logger` writes it. */
export type SdkRecord = JsonObject;

/** The first line of a log: whose it is. Every writer of a session begins its own file with one. */
export interface Start {
  readonly stemma: 'sdk';
  readonly v: 1;
  readonly session: string;
  /** Key of the tree that the ids in this file name. */
  readonly tree: Key;
  readonly at: number;
  readonly pid?: number;
  readonly title?: string;
  readonly cwd?: string;
  readonly agent?: string;
  readonly version?: string;
  readonly domain?: string;
  readonly taskRef?: string;
  /** The parent of the session. */
  readonly parent?: EventId;
  /** The session of that event, where it is another one. */
  readonly parentSession?: SessionUid;
}

/** `event`: something happened. `begin`, `end`: a scope did. `dropped`: so many events are missing here. */
export const recordTypes = ['event', 'begin', 'end', 'dropped'] as const;
export type RecordType = (typeof recordTypes)[number];

export function isStart(record: SdkRecord): boolean {
  return record['stemma'] === 'sdk' && sessionName(record['session']) !== undefined;
}

export function recordType(record: SdkRecord): RecordType | undefined {
  return recordTypes.find((type) => type === record['t']);
}

/**
 * The allowed names of a session. No control characters: a uid is printed, and NUL separates it from the names of its
 * events.
 */
export function sessionName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[^\p{Cc}\s](?:[^\p{Cc}]{0,198}[^\p{Cc}\s])?$/u.test(value) ? value : undefined;
}

export function treeOf(record: SdkRecord): Key | undefined {
  const key = record['tree'];
  return Number.isSafeInteger(key) && (key as number) >= 0 ? (key as number) : undefined;
}

/** Names are remembered, and must stay names. */
export function shortName(value: unknown): string | undefined {
  const found = name(value);
  return found === undefined || found.length > 200 ? undefined : found;
}

/** Identifies the event inside its session: the writer's own name, and a number. */
export function keyOf(record: SdkRecord): string | undefined {
  const found = name(record['id']);
  return found === undefined || found.length > 60 ? undefined : found;
}

export function kindOf(record: SdkRecord): Kind | undefined {
  return kinds.find((kind) => kind === record['kind']);
}

export function eventIdIn(value: unknown): EventId | undefined {
  const id = text(value);
  return id !== undefined && eventRef(id) ? (id as EventId) : undefined;
}

/** Milliseconds; a value beyond any date is no time. */
export function atOf(record: SdkRecord): number | undefined {
  const at = number(record['at']);
  return at === undefined || Math.abs(at) > 8.64e15 ? undefined : Math.round(at);
}

export function tokensOf(record: SdkRecord): Tokens | undefined {
  if (record['tokens'] === undefined) return undefined;
  const tokens = object(record['tokens']);
  const count = (field: keyof Tokens): number => Math.max(0, Math.round(number(tokens[field]) ?? 0));
  const hour = count('cache_write_1h');
  return {
    input: count('input'),
    output: count('output'),
    cache_read: count('cache_read'),
    cache_write: count('cache_write'),
    ...(hour > 0 && { cache_write_1h: hour }),
  };
}

/** What a payload says: its own text where it is one or has one, else all of it. */
export function wordsOf(payload: unknown, length: unknown): string | undefined {
  const { text: words, message, content, prompt, error, reason, reasoning } = object(payload);
  const nested = object(error)['message'];
  const found = [words, message, content, prompt, error, nested, reason, reasoning].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  return (found as string | undefined) ?? textOf(payload, length);
}

/** A payload as text: unchanged if it is one, else as JSON. Of one that was too long its beginning, and its length. */
export function textOf(value: unknown, length: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return JSON.stringify(value);
  const all = number(length);
  return all === undefined ? value : `${value}[… ${all} characters]`;
}
