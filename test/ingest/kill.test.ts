import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { ingestFolder, seen } from '../support/archive.ts';
import { randomFrom } from '../support/random.ts';
import { fixedTest, longSession } from '../support/transcript.ts';
import { programEnv } from '../support/program-env.ts';

const kills = 10;
/** After it has begun to write, in milliseconds. */
const longest = 250;
const seed = Number(process.env['STEMMA_SEED'] ?? Date.now() % 2 ** 31);
const program = join(import.meta.dirname, '../../dist/main.js');

/** Several files, one of them of more than one piece (1 MB), so that there is always something to be in the middle of. */
function writeHistory(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 6; i++)
    writeFileSync(join(folder, `${i}.jsonl`), longSession(`kill ${i}`, 15 * (i + 1)).toString());
  writeFileSync(join(folder, 'large.jsonl'), longSession('kill large', 600).toString());
  writeFileSync(join(folder, 'torn.jsonl'), fixedTest('kill torn').toString().slice(0, -40));
}

test(`nothing is lost or doubled when ingest is killed at ${kills} random moments`, { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const history = join(folder, 'history');
  writeHistory(history);
  await using whole = await openSqlite(':memory:', { mode: 'write' });
  await ingestFolder(whole, history);
  const expected = await seen(whole);

  const random = randomFrom(seed);
  let killed = 0;
  let home = '';
  for (let round = 0; killed < kills; round++) {
    // A store takes a few blows before it is complete; then the next one begins.
    home ||= join(folder, `home-${round}`);
    // Each in another tenth of the time, so that a few kills are as well spread as many.
    const { signal } = await ingestFor((((round % kills) + random()) / kills) * longest, { home, history });
    if (signal === 'SIGKILL') {
      killed++;
      continue;
    }
    await expectWhole(home);
    home = '';
  }
  if (home !== '') {
    await ingestFor(120_000, { home, history });
    await expectWhole(home);
  }

  async function expectWhole(complete: string): Promise<void> {
    await using store = await openSqlite(join(complete, 'stemma.db'), { mode: 'read' });
    const again = `again with STEMMA_SEED=${seed}`;
    expect(await store.read.check(), again).toEqual([]);
    expect(await seen(store), again).toEqual(expected);
  }
});

/** Kills it so many milliseconds after it has begun to write: a kill before that can harm nothing. */
async function ingestFor(
  ms: number,
  { home, history }: { home: string; history: string },
): Promise<{ signal: string | null }> {
  const child = spawn(process.execPath, [program, 'ingest', history, '--quiet'], {
    env: { ...programEnv, HOME: home, STEMMA_HOME: home },
    stdio: 'ignore',
  });
  const ended = new Promise<{ signal: string | null }>((resolve) => {
    child.on('exit', (_code, signal) => resolve({ signal }));
  });
  await Promise.race([ended, untilItWrites(join(home, 'stemma.db-wal')).then(() => sleep(ms))]);
  child.kill('SIGKILL');
  return ended;
}

/** It makes a new one, or one is left of a run before: then its time changes. */
async function untilItWrites(wal: string): Promise<void> {
  const before = statSync(wal, { throwIfNoEntry: false })?.mtimeMs;
  const now = () => statSync(wal, { throwIfNoEntry: false })?.mtimeMs;
  for (let waited = 0; waited < 10_000 && (now() ?? before) === before; waited += 2) await sleep(2);
}
