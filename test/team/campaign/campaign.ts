import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { analyze } from '../../../src/ingest/analysis/analyze.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { redactRecord } from '../../../src/live/push/outgoing/redact-record.ts';
import { claudeCode } from '../../../src/sources/claude-code/index.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { Registry } from '../../../src/team/registry.ts';
import { spacePlace } from '../../../src/team/space-place.ts';
import { randomOf } from '../../support/redaction/secrets.ts';
import { seen } from '../../support/seen.ts';
import { spaceContents } from '../../support/team/space-contents.ts';
import { flakyProxy } from './flaky-proxy.ts';
import type { MachineOptions, MachineResult } from './machine.ts';

export interface CampaignOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly machines: number;
  readonly sessions: number;
  readonly seconds: number;
  readonly paceMs: number;
  /** The share of requests that are lost. */
  readonly drops: number;
  readonly kills: number;
  readonly onNote?: (text: string) => void;
}

export interface CampaignResult {
  readonly machines: number;
  readonly sessions: {
    readonly expected: number;
    readonly equal: number;
    readonly lost: number;
    readonly extra: number;
  };
  readonly events: { readonly expected: number; readonly there: number };
  readonly requests: { readonly all: number; readonly dropped: number; readonly bytes: number };
  readonly pushes: { readonly all: number; readonly failed: number };
  readonly late_seconds: number;
  readonly secrets: { readonly redacted: number; readonly leaked: readonly string[] };
  readonly server: {
    readonly max_rss_mb: number;
    /** Of the processor, of all its runs. */
    readonly cpu_seconds: number;
    readonly kills: number;
    readonly archive_mb: number;
  };
  readonly reads: {
    readonly count: number;
    /** Status and address of what was not answered. */
    readonly refused: readonly string[];
    readonly p50_ms: number;
    readonly p95_ms: number;
    readonly max_ms: number;
    /** By address. */
    readonly p95_of: Readonly<Record<string, number>>;
  };
  /** What `doctor` would find damaged. */
  readonly damage: readonly string[];
}

/** Half of every planted secret, see test/support/redaction/secrets.ts. */
const marker = 'zqxvkj';
const program = join(import.meta.dirname, '../../../dist/main.js');

/** Machines push growing sessions through a network that loses requests, to a server that is killed meanwhile. */
export async function campaign(options: CampaignOptions): Promise<CampaignResult> {
  const { folder, machines, sessions, seconds, kills, drops, paceMs, onNote = () => {} } = options;
  const home = join(folder, 'server-home');
  const port = await freePort();
  const server = new Server(home, port, join(folder, 'server.log'));
  await server.start();
  const place = { folder: join(home, 'server'), database: undefined };
  const tokens: string[] = [];
  using registry = Registry.open(place.folder, { now: Date.now() });
  const [workspace] = registry.workspaces();
  for (let number = 0; number <= machines; number++)
    tokens.push(registry.createToken(workspace!, `user-${number}`, { role: 'writer' }, Date.now()).text);

  const leaked = new Set<string>();
  let bytes = 0;
  await using proxy = await flakyProxy({
    to: port,
    drops,
    random: randomOf(7),
    onBody: (body) => {
      bytes += body.length;
      if (body.includes(marker)) leaked.add('traffic');
    },
  });
  const reads = new Reads(`http://127.0.0.1:${port}`, tokens[machines]!);
  const watching = reads.run(() => server.isUp);
  const running = Array.from({ length: machines }, (_, number) =>
    machineProcess({
      number,
      files: join(folder, 'machines', String(number)),
      home: join(folder, 'homes', String(number)),
      url: proxy.url,
      token: tokens[number]!,
      sessions,
      seconds,
      paceMs,
    }),
  );
  const killing = (async () => {
    for (let kill = 1; kill <= kills; kill++) {
      await sleep((seconds * 1_000) / (kills + 1));
      onNote(`killing the server (${kill} of ${kills}), ${server.maxRssMb} MB at most so far`);
      await server.kill();
      await sleep(1_000);
      await server.start();
    }
  })();
  const results = await Promise.all(running);
  await killing;
  reads.end();
  await watching;
  onNote('everything has arrived; comparing');
  await server.stop();

  const { archive } = spacePlace(place, workspace!);
  const there = await contents(archive);
  const expected = await locally(folder);
  const equal = [...expected.sessions].filter(([uid, session]) => isDeepStrictEqual(session, there.sessions.get(uid)));
  const sum = (of: (result: MachineResult) => number) => results.reduce((all, result) => all + of(result), 0);
  for (const file of filesBelow(home)) if (readFileSync(file).includes(marker)) leaked.add(file.slice(home.length));
  // Its blocks are packed. What machines keep holds them, or this would find nothing anywhere.
  const kept = { archive: join(folder, 'homes/0/stemma.db'), folder: join(folder, 'homes/0') };
  if (sum(({ secrets }) => secrets) > 20 && !(await spaceContents(kept)).includes(marker))
    throw new Error('No planted secret is in the archive of a machine.');
  if ((await spaceContents({ archive, folder: home })).includes(marker)) leaked.add('archive');
  if (readFileSync(join(folder, 'server.log')).includes(marker)) leaked.add('log');
  return {
    machines,
    sessions: {
      expected: machines * sessions,
      equal: equal.length,
      lost: [...expected.sessions.keys()].filter((uid) => !there.sessions.has(uid)).length,
      extra: [...there.sessions.keys()].filter((uid) => !expected.sessions.has(uid)).length,
    },
    events: { expected: expected.events, there: there.events },
    requests: { all: proxy.requests, dropped: proxy.dropped, bytes },
    pushes: { all: sum(({ pushes }) => pushes), failed: sum(({ failures }) => failures) },
    late_seconds: Math.max(...results.map(({ lateSeconds }) => lateSeconds)),
    secrets: { redacted: sum(({ secrets }) => secrets), leaked: [...leaked] },
    server: {
      max_rss_mb: server.maxRssMb,
      cpu_seconds: server.cpuSeconds,
      kills,
      archive_mb: Math.round(statSync(archive).size / 1e5) / 10,
    },
    reads: reads.summary(),
    damage: there.damage,
  };
}

