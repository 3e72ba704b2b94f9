import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { Registry } from '../../src/team/registry.ts';
import { spacePlace } from '../../src/team/space-place.ts';
import { programEnv } from '../support/program-env.ts';
import { randomFrom } from '../support/random.ts';
import { seen } from '../support/seen.ts';
import { fixedTest, longSession, uuid } from '../support/transcript.ts';

export interface Plan {
  readonly seed: number;
  /** Of each kind. */
  readonly tries: number;
  /** Empty; everything is written below it. */
  readonly folder: string;
  readonly kinds?: readonly Kind[];
  readonly onTry?: (kind: Kind, failures: number) => void;
}

export interface Failure {
  readonly kind: Kind;
  readonly number: number;
  readonly what: string;
}

export interface Campaign {
  readonly tries: Readonly<Record<string, number>>;
  /** How many of them were killed before they had ended. */
  readonly killed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly string[];
}

const program = join(import.meta.dirname, '../../dist/main.js');

const kinds = {
  ingest: killed('ingest', 'HISTORY', '--quiet'),
  watch: watching,
  rebuild: killed('rebuild', '--quiet'),
  evict: killed('evict', `claude:${uuid('crash 3')}`, '--yes'),
  forget: killed('forget', `claude:${uuid('crash 3')}`, '--yes'),
  'db copy': killed('db', 'copy', '--to', 'HOME/copy.db'),
  serve: serving,
  push: pushing,
  'power loss': losingPower,
  'full disk': fillingTheDisk,
  'flipped bits': flippingBits,
} satisfies Readonly<Record<string, Try>>;
export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as readonly Kind[];

type Try = (place: Place) => Promise<string | undefined>;

/**
 * Stops stemma at random moments of everything that writes, takes unsynced writes away, fills the disk and flips bits.
 * Afterwards the archive is whole, or is repaired; the same command completes; and what it then holds is what an
 * undisturbed run gives.
 */
export async function campaign({ seed, tries, folder, kinds: chosen = allKinds, onTry }: Plan): Promise<Campaign> {
  const made = await World.make(folder);
  const failures: Failure[] = [];
  const skipped: string[] = [];
  const counts: Record<string, number> = {};
  for (const [index, kind] of chosen.entries())
    for (let number = 0; number < tries; number++) {
      const place = new Place(
        made,
        join(folder, `${kind.replace(' ', '-')}-${number}`),
        randomFrom(seed + index * 1_000 + number),
      );
      const what = await kinds[kind](place).catch((error: unknown) => String((error as Error).stack ?? error));
      if (what?.startsWith('skipped')) {
        skipped.push(`${kind}: ${what}`);
        break;
      }
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (what === undefined) rmSync(place.home, { recursive: true, force: true });
      else failures.push({ kind, number, what });
      onTry?.(kind, failures.length);
    }
  return { tries: counts, killed: made.killed, failures, skipped };
}

/** What all tries begin with: a history, an archive of it, and what an undisturbed run leaves behind. */
class World {
  killed = 0;
  readonly folder: string;
  /** Milliseconds that a command takes undisturbed, and what the archive holds afterwards. */
  readonly undisturbed = new Map<string, { readonly ms: number; readonly after: Contents }>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(folder: string): Promise<World> {
    const world = new World(folder);
    mkdirSync(world.history, { recursive: true });
    for (let i = 0; i < 6; i++)
      writeFileSync(join(world.history, `${i}.jsonl`), longSession(`crash ${i}`, 20 * (i + 1)).toString());
    writeFileSync(join(world.history, 'large.jsonl'), longSession('crash large', 500).toString());
    writeFileSync(join(world.history, 'torn.jsonl'), fixedTest('crash torn').toString().slice(0, -40));
    const { status, stderr } = run(world.whole, ['ingest', world.history, '--quiet']);
    if (status !== 0) throw new Error(`the undisturbed ingest failed: ${stderr}`);
    return world;
  }

  get history(): string {
    return join(this.folder, 'history');
  }

  /** A home in which everything is ingested. */
  get whole(): string {
    return join(this.folder, 'whole');
  }
}

class Place {
  readonly world: World;
  readonly home: string;
  readonly random: () => number;

  constructor(world: World, home: string, random: () => number) {
    this.world = world;
    this.home = home;
    this.random = random;
    mkdirSync(home, { recursive: true });
  }

  get archive(): string {
    return join(this.home, 'stemma.db');
  }

  beginWhole(): void {
    cpSync(this.world.whole, this.home, { recursive: true });
  }

  line(words: readonly string[]): readonly string[] {
    return words.map((word) => word.replace('HISTORY', this.world.history).replace('HOME', this.home));
  }

