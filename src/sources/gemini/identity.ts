import { basename, dirname } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { list, parseRecords, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';
import { idOf } from './record.ts';

export const flavor = 'gemini';

export function matches({ head }: Peek): boolean {
  return openingOf(head) !== undefined || firstRecords(head, 4).some(isHeader);
}

export function document({ head }: Peek): DocumentShape | undefined {
  return openingOf(head) === undefined ? undefined : { records: ['messages'] };
}

/** A sub-agent is a session with an id of its own; only its file's folder names the session it works for. */
export function identify({ path, head }: Peek): Identity {
  const header = openingOf(head) ?? firstRecords(head, 4).find(isHeader) ?? {};
  const session = sessionUid(flavor, idOf(header['sessionId']) ?? basename(path).replace(/\.jsonl?$/, ''));
  const begun = time(header['startTime']);
  const folder = folderOf(path);
  const above = header['kind'] === 'subagent' && folder !== undefined ? sessionUid(flavor, folder) : undefined;
  return {
    session,
    ...(above !== undefined && above !== session ? { root: above, parent: { uid: above, relation: 'subagent' } } : {}),
    ...(begun === undefined ? {} : { begun }),
  };
}

export function agentUid(agent: string): SessionUid {
  return sessionUid(flavor, agent);
}

/** The folder below `chats` that a file lies in: the id of the session whose sub-agents are there. */
export function folderOf(path: string): string | undefined {
  const folder = dirname(path);
  return basename(dirname(folder)) === 'chats' ? idOf(basename(folder)) : undefined;
}

function isHeader(record: JsonObject): boolean {
  return (
    typeof record['sessionId'] === 'string' &&
    typeof record['projectHash'] === 'string' &&
    typeof record['startTime'] === 'string'
  );
}

/**
 * The fields before the messages of a session that is one JSON object. The object may be cut off anywhere behind them.
 * Some versions begin a log of lines with a header that has an empty list of messages: that is no such object.
 */
function openingOf(head: string): JsonObject | undefined {
  const fields =
    /^\uFEFF?\s*\{(?:\s*"\w{1,40}"\s*:\s*(?:"(?:[^"\\]|\\.){0,20000}"|[\w.+-]{1,40}|\[[^[\]]{0,20000}\])\s*,){1,20}?\s*"messages"\s*:\s*\[/.exec(
      head,
    )?.[0];
  if (fields === undefined) return undefined;
  const opening = recordIn(`${fields}]}`);
  if (opening === undefined || !isHeader(opening)) return undefined;
  const line = recordIn(head.slice(0, head.indexOf('\n') + 1 || head.length));
  return line !== undefined && list(line['messages']).length === 0 && text(line['sessionId']) !== undefined
    ? undefined
    : opening;
}

function recordIn(json: string): JsonObject | undefined {
  const parsed = parseRecords(json);
  return parsed.ok ? parsed.records[0] : undefined;
}
