import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadSqlite } from '../../src/platform/load-sqlite.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { randomFrom } from '../support/random.ts';
import { fixedTest, uuid } from '../support/transcript.ts';
import { flipped, isDatabase, mutateDatabase, mutated, pick, type Random } from './mutate.ts';

const fixtures = join(import.meta.dirname, '../../src/sources');

/** Files of every agent that are read as they are; those of one folder may belong together, so each has its own name. */
const originals = globSync('*/fixtures/**/*', { cwd: fixtures })
  .filter((path) => /\.(?:jsonl|json|md|log|db|traj)$/.test(path) && !path.includes('.meta.'))
  .map((path) => join(fixtures, path))
  .toSorted();

/** A healthy session in every round: whatever lies beside it, it is read whole. */
const healthy = fixedTest('healthy');
const healthyUid = `claude:${uuid('healthy')}`;

export interface Failure {
  readonly round: number;
  readonly command: string;
  readonly what: string;
}

export interface Campaign {
  readonly files: number;
  readonly rounds: number;
  readonly commands: number;
  readonly failures: readonly Failure[];
}

interface Plan {
  readonly seed: number;
  readonly files: number;
  /** Below which everything is written. */
  readonly folder: string;
  readonly perRound: number;
  readonly onRound?: (round: number, failures: number) => void;
}

/**
 * Changes fixtures at random, ingests them beside a healthy session, and asks every command that reads, before and after
 * a rebuild and once more after the archive itself was damaged. Nothing may end in a stack trace, the healthy session must
 * be whole, the archive consistent, and a rebuild must give what the ingest gave.
 */
export async function fuzz({ seed, files, folder, perRound, onRound }: Plan): Promise<Campaign> {
  const failures: Failure[] = [];
  let commands = 0;
  const rounds = Math.ceil(files / perRound);
  for (let round = 0; round < rounds; round++) {
    const random = randomFrom(seed + round);
    const home = join(folder, `round-${round}`);
    const history = join(home, 'history');
    mkdirSync(history, { recursive: true });
    writeFileSync(join(history, 'healthy.jsonl'), healthy.toString());
    for (let file = 0; file < perRound; file++) writeMutated(history, file, random);
    const found = new Round(home, round);
    await found.ask('ingest', history);
    await found.check(false);
    await found.everything(random);
    await found.ask('rebuild');
    await found.check(true);
    damageArchive(join(home, '.stemma/stemma.db'), random);
    await found.everything(random);
    commands += found.commands;
    failures.push(...found.failures);
    if (found.failures.length === 0) rmSync(home, { recursive: true, force: true });
    onRound?.(round, failures.length);
  }
  return { files: rounds * perRound, rounds, commands, failures };
}

function writeMutated(history: string, number: number, random: Random): void {
  const original = pick(random, originals);
  const path = join(history, `${number}`, basename(original));
  mkdirSync(join(path, '..'), { recursive: true });
  if (isDatabase(original)) {
    cpSync(original, path);
    if (random() < 0.7) mutateDatabase(path, random);
    else writeFileSync(path, flipped(readFileSync(path), random, 20));
  } else writeFileSync(path, mutated(readFileSync(original), random));
}

/** Flips bits of some blocks, as a disk does. */
function damageArchive(path: string, random: Random): void {
  const database = new (loadSqlite().DatabaseSync)(path);
  try {
    for (const { rowid, data } of database.prepare('select rowid, data from block').all()) {
      if (random() > 0.3) continue;
      database.prepare('update block set data = ? where rowid = ?').run(flipped(data as Uint8Array, random, 3), rowid!);
    }
  } finally {
    database.close();
  }
}

class Round {
  readonly failures: Failure[] = [];
  commands = 0;
  readonly #home: string;
  readonly #round: number;
  readonly #app: ReturnType<typeof fakeApp>;

  constructor(home: string, round: number) {
    this.#home = home;
    this.#round = round;
    this.#app = fakeApp(home, { sources: async () => sources });
  }

