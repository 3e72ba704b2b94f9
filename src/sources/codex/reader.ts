import { text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
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
    line: (line) => readJsonLine(line, (record, name) => readRecord(identity, memory, record, name)),
    state: () => toJson(memory),
  };
}

function readRecord(identity: Identity, memory: Memory, json: JsonObject, line: string): Reading {
  const record = toRecord(json);
  if (!record) return unknownRecord(text(json['type']) ?? 'no type', memory.version);
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
  if (!read(page, record)) return unknownRecord(kindOf(record), memory.version);
  return readingOf(page);
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
  'state',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'dynamic_tools_updated',
  'security_risk_score',
  'realtime_item',
]);

function kindOf({ type, payload }: CodexRecord): string {
  const kind = text(payload['type']);
  const item =
    kind === 'item_completed' ? text((payload['item'] as JsonObject | null | undefined)?.['type']) : undefined;
  return [type, kind, item].filter((part) => part !== undefined).join('/');
}
