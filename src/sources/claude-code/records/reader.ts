import { keyOf } from '../../../model/ids.ts';
import { text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { jsonLinesReader, readingOf, unknownKind } from '../../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../../source.ts';
import { readAssistant } from './assistant.ts';
import { readAttachment, readQueueOperation } from './attachments.ts';
import { chainOf, ownChain } from './chains.ts';
import { readCostState } from './cost-state.ts';
import { describe } from './describe.ts';
import { ClaudeMemory } from './memory.ts';
import type { Chain } from './memory.ts';
import { readProgress } from './progress.ts';
import { stateTypes } from './record.ts';
import { ClaudeContext } from './record-context.ts';
import { readSystem } from './system.ts';
import { readUser } from './user.ts';

/** Reads one transcript, line by line. */
export function claudeReader(identity: Identity, state?: Json): Reader {
  const memory = new ClaudeMemory().restore(state);
  const { line: readLine, ...reader } = jsonLinesReader(memory, (record, _name, line, index) =>
    read(identity, memory, record, { line, index }),
  );
  return {
    ...reader,
    line(line) {
      const reading: Reading = line.text.trim() === '' ? { disposition: 'state' } : readLine(line);
      memory.begun = true;
      return reading;
    },
  };
}

function read(
  identity: Identity,
  memory: ClaudeMemory,
  record: JsonObject,
  { line, index }: { readonly line: Line; readonly index: number },
): Reading {
  const context = new ClaudeContext(identity, memory, record, {
    spareKey: () => `line-${keyOf(line.text)}-${index}`,
    isAlone: !memory.begun && line.number > 1,
  });
  readRecord(context);
  const { unknown } = context;
  if (unknown) context.unknown = unknownKind(unknown.kind, unknown.version ?? memory.chains.get('')?.version);
  return readingOf(context);
}

function readRecord(context: ClaudeContext): void {
  const { record } = context;
  const type = text(record['type']);
  switch (type) {
    case 'user':
      return onChain(context, readUser);
    case 'assistant':
      return onChain(context, readAssistant);
    case 'system':
      return onChain(context, readSystem);
    case 'attachment':
      return onChain(context, readAttachment);
    case 'progress':
      return onChain(context, readProgress);
    case 'queue-operation':
      return readQueueOperation(context, ownChain(context));
    case 'cost-state':
      return readCostState(context, ownChain(context));
    case 'custom-title':
      return context.patch({ customTitle: text(record['customTitle']) || undefined });
    case 'ai-title':
      return context.patch({ title: (text(record['aiTitle']) ?? text(record['title'])) || undefined });
    case 'summary':
      return summary(context);
    default:
      if (!stateTypes.has(type ?? '')) context.unknown = unknownKind(type ?? 'record', text(record['version']));
  }
}

function onChain(context: ClaudeContext, readOn: (context: ClaudeContext, chain: Chain) => void): void {
  const chain = chainOf(context);
  describe(context, chain);
  if (!chain.idle) readOn(context, chain);
}

/** Until 2.0 the title of a session is in whichever file was opened next, and names a record of it. */
function summary({ record, titles }: ClaudeContext): void {
  const native = text(record['leafUuid']);
  const title = text(record['summary']);
  if (native && title) titles.push({ native, title });
}
