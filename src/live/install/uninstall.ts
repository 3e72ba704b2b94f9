import { basename } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Machine } from '../../sources/source.ts';
import type { HookKit } from '../hook/hook-command.ts';
import { noteKinds, writeNoteScript } from '../hook/notes.ts';
import { removeHook } from '../hook/write-hook.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import { apply, failure, outcomeOf, removeEmptyFolders } from './apply.ts';
import { type Change, changeToUninstall, isSame, type Held } from './change.ts';
import { isPresent } from './detect.ts';
import { writeServer } from './mcp/server-script.ts';
import type { Outcome } from './outcome.ts';
import {
  agentsWith,
  backupPath,
  type FileRecord,
  isAnythingInstalled,
  keepBackup,
  readRecord,
  removeRecord,
  writeRecord,
} from './record.ts';
import { wantedOf } from './wanted.ts';

export interface UninstallOptions {
  readonly machine: Machine;
  readonly kit: HookKit;
  readonly dryRun: boolean;
}

/**
 * Undoes an install: restores the earlier bytes if the file is as we left it, and otherwise removes only our part.
 * Works without the record of the install too, from the files themselves. A file that cannot be understood is left
 * alone, and everything else is undone.
 */
export function uninstall(agent: InstallableAgent, { machine, kit, dryRun }: UninstallOptions): Outcome {
  const record = readRecord(kit.home, agent.name);
  const about = {
    agent: agent.name,
    title: agent.title,
    version: record?.version ?? null,
    present: isPresent(agent, machine),
    events: record?.events ?? [],
    captures: null,
    advice: null,
    resume: null,
    mcp: null,
    mcp_note: null,
    error: null,
  };
  try {
    const { files: wanted, unwanted } = wantedOf(agent, { machine, kit, version: undefined }, { noMcp: true });
    const files: readonly Held[] = [
      ...(record?.files ?? []),
      ...[...wanted, ...unwanted].filter(({ path }) => !record?.files.some((file) => file.path === path)),
    ];
    const unreadable: { readonly file: FileRecord; readonly error: StemmaError }[] = [];
    const changes = files.flatMap((file): readonly Change[] => {
      const recorded = record?.files.find(({ path }) => path === file.path);
      try {
        return [changeToUninstall(file, { kit, agent: agent.name, record: recorded })];
      } catch (error) {
        if (!(error instanceof StemmaError)) throw error;
        // Where nothing of ours was ever written, there is nothing to take out.
        if (recorded) unreadable.push({ file: recorded, error });
        return [];
      }
    });
    const real = changes.filter(({ from, to }) => !isSame(from, to));
    if (!record && real.length === 0) return { ...about, status: 'not-installed', files: [], to_do: [] };

    const partial = real.filter(({ isPartial }) => isPartial);
    if (!dryRun) {
      for (const { path, from } of partial) keepBackup(kit.home, agent.name, `changed-${basename(path)}`, from!);
      for (const change of real) apply(change);
      removeEmptyFolders((record?.files ?? []).flatMap(({ folders }) => folders));
      if (record && unreadable.length > 0)
        writeRecord(kit.home, { ...record, files: unreadable.map(({ file }) => file) });
      else removeRecord(kit.home, agent.name, { keepCopies: partial.length > 0 });
      for (const note of noteKinds) writeNoteScript(kit, note, agentsWith(kit.home, note.name));
      writeServer(kit, agentsWith(kit.home, 'mcp').length > 0);
      if (!isAnythingInstalled(kit.home)) removeHook(kit);
    }
    return {
      ...about,
      status: unreadable.length > 0 ? 'failed' : 'removed',
      error: unreadable.length > 0 ? failure(unreadable[0]!.error) : null,
      files: real.map((change) => outcomeOf(change, null)),
      to_do: partial.map(
        ({ path }) =>
          `${path} had been changed since: only what is stemma's was removed. Copies are in ${backupPath(kit.home, agent.name, '')}`,
      ),
    };
  } catch (error) {
    return { ...about, status: 'failed', files: [], to_do: [], error: failure(error) };
  }
}
