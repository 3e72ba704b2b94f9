// npm run bench [promise…]: measures what stemma promises about speed and size. Exits 1 when a promise is missed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { holds, type SpeedPromise } from './promise.ts';
import { advice } from './promises/live/advice.ts';
import { browser } from './promises/web/browser.ts';
import { chain } from './promises/store/chain.ts';
import { citusPromise } from './promises/store/citus.ts';
import { cli } from './promises/ask/cli.ts';
import { digest } from './promises/ask/digest.ts';
import { embedding } from './promises/ask/embedding.ts';
import { eviction } from './promises/store/eviction.ts';
import { failure } from './promises/ask/failure.ts';
import { hook } from './promises/live/hook.ts';
import { ingestMemory } from './promises/ingest/ingest-memory.ts';
import { ingestSpeed } from './promises/ingest/ingest-speed.ts';
import { linking } from './promises/ingest/linking.ts';
import { lists } from './promises/web/lists.ts';
import { logging } from './promises/live/logging.ts';
import { mining } from './promises/ingest/mining.ts';
import { model } from './promises/ask/model.ts';
import { page } from './promises/web/page.ts';
import { peers } from './promises/ingest/peers.ts';
import { postgresChain } from './promises/store/postgres-chain.ts';
import { postgresIngest } from './promises/store/postgres-ingest.ts';
import { postgresResume } from './promises/store/postgres-resume.ts';
import { resume } from './promises/ask/resume.ts';
import { search } from './promises/ask/search.ts';
import { secondRun } from './promises/ingest/second-run.ts';
import { serve } from './promises/web/serve.ts';
import { sessionStart } from './promises/live/session-start.ts';
import { skeleton } from './promises/web/skeleton.ts';
import { similar } from './promises/ask/similar.ts';
import { storeSize } from './promises/store/store-size.ts';
import { watch } from './promises/live/watch.ts';
import { why } from './promises/ask/why.ts';
import { notes, table, type Outcome } from './table.ts';

const promises: readonly SpeedPromise[] = [
  ingestSpeed,
  linking,
  mining,
  secondRun,
  storeSize,
  eviction,
  ingestMemory,
  chain,
  page,
  lists,
  skeleton,
  why,
  search,
  cli,
  resume,
  hook,
  advice,
  sessionStart,
  watch,
  serve,
  browser,
  logging,
  embedding,
  model,
  similar,
  digest,
  failure,
  peers,
  postgresChain,
  postgresIngest,
  postgresResume,
  citusPromise,
];
const results = join(import.meta.dirname, 'results');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !promises.some((promise) => promise.name === name));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(', ')}. There are ${promises.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(promises.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
}

async function run(chosen: readonly SpeedPromise[]): Promise<number> {
  mkdirSync(results, { recursive: true });
  const loadAtStart = loadavg()[0]!;
  const outcomes: Outcome[] = [];
  for (const { name, says, measure } of chosen) {
    console.error(`${name} …`);
    const loadBefore = loadavg()[0]!;
    const outcome: Outcome = { name, says, ...(await measure((text) => console.error(`  ${text}`))) };
    outcomes.push(outcome);
    const kept = outcome.findings.every(holds);
    writeFileSync(
      join(results, `${name}.json`),
      `${JSON.stringify({ ...outcome, kept, machine: machine(), loadBefore, at: new Date().toISOString() }, null, 2)}\n`,
    );
  }
  const text = `${machine()}, ${new Date().toISOString().slice(0, 10)}, load ${loadAtStart.toFixed(1)} before the run\n\n${table(outcomes)}\n\n${notes(outcomes)}\n`;
  console.log(text);
  // All of them together are what docs/bench.md shows.
  if (chosen.length === promises.length) writeFileSync(join(results, 'last.md'), text);
  return outcomes.every(({ findings }) => findings.every(holds)) ? 0 : 1;
}

function machine(): string {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpu}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`;
}
