import { sessionUid } from '../../model/ids.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'amp';

const thread = /(?<!\\)"id"\s*:\s*"(T-[0-9a-f]{8}-[0-9a-f-]{27})"/;
const main = /(?<!\\)"mainThreadID"\s*:\s*"(T-[0-9a-f]{8}-[0-9a-f-]{27})"/;

/** One JSON object: a thread with its messages. */
export function matches({ path, head, tail }: Peek): boolean {
  if (!/^\s*\{/.test(head) || !/(?<!\\)"messages"\s*:\s*\[/.test(head)) return false;
  const isNamed = thread.test(head) || thread.test(tail) || /T-[0-9a-f-]{36}\.json$/.test(path);
  const ends = head + tail;
  return isNamed && /(?<!\\)"messageId"\s*:/.test(ends) && /(?<!\\)"created"\s*:\s*\d/.test(ends);
}

export function documentOf(peek: Peek): DocumentShape | undefined {
  return matches(peek) ? { records: ['messages'] } : undefined;
}

export function identify({ path, head, tail }: Peek): Identity {
  const named = /(T-[0-9a-f-]{36})\.json$/.exec(path)?.[1];
  const id = thread.exec(head)?.[1] ?? named ?? thread.exec(tail)?.[1] ?? 'unnamed';
  const above = (main.exec(head) ?? main.exec(tail))?.[1];
  const created = /(?<!\\)"created"\s*:\s*(\d{12,14})/.exec(head)?.[1];
  const root = above === undefined || above === id ? undefined : sessionUid(flavor, above);
  return {
    session: sessionUid(flavor, id),
    ...(root !== undefined && { root, parent: { uid: root, relation: 'subagent' as const } }),
    ...(created !== undefined && { begun: Number(created) }),
  };
}