  /** The same command in a home of its own that nobody disturbs; once. */
  async undisturbed(words: readonly string[]): Promise<{ readonly ms: number; readonly after: Contents }> {
    const known = this.world.undisturbed.get(words.join(' '));
    if (known) return known;
    const home = join(this.world.folder, `undisturbed-${words[0]}`);
    const place = new Place(this.world, home, this.random);
    if (words[0] !== 'ingest') place.beginWhole();
    const begun = performance.now();
    const { status, stderr } = run(home, place.line(words));
    if (status !== 0) throw new Error(`undisturbed, ${words.join(' ')} ended with ${status}: ${stderr}`);
    const made = { ms: performance.now() - begun, after: await contents(place.archive) };
    this.world.undisturbed.set(words.join(' '), made);
    return made;
  }

  /** What is wrong with an archive that was not completed; repaired when it can be. */
  async damage(path = this.archive): Promise<string | undefined> {
    if (!existsSync(path) || statSync(path).size === 0) return undefined;
    const problems = await checked(path);
    return problems.length > 0 ? `damaged: ${problems.join('; ')}` : undefined;
  }
}

/** A command that is killed a few times, and then left alone. */
function killed(...words: readonly string[]): Try {
  return async (place) => {
    const { ms, after } = await place.undisturbed(words);
    if (words[0] !== 'ingest') place.beginWhole();
    for (let kill = 0; kill < 3; kill++) {
      const child = start(place.home, place.line(words));
      const ended = exited(child);
      await Promise.race([ended, sleep(place.random() * ms * 1.1)]);
      child.kill('SIGKILL');
      if ((await ended) === null) place.world.killed++;
      const damage = await place.damage();
      if (damage) return `after kill ${kill + 1}: ${damage}`;
    }
    return await completes(place, words, after);
  };
}

async function completes(place: Place, words: readonly string[], after: Contents): Promise<string | undefined> {
  const { status, stderr } = run(place.home, place.line(words));
  // What was evicted or forgotten before the kill is no longer there to be named.
  const isDone = ['evict', 'forget'].includes(words[0]!) && isDeepStrictEqual(await contents(place.archive), after);
  if (status !== 0 && !isDone) return `the next ${words[0]} ended with ${status}: ${stderr}`;
  if (words[0] === 'db') {
    const copy = join(place.home, 'copy.db');
    if (!isDeepStrictEqual(await contents(copy), await contents(place.archive))) return 'the copy is another';
  }
  return await isAs(place, after);
}

async function isAs(place: Place, after: Contents): Promise<string | undefined> {
  const damage = await place.damage();
  if (damage) return damage;
  return isDeepStrictEqual(await contents(place.archive), after)
    ? undefined
    : 'the archive is not what an undisturbed run gives';
}

/** Files grow while `watch` reads them; what it archived before the kill is not lost, and an ingest completes it. */
async function watching(place: Place): Promise<string | undefined> {
  return await growing(place, ['watch', '--quiet']);
}

async function serving(place: Place): Promise<string | undefined> {
  return await growing(place, ['serve', '--port', String(await freePort())], async (acknowledged) => {
    const text = `Error: crash ${acknowledged.length}: cannot reach the ${['cache', 'queue', 'disk'][acknowledged.length % 3]}`;
    const { status } = run(place.home, ['remember', text, '--fix', 'restart it']);
    if (status === 0) acknowledged.push(text);
  });
}

async function growing(
  place: Place,
  words: readonly string[],
  meanwhile: (acknowledged: string[]) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const { after } = await place.undisturbed(['ingest', 'HISTORY', '--quiet']);
  const live = join(place.home, '.claude/projects/crash');
  mkdirSync(live, { recursive: true });
  const acknowledged: string[] = [];
  const texts = [0, 1, 2, 3, 4, 5, 'large'].map((name) => {
    const path = `${name}.jsonl`;
    return { path: join(live, path), lines: readFileSync(join(place.world.history, path), 'utf8').split(/(?<=\n)/) };
  });
  copyFileSync(join(place.world.history, 'torn.jsonl'), join(live, 'torn.jsonl'));
  for (let kill = 0; kill < 2; kill++) {
    const child = start(place.home, words);
    const ended = exited(child);
    const steps = 4 + Math.floor(place.random() * 6);
    for (let step = 0; step < steps; step++) {
      for (const { path, lines } of texts)
        appendFileSync(path, lines.splice(0, Math.ceil(place.random() * (lines.length / 3))).join(''));
      await Promise.race([ended, sleep(60 + place.random() * 250)]);
    }
    await meanwhile(acknowledged);
    child.kill('SIGKILL');
    if ((await ended) === null) place.world.killed++;
    const damage = await place.damage();
    if (damage) return damage;
  }
  for (const { path, lines } of texts) appendFileSync(path, lines.join(''));
  const { status, stderr } = run(place.home, ['ingest', live]);
  if (status !== 0) return `the next ingest ended with ${status}: ${stderr}`;
  for (const text of acknowledged) {
    const { stdout } = run(place.home, ['similar', text, '--json']);
    if (!stdout.includes('restart it')) return `what was remembered is lost: ${text}`;
  }
  const damage = await place.damage();
  if (damage) return damage;
  return acknowledged.length > 0 || isDeepStrictEqual(sessionsOf(await contents(place.archive)), sessionsOf(after))
    ? undefined
    : 'the archive is not what an undisturbed ingest gives';
}

