import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { parseRecords, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, ParentHint, Peek } from '../source.ts';
import { agentOf, idOf, isQwens, payloadOf } from './records/record.ts';
import type { Rec } from './records/record.ts';

export const flavor = 'qwen';

export function matches({ head, tail }: Peek): boolean {
  return find(head.split('\n'), isQwens) !== undefined || find(tail.split('\n'), isQwens) !== undefined;
}

/** A sub-agent's records name the main session, and the agent too. */
export function identify({ path, head, tail }: Peek): Identity {
  const first = find(head.split('\n'), isQwens) ?? find(tail.split('\n'), isQwens) ?? {};
  const main = sessionUid(flavor, idOf(first['sessionId']) ?? basename(path).replace(/\.jsonl$/, ''));
  const agent = agentOf(first);
  const begun = time((find(head.split('\n'), isOwn) ?? find(tail.split('\n'), isOwn) ?? first)['timestamp']);
  const when = begun === undefined ? {} : { begun };
  if (agent !== undefined)
    return { session: agentUid(main, agent), root: main, parent: spawnedBy(path, main, agent, first), ...when };
  const parent = openedBy(head);
  return { session: main, ...(parent && parent.uid !== main ? { parent } : {}), ...when };
}

export function agentUid(main: SessionUid, agent: string): SessionUid {
  return `${main}/${agent}` as SessionUid;
}

/**
 * The file beside the transcript has the call and, for a sub-agent's sub-agent, its caller; the agent's own id ends in
 * the call's.
 */
function spawnedBy(path: string, main: SessionUid, agent: string, first: Rec): ParentHint {
  const meta = readMeta(metaPath(path));
  const above = idOf(meta['parentAgentId']);
  const call = idOf(meta['toolUseId']) ?? callIn(agent, text(first['agentName']));
  return {
    uid: above === undefined ? main : agentUid(main, above),
    relation: 'subagent',
    ...(call === undefined ? {} : { call }),
  };
}

/**
 * `Explore-call_305a…` is the Explore that the call started. Helpers without a call end in a short random number
 * instead.
 */
function callIn(agent: string, type: string | undefined): string | undefined {
  if (type === undefined || !agent.startsWith(`${type}-`)) return undefined;
  const rest = agent.slice(type.length + 1);
  return /^(?:[0-9a-f]{8})?$/.test(rest) ? undefined : rest;
}

/**
 * `/branch` copies records under their own ids, and marks them. A branch began where it diverged, so that it is read
 * after its original.
 */
function isOwn(record: Rec): boolean {
  return isQwens(record) && record['forkedFrom'] === undefined;
}

/** A session that another one opened has it in one of its first records. */
function openedBy(head: string): ParentHint | undefined {
  const link = find(head.split('\n'), (record) => isOwn(record) && record['subtype'] === 'parent_session');
  const opener = link === undefined ? undefined : idOf(payloadOf(link)['parentSessionId']);
  return opener === undefined ? undefined : { uid: sessionUid(flavor, opener), relation: 'subagent' };
}

export function metaPath(path: string): string {
  return path.replace(/\.jsonl$/, '') + '.meta.json';
}

function readMeta(path: string): JsonObject {
  try {
    const found = parseRecords(readFileSync(path, 'utf8'));
    return found.ok ? found.records[0]! : {};
  } catch {
    // Gone, or never there: the agent's id has the call as well.
    return {};
  }
}

function find(lines: readonly string[], test: (record: Rec) => boolean): Rec | undefined {
  for (const line of lines) {
    const parsed = line.startsWith('{') || line.startsWith('\0') ? parseRecords(line) : undefined;
    const found = parsed?.ok ? parsed.records.find(test) : undefined;
    if (found) return found;
  }
  return undefined;
}
