import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SessionUid } from '../model/ids.ts';
import type { StoreReader } from '../store/store.ts';

/**
 * Archived files that stemma itself wrote of these sessions: what hooks reported, what `stemma run` saw, what a program
 * logged through the SDK. An agent's files are the agent's; these are ours, and when a session is forgotten they must
 * not bring it back.
 */
export async function ownLogsOf(
  read: StoreReader,
  home: string,
  sessions: readonly SessionUid[],
): Promise<readonly string[]> {
  const ours = ['hooks', 'runs', 'sdk'].map((folder) => join(home, folder) + sep);
  const found: string[] = [];
  for (const uid of sessions) {
    for (const { path } of await read.filesOf(uid))
      if (ours.some((folder) => path.startsWith(folder))) found.push(path);
  }
  return found;
}

export async function removeLogs(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
