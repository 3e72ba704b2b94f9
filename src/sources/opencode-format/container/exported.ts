import { list, name, object, parseRecords, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { headingOf } from './heading.ts';
import { infoOfRow } from './session-row.ts';

/**
 * A session's lines in the format of `opencode export`: its final state, `{info, messages: [{info, parts}]}`, without
 * what was undone. The program written in Go has no export, and lines of the log are no session: those stay lines.
 */
export function exported(lines: Iterable<string>): { readonly name: string; readonly text: string } | undefined {
  let session: Standing | undefined;
  for (const line of lines) {
    const found = parseRecords(line);
    for (const record of found.ok ? found.records : []) {
      const heading = session ? undefined : headingOf(record);
      if (heading?.opencode === 'go' || heading?.opencode === 'log') return undefined;
      if (heading) session = { id: heading.session, info: { id: heading.session }, messages: new Map() };
      else if (session) take(session, record);
    }
  }
  return session && { name: `${session.id}.json`, text: `${JSON.stringify(document(session), null, 2)}\n` };
}

function document({ info, messages }: Standing): JsonObject {
  return {
    info,
    messages: Array.from(messages.values(), (each) => ({ info: each.info, parts: [...each.parts.values()] })),
  };
}

/** The state of a session, as far as it was read. */
interface Standing {
  readonly id: string;
  info: JsonObject;
  /** In the order in which they first came; so are their parts. */
  readonly messages: Map<string, { info: JsonObject; readonly parts: Map<string, JsonObject> }>;
}

function take(session: Standing, record: JsonObject): void {
  const data = object(record['data']);
  if ('seq' in record) return change(session, text(record['type']) ?? '', data);
  const parts = list(record['parts']).map(object);
  if (record['row'] === 'session') session.info = infoOfRow(record);
  if (record['file'] === 'session') session.info = data;
  if (record['row'] === 'message') {
    // Ids are in columns of their own.
    message(session, { ...data, id: record['id'], sessionID: session.id });
    for (const { id, data: fields } of parts)
      part(session, { ...object(fields), id, sessionID: session.id, messageID: record['id'] });
  }
  if (record['file'] === 'message') {
    message(session, data);
    for (const one of parts) part(session, { messageID: data['id'], ...one });
  }
}

function change(session: Standing, type: string, data: JsonObject): void {
  switch (type.replace(/\.\d+$/, '')) {
    case 'session.created':
    case 'session.updated':
      session.info = object(data['info']);
      return;
    case 'message.updated':
      return message(session, object(data['info']));
    case 'message.part.updated':
      return part(session, object(data['part']));
    case 'message.removed':
      session.messages.delete(name(data['messageID']) ?? '');
      return;
    case 'message.part.removed':
      session.messages.get(name(data['messageID']) ?? '')?.parts.delete(name(data['partID']) ?? '');
      return;
    default:
  }
}

function message(session: Standing, info: JsonObject): void {
  const id = name(info['id']);
  if (id === undefined) return;
  session.messages.set(id, { info, parts: session.messages.get(id)?.parts ?? new Map() });
}

function part(session: Standing, fields: JsonObject): void {
  const id = name(fields['id']);
  const holder = name(fields['messageID']);
  if (id === undefined || holder === undefined) return;
  if (!session.messages.has(holder)) message(session, { id: holder, sessionID: session.id });
  session.messages.get(holder)!.parts.set(id, fields);
}
