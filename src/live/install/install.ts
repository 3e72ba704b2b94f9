import { basename } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import type { HookKit } from '../hook/hook-command.ts';
import { canSpeak, isSpeaking, speeches, writeSpeech } from '../hook/speech.ts';
import { writeHook } from '../hook/write-hook.ts';
import type { LiveAgent } from './agent.ts';
import { apply, failure, outcomeOf, removeEmptyFolders } from './apply.ts';
import { changeToInstall, changeToUninstall, isSame } from './change.ts';
import type { Change } from './change.ts';
import { isPresent, versionOf } from './detect.ts';
import type { Outcome } from './outcome.ts';
import { agentsTold, backupPath, keepBackup, readRecord, sha256, writeRecord } from './record.ts';
import type { FileRecord, InstallRecord } from './record.ts';

export interface InstallOptions {
  readonly machine: Machine;
  readonly kit: HookKit;
  /** Only say what would be done. */
  readonly dryRun: boolean;
  /** Leave out the notes after failed calls. */
  readonly noAdvice?: boolean;
  /** Leave out where work was left, when a session starts or was compacted. */
  readonly noResume?: boolean;
  /** The newest version of an agent that the archive has seen, for agents whose program is not at hand. */
  readonly versionSeen: (agent: string) => string | undefined;
}

/**
 * Makes an agent tell what it does while it runs. Done twice it changes nothing; with another version of the agent, or of
 * stemma, it brings what is there up to date. A file that cannot be understood is left alone, and the outcome says so.
 */
export async function install(agent: LiveAgent, { machine, kit, dryRun, noAdvice = false, noResume = false, versionSeen }: InstallOptions): Promise<Outcome> {
  const version = agent.dependsOnVersion ? ((await versionOf(agent, machine)) ?? versionSeen(agent.name)) : undefined;
  const plan = agent.plan({ machine, kit, version });
  const common = { agent: agent.name, title: agent.title, version: version ?? null, present: isPresent(agent, machine), error: null };
  if ('instead' in plan) return { ...common, status: 'unsupported', files: [], events: [], captures: null, advice: null, resume: null, to_do: [plan.instead] };

  const can = (what: 'advice' | 'resume'): boolean => canSpeak(kit, speeches[what], agent.name, plan.events);
  const [advice, resume] = [can('advice') ? !noAdvice : null, can('resume') ? !noResume : null];
  const says = { advice: advice ?? false, resume: resume ?? false };
  const about = { ...common, events: plan.events, captures: plan.captures, advice, resume };
  try {
    const record = readRecord(kit.home, agent.name);
    const recorded = (path: string): FileRecord | undefined => record?.files.find((file) => file.path === path);
    const changes = plan.files.map((file) => ({ kind: file.kind, ...changeToInstall(file, { kit, agent: agent.name, record: recorded(file.path) }) }));
    const stale = (record?.files ?? [])
      .filter(({ path }) => !plan.files.some((file) => file.path === path))
      .map((file) => ({ kind: file.kind, ...changeToUninstall(file, { kit, agent: agent.name, record: file }) }));
    const saysSo = (what: 'advice' | 'resume'): boolean => isSpeaking(kit, speeches[what], agent.name).on === says[what];
    const isQuiet = [...changes, ...stale].every(({ from, to }) => isSame(from, to)) && saysSo('advice') && saysSo('resume');
    const backups = dryRun ? new Map<string, string>() : carryOut(changes, stale, { kit, agent, version, events: plan.events, says, record });
    return {
      ...about,
      status: isQuiet ? 'unchanged' : record ? 'updated' : 'installed',
      files: [...changes, ...stale].map((change) => outcomeOf(change, backups.get(change.path) ?? null)),
      to_do: [...changes.flatMap(({ note }) => note ?? []), ...(plan.toDo ?? []), ...(isQuiet ? [] : (plan.afterwards ?? []))],
    };
  } catch (error) {
    return { ...about, status: 'failed', files: [], to_do: [], error: failure(error) };
  }
}

interface Work {
  readonly kit: HookKit;
  readonly agent: LiveAgent;
  readonly version: string | undefined;
  readonly events: readonly string[];
  readonly says: { readonly advice: boolean; readonly resume: boolean };
  readonly record: InstallRecord | undefined;
}

type Planned = Change & { readonly kind: FileRecord['kind'] };

/** The hook first, so that nothing points to a file that is not there; the record before the files, so that a crash in between loses nothing. */
function carryOut(changes: readonly Planned[], stale: readonly Planned[], { kit, agent, version, events, says, record }: Work): ReadonlyMap<string, string> {
  writeHook(kit);
  const backups = new Map<string, string>();
  const files = changes
    .filter(({ isLeftAlone }) => !isLeftAlone)
    .map(({ path, kind, from, to, without }): FileRecord => {
      const earlier = record?.files.find((file) => file.path === path);
      if (earlier && isSame(from, to)) return earlier;
      const before = without === undefined ? null : keepBackup(kit.home, agent.name, basename(path), without);
      if (before !== null) backups.set(path, backupPath(kit.home, agent.name, before));
      return { path, kind, sha256: sha256(to!), before, folders: earlier?.folders ?? [] };
    });
  const next = { agent: agent.name, version: version ?? null, events, files, ...says };
  writeRecord(kit.home, next);
  const made = new Map(changes.map((change) => [change.path, apply(change)]));
  for (const change of stale) {
    apply(change);
    removeEmptyFolders(record?.files.find(({ path }) => path === change.path)?.folders ?? []);
  }
  if ([...made.values()].some((folders) => folders.length > 0)) {
    writeRecord(kit.home, { ...next, files: files.map((file) => ({ ...file, folders: [...file.folders, ...(made.get(file.path) ?? [])] })) });
  }
  for (const what of ['advice', 'resume'] as const) writeSpeech(kit, speeches[what], agentsTold(kit.home, what));
  return backups;
}
