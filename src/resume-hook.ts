// `node resume-hook.js HOME AGENT EVENT < payload`: run by hook.sh when a session starts or was compacted. Prints the
// hook's output and exits 0; in every other case, on any error, prints nothing and exits 1. An agent waits for it: two
// seconds at most, one of which may be spent reading what the archive does not have yet.
import { readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { noteOutput } from './live/hook/note-output.ts';
import { archiveIn } from './live/archive-in.ts';
import { sessionStart } from './live/resume/session-start.ts';
import { StemmaError } from './model/stemma-error.ts';
import { isObject, type JsonObject } from './platform/parse-records.ts';
import { isPostgres } from './store/archive-address.ts';
import { loadSource } from './sources/registry.ts';
import type { Store, StoreMode, StoreOpenedTo } from './store/store.ts';
import { parseJson } from './platform/parse-json.ts';

const limitMs = 2000;
const readingMs = 1000;
/** Waiting for another process's transaction. */
const busyMs = 200;
/** Waiting for a connection to a server. */
const connectMs = 600;
let isAway = false;

const silent = (): never => process.exit(1);
process.on('uncaughtException', silent);
process.on('unhandledRejection', silent);
setTimeout(silent, Math.max(1, limitMs - elapsedMs()));

const [home = '', agent = '', event = ''] = process.argv.slice(2);
const payload: unknown = parseJson(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
if (import.meta.url.endsWith('.js')) await pushInBackground();
// Most of it is loaded when there may be a note.
const context = isObject(payload) && sessionStart(agent, payload) ? await contextFor(payload) : undefined;
const output = context === undefined ? undefined : noteOutput(agent, event, context);
if (output === undefined) silent();
else {
  writeSync(1, `${output}\n`);
  process.exit(0);
}

/** Where `push` is on: what earlier sessions left is sent while this one begins. */
async function pushInBackground(): Promise<void> {
  const { pushSoon } = await import('./live/push/push-soon.ts');
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  pushSoon({ home, env: process.env, now: Date.now(), program });
}

async function contextFor(started: JsonObject): Promise<string | undefined> {
  const { hookResume } = await import('./live/resume/hook-resume.ts');
  return await hookResume({
    home,
    agent,
    payload: started,
    open,
    now: Date.now(),
    source: loadSource,
    machine: { home: homedir(), env: process.env },
    ...(await settings()),
    signal: AbortSignal.timeout(Math.max(1, Math.round(readingMs - elapsedMs()))),
    isLate: () => elapsedMs() > limitMs,
  });
}

/** A hook creates no archive and migrates none: that may take long. Nothing is closed: the process ends. */
async function open<Mode extends StoreMode>(mode: Mode): Promise<StoreOpenedTo<Mode> | undefined> {
  const path = archiveIn(home, process.env);
  if (isPostgres(path)) return await openServer(path, mode);
  const { openAsItIs } = await import('./store/sqlite/open-as-it-is.ts');
  using asItIs = openAsItIs(path);
  if (!asItIs) return undefined;
  try {
    const { openSqlite } = await import('./store/sqlite/open.ts');
    return await openSqlite(path, { mode, waitMs: 0, busyMs });
  } catch {
    return undefined;
  }
}

/** Once a server does not answer it is not asked again. A machine that never ingested has no files to add. */
async function openServer(url: string, mode: StoreMode): Promise<Store | undefined> {
  const { machineName } = await import('./platform/machine-name.ts');
  const machine = machineName(home);
  if (isAway || (mode === 'write' && machine === undefined)) return undefined;
  try {
    const { openPostgres } = await import('./store/postgres/open.ts');
    return await openPostgres(url, {
      mode,
      machine,
      asItIs: true,
      connectMs,
      lockMs: busyMs,
      reconnectMs: 0,
      questionMs: 0,
      statementMs: limitMs,
    });
  } catch (error) {
    // A user may have the right to read but not to write.
    isAway = !(error instanceof StemmaError) || error.code === 'store-unreachable';
    return undefined;
  }
}

async function settings(): Promise<{ readonly exclude: readonly string[]; readonly workspace: string }> {
  const { readConfig } = await import('./cli/settings/config.ts');
  const { exclude, workspace } = readConfig(home);
  return { exclude, workspace: process.env['STEMMA_WORKSPACE'] || workspace || 'local' };
}

function elapsedMs(): number {
  return process.uptime() * 1000;
}
