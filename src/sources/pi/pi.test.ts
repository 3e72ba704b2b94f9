import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { pi } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('the tree', () => {
  test('a branch is a second child of an older entry, and its turn is its own', () => {
    const drafts = draftsOf('3-by-hand');
    const branch = one(drafts, '0000000e');
    expect(branch.parent).toBe('00000006');
    expect(one(drafts, '00000007').parent).toBe('00000006');
    expect(one(drafts, '0000000f')).toMatchObject({ parent: '0000000e', turn: '0000000e' });
  });

  test('lineage goes through entries that are no events', () => {
    const drafts = draftsOf('1.5.0-tree');
    // A bookmark lies between the summary and the prompt.
    expect(one(drafts, '45d19e54').parent).toBe('be382061');
    // Above the first prompt there are only settings.
    expect(one(drafts, 'ab4e71f6').parent).toBeUndefined();
  });

  test('going back further than a reader remembers still leads to the entry', () => {
    const entry = (n: number, parent: number | null) =>
      JSON.stringify({
        type: 'message',
        id: `e${n}`,
        parentId: parent === null ? null : `e${parent}`,
        timestamp: '2026-01-01T00:00:00Z',
        message: { role: 'user', content: `${n}` },
      });
    const lines = [header(), ...Array.from({ length: 500 }, (_, n) => entry(n, n === 0 ? null : n - 1)), entry(500, 3)];
    expect(one(read(lines).flatMap(drafted), 'e500').parent).toBe('e3');
  });

  test('the summary of a branch goes on from the last step of the branch that was left', () => {
    const links = readingsOf('1.5.0-tree').flatMap((reading) => reading.links ?? []);
    expect(links).toEqual([
      { type: 'continued', session: 'pi:01a1e09d-e84f-7197-b62c-c851ad27bedb', from: 'b87b4af2:1', to: 'be382061' },
    ]);
  });

  test('a summary that does not say which branch was left is linked to none', () => {
    expect(readingsOf('3-by-hand').flatMap((reading) => reading.links ?? [])).toEqual([]);
  });
});

