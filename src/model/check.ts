import type { Edge } from './edge.ts';
import type { Event, Tokens } from './event.ts';
import { eventRef, flavorOf, sessionUid } from './ids.ts';
import type { EventId, SessionUid } from './ids.ts';
import type { Cost, Session, SessionParent, Watermarks } from './session.ts';
import { schemaVersion } from './schema-version.ts';
import { StemmaError } from './stemma-error.ts';
import type { ErrorCode } from './stemma-error.ts';
import type { Outcome } from './words.ts';
import { acts, bases, edgeTypes, facets, kinds, origins, outcomes, relations, roles } from './words.ts';

/** Which flavors exist: their names, or each source's name with its flavor, so that both can be compared. */
export interface Registered {
  readonly flavors: readonly string[] | Readonly<Record<string, string>>;
}

/**
 * An event from JSON (text or parsed). A value outside the model's vocabulary is refused with a StemmaError that names
 * the field. Unknown fields are ignored; a nullable field may be absent.
 */
export function parseEvent(json: unknown, registered: Registered): Event {
  const event = fieldsOf(json, 'event');
  return {
    id: event.eventId('id'),
    session: event.uid('session', registered),
    native_id: event.textOrNull('native_id'),
    seq: event.count('seq'),
    at: event.timeOrNull('at'),
    kind: event.word('kind', kinds, 'unknown-kind'),
    act: event.wordOrNull('act', acts),
    type: event.textOrNull('type'),
    role: event.wordOrNull('role', roles),
    tool: event.textOrNull('tool'),
    summary: event.text('summary'),
    failed: event.flag('failed'),
    origin: event.wordOrNull('origin', origins),
    parent: event.eventIdOrNull('parent'),
    step: event.eventIdOrNull('step'),
    turn: event.eventIdOrNull('turn'),
    tokens: event.partOrNull('tokens', tokens),
    model: event.textOrNull('model'),
    usd: event.amountOrNull('usd'),
    duration_ms: event.amountOrNull('duration_ms'),
    marks: event.textsOrNone('marks'),
    is_sidechain: event.flagOr('is_sidechain', false),
    payload_ref: event.eventIdOrNull('payload_ref'),
  };
}

/** A session from JSON; refuses and ignores as `parseEvent` does. One of an earlier version is upgraded. */
export function parseSession(json: unknown, registered: Registered): Session {
  const session = fieldsOf(json, 'session');
  const source = session.text('source');
  session.version('schema_version');
  return {
    schema_version: schemaVersion,
    uid: session.uid('uid', registered, flavorOfSource(source, registered)),
    source,
    native_id: session.text('native_id'),
    title: session.textOrNull('title'),
    repo: session.textOrNull('repo'),
    domain: session.textOrNull('domain'),
    cwd: session.textOrNull('cwd'),
    branch: session.textOrNull('branch'),
    task_ref: session.textOrNull('task_ref'),
    model: session.textOrNull('model'),
    agent_version: session.textOrNull('agent_version'),
    not_recorded: session.wordsOrNone('not_recorded', facets),
    started_at: session.timeOrNull('started_at'),
    ended_at: session.timeOrNull('ended_at'),
    outcome: session.outcome('outcome'),
    events: session.count('events'),
    steps: session.count('steps'),
    errors: session.count('errors'),
    open_errors: session.amountOrNull('open_errors') ?? 0,
    cost: session.part('cost', cost),
    parent: session.partOrNull('parent', (parent) => sessionParent(parent, registered)),
    workspace: session.textOrNull('workspace') ?? 'local',
    source_path: session.textOrNull('source_path'),
    source_bytes: session.amountOrNull('source_bytes') ?? 0,
    watermarks: session.partOrNull('watermarks', watermarks) ?? {
      discovered: null,
      ingested: null,
      analyzed: null,
      evicted: null,
    },
  };
}

