import { name, number, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { readingOf, readJsonLine, unknownRecord } from '../json-lines.ts';
import type { Identity, Json, Reader, Reading } from '../source.ts';
import { assistantMessage } from './assistant.ts';
import { placeAbove, settle } from './lineage.ts';
import { fromJson, newMemory, toJson } from './memory.ts';
import type { Memory } from './memory.ts';
import { patch } from './page.ts';
import type { Page } from './page.ts';
import { extensionMessage, prompt, userMessage } from './prompts.ts';
import { toEntry } from './record.ts';
import { bashExecution, toolResult } from './results.ts';
import { branchSummary, compaction } from './summaries.ts';
import { usageEntry } from './usage.ts';

export function piReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory();
  return {
    line: (line) => readJsonLine(line, (record, name) => readRecord(identity, memory, record, name)),
    state: () => toJson(memory),
  };
}

function readRecord(identity: Identity, memory: Memory, json: JsonObject, line: string): Reading {
  const entry = toEntry(json);
  const above = placeAbove(memory, entry);
  const page: Page = {
    session: identity.session,
    memory,
    entry,
    key: entry.id ?? line,
    above,
    place: above,
    drafts: [],
    links: [],
    sessions: [],
  };
  const isKnown = read(page);
  if (entry.type !== 'session') settle(page);
  if (!isKnown) return unknownRecord(kindOf(page), memory.version);
  return readingOf(page);
}

function read(page: Page): boolean {
  const { type, json } = page.entry;
  switch (type) {
    case 'message':
      return readMessage(page);
    case 'custom_message':
      extensionMessage(page, json['content']);
      return true;
    case 'compaction':
      compaction(page);
      return true;
    case 'branch_summary':
      branchSummary(page);
      return true;
    case 'usage':
      usageEntry(page);
      return true;
    case 'session':
      header(page);
      return true;
    case 'session_info':
      patch(page, { customTitle: text(json['name'])?.trim() || undefined });
      return true;
    default:
      return silent.has(type);
  }
}

function header(page: Page): void {
  const { memory, entry } = page;
  const model = name(entry.json['modelId']);
  memory.version = `format ${number(entry.json['version']) ?? 1}`;
  if (model !== undefined) memory.model = model;
  patch(page, { cwd: name(entry.json['cwd']), model });
}

function readMessage(page: Page): boolean {
  const { message } = page.entry;
  switch (message['role']) {
    case 'user':
      userMessage(page);
      return true;
    case 'assistant':
      assistantMessage(page);
      return true;
    case 'toolResult':
      toolResult(page);
      return true;
    case 'bashExecution':
      bashExecution(page);
      return true;
    case 'custom':
    case 'hookMessage':
      extensionMessage(page, message['content']);
      return true;
    case 'branchSummary':
    case 'compactionSummary':
      prompt(page, text(message['summary']) ?? '', 'compaction', false);
      return true;
    default:
      return message['role'] === 'system';
  }
}

/**
 * Known, and nothing happened: settings, bookmarks, what an extension keeps for itself, and which entries the model no
 * longer sees. The model in use is told by its responses.
 */
const silent: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'label',
  'custom',
  'context_edit',
]);

function kindOf({ entry: { type, message } }: Page): string {
  const role = text(message['role']);
  return (type === '' ? 'no type' : type === 'message' && role !== undefined ? `message/${role}` : type).slice(0, 100);
}