describe('forks', () => {
  test('a fork names its parent, keeps its ids, and shares no lines by reference', () => {
    const [parent, fork] = filesOf('1.5.0-fork') as [FixtureFile, FixtureFile];
    expect(pi.identify(fork.peek).parent).toEqual({
      uid: pi.identify(parent.peek).session,
      relation: 'fork',
      beforeLine: 1,
    });
    const keys = new Set(
      read(fork.lines)
        .flatMap(drafted)
        .map(({ key }) => key),
    );
    const shared = read(parent.lines)
      .flatMap(drafted)
      .map(({ key }) => key);
    expect(shared.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('lines without ids have no native ids, so that nobody takes one session for a fork of another', () => {
    expect(draftsOf('1-linear').filter(({ key, native }) => native === key)).toEqual([]);
  });
});

describe('calls', () => {
  test('results of parallel calls hang on their calls, not on one another', () => {
    const drafts = draftsOf('1.5.0-parallel');
    const results = drafts.filter(({ what }) => what.is === 'result');
    expect(results.map(({ parent }) => parent)).toEqual(['b2b9f181:1', 'b2b9f181:2', 'b2b9f181:3']);
    expect(results.map(({ durationMs }) => durationMs)).toEqual([68, 66, 1014]);
  });

  test('a call whose run was killed stays without a result', () => {
    const drafts = draftsOf('1.5.0-killed');
    expect(drafts.filter(({ what }) => what.is === 'call')).toHaveLength(1);
    expect(drafts.filter(({ what }) => what.is === 'result')).toEqual([]);
  });

  test('a call that was cut off while the model wrote it was interrupted', () => {
    const drafts = draftsOf('1-linear');
    expect(drafts.find(({ what }) => what.is === 'result' && what.call === 'line:5')?.what).toMatchObject({
      status: 'interrupted',
    });
    expect(one(drafts, 'line:5:aborted').what).toMatchObject({ is: 'intervention', type: 'interrupt' });
    expect(one(drafts, 'line:11').what).toMatchObject({ is: 'result', status: 'interrupted' });
  });

  test("a person's own command has its exit code and belongs to no turn", () => {
    const drafts = draftsOf('3-by-hand');
    expect(one(drafts, '0000000c')).toMatchObject({
      role: 'user',
      what: { is: 'call', tool: 'bash', input: { command: 'npm test' } },
    });
    expect(one(drafts, '0000000c:result').what).toMatchObject({ exitCode: 1 });
    expect(one(drafts, '0000000c').turn).toBeUndefined();
  });
});

describe('responses', () => {
  test('what a response used is counted once, however many parts it has', () => {
    const [file] = filesOf('1.5.0-fix') as [FixtureFile];
    const emitted = file.lines
      .map((line) => JSON.parse(line).message?.usage?.output ?? 0)
      .reduce((a: number, b: number) => a + b, 0);
    const counted = draftsOf('1.5.0-fix').reduce((sum, { tokens }) => sum + (tokens?.output ?? 0), 0);
    expect(emitted).toBeGreaterThan(0);
    expect(counted).toBe(emitted);
  });

  test('an error that was tried again is a failure, but not how the session ended', () => {
    const readings = readingsOf('1.5.0-apierror');
    expect(one(readings.flatMap(drafted), 'c23abf47').what).toMatchObject({ is: 'failure', type: 'api_error' });
    expect(readings.flatMap((reading) => reading.sessions ?? []).flatMap(({ outcome }) => outcome ?? [])).toEqual([
      'failed',
      'unknown',
    ]);
    expect(
      readingsOf('1-linear')
        .flatMap((reading) => reading.sessions ?? [])
        .at(-1),
    ).toMatchObject({ outcome: 'failed' });
  });
});

describe('prompts', () => {
  test('the words after a skill are what the person said; a skill alone is a skill', () => {
    const drafts = draftsOf('3-by-hand');
    expect(one(drafts, '00000003').what).toEqual({
      is: 'prompt',
      origin: 'human',
      text: 'find out why checkout is slow',
    });
    expect(one(drafts, '00000003:skill').what).toMatchObject({ origin: 'skill' });
    expect(one(drafts, '00000007').what).toMatchObject({ origin: 'skill' });
  });

  test('what an extension says is not what a person says', () => {
    expect(one(draftsOf('3-by-hand'), '0000000b').what).toEqual({
      is: 'prompt',
      origin: 'harness',
      text: 'One more file changed.\n[image]',
    });
  });
});

describe('files', () => {
  test('what `pi --mode json` prints begins with the same header and is no session', () => {
    expect(pi.matches(peekAt('/tmp/a.jsonl', `${header()}\n`))).toBe(true);
    expect(pi.matches(peekAt('/tmp/a.jsonl', `${header()}\n{"type":"agent_start"}\n`))).toBe(false);
  });

  test('sessions are found in the folder of each working directory, and where the environment says', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-pi-'));
    try {
      await mkdir(join(home, '.pi/agent/sessions/--work--'), { recursive: true });
      await mkdir(join(home, 'elsewhere'), { recursive: true });
      await writeFile(join(home, '.pi/agent/auth.json'), '{}');
      await writeFile(join(home, '.pi/agent/sessions/--work--/a.jsonl'), '');
      await writeFile(join(home, 'elsewhere/b.jsonl'), '');
      const found = async (env: Record<string, string>) =>
        (await Array.fromAsync(pi.discover({ home, env }))).map((path) => path.slice(home.length + 1));
      expect(await found({})).toEqual(['.pi/agent/sessions/--work--/a.jsonl']);
      expect(await found({ PI_CODING_AGENT_SESSION_DIR: '~/elsewhere' })).toEqual([
        'elsewhere/b.jsonl',
        '.pi/agent/sessions/--work--/a.jsonl',
      ]);
      expect(await found({ PI_CODING_AGENT_DIR: join(home, 'nowhere') })).toEqual([]);
    } finally {
      await rm(home, { recursive: true });
    }
  });
});

function header(): string {
  return JSON.stringify({ type: 'session', version: 3, id: 's1', timestamp: '2026-01-01T00:00:00Z', cwd: '/work' });
}

function read(lines: readonly string[]): readonly Reading[] {
  return readLines(pi, pi.identify(peekAt('/tmp/session.jsonl', `${lines[0]}\n`)), lines);
}

function filesOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(folder, name));
}

function readingsOf(name: string): readonly Reading[] {
  return filesOf(name).flatMap((file) => read(file.lines));
}

function draftsOf(name: string): readonly Draft[] {
  return readingsOf(name).flatMap(drafted);
}

function drafted(reading: Reading): readonly Draft[] {
  return reading.drafts ?? [];
}

function one(drafts: readonly Draft[], key: string): Draft {
  const found = drafts.filter((draft) => draft.key === key);
  expect(found.map((draft) => draft.key)).toEqual([key]);
  return found[0]!;
}
