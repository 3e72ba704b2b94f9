import type { Key, SessionUid } from '../../model/ids.ts';
import { flavor } from '../../sources/sdk/identity.ts';
import type { Start } from '../../sources/sdk/record.ts';
import type { EventLoggerOptions } from './event-logger.ts';
import type { ParentReference } from './parent-reference.ts';

/** The line that every file of a logger begins with. */
export function startLine(
  session: SessionUid,
  tree: Key,
  at: number,
  parent: ParentReference | undefined,
  { title, cwd, agent, version, domain, taskRef }: EventLoggerOptions,
): string {
  const start: Start = {
    stemma: 'sdk',
    v: 1,
    session: session.slice(flavor.length + 1),
    tree,
    at,
    pid: process.pid,
    ...(title !== undefined && { title: String(title) }),
    cwd: cwd ?? currentFolder(),
    ...(agent !== undefined && { agent: String(agent) }),
    ...(version !== undefined && { version: String(version) }),
    ...(domain !== undefined && { domain: String(domain) }),
    ...(taskRef !== undefined && { taskRef: String(taskRef) }),
    ...(parent && { parent: parent.id }),
    ...(parent?.session !== undefined && parent.session !== session && { parentSession: parent.session }),
  };
  return `${JSON.stringify(start)}\n`;
}

/** It may be gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}
