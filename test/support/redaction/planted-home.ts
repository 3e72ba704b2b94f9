import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { sources } from '../../../src/sources/all-sources.ts';
import { fakeApp } from '../../../src/testing/fake-app.ts';
import { plantFixtures } from './plant-fixtures.ts';
import { Secrets } from './secrets.ts';
import { type WrittenSessions, writtenSessions } from './written-sessions.ts';

/** `STEMMA_SEED` repeats a run. */
export const seed = Number(process.env['STEMMA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** `STEMMA_REDACTION=5` plants five times as many cases, and asks about five times as much. */
export const effort = Number(process.env['STEMMA_REDACTION'] ?? 1);

/** What `leaks` calls the place of `typed`. */
export const typedPlace = 'a name somebody gave';

/** Claude Code, at work. */
export interface Agent {
  /** One more session is where it writes them. */
  writesSession(): void;
  readonly failedCall: WrittenSessions['failedCall'];
}

export interface PlantedHome {
  readonly home: string;
  readonly secrets: Secrets;
  /** One that no agent wrote: for who gives it where a name is expected. */
  readonly typed: string;
  readonly agent: Agent;
  /** Reads what the agents wrote into the archive; what it prints. */
  ingest(): Promise<string>;
}

/** A home of a user whose agents wrote secrets into everything; it is gone when the tests of the file are over. */
export function plantedHome(): PlantedHome {
  const home = mkdtempSync(join(tmpdir(), 'stemma-redaction-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const files = join(home, 'files');
  const secrets = new Secrets(seed);
  plantFixtures(files, { secrets, seed, cases: effort });
  const written = writtenSessions(join(home, 'work'), secrets);
  for (const [name, text] of Object.entries(written.files)) writeFileSync(join(files, name), text);
  let sessions = 0;
  const writesSession = (): void => {
    const transcript = written.later(`later ${sessions++}`);
    const folder = join(home, '.claude/projects/-home-dev-shop');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${transcript.session}.jsonl`), transcript.toString());
  };
  const { run } = fakeApp(home, { sources: async () => sources });
  const typed = secrets.plantInto('x', typedPlace, [(_, secret) => secret])!;
  return {
    home,
    secrets,
    typed,
    agent: { writesSession, failedCall: written.failedCall },
    async ingest() {
      const { out, err } = await run('ingest', files);
      return out + err;
    },
  };
}
