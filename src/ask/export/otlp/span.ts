import { hash } from 'node:crypto';
import type { EventId, Key, SessionUid } from '../../../model/ids.ts';

/** A span as OTLP's JSON has it; `platform/otlp/encode.ts` makes protobuf of it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
  readonly status?: { readonly code: number; readonly message: string };
}

export interface Attribute {
  readonly key: string;
  readonly value: object;
}

export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: readonly Attribute[];
}

export const spanKinds = { internal: 1, client: 3 } as const;
export const failedStatus = 2;

/** Ids depend on what is exported, never on when: the same span sent twice has the same ids. */
export function traceIdOf(tree: Key): string {
  return digits('trace', String(tree), 16);
}

export function sessionSpanId(session: SessionUid): string {
  return digits('session', session, 8);
}

/** Of a step: its prompt or its call. */
export function stepSpanId(step: EventId): string {
  return digits('step', step, 8);
}

/** Of an answer of the model that begins with this event. */
export function chatSpanId(first: EventId): string {
  return digits('chat', first, 8);
}

function digits(what: string, id: string, bytes: number): string {
  return hash('sha256', `${what}\0${id}`, 'hex').slice(0, 2 * bytes);
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/** Without those that have no value. Whole numbers are integers. */
export function attributesOf(values: Readonly<Record<string, Value>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: NonNullable<Value>): object {
  if (typeof value === 'string') return { stringValue: cut(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((each) => ({ stringValue: cut(each) })) } };
}

/** Receivers refuse requests of a few megabytes, and show no more of a text than this. */
const longest = 16_000;

export function cut(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`;
}

/** Milliseconds as nanoseconds, which are larger than a number can be exactly. */
export function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}
