import { diagnose } from '../../ask/archive/diagnose.ts';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import { redact } from '../../platform/redact.ts';
import type { Machine, Source } from '../../sources/source.ts';
import { isPostgres } from '../../store/archive-address.ts';
import type { StoreReader } from '../../store/store.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { LiveState } from '../install/state.ts';
import type { Switch } from '../switch.ts';
import { agentsOnDisk } from './agents-on-disk.ts';
import type { AgentSetup, SetupAnswer } from './setup-answer.ts';

/** What is installed on this machine, and how stemma is set up on it. */
export interface SetupParts {
  readonly machine: Machine;
  readonly kit: HookKit;
  readonly sources: () => Promise<readonly Source[]>;
  readonly settings: {
    readonly base: string;
    /** A file, or the address of a PostgreSQL database with its password. */
    readonly archive: string;
    readonly exclude: readonly string[];
    readonly advice: Switch;
    readonly resume: Switch;
  };
}

/** What the page shows about this machine. A part of what `stemma doctor` finds. */
export function setupOf({
  machine,
  kit,
  sources,
  settings,
}: SetupParts): (read: StoreReader, now: number) => Promise<SetupAnswer> {
  return async (read, now) => {
    const { liveStates } = await import('../install/state.ts');
    const diagnosis = await diagnose(read);
    const onDisk = await agentsOnDisk(await sources(), machine, (path) => read.file(path), now);
    const live = new Map(liveStates(machine, kit).map((state) => [state.agent, state]));
    const archived = new Map(diagnosis.agents.map((agent) => [agent.source, agent]));
    const all = onDisk.map(({ source, title, files, places, retention }): AgentSetup => {
      const kept = archived.get(source);
      const state = live.get(source);
      return {
        source,
        title,
        files,
        archived_files: kept?.files ?? 0,
        sessions: kept?.sessions ?? 0,
        last_event_at: kept?.last_event_at ?? null,
        places: places.map((place) => redact(place)),
        hooks: hooksOf(state),
        mcp: mcpOf(state),
        to_do: state?.installed ? state.toDo.map((each) => redact(each)) : [],
        retention_days: retention?.days ?? null,
        going: retention?.going ?? 0,
        unsaved: retention?.unsaved ?? 0,
      };
    });
    const isHere = ({ source, files, archived_files: kept }: AgentSetup): boolean =>
      files + kept > 0 || live.get(source)?.present === true;
    const prices = loadPrices(settings.base);
    const inPostgres = isPostgres(settings.archive);
    return {
      agents: all.filter(isHere).toSorted((a, b) => b.sessions - a.sessions || b.files - a.files),
      absent: all.filter((agent) => !isHere(agent)).map(({ title }) => title),
      archive: {
        kind: inPostgres ? 'postgres' : 'sqlite',
        path: inPostgres ? null : redact(settings.archive),
        bytes: diagnosis.bytes.store,
        ingested_at: diagnosis.ingested_at,
        outdated: diagnosis.outdated,
        rebuild_unfinished: diagnosis.rebuild_unfinished,
        issues: diagnosis.issue_total,
      },
      prices: { date: prices.date, models: prices.models.size, own: prices.own.size },
      exclude: settings.exclude.map((pattern) => redact(pattern)),
      advice: settings.advice.on,
      resume: settings.resume.on,
    };
  };
}

function hooksOf(state: LiveState | undefined): AgentSetup['hooks'] {
  if (!state || state.path === null) return null;
  if (!state.installed) return 'off';
  return state.upToDate ? 'on' : 'old';
}

function mcpOf(state: LiveState | undefined): AgentSetup['mcp'] {
  if (!state || state.mcp === null) return null;
  return state.mcp === 'on' || state.mcp === 'elsewhere' ? 'on' : state.mcp === 'off' ? 'off' : 'broken';
}
