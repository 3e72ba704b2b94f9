import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles, readLines } from '../fixtures.ts';
import { zed } from './index.ts';

const fixture = join(import.meta.dirname, 'fixtures/by-hand');

async function readingsOf(title: string) {
  for (const file of await ownFiles(zed, fixture)) {
    const readings = readLines(zed, zed.identify(file.peek), file.records);
    if (readings.some(({ sessions }) => sessions?.some((facts) => facts.title === title))) return readings;
  }
  throw new Error(`There is no thread ${title}.`);
}

test('a thread worked in the folder that the person has first', async () => {
  const patches = (await readingsOf('Fix the cart total')).flatMap(({ sessions }) => sessions ?? []);
  expect(patches.find(({ cwd }) => cwd !== undefined)?.cwd).toBe('/home/dev/shop');
});

test('a command that failed has its exit code, one that still runs has no result', async () => {
  const drafts = (await readingsOf('Fix the cart total')).flatMap((reading) => reading.drafts ?? []);
  const results = drafts.flatMap(({ what }) => (what.is === 'result' ? [what] : []));
  expect(results.map(({ status, exitCode }) => `${status} ${exitCode}`)).toEqual([
    'ok undefined',
    'ok 1',
    'failed undefined',
    'ok undefined',
  ]);
  expect(drafts.filter(({ what }) => what.is === 'call')).toHaveLength(5);
});

test('a thread that cannot be unpacked is there, with its title, and counted', async () => {
  const readings = await readingsOf('A damaged thread');
  expect(readings.flatMap(({ unknown }) => unknown?.kind ?? [])).toEqual(['message/unreadable']);
});