/** The server's program in a process of its own. */
class Server {
  readonly #home: string;
  readonly #port: number;
  readonly #log: string;
  #process: ChildProcess | undefined;
  maxRssMb = 0;
  /** Of runs that have ended. */
  #ended = 0;
  #running = 0;
  isUp = false;

  constructor(home: string, port: number, log: string) {
    this.#home = home;
    this.#port = port;
    this.#log = log;
  }

  async start(): Promise<void> {
    mkdirSync(this.#home, { recursive: true });
    const started = spawn(process.execPath, [program, 'server', '--port', String(this.#port), '--home', this.#home], {
      env: { HOME: this.#home, PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    started.stderr.pipe(createWriteStream(this.#log, { flags: 'a' }));
    await once(started.stdout, 'data');
    this.isUp = true;
    const timer = setInterval(() => this.#look(started), 500);
    started.once('exit', () => clearInterval(timer));
  }

  async kill(): Promise<void> {
    this.isUp = false;
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.isUp = false;
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process!;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
    this.#ended += this.#running;
    this.#running = 0;
  }

  get cpuSeconds(): number {
    return Math.round(this.#ended + this.#running);
  }

  /** Linux only; elsewhere it stays 0. */
  #look({ pid }: ChildProcess): void {
    try {
      // In user and in system mode, in hundredths of a second.
      const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13).map(Number);
      this.#running = times.reduce((sum, time) => sum + time, 0) / 100;
      const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      this.maxRssMb = Math.max(this.maxRssMb, Math.round(Number(kb ?? 0) / 1_000));
    } catch {
      // It has just ended.
    }
  }
}

/** What people ask while machines push. */
class Reads {
  readonly #url: string;
  readonly #token: string;
  readonly #reads: { readonly path: string; readonly ms: number }[] = [];
  readonly #refused = new Set<string>();
  #isOver = false;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async run(isUp: () => boolean): Promise<void> {
    const paths = ['/api/sessions?limit=20', '/api/search?text=TypeError', '/api/errors/patterns', '/api/overview'];
    for (let next = 0; !this.#isOver; next++) {
      await sleep(200);
      if (!isUp()) continue;
      const begun = performance.now();
      try {
        const path = paths[next % paths.length]!;
        const answer = await fetch(`${this.#url}${path}`, {
          headers: { authorization: `Bearer ${this.#token}` },
        });
        await answer.text();
        if (answer.ok) this.#reads.push({ path, ms: performance.now() - begun });
        else this.#refused.add(`${answer.status} ${path}`);
      } catch {
        // It was killed while it answered.
      }
    }
  }

  end(): void {
    this.#isOver = true;
  }

  summary(): CampaignResult['reads'] {
    const of = Map.groupBy(this.#reads, ({ path }) => path);
    const all = this.#reads.map(({ ms }) => ms);
    return {
      count: all.length,
      refused: [...this.#refused],
      p50_ms: percentile(all, 0.5),
      p95_ms: percentile(all, 0.95),
      max_ms: percentile(all, 1),
      p95_of: Object.fromEntries(
        [...of].map(([path, reads]) => [
          path,
          percentile(
            reads.map(({ ms }) => ms),
            0.95,
          ),
        ]),
      ),
    };
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(10 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 10;
}

async function machineProcess(options: MachineOptions): Promise<MachineResult> {
  mkdirSync(options.home, { recursive: true });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'machine.ts'), JSON.stringify(options)], {
    env: { HOME: options.home, PATH: process.env['PATH'], NODE_OPTIONS: '--max-semi-space-size=4' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // In truth they are other machines: the server comes first.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`machine ${options.number} ended with ${code}: ${err.slice(-2_000)}`);
  return JSON.parse(out) as MachineResult;
}

interface Contents {
  readonly sessions: ReadonlyMap<string, unknown>;
  readonly events: number;
  readonly damage: readonly string[];
}

async function contents(path: string): Promise<Contents> {
  await using store = await openSqlite(path, { mode: 'write' });
  await analyze({ store, clock: () => later });
  const all = (await seen(store)) as readonly { readonly uid: string; readonly events: readonly unknown[] }[];
  return {
    sessions: new Map(all.map((session) => [session.uid, session])),
    events: all.reduce((sum, { events }) => sum + events.length, 0),
    damage: await store.read.check(),
  };
}

/** So that every session is over. */
const later = Date.UTC(2100, 0, 1);

/** What a local ingest of the same bytes gives, redacted as they are when they leave. */
async function locally(folder: string): Promise<Contents> {
  const files = join(folder, 'machines');
  for (const file of filesBelow(files)) {
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.map((line) => (line === '' ? line : redactRecord(line))).join('\n'));
  }
  const path = join(folder, 'local.db');
  {
    await using store = await openSqlite(path, { mode: 'write' });
    await ingest({
      store,
      sources: [claudeCode],
      machine: { home: folder, env: {} },
      paths: [files],
      exclude: [],
      workspace: 'main',
      clock: Date.now,
    });
  }
  return await contents(path);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
