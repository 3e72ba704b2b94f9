import { parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import * as agents from './agents.ts';
import { assistantMessage } from './answers.ts';
import { executionComplete, executionStart, userRequested } from './calls.ts';
import { compacted } from './compaction.ts';
import * as life from './life.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import { uidOf } from './page.ts';
import type { Page } from './page.ts';
import { permissionCompleted } from './permissions.ts';
import { notification, userMessage } from './prompts.ts';
import { toRecord } from './record.ts';
import { usageRecord } from './usage.ts';

export function copilotReader(identity: Identity, state?: Json): Reader {
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
  const { type, data, at, id } = record;
  const read = events.get(type);
  if (!read) return silent.has(type) ? { disposition: 'state' } : unknown(memory, type);

  const agent = agents.agentOf(memory, record);
  const page: Page = { main: identity.session, session: uidOf(identity.session, agent), agent, memory, at, key: id ?? line, drafts: [], links: [], sessions: [] };
  read(page, data);
  return {
    disposition: page.drafts.length > 0 ? 'mapped' : 'state',
    ...(page.drafts.length > 0 ? { drafts: page.drafts } : {}),
    ...(page.links.length > 0 ? { links: page.links } : {}),
    ...(page.sessions.length > 0 ? { sessions: page.sessions } : {}),
  };
}

const events: ReadonlyMap<string, (page: Page, data: JsonObject) => void> = new Map([
  ['user.message', userMessage],
  ['system.notification', notification],
  ['assistant.message', assistantMessage],
  ['tool.user_requested', userRequested],
  ['tool.execution_start', executionStart],
  ['tool.execution_complete', executionComplete],
  ['permission.completed', permissionCompleted],
  ['subagent.started', agents.started],
  ['subagent.completed', agents.completed],
  ['subagent.failed', agents.failed],
  ['session.start', life.started],
  ['session.resume', life.resumed],
  ['session.context_changed', life.moved],
  ['session.model_change', life.modelChanged],
  ['session.usage_record', usageRecord],
  ['session.compaction_complete', compacted],
  ['session.truncation', life.truncated],
  ['session.context_cleared', life.cleared],
  ['session.handoff', life.handedOff],
  ['session.task_complete', life.taskCompleted],
  ['session.warning', life.warned],
  ['session.error', life.sessionError],
  ['session.shutdown', life.shutdown],
  ['hook.end', life.hookEnded],
  ['abort', life.aborted],
]);

/** Known, and nothing happened that another record does not tell. */
const silent: ReadonlySet<string> = new Set([
  'assistant.reasoning', 'assistant.turn_start', 'assistant.turn_end', 'external_tool.requested', 'external_tool.completed', 'hook.start',
  'permission.requested', 'session.auto_mode_resolved', 'session.autopilot_objective_changed', 'session.binary_asset', 'session.compaction_start',
  'session.completion_receipt', 'session.info', 'session.mode_changed', 'session.mode_notice_delivered', 'session.permissions_changed',
  'session.plan_changed', 'session.remote_steerable_changed', 'session.session_limits_changed', 'session.usage_checkpoint',
  'session.workspace_file_changed', 'skill.invoked', 'subagent.configured', 'subagent.deselected', 'subagent.selected', 'system.message',
  'tool_search.activated',
]);

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
    disposition: drafts.length > 0 ? 'mapped' : stranger ? 'raw' : 'state',
    ...(stranger?.unknown ? { unknown: stranger.unknown } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(sessions.length > 0 ? { sessions } : {}),
  };
}
