import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SessionUid } from '../model/ids.ts';
import type { StoreReader } from '../store/store.ts';

/**
 * Archived files of these sessions that stemma itself wrote: logs of hooks, of `stemma run` and of the SDK, and received
 * telemetry. Unlike an agent's files they are ours, and must not bring a forgotten session back.
 */
export async function ownLogsOf(
  read: StoreReader,
  home: string,
  sessions: readonly SessionUid[],
): Promise<readonly string[]> {
  const ours = ['hooks', 'runs', 'sdk', join('otlp', 'received')].map((folder) => join(home, folder) + sep);
  const found: string[] = [];
  for (const uid of sessions) {
    for (const { path } of await read.filesOf(uid))
      if (ours.some((folder) => path.startsWith(folder))) found.push(fileOf(path));
  }
  return found;
}

/** Sessions of received telemetry are archived as `<file>#<session>`. */
function fileOf(path: string): string {
  const mark = path.lastIndexOf('.jsonl#');
  return mark < 0 ? path : path.slice(0, mark + '.jsonl'.length);
}

export async function removeLogs(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
