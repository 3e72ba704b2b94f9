import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { isObject, list, name, number, object } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'kimi';

/**
 * - `code`: what Kimi Code CLI logs of an agent
 * - `cli`: what the Kimi CLI before it logged
 * - `state`: what is known of a session besides
 */
type FileKind = 'code' | 'cli' | 'state';

export function kindOf({ head }: Peek): FileKind | undefined {
  if (/^\s*\{\s*"(?:id|version)"/.test(head) && !/^[^\n]*\n\s*\{/.test(head))
    return isState(head) ? 'state' : undefined;
  const [first, second] = firstRecords(head, 2);
  if (first?.['type'] !== 'metadata' || typeof first['protocol_version'] !== 'string') return undefined;
  if (number(first['created_at']) !== undefined) return 'code';
  const isMessage = second === undefined || (number(second['timestamp']) !== undefined && isObject(second['message']));
  return isMessage ? 'cli' : undefined;
}

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

export function documentOf(peek: Peek): DocumentShape | undefined {
  return kindOf(peek) === 'state' ? { records: [] } : undefined;
}

/** A log names neither its session nor its agent: its folders do. */
export function identify(peek: Peek): Identity {
  const { path, head } = peek;
  const folders = path.split(/[\\/]/).slice(0, -1);
  const kind = kindOf(peek);
  if (kind === 'state') {
    const id = /"id"\s*:\s*"([^"\\]{1,200})"/.exec(head.slice(0, 2_000))?.[1];
    const cwd = id === undefined ? workingFolder(folders.slice(0, -1)) : undefined;
    return {
      session: sessionUid(flavor, plain(id ?? (folders.at(-1) || 'unnamed'))),
      ...(cwd !== undefined && { cwd }),
    };
  }
  const [first] = firstRecords(head, 1);
  const begun = number(first?.['created_at']) ?? beginning(head);
  const when = begun === undefined ? {} : { begun };
  const place = kind === 'code' ? 'agents' : 'subagents';
  const isAgents = folders.at(-2) === place;
  const agent = isAgents && folders.at(-1) !== 'main' ? folders.at(-1)! : undefined;
  const above = isAgents ? folders.slice(0, -2) : folders;
  const id = plain(above.at(-1) ?? '');
  if (!/^[0-9a-f]{8}-[\w-]+$/.test(id)) return { session: sessionUid(flavor, hashOf(begun, head)), ...when };
  const root = sessionUid(flavor, id);
  const cwd = kind === 'cli' ? workingFolder(above.slice(0, -1)) : undefined;
  const where = cwd === undefined ? {} : { cwd };
  return agent === undefined
    ? { session: root, ...where, ...when }
    : {
        session: sessionUid(flavor, `${id}/${agent}`),
        root,
        parent: { uid: root, relation: 'subagent' },
        ...where,
        ...when,
      };
}

/** What all ids begin with would be all that a short one shows. */
function plain(id: string): string {
  return id.replace(/^session_(?=\w)/, '');
}

/** The Kimi CLI names the folder of its sessions by a hash of where they worked; the folders are listed above it. */
function workingFolder(folders: readonly string[]): string | undefined {
  const hash = folders.at(-1) ?? '';
  const listed = join('/', ...folders.slice(0, -2), 'kimi.json');
  if (!/^[0-9a-f]{32}$/.test(hash) || !existsSync(listed)) return undefined;
  try {
    const paths = list(object(parseJson(readFileSync(listed, 'utf8')))['work_dirs']).map((each) =>
      name(object(each)['path']),
    );
    return paths.find((path) => path !== undefined && createHash('md5').update(path).digest('hex') === hash);
  } catch {
    return undefined;
  }
}

function isState(head: string): boolean {
  const has = (field: string) => new RegExp(`"${field}"\\s*:`).test(head);
  const id = /^\s*\{\s*"id"\s*:\s*"session_[\w-]+"/.test(head);
  return id
    ? has('cwd') && has('agents') && has('version')
    : has('approval') && has('additional_dirs') && has('plan_mode') && has('title_generated');
}

function beginning(head: string): number | undefined {
  const seconds = number(firstRecords(head, 2)[1]?.['timestamp']);
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}

/** Moved out of its folder: when it began is as good as an id, and stays what it is while the file grows. */
function hashOf(begun: number | undefined, head: string): string {
  const beginning = begun === undefined ? head.split('\n', 1)[0]! : String(begun);
  return createHash('sha256').update(beginning).digest('hex').slice(0, 32);
}
