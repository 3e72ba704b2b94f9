import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { time } from '../../platform/parse-records.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'cline';

/**
 * Cline's three kinds of file. All are one JSON value, so only their beginning can be looked at.
 * - `messages`: the conversation of a session or a sub-agent
 * - `manifest`: what is known of a session besides
 * - `task`: the conversation of a task of the extension before it had sessions
 */
export type FileKind = 'messages' | 'manifest' | 'task';

export function matches({ head }: Peek): boolean {
  return kindOf(head) !== undefined;
}

export function kindOf(head: string): FileKind | undefined {
  const start = head.slice(0, 20_000);
  // Every task begins with one; the forks of Cline that still write this file do the same.
  if (
    /^\s*\[\s*\{[^{}[\]"]*(?:"ts"\s*:\s*\d+\s*,\s*)?"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*"<task>/.test(
      start,
    )
  )
    return 'task';
  if (!/^\s*\{/.test(start)) return undefined;
  const before = start.split(/"messages"\s*:\s*\[/, 1)[0]!;
  if (before.length < start.length && has(before, 'updated_at') && has(before, 'agent') && has(before, 'sessionId'))
    return 'messages';
  return ['session_id', 'started_at', 'status', 'workspace_root', 'enable_spawn'].every((field) => has(start, field))
    ? 'manifest'
    : undefined;
}

export function documentOf({ head }: Peek): DocumentShape | undefined {
  switch (kindOf(head)) {
    case 'messages':
      return { records: ['messages'] };
    case 'manifest':
      return { records: [] };
    case 'task':
      return { records: [''] };
    default:
      return undefined;
  }
}

export function identify({ path, head }: Peek): Identity {
  switch (kindOf(head)) {
    case 'messages':
      return ofMessages(path, head.split(/"messages"\s*:\s*\[/, 1)[0]!);
    case 'manifest':
      return ofManifest(path, head);
    default:
      return ofTask(path);
  }
}

/** `<session id>__<agent id>` is how Cline names a sub-agent's session; its hooks name the two apart. */
export function uidOf(id: string): SessionUid {
  const [session, agent] = splitId(id);
  return sessionUid(flavor, agent === undefined ? session : `${session}/${agent}`);
}

function ofMessages(path: string, head: string): Identity {
  const id = field(head, 'sessionId') ?? fileName(path);
  const session = uidOf(id);
  const begun = timeIn(splitId(id)[1] ?? id);
  const when = begun === undefined ? {} : { begun };
  if (splitId(id)[1] === undefined) return { session, ...when };
  const root = sessionUid(flavor, splitId(id)[0]);
  const above = field(head, 'parentThreadId');
  return { session, root, parent: { uid: above === undefined ? root : uidOf(above), relation: 'subagent' }, ...when };
}

function ofManifest(path: string, head: string): Identity {
  const begun = time(field(head, 'started_at'));
  return { session: uidOf(field(head, 'session_id') ?? fileName(path)), ...(begun === undefined ? {} : { begun }) };
}

/** A task's file does not name its task: its folder does, by the time the task began. */
function ofTask(path: string): Identity {
  const folder = path.split(/[\\/]/).at(-2) ?? '';
  const id = /^\d{10,}$/.test(folder) ? folder : fileName(path);
  const begun = timeIn(id);
  return { session: sessionUid(flavor, id), ...(begun === undefined ? {} : { begun }) };
}

function splitId(id: string): readonly [string, string?] {
  const at = id.indexOf('__');
  return at <= 0 ? [id] : [id.slice(0, at), id.slice(at + 2).replaceAll('/', '_')];
}

/** `1794769126045_snr0t`, `agent_1794769246322_6nizf8`, `1733000000000`: ids begin with when they were made. */
function timeIn(id: string): number | undefined {
  const found = /(?:^|_)(\d{13})(?:_|$)/.exec(id)?.[1];
  return found === undefined ? undefined : Number(found);
}

function has(head: string, name: string): boolean {
  return new RegExp(`"${name}"\\s*:`).test(head);
}

function field(head: string, name: string): string | undefined {
  return new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(head)?.[1];
}

function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/(?:\.messages)?\.json$/, '') || 'unnamed';
}