  /** Its output; a failure when it ends in anything but an answer or a message for people. */
  async ask(...line: string[]): Promise<string> {
    this.commands++;
    const command = line.join(' ').replaceAll(this.#home, '');
    try {
      const { code, out, err } = await this.#app.run(...line);
      const trace = /this is a bug in stemma|^\s+at .*:\d+:\d+\)?$/im.exec(err);
      if (trace || ![0, 1].includes(code)) this.#fail(command, `exit ${code}: ${err.slice(0, 600)}`);
      if (
        /\bundefined\b|\[object Object\]|\bNaN\b/.test(out.split('\n').slice(0, 3).join('\n')) &&
        line[0] === 'sessions'
      )
        this.#fail(command, `shows ${out.slice(0, 300)}`);
      return out;
    } catch (error) {
      this.#fail(command, String((error as Error).stack ?? error).slice(0, 600));
      return '';
    }
  }

  /** The healthy session is whole, the archive consistent, and after a rebuild every session as it was. */
  async check(isRebuilt: boolean): Promise<void> {
    const doctor = await this.ask('doctor', '--check');
    if (!/integrity\s+intact/.test(doctor))
      this.#fail('doctor --check', /integrity[^]{0,300}/.exec(doctor)?.[0] ?? doctor);
    const sessions = await this.#sessions();
    if (sessions.get(healthyUid) !== 9)
      this.#fail('sessions', `the healthy session has ${sessions.get(healthyUid)} events`);
    if (isRebuilt) {
      const differing = [...new Set([...sessions.keys(), ...this.#before.keys()])].filter(
        (uid) => sessions.get(uid) !== this.#before.get(uid),
      );
      for (const uid of differing)
        this.#fail('rebuild', `${uid}: ${this.#before.get(uid)} events ingested, ${sessions.get(uid)} rebuilt`);
    }
    this.#before = sessions;
  }

  #before: ReadonlyMap<string, number> = new Map();

  async #sessions(): Promise<ReadonlyMap<string, number>> {
    const answer = await this.ask('sessions', '--json', '--limit', '1000', '--all');
    const { sessions } = JSON.parse(answer || '{"sessions":[]}') as {
      sessions: readonly { readonly uid: string; readonly events: number }[];
    };
    return new Map(sessions.map(({ uid, events }) => [uid, events]));
  }

  /** Every command that reads, about everything and about some sessions and events. */
  async everything(random: Random): Promise<void> {
    const uids = [...(await this.#sessions()).keys()];
    for (const line of aboutAll) await this.ask(...line);
    for (const uid of [pick(random, uids), pick(random, uids)]) {
      if (uid === undefined) continue;
      for (const line of aboutSession) await this.ask(...line.map((word) => (word === 'UID' ? uid : word)));
      for (const format of ['json', 'jsonl', 'causetrace', 'otlp', 'mermaid', 'dot', 'svg', 'html'])
        await this.ask('export', uid, '--format', format);
      await this.ask('restore', uid, '--to', join(this.#home, 'back', `${this.commands}`));
      const timeline = await this.ask('timeline', uid, '--json');
      const { events = [] } = JSON.parse(timeline || '{}') as { events?: readonly { readonly id: string }[] };
      if (events.length === 0) continue;
      const { id } = pick(random, events);
      for (const verb of ['event', 'why', 'impact', 'failure', 'parents', 'children']) await this.ask(verb, id);
    }
  }

  #fail(command: string, what: string): void {
    this.failures.push({ round: this.#round, command, what });
  }
}

const aboutAll: readonly (readonly string[])[] = [
  ['overview'],
  ['overview', '--days', '366'],
  ['sessions'],
  ['stats'],
  ['performance'],
  ['cost'],
  ['errors'],
  ['patterns'],
  ['unresolved'],
  ['skills'],
  ['search', 'test'],
  ['similar', 'TypeError: x is not a function'],
  ['recommend', 'write a test'],
  ['doctor'],
];

const aboutSession: readonly (readonly string[])[] = [
  ['timeline', 'UID'],
  ['tree', 'UID'],
  ['graph', 'UID'],
  ['replay', 'UID', '--limit', '1000'],
  ['replay', 'UID', '--summary'],
  ['digest', 'UID'],
  ['stats', 'UID'],
  ['roots', 'UID'],
  ['critical-path', 'UID'],
  ['failure', 'UID'],
  ['files', 'UID'],
  ['resume', 'UID'],
  ['handoff', 'UID', '--to', 'codex'],
  ['compare', 'UID', healthyUid],
];
