// `node advise.cjs HOME AGENT EVENT < payload`: what hook.sh runs after a call that failed, and never for another. Prints the hook's answer
// and exits 0; in every other case, whatever the trouble, prints nothing and exits 1. Bundled alone, with as little
// as possible: an agent waits for it. CommonJS, because Node loads a third more for a module.
import { readFileSync, writeSync } from 'node:fs';
import { noteOutput } from './live/hook/note-output.ts';
import { hookAdvice } from './live/advice/hook-advice.ts';
import { archiveIn } from './live/archive-in.ts';
import { isObject } from './platform/parse-records.ts';
import { isPostgres } from './store/archive-address.ts';
import { openAsItIs } from './store/sqlite/open-as-it-is.ts';

/** Since the process was started. On a machine that is this busy nobody wants to be kept waiting. */
const limitMs = 500;

const silent = (): never => process.exit(1);
process.on('uncaughtException', silent);
process.on('unhandledRejection', silent);
setTimeout(silent, limitMs - elapsedMs());

void answer(process.argv.slice(2));

async function answer([home = '', agent = '', event = '']: readonly string[]): Promise<void> {
  const payload: unknown = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
  if (!isObject(payload)) return silent();
  const isLate = () => elapsedMs() > limitMs;
  const context = await hookAdvice({ home, agent, event, payload, now: Date.now(), open: () => open(home), isLate });
  const output = context === undefined ? undefined : noteOutput(agent, event, context);
  if (output === undefined) return silent();
  writeSync(1, `${output}\n`);
  process.exit(0);
}

/** The driver of a server is loaded only for one. What is left of the time is all it gets. */
async function open(home: string) {
  const archive = archiveIn(home, process.env);
  if (!isPostgres(archive)) return openAsItIs(archive);
  const postgres = await import('./store/postgres/open-as-it-is.ts');
  return await postgres.openAsItIs(archive, Math.max(1, Math.round(limitMs - elapsedMs())));
}

/** `performance` is loaded when it is first asked. */
function elapsedMs(): number {
  return process.uptime() * 1000;
}
