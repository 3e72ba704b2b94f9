import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { isObject, name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { formOf } from './line.ts';

export const flavor = 'aider';

/** The kind of a file; each has a reader of its own, and its sessions have it in their names. */
export type FileKind = 'chat' | 'llm' | 'analytics';

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

export function identify(peek: Peek): Identity {
  const kind = kindOf(peek);
  return kind === 'llm'
    ? identifyRequests(peek.head)
    : kind === 'analytics'
      ? identifyAnalytics(peek.head)
      : identifyChat(peek);
}

export function kindOfSession(session: SessionUid): FileKind {
  return session.startsWith(`${flavor}:llm-`)
    ? 'llm'
    : session.startsWith(`${flavor}:analytics-`)
      ? 'analytics'
      : 'chat';
}

/** A chat has a start line, and a line of aider's own below it. */
function kindOf({ head, tail }: Peek): FileKind | undefined {
  if (hasStart(head) || hasStart(tail)) return 'chat';
  if (firstRequest(head)) return 'llm';
  return firstRecords(head, 1).some(isAnalytics) ? 'analytics' : undefined;
}

/**
 * A file holds all sessions of a repository; it is named after its first. Text before the first start belongs to a
 * session whose start is gone.
 */
function identifyChat({ path, head, tail }: Peek): Identity {
  const first = firstStart(head) ?? firstStart(tail);
  if (!first) return { session: sessionUid(flavor, 'unknown') };
  const session = sessionAt(first.time, first.below);
  // With this name it is at the root of its repository.
  const cwd = basename(path) === '.aider.chat.history.md' ? { cwd: dirname(path) } : {};
  return { session: first.isFirst ? session : restBefore(session), begun: utc(first.time), ...cwd };
}

/**
 * Its start and the first line, which is the command line: the same file gives the same session wherever it is. The
 * time alone would be enough on one machine, but not in a team's archive.
 */
export function sessionAt(time: string, below: string): SessionUid {
  return sessionUid(flavor, named(time, below));
}

function named(time: string, below: string): string {
  return `${time.replaceAll(/[-:]/g, '').replace(' ', 'T')}-${hash('sha256', below.trimEnd(), 'hex').slice(0, 6)}`;
}

/** aider writes local time without a zone. It is taken as UTC: a file must give the same result on every machine. */
export function utc(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}

function restBefore(session: SessionUid): SessionUid {
  return sessionUid(flavor, `before-${session.slice(flavor.length + 1)}`);
}

function hasStart(text: string): boolean {
  if (!text.includes('# aider chat started at ')) return false;
  const found = firstStart(text);
  return found !== undefined && /^(?:>|####)(?: |$)/.test(found.below);
}

function firstStart(
  text: string,
): { readonly time: string; readonly below: string; readonly isFirst: boolean } | undefined {
  const lines = text.split('\n');
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    const form = formOf(line);
    if (form.is === 'start') {
      const next = lines.slice(index + 1).find((each) => each.trim() !== '') ?? '';
      const below = formOf(next).is === 'start' ? '' : next;
      return { time: form.time, below, isFirst };
    }
    if (form.is !== 'blank') isFirst = false;
  }
  return undefined;
}

/** All requests of all sessions that wrote into it. */
function identifyRequests(head: string): Identity {
  const { time, below } = firstRequest(head)!;
  return { session: sessionUid(flavor, `llm-${named(time, below)}`), begun: utc(time) };
}

function firstRequest(head: string): { readonly time: string; readonly below: string } | undefined {
  const found = /^\s*TO LLM (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s*\n-------\s*\n(?:SYSTEM|USER|ASSISTANT) /.exec(head);
  return found ? { time: found[1]!, below: /^USER (.*)$/m.exec(head)?.[1] ?? '' } : undefined;
}

function identifyAnalytics(head: string): Identity {
  const [first] = firstRecords(head, 1);
  const begun = Math.round((number(first?.['time']) ?? 0) * 1000);
  const time = new Date(begun).toISOString().slice(0, 19);
  return { session: sessionUid(flavor, `analytics-${named(time, name(first?.['user_id']) ?? '')}`), begun };
}

/** A line of `--analytics-log`: these four fields and no others, and one of aider's names. */
export function isAnalytics(record: JsonObject): boolean {
  const { event, properties, user_id: user, time } = record;
  const seconds = number(time);
  return (
    Object.keys(record).length === 4 &&
    isObject(properties) &&
    name(user) !== undefined &&
    seconds !== undefined &&
    seconds > 1e9 &&
    seconds < 1e11 &&
    known.test(name(event) ?? '')
  );
}
const known =
  /^(?:launched|(?:cli|gui) session|message_send(?:_starting|_exception)?|command_\S+|exit|repo|no-repo|auto_commits|model warning|copy-paste mode|ai-comments \S+|choosing model|offered .+|connect .+)$/;
