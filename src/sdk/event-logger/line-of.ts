import type { EventId } from '../../model/ids.ts';
import type { RecordType } from '../../sources/sdk/record.ts';
import type { Ended, LogEvent } from './log-event.ts';
import { payloadJson } from './payload-json.ts';

/** What an event is logged in. */
export interface Within {
  readonly id: EventId;
  /** It is a scope, and therefore a call, and what began in it did so because of it. */
  readonly isScope: boolean;
}

/** A line of the log; `isPatched` when a payload is not in it as it was given. */
export interface LogLine {
  readonly line: string;
  readonly isPatched: boolean;
}

/** Concatenated: an object for JSON.stringify would cost as much again. */
export function eventLine(
  type: Extract<RecordType, 'event' | 'begin'>,
  key: string,
  at: number,
  within: Within | undefined,
  event: LogEvent,
): LogLine {
  let line = `{"t":"${type}","id":"${key}","at":${at},"type":${quoted(event.type)}`;
  if (within !== undefined) line += `,"parent":"${within.id}"`;
  if (within?.isScope === true && (type === 'begin' || event.tool !== undefined || event.kind !== undefined))
    line += `,"by":"${within.id}"`;
  if (event.kind !== undefined) line += `,"kind":${quoted(event.kind)}`;
  if (event.tool !== undefined) line += `,"tool":${quoted(event.tool)}`;
  if (event.text !== undefined) line += `,"text":${textJson(event.text)}`;
  if (event.failed !== undefined) line += `,"failed":${event.failed === true}`;
  if (event.durationMs !== undefined) line += numberField('ms', event.durationMs);
  if (event.origin !== undefined) line += `,"origin":${quoted(event.origin)}`;
  if (event.exitCode !== undefined) line += numberField('exitCode', event.exitCode);
  line += used(event);
  return closed(line, event.payload, event.output);
}

export interface EndOfScope {
  readonly ms: number;
  readonly outcome: 'ok' | 'failed' | 'unfinished';
  readonly output?: unknown;
}

export function endLine(key: string, at: number, { ms, outcome, output }: EndOfScope, ended: Ended): LogLine {
  let line = `{"t":"end","id":"${key}","at":${at}`;
  line += numberField('ms', ms);
  if (outcome !== 'ok') line += `,"${outcome}":true`;
  if (ended.exitCode !== undefined) line += numberField('exitCode', ended.exitCode);
  line += used(ended);
  return closed(line, undefined, output);
}

export function droppedLine(key: string, at: number, count: number): string {
  return `{"t":"dropped","id":"${key}","at":${at},"count":${count}}\n`;
}

function closed(line: string, payload: unknown, output: unknown): LogLine {
  if (payload === undefined && output === undefined) return { line: `${line}}\n`, isPatched: false };
  const own = payloadJson(payload);
  const came = payloadJson(output);
  let all = line;
  if (own) all += `,"payload":${own.json}`;
  if (own?.cut !== undefined) all += `,"cut":${own.cut}`;
  if (came) all += `,"output":${came.json}`;
  if (came?.cut !== undefined) all += `,"outputCut":${came.cut}`;
  return {
    line: `${all}}\n`,
    isPatched: (own?.isPatched ?? came?.isPatched ?? false) || own?.cut !== undefined || came?.cut !== undefined,
  };
}

function used({ tokens, model, usd }: Ended): string {
  if (tokens === undefined && model === undefined && usd === undefined) return '';
  return `${tokens === undefined ? '' : `,"tokens":${payloadJson(tokens)?.json ?? 'null'}`}${model === undefined ? '' : `,"model":${quoted(model)}`}${usd === undefined ? '' : numberField('usd', usd)}`;
}

/** What is no number is not written. */
function numberField(name: string, value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? `,"${name}":${value}` : '';
}

const longestText = 65_536;

function textJson(text: unknown): string {
  const whole = typeof text === 'string' ? text : String(text);
  return JSON.stringify(
    whole.length > longestText ? `${whole.slice(0, longestText)}[… ${whole.length} characters]` : whole,
  );
}

/** Types, tools and models are few; one that is new every time must not make this grow. */
const maxWords = 1_000;
const longestWord = 200;
const known = new Map<string, string>();

function quoted(word: unknown): string {
  const found = typeof word === 'string' ? known.get(word) : undefined;
  if (found !== undefined) return found;
  const text = typeof word === 'string' && word !== '' ? word.slice(0, longestWord) : 'event';
  const json = JSON.stringify(text);
  if (known.size < maxWords) known.set(text, json);
  return json;
}
