import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine, Source } from '../sources/source.ts';

/** What of an agent's history is on disk now. */
export interface AgentOnDisk {
  readonly source: string;
  readonly title: string;
  readonly files: number;
  /** The deepest folder that holds all of them; null when there are none. */
  readonly folder: string | null;
}

export async function agentsOnDisk(sources: readonly Source[], machine: Machine): Promise<readonly AgentOnDisk[]> {
  const found: AgentOnDisk[] = [];
  for (const source of sources) {
    let files = 0;
    let folder: string | null = null;
    for await (const path of source.discover(machine)) {
      files += 1;
      folder = shared(folder, path);
    }
    found.push({ source: source.name, title: source.title, files, folder });
  }
  return found;
}

export interface FileOnDisk {
  readonly path: string;
  readonly bytes: number;
  /** Such as `600`. */
  readonly mode: string;
}

export async function fileOnDisk(path: string): Promise<FileOnDisk | null> {
  const info = await stat(path).catch(() => undefined);
  return info ? { path, bytes: info.size, mode: (info.mode & 0o777).toString(8) } : null;
}

/** Days after which Claude Code deletes a transcript. Of its settings only this one key is looked at. */
export async function claudeRetentionDays({ home, env }: Machine): Promise<number> {
  const folder = env['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim() || join(home, '.claude');
  try {
    const days: unknown = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).cleanupPeriodDays;
    return typeof days === 'number' && Number.isFinite(days) ? days : 30;
  } catch {
    return 30;
  }
}

function shared(folder: string | null, path: string): string {
  const parts = path.split('/').slice(0, -1);
  if (folder === null) return parts.join('/');
  const before = folder.split('/');
  const differs = before.findIndex((part, at) => part !== parts[at]);
  return (differs < 0 ? before : before.slice(0, differs)).join('/') || '/';
}
