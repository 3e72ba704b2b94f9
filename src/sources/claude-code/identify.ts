import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { parseRecords, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, ParentHint, Peek } from '../source.ts';
import { agentOf, idOf, isMessageLike, isUserOrAssistant, messageOf, stateTypes } from './records/record.ts';
import type { Rec } from './records/record.ts';

export const flavor = 'claude';

/**
 * A transcript of Claude Code: other agents' records have other fields, and what `--output-format stream-json` prints
 * has `session_id`.
 */
export function matches({ head, tail }: Peek): boolean {
  return some(head, isClaudes) || some(tail, isClaudes);
}

function isClaudes(record: Rec): boolean {
  const type = text(record['type']) ?? '';
  // Qwen Code writes nearly the same fields, but its messages have `parts` and no `userType`.
  if (isUserOrAssistant(record)) return isMessageLike(record) && 'content' in messageOf(record);
  if (type === 'system' || type === 'attachment' || type === 'progress')
    return isMessageLike(record) && typeof record['userType'] === 'string';
  if (type === 'summary') return typeof record['summary'] === 'string' && typeof record['leafUuid'] === 'string';
  if (type === 'file-history-snapshot') return typeof record['messageId'] === 'string' && 'snapshot' in record;
  const isKnown =
    type === 'queue-operation'
      ? typeof record['operation'] === 'string'
      : type === 'custom-title' || type === 'ai-title' || stateTypes.has(type);
  return isKnown && typeof record['sessionId'] === 'string';
}

/**
 * One file is one session: that of its last record. Copies from a fork or resume before it may still name the original.
 */
export function identify(peek: Peek): Identity {
  const last = findLast(peek.tail, isMessageLike) ?? findLast(peek.head, isMessageLike);
  const first = find(peek.head, isMessageLike) ?? last;
  const begun = time(find(peek.head, (record) => time(record['timestamp']) !== undefined)?.['timestamp']);
  const when = begun === undefined ? undefined : { begun };
  const main = sessionUid(flavor, idOf(last?.['sessionId']) ?? basename(peek.path).replace(/\.jsonl$/, ''));
  const agent = first === undefined ? undefined : agentOf(first);
  if (agent === undefined) return { session: main, ...(resumesByCopying(last) && { copiedAs: 'resume' }), ...when };
  return { session: `${main}/${agent}` as SessionUid, root: main, parent: parentHint(peek.path, main), ...when };
}

/**
 * Until 2.0 `--resume` continued in a new file that began with the old one's records; since then only forks do that.
 */
function resumesByCopying(record: Rec | undefined): boolean {
  return /^[01]\./.test(text(record?.['version']) ?? '');
}

/** Since 2.1.325 a small file next to the sub-agent's names the call that started it, and from which sub-agent. */
function parentHint(path: string, main: SessionUid): ParentHint {
  const meta = readMeta(metaPath(path));
  const agent = idOf(meta['parentAgentId']);
  const call = text(meta['toolUseId']);
  return {
    uid: agent ? (`${main}/${agent}` as SessionUid) : main,
    relation: 'subagent',
    ...(call ? { call } : undefined),
  };
}

export function metaPath(path: string): string {
  return path.replace(/\.jsonl$/, '') + '.meta.json';
}

function readMeta(path: string): JsonObject {
  try {
    const parsed = existsSync(path) ? parseRecords(readFileSync(path, 'utf8')) : undefined;
    return parsed?.ok ? parsed.records[0]! : {};
  } catch {
    // Gone or unreadable by now: the call's result names the sub-agent too.
    return {};
  }
}

function some(lines: string, test: (record: Rec) => boolean): boolean {
  return find(lines, test) !== undefined;
}

function find(lines: string, test: (record: Rec) => boolean): Rec | undefined {
  return search(lines.split('\n'), test);
}

function findLast(lines: string, test: (record: Rec) => boolean): Rec | undefined {
  return search(lines.split('\n').reverse(), test);
}

function search(lines: readonly string[], test: (record: Rec) => boolean): Rec | undefined {
  for (const line of lines) {
    const parsed = line.startsWith('{') || line.startsWith('\0') ? parseRecords(line) : undefined;
    const found = parsed?.ok ? parsed.records.find(test) : undefined;
    if (found) return found;
  }
  return undefined;
}
