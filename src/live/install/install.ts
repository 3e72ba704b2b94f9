import { basename } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import type { HookKit } from '../hook/hook-command.ts';
import {
  advice as adviceNote,
  isNoteAccepted,
  noteKinds,
  noteState,
  resume as resumeNote,
  writeNoteScript,
} from '../hook/notes.ts';
import { writeHook } from '../hook/write-hook.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import type { PlannedFile } from '../../sources/agent/install.ts';
import { apply, failure, outcomeOf, removeEmptyFolders } from './apply.ts';
import { changeToInstall, changeToUninstall, isSame } from './change.ts';
import type { Change } from './change.ts';
import { isPresent, versionOf } from './detect.ts';
import { isServerCurrent, writeServer } from './mcp/server-script.ts';
import type { Outcome } from './outcome.ts';
import { agentsWith, backupPath, keepBackup, readRecord, sha256, writeRecord } from './record.ts';
import type { FileRecord, InstallRecord } from './record.ts';
import { wantedOf } from './wanted.ts';

export interface InstallOptions {
  readonly machine: Machine;
  readonly kit: HookKit;
  /** Only report what would be done. */
  readonly dryRun: boolean;
  /** Leave out the notes after failed calls. */
  readonly noAdvice?: boolean;
  /** Leave out the notes when a session starts or was compacted. */
  readonly noResume?: boolean;
  /** Leave out the MCP server. */
  readonly noMcp?: boolean;
  /** The newest version of an agent that the archive has seen, for agents whose program is not at hand. */
  readonly versionSeen: (agent: string) => string | undefined;
}

/**
 * Connects an agent: its hooks report what it does while it runs, and it can ask over MCP. Doing it twice changes
 * nothing; with another version of the agent, or of stemma, it updates what is there. A file that cannot be parsed is
 * left alone, and the outcome reports it.
 */
export async function install(
  agent: InstallableAgent,
  { machine, kit, dryRun, noAdvice = false, noResume = false, noMcp = false, versionSeen }: InstallOptions,
): Promise<Outcome> {
  const version = (await versionOf(agent, machine)) ?? versionSeen(agent.name);
  const { plan, files: wanted, unwanted, mcp } = wantedOf(agent, { machine, kit, version }, { noMcp });
  const {
    events = [],
    captures = null,
    toDo = [],
    afterwards = [],
  } = 'instead' in plan ? { toDo: [plan.instead] } : plan;
  const advice = isNoteAccepted(kit, adviceNote, agent, events) ? !noAdvice : null;
  const resume = isNoteAccepted(kit, resumeNote, agent, events) ? !noResume : null;
  const about = {
    agent: agent.name,
    title: agent.title,
    version: version ?? null,
    present: isPresent(agent, machine),
    events,
    captures,
    advice,
    resume,
    mcp: mcp.on,
    mcp_note: mcp.note,
    error: null,
  };
  try {
    const record = readRecord(kit.home, agent.name);
    const known = ({ path }: { readonly path: string }) => ({
      kit,
      agent: agent.name,
      record: record?.files.find((file) => file.path === path),
    });
    const changes = wanted.map((file): Planned => ({ file, ...changeToInstall(file, known(file)) }));
    const left = [
      ...unwanted,
      ...(record?.files ?? []).filter(({ path }) => ![...wanted, ...unwanted].some((file) => file.path === path)),
    ];
    const stale = left
      .map((file) => changeToUninstall(file, known(file)))
      .filter(({ path, from, to }) => !isSame(from, to) || record?.files.some((file) => file.path === path));
    const isServed = changes.some((change) => change.isServed);
    const served = {
      ...about,
      mcp: mcp.on === null ? null : isServed,
      mcp_note: changes.find(({ unserved }) => unserved !== undefined)?.unserved ?? mcp.note,
    };
    if ('instead' in plan && !record && !isServed) return { ...served, status: 'unsupported', files: [], to_do: toDo };

    const options = { advice: advice ?? false, resume: resume ?? false, mcp: isServed };
    const isUnchanged =
      [...changes, ...stale].every(({ from, to }) => isSame(from, to)) &&
      noteKinds.every((note) => noteState(kit, note, agent.name).on === options[note.name]) &&
      (!isServed || isServerCurrent(kit));
    const backups = dryRun
      ? new Map<string, string>()
      : carryOut(changes, stale, { kit, agent, version, events, options, record });
    return {
      ...served,
      status: isUnchanged ? 'unchanged' : record ? 'updated' : 'installed',
      files: [...changes, ...stale].map((change) => outcomeOf(change, backups.get(change.path) ?? null)),
      to_do: [...changes.flatMap(({ note }) => note ?? []), ...toDo, ...(isUnchanged ? [] : afterwards)],
    };
  } catch (error) {
    return { ...about, status: 'failed', files: [], to_do: [], error: failure(error) };
  }
}

interface Work {
  readonly kit: HookKit;
  readonly agent: InstallableAgent;
  readonly version: string | undefined;
  readonly events: readonly string[];
  readonly options: { readonly advice: boolean; readonly resume: boolean; readonly mcp: boolean };
  readonly record: InstallRecord | undefined;
}

type Planned = Change & { readonly file: PlannedFile };

/**
 * The programs first, so that nothing points to a missing file; the record before the files, so that a crash in between
 * loses nothing.
 */
function carryOut(
  changes: readonly Planned[],
  stale: readonly Change[],
  { kit, agent, version, events, options, record }: Work,
): ReadonlyMap<string, string> {
  if (events.length > 0) writeHook(kit);
  if (options.mcp) writeServer(kit, true);
  const backups = new Map<string, string>();
  const files = changes
    .filter(({ isLeftAlone }) => !isLeftAlone)
    .map(({ path, file, from, to, without }): FileRecord => {
      const earlier = record?.files.find((file) => file.path === path);
      if (earlier && isSame(from, to)) return earlier;
      const before = without === undefined ? null : keepBackup(kit.home, agent.name, basename(path), without);
      if (before !== null) backups.set(path, backupPath(kit.home, agent.name, before));
      return { path, kind: file.kind, ...serverOf(file), sha256: sha256(to!), before, folders: earlier?.folders ?? [] };
    });
  const next = { agent: agent.name, version: version ?? null, events, files, ...options };
  writeRecord(kit.home, next);
  const made = new Map(changes.map((change) => [change.path, apply(change)]));
  for (const change of stale) {
    apply(change);
    removeEmptyFolders(record?.files.find(({ path }) => path === change.path)?.folders ?? []);
  }
  if ([...made.values()].some((folders) => folders.length > 0)) {
    writeRecord(kit.home, {
      ...next,
      files: files.map((file) => ({ ...file, folders: [...file.folders, ...(made.get(file.path) ?? [])] })),
    });
  }
  for (const note of noteKinds) writeNoteScript(kit, note, agentsWith(kit.home, note.name));
  if (kit.server !== undefined) writeServer(kit, agentsWith(kit.home, 'mcp').length > 0);
  return backups;
}

function serverOf(file: PlannedFile): Pick<FileRecord, 'server'> {
  if (file.kind === 'own' || !file.server) return {};
  const { format, under } = file.server;
  return { server: { format, under } };
}
