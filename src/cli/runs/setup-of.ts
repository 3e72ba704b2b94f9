import { diagnose } from '../../ask/archive/diagnose.ts';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import type { LiveState } from '../../live/install/state.ts';
import type { AgentSetup, SetupAnswer } from '../../live/setup/setup-answer.ts';
import { redact } from '../../platform/redact.ts';
import { isPostgres } from '../../store/archive-address.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Run } from '../run.ts';
import { hookKit } from '../settings/hook-kit.ts';
import { machineOf } from '../settings/machine-of.ts';
import { agentsOnDisk } from './examine-machine.ts';

/** What the page shows about this machine. A part of what `stemma doctor` finds. */
export function setupOf(run: Run): (read: StoreReader, now: number) => Promise<SetupAnswer> {
  const { app, settings } = run;
  return async (read, now) => {
    const { liveStates } = await import('../../live/install/state.ts');
    const diagnosis = await diagnose(read);
    const onDisk = await agentsOnDisk(await app.sources(), machineOf(run), (path) => read.file(path), now);
    const live = new Map(liveStates(app.machine, hookKit(run)).map((state) => [state.agent, state]));
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
