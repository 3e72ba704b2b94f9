import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { binaries } from './postgres-binaries.ts';

// A real PostgreSQL for tests: in a temporary folder, on a free port, loopback only, gone with the run. As root it
// runs under another user, because it refuses to run as root.

/** A new, empty database; its address. On the server that all test files of a run share, if on no other. */
export async function freshDatabase(on?: TestServer): Promise<string> {
  const server = on ?? (await sharedServer());
  const name = `t${process.pid}_${(count += 1)}`;
  const client = new pg.Client(server.url);
  await client.connect();
  // With a language, as servers of users have: nothing of ours may depend on how it sorts.
  await client
    .query(`create database ${name} template template0 locale_provider icu icu_locale 'en-US'`)
    // Before PostgreSQL 15, or built without ICU.
    .catch(() => client.query(`create database ${name}`));
  await client.end();
  return server.url.replace(/\/postgres$/, `/${name}`);
}

let count = 0;

/**
 * The same database as if nothing had been kept in it yet: that is a hundred times as quick as making a database. Rows
 * are deleted, because `truncate` makes a new file for each table and index.
 */
export async function emptied(url: string): Promise<void> {
  const pool = pools.get(url) ?? poolOfOne(url);
  pools.set(url, pool);
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'code')`,
  );
  await pool.query(rows.map(({ name }) => `delete from ${name}`).join(';'));
}

const pools = new Map<string, pg.Pool>();

/** A connection, kept: a new one costs the server more than most tests do. It runs no triggers: all tables are emptied. */
function poolOfOne(connectionString: string): pg.Pool {
  const options = '-c session_replication_role=replica';
  const pool = new pg.Pool({ connectionString, options, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  return pool;
}

export interface TestServer {
  /** Of the database `postgres`, with the right to make others. */
  readonly url: string;
  readonly folder: string;
  /** Ends the server at once, as when its machine loses power, and starts it again. */
  restart(): Promise<void>;
  /** Ends it until `resume`. */
  pause(): void;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<TestServer> | undefined;

/** The first test file that needs it starts it; the others wait. */
function sharedServer(): Promise<TestServer> {
  shared ??= joinServer(join(tmpdir(), `stemma-postgres-${process.ppid}`), process.ppid);
  return shared;
}

/** A server for this test file alone, to be restarted at will. */
export function ownServer(): Promise<TestServer> {
  return startServer(mkdtempSync(join(tmpdir(), 'stemma-postgres-own-')), process.pid);
}

/** A server for measurements: as nobody has tuned it, and what it holds stays in the folder for the next one. */
export function lastingServer(folder: string): Promise<TestServer> {
  return startServer(folder, process.pid, { settings: {}, folderStays: true });
}

/** What the process that keeps a server must know: see postgres-keeper.mjs. */
export interface Kept {
  readonly folder: string;
  readonly bin: string;
  readonly port: number;
  /** The process whose end is the end of the server. */
  readonly owner: number;
  readonly user: Partial<ServerUser>;
  readonly settings: Readonly<Record<string, string>>;
  readonly folderStays: boolean;
}

interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Nothing of it has to outlive anything. */
const forTests = {
  settings: {
    fsync: 'off',
    full_page_writes: 'off',
    // Databases of a minute: compiling questions and tidying up would take longer than what they save.
    jit: 'off',
    autovacuum: 'off',
    max_connections: '100',
    shared_buffers: '64MB',
  },
  folderStays: false,
};

async function joinServer(folder: string, owner: number): Promise<TestServer> {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return await whenReady(folder);
  }
  return await startServer(folder, owner);
}

async function startServer(
  folder: string,
  owner: number,
  how: Pick<Kept, 'settings' | 'folderStays'> = forTests,
): Promise<TestServer> {
  try {
    const bin = binaries();
    const user = userForServer();
    const passwordFile = join(folder, 'password');
    if (!existsSync(passwordFile)) makeCluster(folder, bin, user, passwordFile);
    const password = readFileSync(passwordFile, 'utf8');

    const port = await freePort();
    const log = openSync(join(folder, 'log'), 'a');
    const kept: Kept = { folder, bin, port, owner, user, ...how };
    const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.mjs'), JSON.stringify(kept)], {
      detached: true,
      stdio: ['ignore', 'ignore', log],
      cwd: '/',
    });
    keeper.unref();
    const url = `postgres://stemma:${password}@127.0.0.1:${port}/postgres`;
    await untilItAnswers(url, folder);
    writeFileSync(join(folder, 'ready.new'), JSON.stringify({ url, keeper: keeper.pid }));
    renameSync(join(folder, 'ready.new'), join(folder, 'ready'));
    return serverIn(folder, url, keeper.pid!);
  } catch (error) {
    writeFileSync(join(folder, 'failed'), String((error as Error).message));
    throw error;
  }
}

function makeCluster(folder: string, bin: string, user: Partial<ServerUser>, passwordFile: string): void {
  const written = `${passwordFile}.new`;
  writeFileSync(written, Math.random().toString(36).slice(2));
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, written]) chownSync(path, user.uid, user.gid);
  // md5, because scram takes as long for every connection as a test has for everything.
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      'stemma',
      '--auth=md5',
      `--pwfile=${written}`,
      '--encoding=UTF8',
      '--no-sync',
      '--no-locale',
    ],
    { ...user, encoding: 'utf8', cwd: folder },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
  renameSync(written, passwordFile);
}

/** Another test file is starting it. */
async function whenReady(folder: string): Promise<TestServer> {
  for (let waited = 0; waited < 120_000; waited += 50) {
    if (existsSync(join(folder, 'failed'))) throw new Error(readFileSync(join(folder, 'failed'), 'utf8'));
    if (existsSync(join(folder, 'ready'))) {
      const { url, keeper } = JSON.parse(readFileSync(join(folder, 'ready'), 'utf8')) as {
        url: string;
        keeper: number;
      };
      return serverIn(folder, url, keeper);
    }
    await sleep(50);
  }
  throw new Error(`The PostgreSQL in ${folder} did not start within two minutes.`);
}

function serverIn(folder: string, url: string, keeper: number): TestServer {
  return {
    url,
    folder,
    async restart() {
      const before = readFileSync(join(folder, 'server.pid'), 'utf8');
      process.kill(Number(before), 'SIGQUIT');
      while (readFileSync(join(folder, 'server.pid'), 'utf8') === before) await sleep(20);
      await untilItAnswers(url, folder);
    },
    pause() {
      writeFileSync(join(folder, 'paused'), '');
      process.kill(Number(readFileSync(join(folder, 'server.pid'), 'utf8')), 'SIGQUIT');
    },
    async resume() {
      rmSync(join(folder, 'paused'));
      await untilItAnswers(url, folder);
    },
    async stop() {
      process.kill(keeper, 'SIGTERM');
      while (existsSync(join(folder, 'server.pid'))) await sleep(20);
    },
  };
}

async function untilItAnswers(url: string, folder: string): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (waited > 60_000)
        throw new Error(
          `PostgreSQL does not answer (${(error as Error).message}); its log says:\n${readFileSync(join(folder, 'log'), 'utf8')}`,
        );
      await sleep(50);
    }
  }
}

/** PostgreSQL refuses to run as root. */
function userForServer(): Partial<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such user here.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody`. Type: useradd postgres',
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
