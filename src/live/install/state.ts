import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../sources/source.ts';
import { spoolPath } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import { advice, canSpeak, isSpeaking, resume, type Speech } from '../hook/speech.ts';
import { isHookCurrent } from '../hook/write-hook.ts';
import type { LiveAgent } from './agent.ts';
import { liveAgents } from './agents.ts';
import { bytesOf, changeToInstall, changeToUninstall, isSame, textOf } from './change.ts';
import { isPresent } from './detect.ts';
import { standingIn } from './mcp/mcp-setting.ts';
import { isServerCurrent, isServerWorking, serverCommand } from './mcp/server-script.ts';
import { readRecord } from './record.ts';
import { newestOf } from './version.ts';
import { wantedOf } from './wanted.ts';

/** How it stands with listening to one agent; for `stemma doctor`. */
export interface LiveState {
  readonly agent: string;
  readonly title: string;
  readonly present: boolean;
  /** Whether its settings call us. */
  readonly installed: boolean;
  /** Whether `stemma install` would change nothing. */
  readonly upToDate: boolean;
  /** The file that calls us, or would; null for agents that cannot be listened to. */
  readonly path: string | null;
  /** When it last told something, in milliseconds. */
  readonly lastEventAt: number | undefined;
  /** Events in the spool that nobody has collected yet. */
  readonly waiting: number;
  /**
   * Whether it is told what helped before, after a call that failed; null where it cannot be. `broken`: what would
   * say it is gone.
   */
  readonly advice: 'on' | 'off' | 'broken' | null;
  /** The same of where work was left, when a session starts or was compacted. */
  readonly resume: 'on' | 'off' | 'broken' | null;
  /**
   * Whether it can ask over MCP; null where it cannot be told of servers. `strange`: it has a server of our name that
   * is not ours. `twice`: it has it from elsewhere too.
   */
  readonly mcp: 'on' | 'off' | 'broken' | 'strange' | 'elsewhere' | 'twice' | null;
  /** What is left to the person before it tells anything, as sentences. */
  readonly toDo: readonly string[];
  /** Why it cannot be told, as a sentence. */
  readonly trouble: string | undefined;
}

/**
 * Looks, and starts no program: of an agent's version it knows what the caller has seen and what the install found;
 * the newer counts.
 */
export function liveStates(
  machine: Machine,
  kit: HookKit,
  versionSeen: (agent: string) => string | undefined = () => undefined,
): readonly LiveState[] {
  return liveAgents.map((agent) => {
    const record = readRecord(kit.home, agent.name);
    const version = newestOf([versionSeen(agent.name), record?.version].flatMap((each) => each ?? []));
    const { plan, files } = wantedOf(agent, { machine, kit, version }, { noMcp: record?.mcp === false });
    const told = (speech: Speech) => ('events' in plan ? stateOf(kit, speech, agent.name, plan.events) : null);
    const about = {
      agent: agent.name,
      title: agent.title,
      present: isPresent(agent, machine),
      advice: told(advice),
      resume: told(resume),
      mcp: mcpState(agent, machine, kit),
      ...heardFrom(kit, agent.name),
    };
    if ('instead' in plan)
      return { ...about, installed: false, upToDate: true, path: null, toDo: [], trouble: undefined };
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
      return { ...about, installed, upToDate, path, toDo: installed ? (plan.toDo ?? []) : [], trouble: undefined };
    } catch (error) {
      return { ...about, installed: false, upToDate: false, path, toDo: [], trouble: (error as Error).message };
    }
  });
}

function stateOf(kit: HookKit, speech: Speech, agent: string, events: readonly string[]): LiveState['advice'] {
  if (!canSpeak(kit, speech, agent, events)) return null;
  const { on, works } = isSpeaking(kit, speech, agent);
  return on ? (works ? 'on' : 'broken') : 'off';
}

function mcpState({ mcp }: LiveAgent, machine: Machine, kit: HookKit): LiveState['mcp'] {
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

/** What waits in the spool, and what was collected from it. */
function heardFrom({ home }: HookKit, agent: string): Pick<LiveState, 'lastEventAt' | 'waiting'> {
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
