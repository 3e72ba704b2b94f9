import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { assistantMessage } from './assistant.ts';
import { placeAbove, settle } from './lineage.ts';
import { PiMemory } from './memory.ts';
import { PiContext } from './record-context.ts';
import { extensionMessage, prompt, userMessage } from './prompts.ts';
import { toEntry } from './record.ts';
import { bashExecution, toolResult } from './results.ts';
import { branchSummary, compaction } from './summaries.ts';
import { usageEntry } from './usage.ts';

export function piReader(identity: Identity, state?: Json): Reader {
  const memory = new PiMemory().restore(state);
  return jsonLinesReader(memory, (record, name) => readRecord(identity, memory, record, name));
}

function readRecord(identity: Identity, memory: PiMemory, json: JsonObject, line: string): Reading {
  const entry = toEntry(json);
  const context = new PiContext(identity.session, memory, entry, { line, above: placeAbove(memory, entry) });
  const isKnown = read(context);
  if (entry.type !== 'session') settle(context);
  if (!isKnown) return unknownRecord(kindOf(context), memory.version);
  return readingOf(context);
}

function read(context: PiContext): boolean {
  const { type, json } = context.entry;
  switch (type) {
    case 'message':
      return readMessage(context);
    case 'custom_message':
      extensionMessage(context, json['content']);
      return true;
    case 'compaction':
      compaction(context);
      return true;
    case 'branch_summary':
      branchSummary(context);
      return true;
    case 'usage':
      usageEntry(context);
      return true;
    case 'session':
      header(context);
      return true;
    case 'session_info':
      context.patch({ customTitle: text(json['name'])?.trim() || undefined });
      return true;
    default:
      return silent.has(type);
  }
}

function header(context: PiContext): void {
  const { memory, entry } = context;
  const model = name(entry.json['modelId']);
  memory.version = `format ${number(entry.json['version']) ?? 1}`;
  if (model !== undefined) memory.model = model;
  context.patch({ cwd: name(entry.json['cwd']), model });
}

function readMessage(context: PiContext): boolean {
  const { message } = context.entry;
  switch (message['role']) {
    case 'user':
      userMessage(context);
      return true;
    case 'assistant':
      assistantMessage(context);
      return true;
    case 'toolResult':
      toolResult(context);
      return true;
    case 'bashExecution':
      bashExecution(context);
      return true;
    case 'custom':
    case 'hookMessage':
      extensionMessage(context, message['content']);
      return true;
    case 'branchSummary':
    case 'compactionSummary':
      prompt(context, text(message['summary']) ?? '', 'compaction', false);
      return true;
    default:
      return message['role'] === 'system';
  }
}

/**
 * Known, but no event: settings, bookmarks, an extension's own data, and which entries the model no longer sees. The
 * model in use is in its responses.
 */
const silent: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'label',
  'custom',
  'context_edit',
]);

function kindOf({ entry: { type, message } }: PiContext): string {
  const role = text(message['role']);
  return (type === '' ? 'no type' : type === 'message' && role !== undefined ? `message/${role}` : type).slice(0, 100);
}
