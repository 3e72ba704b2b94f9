import { text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../reader/draft-of.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import * as agents from './agents.ts';
import { assistantMessage } from './answers.ts';
import { executionComplete, executionStart, userRequested } from './calls.ts';
import { compacted } from './compaction.ts';
import * as life from './life.ts';
import { CopilotMemory } from './memory.ts';
import { CopilotContext } from './record-context.ts';
import { permissionCompleted } from './permissions.ts';
import { notification, userMessage } from './prompts.ts';
import { toRecord } from './record.ts';
import { responseUsed, usageRecord } from './usage.ts';
import { readSpan } from './vscode/debug-log.ts';
import { readChangeLine, readFrame, readRequestRecord } from './vscode/reader.ts';

export function copilotReader(identity: Identity, state?: Json): Reader {
  const memory = new CopilotMemory().restore(state);
  return jsonLinesReader(memory, (record, name, line) => readAny(identity, memory, record, line, name));
}

/** Records of the CLI and of VS Code's files are distinguished by their shapes. */
function readAny(
  identity: Identity,
  memory: CopilotMemory,
  json: JsonObject,
  { within, number }: Line,
  line: string,
): Reading {
  if (within === 'requests') return readRequestRecord(identity, memory.chat, json, number);
  if (typeof json['kind'] === 'number') return readChangeLine(identity, memory.chat, json);
  if ('spanId' in json && 'attrs' in json) return readSpan(identity, json, line);
  if ('responderUsername' in json && 'requests' in json) return readFrame(identity, memory.chat, json);
  const reading = readRecord(identity, memory, json, line);
  return identity.secondary ? callsOnly(reading) : reading;
}

/** Of a transcript that is a secondary source of a chat: messages are in the chat, and have no id in common with it. */
function callsOnly(reading: Reading): Reading {
  if (reading.disposition !== 'mapped') return reading;
  const drafts = reading.drafts!.flatMap((draft) => {
    const { session, key, what, at, native, role, durationMs } = draft;
    if (what.is !== 'call' && what.is !== 'result') return [];
    return [
      draftOf(session, key, what, {
        at,
        native,
        role,
        durationMs,
        parent: what.is === 'result' ? what.call : undefined,
      }),
    ];
  });
  return readingOf({ ...reading, drafts });
}

function readRecord(identity: Identity, memory: CopilotMemory, json: JsonObject, line: string): Reading {
  const record = toRecord(json);
  if (!record) return unknownRecord(text(json['type']) ?? 'no type', memory.version);
  const { type, data, at, id } = record;
  const read = events.get(type);
  if (!read) return silent.has(type) ? { disposition: 'state' } : unknownRecord(type, memory.version);

  const agent = agents.agentOf(memory, record);
  const context = new CopilotContext({ main: identity.session, agent, memory, key: id ?? line, at });
  read(context, data);
  return readingOf(context);
}

const events: ReadonlyMap<string, (context: CopilotContext, data: JsonObject) => void> = new Map([
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
  ['assistant.usage', responseUsed],
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

/** Known, but no event that another record does not have. */
const silent: ReadonlySet<string> = new Set([
  'assistant.reasoning',
  'assistant.turn_start',
  'assistant.turn_end',
  'external_tool.requested',
  'external_tool.completed',
  'hook.start',
  'permission.requested',
  'session.auto_mode_resolved',
  'session.autopilot_objective_changed',
  'session.binary_asset',
  'session.compaction_start',
  'session.completion_receipt',
  'session.info',
  'session.mode_changed',
  'session.mode_notice_delivered',
  'session.permissions_changed',
  'session.plan_changed',
  'session.remote_steerable_changed',
  'session.session_limits_changed',
  'session.usage_checkpoint',
  'session.workspace_file_changed',
  'skill.invoked',
  'subagent.configured',
  'subagent.deselected',
  'subagent.selected',
  'system.message',
  'tool_search.activated',
]);