/** `<flavor>:<native id>`. A flavor that no source has, and an id that is none, are refused. */
export function makeUid(flavor: string, nativeId: string, { flavors }: Registered): SessionUid {
  const known = isNames(flavors) ? flavors : Object.values(flavors);
  if (!known.includes(flavor))
    throw new StemmaError('unknown-flavor', `There is no flavor "${shown(flavor)}".`, {
      hint: `It must be one of ${known.join(', ')}.`,
    });
  if (typeof nativeId !== 'string' || nativeId.length > 300 || !/^[^\p{Cc}]+$/u.test(nativeId))
    throw new StemmaError('unknown-value', `${shown(nativeId)} is no id of a session.`, {
      hint: 'It must have 1 to 300 characters, and no control characters.',
    });
  return sessionUid(flavor, nativeId);
}

/** An edge from JSON; refuses and ignores as `parseEvent` does. */
export function parseEdge(json: unknown): Edge {
  const edge = fieldsOf(json, 'edge');
  const confidence = edge.amount('confidence');
  if (confidence > 1) throw edge.refusal('unknown-value', 'confidence', 'a number from 0 to 1');
  return {
    cause: edge.eventId('cause'),
    effect: edge.eventId('effect'),
    types: edge.words('types', edgeTypes),
    basis: edge.word('basis', bases),
    confidence,
    evidence: edge.texts('evidence'),
  };
}

function tokens(fields: Fields): Tokens {
  return {
    input: fields.amount('input'),
    output: fields.amount('output'),
    cache_read: fields.amount('cache_read'),
    cache_write: fields.amount('cache_write'),
  };
}

function cost(fields: Fields): Cost {
  return {
    input_tokens: fields.amount('input_tokens'),
    output_tokens: fields.amount('output_tokens'),
    cache_tokens: fields.amount('cache_tokens'),
    wall_clock_s: fields.amount('wall_clock_s'),
    turns: fields.count('turns'),
    retries: fields.count('retries'),
    usd: fields.amountOrNull('usd'),
    usd_is_exact: fields.flagOr('usd_is_exact', true),
  };
}

function sessionParent(fields: Fields, registered: Registered): SessionParent {
  return {
    uid: fields.uid('uid', registered),
    relation: fields.word('relation', relations),
    step: fields.eventIdOrNull('step'),
  };
}

function watermarks(fields: Fields): Watermarks {
  return {
    discovered: fields.timeOrNull('discovered'),
    ingested: fields.timeOrNull('ingested'),
    analyzed: fields.timeOrNull('analyzed'),
    evicted: fields.timeOrNull('evicted'),
  };
}

/** The flavor a session of this source must have; undefined when only flavors were given. */
function flavorOfSource(source: string, { flavors }: Registered): string | undefined {
  if (isNames(flavors)) return undefined;
  const flavor = Object.hasOwn(flavors, source) ? flavors[source] : undefined;
  if (flavor !== undefined) return flavor;
  throw new StemmaError('unknown-flavor', `No source is called "${shown(source)}".`, {
    hint: `Registered are ${Object.keys(flavors).join(', ')}.`,
  });
}

function isNames(flavors: Registered['flavors']): flavors is readonly string[] {
  return Array.isArray(flavors);
}

function fieldsOf(json: unknown, noun: string): Fields {
  return new Fields(typeof json === 'string' ? parsed(json, noun) : json, noun);
}

function parsed(text: string, noun: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StemmaError('unknown-value', `This ${noun} is not JSON.`, { hint: 'Give it as one JSON object.', cause });
  }
}

