import type { HookKit } from '../../live/hook/hook-command.ts';
import type { StatusLineKit } from '../../live/status-line/set-status-line.ts';
import type { Run } from '../run.ts';
import { settingsOf } from './settings.ts';

/** Hooks write to the user's archive, never to the demo's. */
export function hookKit(run: Run): HookKit {
  const { adviser, resumer, server } = run.app;
  return {
    home: run.settings.base,
    platform: process.platform,
    node: process.execPath,
    ...(adviser !== undefined && { adviser }),
    ...(resumer !== undefined && { resumer }),
    ...(server !== undefined && { server, serverEnv: serverEnv(run) }),
  };
}

/** Undefined when stemma was not built. */
export function statusLineKit(run: Run): StatusLineKit | undefined {
  const { statusLiner } = run.app;
  const { base } = run.settings;
  return statusLiner === undefined
    ? undefined
    : { home: base, platform: process.platform, node: process.execPath, statusLiner };
}

/** Agents pass on little of the environment, so the server gets the variables it needs explicitly. */
function serverEnv({ app, settings: { base, archive, workspace, isDemo } }: Run): Readonly<Record<string, string>> {
  const bare = settingsOf({ home: base }, { ...app.machine, env: {} }, false);
  return {
    ...(!isDemo && archive !== bare.archive && { STEMMA_DB: archive }),
    ...(workspace !== bare.workspace && { STEMMA_WORKSPACE: workspace }),
  };
}
