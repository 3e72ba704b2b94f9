import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { ConversationContext } from '../reader/conversation.ts';
import { jsonLinesReader, readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Json, Reader, SessionPatch } from '../source.ts';
import { cliMessage } from './cli.ts';
import { codeRecord } from './code.ts';
import { KimiMemory } from './memory.ts';

export function kimiReader(identity: Identity, state?: Json): Reader {
  const memory = new KimiMemory().restore(state);
  const { session } = identity;
  const isSubagent = identity.root !== undefined;
  const lines = jsonLinesReader(memory, (record, key, line) => {
    const cli = record['timestamp'] !== undefined && record['message'] !== undefined;
    const seconds = number(record['timestamp']);
    const at = cli ? (seconds === undefined ? undefined : Math.round(seconds * 1000)) : number(record['time']);
    const context = new ConversationContext({ session, memory, key, at, line: line.number, isSubagent });
    const where = memory.cwd === undefined ? identity.cwd : undefined;
    context.patchChanged({ cwd: where });
    const known = cli ? cliMessage(context, object(record['message'])) : codeRecord(context, record);
    const kind = cli ? text(object(record['message'])['type']) : text(record['type']);
    if (!known && context.drafts.length === 0) return unknownRecord((kind ?? 'no type').slice(0, 100), memory.version);
    return readingOf(context);
  });
  return {
    line: (line) => {
      if (!isState(line.text)) return lines.line(line);
      return readJsonLine(line, (record) => readingOf({ sessions: stateOf(identity, record) }));
    },
    state: () => lines.state(),
  };
}

function isState(line: string): boolean {
  return /^\s*\{\s*"(?:id|version)"/.test(line);
}

function stateOf({ session, cwd }: Identity, record: JsonObject): readonly SessionPatch[] {
  // The Kimi CLI also writes the first words there, of whatever agent began last.
  const title =
    name(record['title']) ?? (record['title_generated'] === true ? name(record['custom_title']) : undefined);
  const isCustom = record['titleKind'] === 'custom' || record['isCustomTitle'] === true;
  const where = name(record['cwd']) ?? cwd;
  const forkedFrom = name(record['forkedFrom']);
  return [
    {
      uid: session,
      ...(where !== undefined && { cwd: where }),
      // The title of a fork names the session it was forked from by its id.
      ...(title !== undefined && forkedFrom === undefined && (isCustom ? { customTitle: title } : { title })),
    },
  ];
}