/** Reads the fields of one object, each as what it must be, and refuses it by name when it is not. */
class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new StemmaError('unknown-value', `${path} is ${shown(value)}.`, { hint: `${path} must be an object.` });
    }
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#path = path;
  }

  text(name: string): string {
    const value = this.#get(name);
    if (typeof value === 'string') return value;
    throw this.refusal('unknown-value', name, 'a string');
  }

  flag(name: string): boolean {
    const value = this.#get(name);
    if (typeof value === 'boolean') return value;
    throw this.refusal('unknown-value', name, 'true or false');
  }

  /** Older records do not have it. */
  flagOr(name: string, absent: boolean): boolean {
    return this.#isAbsent(name) ? absent : this.flag(name);
  }

  /** Absent in version 1; one that is not known yet is refused, because its fields may mean something else. */
  version(name: string): number {
    const version = this.#isAbsent(name) ? 1 : this.count(name);
    if (version >= 1 && version <= schemaVersion) return version;
    throw this.refusal('unknown-value', name, `a version from 1 to ${schemaVersion}; a newer stemma wrote this`);
  }

  outcome(name: string): Outcome {
    return this.#get(name) === 'fail' ? 'failed' : this.word(name, outcomes, 'unknown-outcome');
  }

  amount(name: string): number {
    const value = this.#get(name);
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    throw this.refusal('unknown-value', name, 'a number from 0');
  }

  count(name: string): number {
    const value = this.amount(name);
    if (Number.isSafeInteger(value)) return value;
    throw this.refusal('unknown-value', name, 'a whole number from 0');
  }

  time(name: string): string {
    const value = this.text(name);
    if (!Number.isNaN(Date.parse(value))) return value;
    throw this.refusal('unknown-value', name, 'a time such as 2026-01-31T09:30:00.000Z');
  }

  word<Word extends string>(name: string, words: readonly Word[], code: ErrorCode = 'unknown-value'): Word {
    const value = words.find((word) => word === this.#get(name));
    if (value !== undefined) return value;
    throw this.refusal(code, name, `one of ${words.join(', ')}`);
  }

  words<Word extends string>(name: string, words: readonly Word[]): readonly Word[] {
    const values = this.texts(name) as readonly Word[];
    if (values.length > 0 && values.every((value) => words.includes(value))) return values;
    throw this.refusal('unknown-value', name, `a list of ${words.join(', ')}`);
  }

  /** Empty where the field is missing: older records do not have it. */
  wordsOrNone<Word extends string>(name: string, words: readonly Word[]): readonly Word[] {
    const value = this.#get(name);
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      ? []
      : this.words(name, words);
  }

  textsOrNone(name: string): readonly string[] {
    const value = this.#get(name);
    return value === undefined || value === null ? [] : this.texts(name);
  }

  texts(name: string): readonly string[] {
    const value = this.#get(name);
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.refusal('unknown-value', name, 'a list of strings');
  }

  eventId(name: string): EventId {
    const value = this.text(name);
    if (eventRef(value) !== undefined) return value as EventId;
    throw this.refusal('unknown-value', name, 'a complete event id');
  }

  uid(name: string, { flavors }: Registered, expected = this.textOrNull('flavor')): SessionUid {
    const uid = this.text(name);
    const flavor = flavorOf(uid);
    const known = isNames(flavors) ? flavors : Object.values(flavors);
    if (expected !== null && !known.includes(expected))
      throw this.refusal('unknown-flavor', 'flavor', `one of ${known.join(', ')}`);
    if (flavor === '' || (expected !== null && flavor !== expected)) {
      throw this.refusal('uid-flavor-mismatch', name, `${expected ?? 'a flavor'} and a colon, then the agent's own id`);
    }
    if (!known.includes(flavor))
      throw this.refusal('unknown-flavor', name, `a uid that begins with one of ${known.join(', ')}`);
    return uid as SessionUid;
  }

  part<Part>(name: string, read: (fields: Fields) => Part): Part {
    return read(new Fields(this.#get(name), `${this.#path}.${name}`));
  }

  textOrNull = (name: string): string | null => (this.#isAbsent(name) ? null : this.text(name));
  timeOrNull = (name: string): string | null => (this.#isAbsent(name) ? null : this.time(name));
  amountOrNull = (name: string): number | null => (this.#isAbsent(name) ? null : this.amount(name));
  eventIdOrNull = (name: string): EventId | null => (this.#isAbsent(name) ? null : this.eventId(name));
  wordOrNull = <Word extends string>(name: string, words: readonly Word[]): Word | null =>
    this.#isAbsent(name) ? null : this.word(name, words);
  partOrNull = <Part>(name: string, read: (fields: Fields) => Part): Part | null =>
    this.#isAbsent(name) ? null : this.part(name, read);

  refusal(code: ErrorCode, name: string, expected: string): StemmaError {
    const value = this.#get(name);
    const is = value === undefined ? 'is missing' : `is ${shown(value)}`;
    return new StemmaError(code, `${this.#path}.${name} ${is}.`, { hint: `It must be ${expected}.` });
  }

  #get(name: string): unknown {
    // Own fields only: `constructor` in a transcript is text, not a function.
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #isAbsent(name: string): boolean {
    return this.#get(name) === undefined || this.#get(name) === null;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
