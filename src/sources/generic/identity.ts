import { createHash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import { name, object } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';
import { bodyOf, roleOf } from './message.ts';
import { timeOf } from './time.ts';

export const flavor = 'generic';

/** Lines that are all messages, or one document whose messages come in a list. */
export function matches(peek: Peek): boolean {
  return isLines(peek) || documentOf(peek) !== undefined;
}

function isLines({ head }: Peek): boolean {
  if (!/^\s*\{/.test(head)) return false;
  const bodies = firstRecords(head, 4).map(bodyOf);
  const all = bodies.filter((body) => body !== undefined);
  return all.length > 1 && all.length === bodies.length && all.some((body) => roleOf(body) === 'user');
}

const role = String.raw`"role"\s*:\s*"(?:system|developer|user|human)"`;
const inDocument = new RegExp(
  String.raw`(?<!\\)"(messages|conversation|history)"\s*:\s*\[\s*\{[^{}\[\]]{0,400}?${role}`,
);
const atTop = new RegExp(String.raw`^\s*\[\s*\{[^{}\[\]]{0,400}?${role}`);

export function documentOf(peek: Peek): DocumentShape | undefined {
  const { head } = peek;
  if (isLines(peek)) return undefined;
  if (atTop.test(head) && /"content"\s*:/.test(head)) return { records: [''] };
  const start = head.slice(0, 30_000);
  const list = /^\s*\{/.test(head) && !isSeveral(head) ? inDocument.exec(start)?.[1] : undefined;
  return list !== undefined && /"content"\s*:/.test(start) ? { records: [list] } : undefined;
}

/** A record a line, whatever is in them: each may be a conversation of its own, which is not read. */
function isSeveral(head: string): boolean {
  const end = head.indexOf('\n');
  return end > 0 && /^\s*\{/.test(head.slice(end)) && firstRecords(head.slice(0, end), 1).length === 1;
}

/** The name of the file, and a mark of its beginning: others may have the same name, or no id. */
export function identify(peek: Peek): Identity {
  const { path, head } = peek;
  const [first = {}, second = {}] = isLines(peek) ? firstRecords(head, 2) : [];
  const own = ['session_id', 'sessionId', 'conversation_id', 'thread_id']
    .map((field) => name(first[field]) ?? name(object(first['metadata'])[field]))
    .find((id) => id !== undefined && /^[\w.:-]{4,100}$/.test(id));
  const start = head.search(inDocument);
  const mark = isLines(peek) ? JSON.stringify([first, second]) : head.slice(Math.max(0, start)).slice(0, 200);
  const stem = (path.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 80);
  const hash = createHash('sha256').update(mark).digest('hex');
  const begun = timeOf(first);
  return {
    session: sessionUid(flavor, own ?? `${stem || 'unnamed'}-${hash.slice(0, 8)}`),
    ...(begun !== undefined && { begun }),
  };
}