/** Machine and server are killed while the one pushes to the other. */
async function pushing(place: Place): Promise<string | undefined> {
  place.beginWhole();
  const serverHome = join(place.home, 'server-home');
  const port = await freePort();
  const serve = async () => {
    const child = start(serverHome, ['server', '--port', String(port)]);
    for (let waited = 0; waited < 400; waited++) {
      if (await answers(port)) return child;
      await sleep(50);
    }
    throw new Error('the server does not answer');
  };
  let server = await serve();
  try {
    const folder = { folder: join(serverHome, 'server'), database: undefined };
    let token: string;
    let archive: string;
    {
      using registry = Registry.open(folder.folder, { now: Date.now() });
      const [workspace] = registry.workspaces();
      token = registry.createToken(workspace!, 'crash', { role: 'writer' }, Date.now()).text;
      archive = spacePlace(folder, workspace!).archive;
    }
    const login = run(place.home, ['login', `http://127.0.0.1:${port}`], { input: `${token}\n` });
    if (login.status !== 0) return `login ended with ${login.status}: ${login.stderr}`;
    run(place.home, ['share', '*', 'team']);
    for (let kill = 0; kill < 3; kill++) {
      const child = start(place.home, ['push', '--quiet']);
      const ended = exited(child);
      await Promise.race([ended, sleep(200 + place.random() * 1_200)]);
      if (kill === 1) {
        const down = exited(server);
        server.kill('SIGKILL');
        await down;
        const damage = await place.damage(archive);
        if (damage) return `the server's archive is ${damage}`;
        server = await serve();
      }
      child.kill('SIGKILL');
      if ((await ended) === null) place.world.killed++;
    }
    const { status, stderr } = run(place.home, ['push', '--quiet']);
    if (status !== 0) return `the next push ended with ${status}: ${stderr}`;
    const down = exited(server);
    server.kill('SIGTERM');
    await down;
    const damage = await place.damage(archive);
    if (damage) return `the server's archive is ${damage}`;
    const [mine, theirs] = [sessionsOf(await contents(place.archive)), sessionsOf(await contents(archive))];
    return mine.length > 0 && isDeepStrictEqual(mine.length, theirs.length)
      ? undefined
      : `the server has ${theirs.length} sessions of ${mine.length}`;
  } finally {
    server.kill('SIGKILL');
  }
}

/**
 * The machine loses power while it writes: what was not synced is gone. The log of SQLite is cut at any place behind what a
 * checkpoint has synced, and what is left of it behind that has holes. The process is stopped while its files are copied.
 */
