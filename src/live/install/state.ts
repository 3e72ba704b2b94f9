import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import { spoolPath } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import { advice, isNoteAccepted, type NoteKind, noteState, resume } from '../hook/notes.ts';
import { isHookCurrent } from '../hook/write-hook.ts';
import type { AgentDescriptor, InstallableAgent } from '../../sources/agent/descriptor.ts';
import { installableAgents } from '../../sources/registry.ts';
import { bytesOf, changeToInstall, changeToUninstall, isSame, textOf } from './change.ts';
import { isPresent } from './detect.ts';
import { standingIn } from './mcp/mcp-setting.ts';
import { isServerCurrent, isServerWorking, serverCommand } from './mcp/server-script.ts';
import { readRecord } from './record.ts';
import { newestOf } from '../../sources/agent/version.ts';
import { wantedOf } from './wanted.ts';

/** The state of one agent's hooks and MCP server; for `stemma doctor`. */
export interface LiveState {
  readonly agent: string;
  readonly title: string;
  readonly present: boolean;
  /** Whether its settings run our hooks. */
  readonly installed: boolean;
  /** Whether `stemma install` would change nothing. */
  readonly upToDate: boolean;
  /** The file that runs our hooks, or would; null for agents without hooks. */
  readonly path: string | null;
  /** When its hooks last reported an event, in milliseconds. */
  readonly lastEventAt: number | undefined;
  /** Events in the spool that nobody has collected yet. */
  readonly waiting: number;
  /**
   * Whether it gets advice after a call that failed; null where it cannot. `broken`: the program that writes it is
   * gone.
   */
  readonly advice: 'on' | 'off' | 'broken' | null;
  /** The same of resume notes, when a session starts or was compacted. */
  readonly resume: 'on' | 'off' | 'broken' | null;
  /**
   * Whether it can ask over MCP; null where it knows no servers. `strange`: it has a server of our name that is not
   * ours. `twice`: it has it from elsewhere too.
   */
  readonly mcp: 'on' | 'off' | 'broken' | 'strange' | 'elsewhere' | 'twice' | null;
  /** What is left to the person before hooks run, as sentences. */
  readonly toDo: readonly string[];
  /** Why the state is unknown, as a sentence. */
  readonly problem: string | undefined;
}

/** Starts no program: the agent's version is the newer of what the caller has seen and what the install found. */
export function liveStates(
  machine: Machine,
  kit: HookKit,
  versionSeen: (agent: string) => string | undefined = () => undefined,
): readonly LiveState[] {
  return installableAgents.map((agent) => {
    const record = readRecord(kit.home, agent.name);
    const version = newestOf([versionSeen(agent.name), record?.version].flatMap((each) => each ?? []));
    const { plan, files } = wantedOf(agent, { machine, kit, version }, { noMcp: record?.mcp === false });
    const stateOf = (note: NoteKind) => ('events' in plan ? switchState(kit, note, agent, plan.events) : null);
    const about = {
      agent: agent.name,
      title: agent.title,
      present: isPresent(agent, machine),
      advice: stateOf(advice),
      resume: stateOf(resume),
      mcp: mcpState(agent, machine, kit),
      ...lastEvents(kit, agent.name),
    };
    if ('instead' in plan)
      return { ...about, installed: false, upToDate: true, path: null, toDo: [], problem: undefined };
    const path = plan.files[0]!.path;
    try {
      const known = (file: { readonly path: string }) => ({
        kit,
        agent: agent.name,
        record: record?.files.find((each) => each.path === file.path),
      });
      const takes = plan.files.map((file) => changeToUninstall(file, known(file)));
      const installed = takes.some(({ from, to }) => !isSame(from, to));
      const upToDate =
        installed &&
        isHookCurrent(kit) &&
        (!record?.mcp || isServerCurrent(kit)) &&
        files.map((file) => changeToInstall(file, known(file))).every(({ from, to }) => isSame(from, to));
      return { ...about, installed, upToDate, path, toDo: installed ? (plan.toDo ?? []) : [], problem: undefined };
    } catch (error) {
      return { ...about, installed: false, upToDate: false, path, toDo: [], problem: (error as Error).message };
    }
  });
}

function switchState(
  kit: HookKit,
  note: NoteKind,
  agent: AgentDescriptor,
  events: readonly string[],
): LiveState['advice'] {
  if (!isNoteAccepted(kit, note, agent, events)) return null;
  const { on, works } = noteState(kit, note, agent.name);
  return on ? (works ? 'on' : 'broken') : 'off';
}

function mcpState({ install: { mcp } }: InstallableAgent, machine: Machine, kit: HookKit): LiveState['mcp'] {
  if ('instead' in mcp || kit.server === undefined) return null;
  const isElsewhere = mcp.hasItAlready?.(machine) !== undefined;
  try {
    const bytes = bytesOf(mcp.path(machine));
    const standing = bytes === undefined ? 'absent' : standingIn(textOf(bytes), mcp, serverCommand(kit));
    if (standing === 'absent') return isElsewhere ? 'elsewhere' : 'off';
    if (standing === 'strange') return 'strange';
    if (isElsewhere) return 'twice';
    return standing === 'ours' && isServerWorking(kit) ? 'on' : 'broken';
  } catch {
    return 'off';
  }
}

/** From the spool, and from the logs it was collected into. */
function lastEvents({ home }: HookKit, agent: string): Pick<LiveState, 'lastEventAt' | 'waiting'> {
  const below = (folder: string): string[] => names(folder).map((name) => join(folder, name));
  const waiting = names(spoolPath({ home }))
    .filter((name) => name.startsWith(`${agent}.`))
    .map((name) => join(spoolPath({ home }), name));
  const times = [...waiting, ...below(join(home, 'hooks', agent))].flatMap(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return {
    waiting: waiting.length,
    lastEventAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
  };
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
