import { stat } from 'node:fs/promises';
import type { Gives, Machine, Source } from '../../sources/source.ts';

/** What of an agent's history is on disk now. */
export interface AgentOnDisk {
  readonly source: string;
  readonly title: string;
  readonly files: number;
  /** The deepest folder that holds all of them; null when there are none. */
  readonly folder: string | null;
  /** The places searched. */
  readonly places: readonly string[];
  readonly gives: Gives;
  /** The agent deletes sessions by itself. */
  readonly retention: Retention | null;
}

export interface Retention {
  readonly days: number;
  readonly setting: string;
  /** Files the agent will delete within a week, and how many of them are not archived in their current state. */
  readonly going: number;
  readonly unsaved: number;
}

/**
 * What is needed to compare an archived file with the one on disk; undefined when the archive could not be read.
 */
export type Archived =
  | ((path: string) => Promise<{ readonly size: number; readonly mtimeMs: number } | undefined>)
  | undefined;

/** In parallel: most of the time is spent on folders that do not exist. */
export function agentsOnDisk(
  sources: readonly Source[],
  machine: Machine,
  archived: Archived,
  now: number,
): Promise<readonly AgentOnDisk[]> {
  return Promise.all(sources.map((source) => agentOnDisk(source, machine, archived, now)));
}

async function agentOnDisk(source: Source, machine: Machine, archived: Archived, now: number): Promise<AgentOnDisk> {
  let files = 0;
  let folder: string | null = null;
  const deletes = await source.retention?.(machine);
  const retention = deletes && { ...deletes, going: 0, unsaved: 0 };
  for await (const path of source.discover(machine)) {
    files += 1;
    folder = shared(folder, path);
    if (!retention) continue;
    const info = await stat(path).catch(() => undefined);
    if (!info || now - info.mtimeMs < (retention.days - 7) * day) continue;
    retention.going += 1;
    if (!archived) continue;
    const mark = await archived(path);
    if (mark?.size !== info.size || mark.mtimeMs !== info.mtimeMs) retention.unsaved += 1;
  }
  return {
    source: source.name,
    title: source.title,
    files,
    folder,
    places: source.places?.(machine) ?? [],
    gives: source.gives,
    retention: retention ?? null,
  };
}

const day = 24 * 60 * 60 * 1000;

function shared(folder: string | null, path: string): string {
  const parts = path.split('/').slice(0, -1);
  if (folder === null) return parts.join('/');
  const before = folder.split('/');
  const differs = before.findIndex((part, at) => part !== parts[at]);
  return (differs < 0 ? before : before.slice(0, differs)).join('/') || '/';
}
