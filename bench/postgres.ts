import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { lastingServer } from '../test/support/postgres.ts';
import { filesBelow } from './files-below.ts';
import { writeFleet, writeSessionOf } from './generate.ts';
import { version } from './million.ts';
import type { Say } from './promise.ts';
import { ingestInChild } from './run-child.ts';
import { dist } from './stemma.ts';

export interface Postgres extends AsyncDisposable {
  readonly url: string;
}

export interface PostgresSession extends Postgres {
  /** Native id. */
  readonly session: string;
}

/**
 * A server with nothing in it that matters: as nobody has tuned it, so with `fsync` and 128 MB of shared buffers. Its
 * data stays in the temporary folder.
 */
export async function postgresServer(): Promise<Postgres> {
  const folder = join(tmpdir(), `stemma-bench-postgres-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true });
  const server = await lastingServer(folder);
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() };
}

/** The million events of million.ts, in PostgreSQL. */
export async function millionInPostgres(say: Say): Promise<Postgres> {
  return await keptDatabase('million', say, (folder) => void writeFleet(folder, 1_000_000));
}

/** One session of so many events. */
export async function sessionInPostgres(events: number, say: Say): Promise<PostgresSession> {
  const kept = await keptDatabase(`session_${events}`, say, (folder) => void writeSessionOf(folder, events));
  const { path } = await theOnlyFile(kept.url);
  return { ...kept, session: basename(path, '.jsonl') };
}

/** An empty database that another of this name was before. */
export async function emptyDatabase({ url }: Pick<Postgres, 'url'>, name: string): Promise<string> {
  await onServer(url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  return url.replace(/\/postgres$/, `/${name}`);
}

/** Made once, by ingesting what `write` writes, and kept until that or what writes a store changes. */
async function keptDatabase(what: string, say: Say, write: (folder: string) => void): Promise<Postgres> {
  const server = await postgresServer();
  const name = `${what}_${madeBy()}`;
  const url = server.url.replace(/\/postgres$/, `/${name}`);
  const old = await onServer(server.url, async (client) =>
    (
      await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [`${what}\\_%`])
    ).rows.map(({ datname }) => datname),
  );
  if (!old.includes(name)) {
    await onServer(server.url, async (client) => {
      for (const each of old) await client.query(`drop database ${each} with (force)`);
    });
    await fill(server, what, name, say, write);
  }
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function fill(
  server: Postgres,
  what: string,
  name: string,
  say: Say,
  write: (folder: string) => void,
): Promise<void> {
  const making = await emptyDatabase(server, `making_${what}`);
  const transcripts = join(tmpdir(), `stemma-bench-transcripts-${process.pid}`);
  say(`writing transcripts: ${what}`);
  write(transcripts);
  const run = ingestInChild(making, [transcripts]);
  rmSync(transcripts, { recursive: true });
  say(`ingesting into PostgreSQL took ${run.seconds.toFixed(0)} s: ${run.events} events`);
  await onServer(making, (client) => client.query('vacuum analyze'));
  await onServer(server.url, (client) => client.query(`alter database making_${what} rename to ${name}`));
}

async function theOnlyFile(url: string): Promise<{ readonly path: string }> {
  return await onServer(
    url,
    async (client) =>
      (await client.query<{ path: string }>(`select path from file where role = 'main' order by bytes desc limit 1`))
        .rows[0]!,
  );
}

async function onServer<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Changes with what writes a store; how it is read does not matter. */
function madeBy(): string {
  const hash = createHash('sha256').update(version());
  for (const path of filesBelow(join(dist, 'store/postgres')))
    if (/\/(?:migrations\/.*|commit[^/]*|put-[^/]*|copy-in)\.js$/.test(path)) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
