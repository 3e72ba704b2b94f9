// `node advise.cjs HOME AGENT EVENT < payload`: run by hook.sh after a failed call only. Prints the hook's output and
// exits 0; in every other case, on any error, prints nothing and exits 1. Bundled alone, with as little as possible: an
// agent waits for it. CommonJS, because Node loads a third more for a module.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { noteOutput } from './live/hook/note-output.ts';
import { hookAdvice } from './live/advice/hook-advice.ts';
import { withTeamChains } from './live/advice/with-team-chains.ts';
import { archiveIn } from './live/archive-in.ts';
import { isObject } from './platform/parse-records.ts';
import { isPostgres } from './store/archive-address.ts';
import { openAsItIs } from './store/sqlite/open-as-it-is.ts';
import { parseJson } from './platform/parse-json.ts';
import { teamMemoryPath } from './platform/team-memory-path.ts';

/** Since the process was started. On a machine this busy an agent should not be kept waiting. */
const limitMs = 500;

const silent = (): never => process.exit(1);
process.on('uncaughtException', silent);
process.on('unhandledRejection', silent);
setTimeout(silent, Math.max(1, limitMs - elapsedMs()));

void answer(process.argv.slice(2));

async function answer([home = '', agent = '', event = '']: readonly string[]): Promise<void> {
  const payload: unknown = parseJson(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  if (!isObject(payload)) return silent();
  const isLate = () => elapsedMs() > limitMs;
  const context = await hookAdvice({ home, agent, event, payload, now: Date.now(), open: () => open(home), isLate });
  const output = context === undefined ? undefined : noteOutput(agent, event, context);
  if (output === undefined) return silent();
  writeSync(1, `${output}\n`);
  process.exit(0);
}

/** The driver of a server is loaded only for one. It gets the remaining time. */
async function open(home: string) {
  const archive = archiveIn(home, process.env);
  const pulled = teamMemoryPath(home);
  const team = existsSync(pulled) ? openAsItIs(pulled) : undefined;
  if (!isPostgres(archive)) return withTeamChains(openAsItIs(archive), team);
  const postgres = await import('./store/postgres/open-as-it-is.ts');
  return withTeamChains(await postgres.openAsItIs(archive, Math.max(1, Math.round(limitMs - elapsedMs()))), team);
}

/** `performance` is loaded on first use. */
function elapsedMs(): number {
  return process.uptime() * 1000;
}