async function losingPower(place: Place): Promise<string | undefined> {
  const words = ['ingest', 'HISTORY', '--quiet'];
  const { ms, after } = await place.undisturbed(words);
  const child = start(place.home, place.line(words));
  const ended = exited(child);
  await Promise.race([ended, sleep(place.random() * ms)]);
  child.kill('SIGSTOP');
  const lost = new Place(place.world, `${place.home}-lost`, place.random);
  try {
    await sleep(20);
    if (!existsSync(place.archive)) return undefined;
    copyFileSync(place.archive, lost.archive);
    if (existsSync(`${place.archive}-wal`)) copyUnsynced(place, lost);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  place.world.killed++;
  const damage = await lost.damage();
  const failure = damage ?? (await completes(lost, words, after));
  if (failure === undefined) rmSync(lost.home, { recursive: true, force: true });
  return failure;
}

function copyUnsynced(place: Place, lost: Place): void {
  const wal = `${lost.archive}-wal`;
  copyFileSync(`${place.archive}-wal`, wal);
  const size = statSync(wal).size;
  const synced = syncedFrames(`${place.archive}-shm`);
  const from = synced === 0 ? 0 : 32 + synced * (24 + 4_096);
  if (from >= size) return;
  truncateSync(wal, from + Math.floor(place.random() * (size - from)));
  const left = readFileSync(wal);
  for (let hole = 0; hole < 3 && left.length > from + 4_096; hole++) {
    const at = from + Math.floor((place.random() * (left.length - from)) / 4_096) * 4_096;
    left.fill(0, at, at + 4_096);
  }
  writeFileSync(wal, left);
}

/** How many frames of the log a checkpoint has begun to copy: it synced the log before. Two places of the log's index. */
function syncedFrames(index: string): number {
  if (!existsSync(index)) return 0;
  const bytes = readFileSync(index);
  return bytes.length < 132 ? 0 : Math.max(bytes.readUInt32LE(96), bytes.readUInt32LE(128));
}

/** A file system with less room than the archive needs; then it gets more. */
async function fillingTheDisk(place: Place): Promise<string | undefined> {
  const words = ['ingest', 'HISTORY', '--quiet'];
  const { after } = await place.undisturbed(words);
  const size = 300 + Math.floor(place.random() * 2_500);
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', place.home]);
  if (mount.status !== 0) return 'skipped: no file system of a given size can be mounted here';
  try {
    const { status, stderr } = run(place.home, place.line(words));
    if (status !== 0 && (status !== 1 || !/full|refused|cannot be opened or written/.test(stderr)))
      return `on a full disk ingest ended with ${status}: ${stderr}`;
    // Reading needs room too: for the log's index, and for the tables of an archive that has not all of them.
    spawnSync('mount', ['-o', 'remount,size=200m', place.home]);
    const damage = await place.damage();
    if (damage) return damage;
    return await completes(place, words, after);
  } finally {
    spawnSync('umount', ['-l', place.home]);
  }
}

/** Bits of the whole file are flipped, or pages lost; `doctor --repair` saves what it can, and an ingest brings the rest. */
async function flippingBits(place: Place): Promise<string | undefined> {
  const { after } = await place.undisturbed(['ingest', 'HISTORY', '--quiet']);
  place.beginWhole();
  const bytes = readFileSync(place.archive);
  if (place.random() < 0.5)
    for (let bit = 0; bit < 1 + place.random() * 20; bit++)
      bytes[Math.floor(place.random() * bytes.length)]! ^= 1 << Math.floor(place.random() * 8);
  else {
    const at = Math.floor((place.random() * bytes.length) / 4_096) * 4_096;
    bytes.fill(0, at, at + 4_096 * Math.ceil(place.random() * 4));
  }
  writeFileSync(place.archive, bytes);
  const repaired = run(place.home, ['doctor', '--repair', '--json']);
  if (repaired.status !== 0 && repaired.status !== 1) return `repair ended with ${repaired.status}: ${repaired.stderr}`;
  if (repaired.stdout === '') return `repair gave up: ${repaired.stderr}`;
  const { damage } = JSON.parse(repaired.stdout) as { damage: readonly string[] };
  if ((repaired.status === 0) !== (damage.length === 0))
    return `repair ended with ${repaired.status}: ${damage.join('; ')}`;
  const { status, stderr } = run(place.home, place.line(['ingest', 'HISTORY', '--quiet']));
  if (status !== 0) return `after the repair ingest ended with ${status}: ${stderr}`;
  const [there, expected] = [sessionsOf(await contents(place.archive)), sessionsOf(after)];
  return there.length === expected.length ? undefined : `${there.length} of ${expected.length} sessions are there`;
}

/** Its sessions, each with the number of its events. */
function sessionsOf(contents: Contents): readonly string[] {
  return contents.map(({ uid, events }) => `${uid} ${events.length}`).toSorted();
}

type Contents = readonly { readonly uid: string; readonly events: readonly unknown[] }[];

/** Everything a user can see of an archive, but for when something was evicted. */
async function contents(path: string): Promise<Contents> {
  await using store = await openSqlite(path, { mode: 'read' });
  const sessions = (await seen(store)) as (Contents[number] & { evicted_at?: string | null })[];
  return sessions.map((session) => ({ ...session, evicted_at: Boolean(session.evicted_at) }));
}

async function checked(path: string): Promise<readonly string[]> {
  await using store = await openSqlite(path, { mode: 'read' });
  return await store.read.check();
}

function environment(home: string) {
  return { ...programEnv, HOME: home, STEMMA_HOME: home };
}

function start(home: string, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...words], { env: environment(home), stdio: 'ignore' });
}

/** Its exit code; null when it was killed. */
async function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function run(home: string, words: readonly string[], { input = '' } = {}) {
  const env = environment(home);
  return spawnSync(process.execPath, [program, ...words], { env, input, encoding: 'utf8', timeout: 120_000 });
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/healthz`);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
