import { name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf, patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Identity, Reader } from '../source.ts';
import { isAnalytics } from './identity.ts';

/**
 * Reads an analytics log: what happened when, in exact numbers and without texts. They are emitted as text: the chat
 * counts the same tokens, rounded, and nothing links the two.
 */
export function analyticsReader({ session }: Identity): Reader {
  return {
    line: (line) =>
      readJsonLine(line, (record, key) => {
        if (!isAnalytics(record)) return unknownRecord(name(record['event'])?.slice(0, 80) ?? 'record', undefined);
        const type = name(record['event'])!.replaceAll(' ', '_').slice(0, 80);
        const at = number(record['time'])! * 1000;
        const properties = object(record['properties']);
        const draft = draftOf(
          session,
          key,
          { is: 'lifecycle', type, text: words(type, properties) },
          { at, native: key, role: 'system' },
        );
        const model = type === 'message_send' ? name(properties['main_model'])?.slice(0, 200) : undefined;
        return readingOf({
          drafts: [draft],
          sessions: patchOf(session, { model, agentVersion: name(properties['aider_version'])?.slice(0, 100) }),
        });
      }),
    state: () => ({}),
  };
}

function words(type: string, properties: JsonObject): string {
  if (type === 'message_send') {
    const [sent, received, cost] = [
      properties['prompt_tokens'],
      properties['completion_tokens'],
      properties['cost'],
    ].map((value) => number(value) ?? 0);
    return `${sent} tokens in, ${received} out, $${cost}`;
  }
  return [type, name(properties['reason']), name(properties['exception'])]
    .filter((part) => part !== undefined)
    .join(': ');
}
