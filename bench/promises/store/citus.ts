import { join } from 'node:path';
import pg from 'pg';
import { citus, distributedDatabase, withoutCitus } from '../../../test/support/citus.ts';
import { copyArchive } from '../../../src/store/copy/copy-archive.ts';
import { openEnds } from '../../../src/store/open-ends.ts';
import { writeFleet } from '../../generate.ts';
import { millionEvents } from '../../million.ts';
import { emptyDatabase } from '../../postgres.ts';
import type { Finding, Say, SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { served } from '../../served.ts';
import { median, spread } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';
import { timesOfLists } from '../web/lists.ts';
import { deepestIn } from './postgres-chain.ts';

const rounds = 3;
const times = 50;
const events = 60_000;

export const citusPromise: SpeedPromise = {
  name: 'citus',
  says: 'Distributed by Citus, ingest runs at 0.4 of the speed of a plain PostgreSQL, lists at a million events take at most twice as long, and a chain of 100 parents at most 5 ms.',

  async measure(say) {
    if (withoutCitus !== undefined) {
      const why = `Not measured: ${withoutCitus}.`;
      say(why);
      return { how: why, findings: [] };
    }
    const findings = [await ingest(say)];
    const { store: file } = millionEvents(say);
    const [plain, distributed] = [
      await emptyDatabase({ url: onServer() }, 'stemma_bench_plain'),
      await distributedDatabase(),
    ];
    for (const database of [plain, distributed]) {
      say(`copying a million events to ${new URL(database).pathname.slice(1)}`);
      await copyTo(database, file);
    }
    findings.push(...(await chains(distributed)), ...(await lists(plain, distributed)));
    return {
      how: `On the coordinator at STEMMA_CITUS, in a plain database and in one that is distributed; ${events} generated events for ingest, best of ${rounds} of each, in turns; a copy of the million for the rest, medians. All nodes, the client and whatever else runs here share the machine.`,
      findings,
    };
  },
};

async function ingest(say: Say): Promise<Finding> {
  using folder = temporaryFolder();
  const transcripts = join(folder.path, 'transcripts');
  writeFleet(transcripts, events);
  const took = { plain: [] as number[], distributed: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const plain = ingestInChild(await emptyDatabase({ url: onServer() }, 'stemma_bench_ingest'), [transcripts]);
    const distributed = ingestInChild(await distributedDatabase(), [transcripts]);
    if (plain.events !== distributed.events)
      throw new Error(`PostgreSQL kept ${plain.events} events, Citus ${distributed.events}.`);
    took.plain.push(plain.seconds);
    took.distributed.push(distributed.seconds);
    say(`round ${round + 1}: PostgreSQL ${plain.seconds.toFixed(1)} s, Citus ${distributed.seconds.toFixed(1)} s`);
  }
  return {
    what: 'speed of ingest / into PostgreSQL',
    measured: Math.min(...took.plain) / Math.min(...took.distributed),
    unit: 'x',
    least: 0.4,
  };
}

export async function chains(url: string): Promise<readonly Finding[]> {
  const [{ openPostgres }, { eventRef }] = await Promise.all([built('store/postgres/open'), built('model/ids')]);
  await using store = await openPostgres(url, { mode: 'read' });
  const { last } = await deepestIn(store.read);
  const findings: Finding[] = [];
  for (const [depth, most] of [
    [100, 5],
    [10_000, undefined],
  ] as const) {
    const took: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const begun = performance.now();
      await store.read.parentChain(eventRef(last)!, depth);
      took.push(performance.now() - begun);
    }
    findings.push({
      what: `${depth} parents`,
      measured: median(took),
      unit: 'ms',
      ...(most !== undefined && { most }),
      detail: spread(took),
    });
  }
  return findings;
}

/** One server after the other, in one run. */
export async function lists(plain: string, distributed: string): Promise<readonly Finding[]> {
  const ofPlain = await timesOf(plain);
  const ofDistributed = await timesOf(distributed);
  return [...ofDistributed].map(([what, ms]) => ({
    what: `${what} / of PostgreSQL`,
    measured: ms / ofPlain.get(what)!,
    unit: 'x',
    most: 2,
    detail: `PostgreSQL ${ofPlain.get(what)!.toFixed(1)} ms, Citus ${ms.toFixed(1)} ms`,
  }));
}

async function timesOf(url: string): Promise<ReadonlyMap<string, number>> {
  using home = temporaryFolder();
  await using server = await served({ STEMMA_HOME: home.path, STEMMA_DB: url }, '--no-watch');
  const medians = new Map<string, number>();
  for await (const { what, took } of timesOfLists(server)) medians.set(what, median(took));
  return medians;
}

async function copyTo(url: string, file: string): Promise<void> {
  using home = temporaryFolder();
  const { source, target } = await openEnds({ from: file, to: url, home: home.path });
  try {
    await copyArchive(source, target);
  } finally {
    await source[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

function onServer(): string {
  return Object.assign(new URL(citus!), { pathname: '/postgres' }).href;
}
