import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sessionUid } from '../../../model/ids.ts';
import { name, number, object, time } from '../../../platform/parse-records.ts';
import { firstRecords } from '../../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../../source.ts';
import { kindOfFile } from './kind-of-file.ts';

/** Which session a file of VS Code holds; undefined when it is none. */
export function identifyVsCode(peek: Peek, flavor: string): Identity | undefined {
  const { path, head } = peek;
  switch (kindOfFile(head)) {
    case 'chat':
    case 'chat-log': {
      const begun = Number(
        /"creationDate"\s*:\s*(\d{12,14})/.exec(head)?.[1] ?? /"timestamp"\s*:\s*(\d{12,14})/.exec(head)?.[1],
      );
      return { session: sessionUid(flavor, chatId(peek)), ...(Number.isFinite(begun) ? { begun } : {}) };
    }
    case 'transcript': {
      const data = object(firstRecords(head, 1)[0]?.['data']);
      const begun = time(data['startTime']);
      return {
        session: sessionUid(flavor, name(data['sessionId']) ?? stem(path)),
        ...(begun === undefined ? {} : { begun }),
        ...(hasChats(path) ? { secondary: true as const } : {}),
      };
    }
    case 'debug-log': {
      const first = firstRecords(head, 1)[0] ?? {};
      const begun = number(first['ts']);
      return {
        session: sessionUid(flavor, name(first['sid']) ?? basename(dirname(path))),
        secondary: true,
        ...(begun === undefined ? {} : { begun }),
      };
    }
    default:
      return undefined;
  }
}

export function documentOf({ head }: Peek): DocumentShape | undefined {
  return kindOfFile(head) === 'chat' ? { records: ['requests'] } : undefined;
}

/**
 * The session's own id is before its requests, or behind them with the date; an export has none, and its requests name
 * the extension's conversation.
 */
function chatId({ path, head, tail }: Peek): string {
  const before = head.split(/"requests"\s*:\s*\[/, 1)[0]!;
  const own =
    /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(before)?.[1] ??
    /"sessionId"\s*:\s*"([^"\\]{1,200})"\s*,\s*"creationDate"/.exec(tail)?.[1];
  if (own !== undefined) return own;
  const file = stem(path);
  if (uuid.test(file)) return file;
  return [...`${head}${tail}`.matchAll(/"sessionId"\s*:\s*"([^"\\]{1,200})"/g)].at(-1)?.[1] ?? file;
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Where the editor runs, its chats are beside the extension's files; on the remote side of a connection they are not.
 */
function hasChats(path: string): boolean {
  return existsSync(join(dirname(dirname(dirname(path))), 'chatSessions'));
}

function stem(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/\.jsonl?$/, '') || 'unnamed';
}
