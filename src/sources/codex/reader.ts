import { parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { compacted } from './compaction.ts';
import { isCopy } from './copies.ts';
import { eventMessage } from './events.ts';
import { responseItem } from './items.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import { toRecord } from './record.ts';
import type { CodexRecord } from './record.ts';
import { sessionMeta, turnContext } from './session-meta.ts';
import { tokenCount, tokenUsageRecord } from './usage.ts';

export function codexReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readLine(identity, memory, line),
    state: () => toJson(memory),
  };
}

function readLine(identity: Identity, memory: Memory, line: Line): Reading {
  const found = parseRecords(line.text);
  if (!found.ok) return { disposition: 'issue', reason: found.reason };
  if (found.records.length === 1) return readRecord(identity, memory, found.records[0]!, `line:${line.number}`);
  return together(found.records.map((json, index) => readRecord(identity, memory, json, `line:${line.number}${index > 0 ? `.${index + 1}` : ''}`)));
}

function readRecord(identity: Identity, memory: Memory, json: JsonObject, line: string): Reading {
  const record = toRecord(json);
  if (!record) return unknown(memory, text(json['type']) ?? 'no type');
  const page: Page = {
    session: identity.session,
    isSubagent: identity.parent?.relation === 'subagent',
    memory,
    at: record.at,
    line,
    drafts: [],
    links: [],
    sessions: [],
  };
  if (isCopy(memory, identity.session, record)) {
    if (record.payload['type'] === 'token_count') tokenCount(page, record.payload, true);
    return { disposition: 'copy' };
  }
  if (!read(page, record)) return unknown(memory, kindOf(record));
  return {
    disposition: page.drafts.length > 0 ? 'mapped' : 'state',
    ...(page.drafts.length > 0 ? { drafts: page.drafts } : {}),
    ...(page.links.length > 0 ? { links: page.links } : {}),
    ...(page.sessions.length > 0 ? { sessions: page.sessions } : {}),
  };
}

function read(page: Page, { type, payload, metadata }: CodexRecord): boolean {
  switch (type) {
    case 'response_item':
      return responseItem(page, payload, metadata);
    case 'event_msg':
      return eventMessage(page, payload);
    case 'token_usage_record':
      tokenUsageRecord(page, payload);
      return true;
    case 'turn_context':
      turnContext(page, payload);
      return true;
    case 'session_meta':
    case 'header':
      sessionMeta(page, payload);
      return true;
    case 'compacted':
      compacted(page, payload);
      return true;
    default:
      return silent.has(type);
  }
}

/** Known, and nothing happened: the state of things as the model was told it. */
const silent: ReadonlySet<string> = new Set([
  'state', 'world_state', 'inter_agent_communication', 'inter_agent_communication_metadata', 'dynamic_tools_updated', 'security_risk_score', 'realtime_item',
]);

function kindOf({ type, payload }: CodexRecord): string {
  const kind = text(payload['type']);
  const item = kind === 'item_completed' ? text((payload['item'] as JsonObject | null | undefined)?.['type']) : undefined;
  return [type, kind, item].filter((part) => part !== undefined).join('/');
}

function unknown(memory: Memory, kind: string): Reading {
  return { disposition: 'raw', unknown: { kind, ...(memory.version === undefined ? {} : { version: memory.version }) } };
}

/** Several records that two writers left on one line; one disposition for all of them. */
function together(readings: readonly Reading[]): Reading {
  const drafts = readings.flatMap((reading) => reading.drafts ?? []);
  const links = readings.flatMap((reading) => reading.links ?? []);
  const sessions = readings.flatMap((reading) => reading.sessions ?? []);
  const stranger = readings.find((reading) => reading.disposition === 'raw');
  return {
    disposition: drafts.length > 0 ? 'mapped' : stranger ? 'raw' : readings.every((reading) => reading.disposition === 'copy') ? 'copy' : 'state',
    ...(stranger?.unknown ? { unknown: stranger.unknown } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(sessions.length > 0 ? { sessions } : {}),
  };
}
