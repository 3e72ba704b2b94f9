import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sources } from '../../src/sources/all-sources.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { fixedTest, longSession } from '../support/transcript.ts';

afterEach(() => void vi.unstubAllEnvs());

/** The command line in a home of its own, and a transcript to read. */
function atHome(transcript: string) {
  const home = mkdtempSync(join(tmpdir(), 'stemma-calibration-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const put = (name: string, content: string): string => {
    writeFileSync(join(home, name), content);
    return join(home, name);
  };
  const { run } = fakeApp(home, { sources: async () => sources });
  const sessions = async (): Promise<readonly { readonly uid: string }[]> =>
    (JSON.parse((await run('sessions', '--json')).out) as { sessions: { uid: string }[] }).sessions;
  return { file: put('s.jsonl', transcript), put, run, sessions };
}

const short = fixedTest('calibrated').toString();
const refusal = /^stemma: STEMMA_CALIBRATION: \S+ cannot be read: .*\n +Write one with .*\n$/;

describe('a calibration that cannot be read', () => {
  test('ends ingest with a word about it, and nothing is taken in', async () => {
    const { file, run, sessions } = atHome(short);
    vi.stubEnv('STEMMA_CALIBRATION', '/nonexistent');
    expect(await run('ingest', file)).toEqual({ code: 1, out: '', err: expect.stringMatching(refusal) });
    expect(await sessions()).toEqual([]);
    vi.unstubAllEnvs();
    expect(await run('ingest', file)).toMatchObject({ code: 0 });
    expect(await sessions()).toHaveLength(1);
  });

  test('ends ingest in the same way when there is so much to read that a thread reads it', async () => {
    const { file, run, sessions } = atHome(longSession('long', 4_000).toString());
    vi.stubEnv('STEMMA_CALIBRATION', '/nonexistent');
    expect(await run('ingest', file)).toEqual({ code: 1, out: '', err: expect.stringMatching(refusal) });
    expect(await sessions()).toEqual([]);
  });

  test('ends rebuild, and what was there is still there', async () => {
    const { file, run, sessions } = atHome(short);
    await run('ingest', file);
    vi.stubEnv('STEMMA_CALIBRATION', '/nonexistent');
    expect(await run('rebuild')).toMatchObject({ code: 1, err: expect.stringMatching(refusal) });
    expect(await sessions()).toHaveLength(1);
  });

  test('is no matter to questions', async () => {
    const { file, run } = atHome(short);
    await run('ingest', file);
    vi.stubEnv('STEMMA_CALIBRATION', '/nonexistent');
    expect(await run('sessions')).toMatchObject({ code: 0, err: '' });
  });
});

test('a calibration is what ingest weighs by', async () => {
  const { file, put, run, sessions } = atHome(short);
  vi.stubEnv(
    'STEMMA_CALIBRATION',
    put(
      'nothing.json',
      JSON.stringify({ fitted: { sessions: 0, calls: 0, without: null }, base: { all: -20 }, signals: {} }),
    ),
  );
  await run('ingest', file);
  const inferred = async (): Promise<unknown[]> => {
    const { steps } = JSON.parse((await run('graph', (await sessions())[0]!.uid, '--json')).out) as {
      steps: { causes: { basis: string }[] }[];
    };
    return steps.flatMap(({ causes }) => causes).filter(({ basis }) => basis === 'inferred');
  };
  expect(await inferred()).toEqual([]);
  vi.unstubAllEnvs();
  await run('rebuild');
  expect(await inferred()).not.toEqual([]);
});
