import { sessionUid } from '../../model/ids.ts';
import { name, object, text, time } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { isEnvelope } from './record.ts';
import { identifyVsCode } from './vscode/identity.ts';
import { kindOfFile } from './vscode/kind-of-file.ts';

export const flavor = 'copilot';

/** What VS Code writes, or by the first readable record what the CLI does. */
export function matches({ head }: Peek): boolean {
  if (kindOfFile(head) !== undefined) return true;
  const [first] = firstRecords(head, 1);
  if (first === undefined || !isEnvelope(first)) return false;
  if (first['type'] !== 'session.start') return families.test(text(first['type']) ?? '');
  const { sessionId, copilotVersion } = object(first['data']);
  return typeof sessionId === 'string' && typeof copilotVersion === 'string';
}

/** A file that lost its first line begins with any of these. */
const families = /^(?:session|user|system|assistant|tool|hook|subagent|permission|skill)\.[a-z_]+$|^abort$/;

export function identify(peek: Peek): Identity {
  const { path, head } = peek;
  const chat = identifyVsCode(peek, flavor);
  if (chat) return chat;
  const [first = {}] = firstRecords(head, 1);
  const start = first['type'] === 'session.start' ? object(first['data']) : {};
  const begun = time(start['startTime']) ?? time(first['timestamp']);
  return {
    session: sessionUid(flavor, name(start['sessionId']) ?? nameOf(path)),
    ...(begun === undefined ? {} : { begun }),
  };
}

/** `session-state/<session id>/events.jsonl` */
function nameOf(path: string): string {
  const ids = path.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g);
  return ids?.at(-1) ?? (path.split(/[\\/]/).at(-1) ?? '').replace(/\.jsonl$/, '');
}
