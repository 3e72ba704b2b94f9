import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { name, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';

export const flavor = 'gptme';

/** What only the folder shows: the name that gptme gave the conversation. */
export interface ConversationIdentity extends Identity {
  readonly title?: string;
}

/** Messages alone could be anybody's: the first one is its own system prompt, which it marks as pinned or hidden. */
export function matches({ head }: Peek): boolean {
  const [first, second] = firstRecords(head, 2);
  return first !== undefined && isMessage(first) && (second === undefined || isMessage(second)) && isOwn(first);
}

function isMessage(record: JsonObject): boolean {
  return (
    ['system', 'user', 'assistant'].includes(name(record['role']) ?? '') &&
    typeof record['content'] === 'string' &&
    time(record['timestamp']) !== undefined &&
    record['uuid'] === undefined
  );
}

function isOwn(record: JsonObject): boolean {
  const content = typeof record['content'] === 'string' ? record['content'].slice(0, 200) : '';
  return record['role'] === 'system' && (record['pinned'] === true || /^You are gptme\b/.test(content));
}

/** A conversation is named by its folder. */
export function identify({ path, head }: Peek): ConversationIdentity {
  const folders = path.split(/[\\/]/).slice(0, -1);
  const folder = folders.at(-1) ?? '';
  const isNamed = /[\\/]conversation\.jsonl$/.test(path) && /^[\w.-]{3,100}$/.test(folder);
  const hash = createHash('sha256').update(head.slice(0, 4_000)).digest('hex').slice(0, 32);
  const begun = time(firstRecords(head, 1)[0]?.['timestamp']);
  const title = isNamed ? titleIn(join('/', ...folders)) : undefined;
  return {
    session: sessionUid(flavor, isNamed ? folder : hash),
    ...(title !== undefined && { title }),
    ...(begun !== undefined && { begun }),
  };
}

/** One setting of the conversation, out of a file of many. */
function titleIn(folder: string): string | undefined {
  const path = join(folder, 'config.toml');
  if (!existsSync(path)) return undefined;
  try {
    return /^name = "([^"\\\n]{1,400})"/m.exec(readFileSync(path, 'utf8').slice(0, 20_000))?.[1];
  } catch {
    return undefined;
  }
}
