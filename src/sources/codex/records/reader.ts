import { text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../../reader/json-lines.ts';
import { RecordContext } from '../../reader/record-context.ts';
import type { Identity, Json, Reader, Reading } from '../../source.ts';
import { compacted } from './compaction.ts';
import { isCopy } from './copies.ts';
import { eventMessage } from './events.ts';
import { responseItem } from './items.ts';
import { CodexMemory } from './memory.ts';
import type { CodexContext } from './memory.ts';
import { toRecord } from './record.ts';
import type { CodexRecord } from './record.ts';
import { sessionMeta, turnContext } from './session-meta.ts';
import { tokenCount, tokenUsageRecord } from './usage.ts';

export function codexReader(identity: Identity, state?: Json): Reader {
  const memory = new CodexMemory().restore(state);
  return jsonLinesReader(memory, (record, name) => readRecord(identity, memory, record, name));
}

function readRecord(identity: Identity, memory: CodexMemory, json: JsonObject, line: string): Reading {
  const record = toRecord(json);
  if (!record) return unknownRecord(text(json['type']) ?? 'no type', memory.version);
  const context: CodexContext = new RecordContext({
    session: identity.session,
    memory,
    key: line,
    at: record.at,
    isSubagent: identity.parent?.relation === 'subagent',
  });
  if (isCopy(memory, identity.session, record)) {
    if (record.payload['type'] === 'token_count') tokenCount(context, record.payload, true);
    return { disposition: 'copy' };
  }
  if (!read(context, record)) return unknownRecord(kindOf(record), memory.version);
  return readingOf(context);
}

function read(context: CodexContext, { type, payload, metadata }: CodexRecord): boolean {
  switch (type) {
    case 'response_item':
      return responseItem(context, payload, metadata);
    case 'event_msg':
      return eventMessage(context, payload);
    case 'token_usage_record':
      tokenUsageRecord(context, payload);
      return true;
    case 'turn_context':
      turnContext(context, payload);
      return true;
    case 'session_meta':
    case 'header':
      sessionMeta(context, payload);
      return true;
    case 'compacted':
      compacted(context, payload);
      return true;
    default:
      return silent.has(type);
  }
}

/** Known, but no event: state as the model received it. */
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
