// node digest.mjs STORE SESSION: makes the digest of a session in a process of its own, whether or not one is kept.
// Prints what it took as JSON. Not TypeScript: what Node needs to understand that would be counted in.
// STEMMA_BENCH_DIST names the build.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './peak-memory.mjs';

const [, , storePath, name] = process.argv;
const built = (module) => import(pathToFileURL(join(process.env['STEMMA_BENCH_DIST'], `${module}.js`)).href);
const { digest } = await built('ask/digest/digest');
const { findSession } = await built('ask/find/find-session');
const { redacted } = await built('ask/redaction/redacted');
const { openSqlite } = await built('store/sqlite/open');
// As the command does.
(await built('platform/keep-heap-small')).keepHeapTight();

const store = await openSqlite(storePath, { mode: 'read' });
const read = { ...redacted(store.read), digest: async () => undefined };
const session = await findSession(read, name);
const started = performance.now();
const answer = await digest(read, session, { now: Date.now() });
const ms = performance.now() - started;
await store[Symbol.asyncDispose]();
process.stdout.write(
  JSON.stringify({ ms, peakBytes: peakMemory(), events: session.events, bytes: JSON.stringify(answer.digest).length }),
);
