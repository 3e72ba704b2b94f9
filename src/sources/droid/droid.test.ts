import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { FixtureFile } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { droid } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('which files are droid’s', () => {
  test('sessions of every working directory are found, with their sums, and nothing else', async () => {
    const home = await mkdtemp(join(tmpdir(), 'droid-'));
    const sessions = join(home, '.factory', 'sessions', '-home-dev-shop');
    await mkdir(sessions, { recursive: true });
    for (const name of ['a.jsonl', 'a.settings.json', 'a.settings.json.bak']) await writeFile(join(sessions, name), '');
    await writeFile(join(home, '.factory', 'auth.json'), '');
    const found: string[] = [];
    for await (const path of droid.discover({ home, env: {} })) found.push(path);
    expect(found).toEqual([join(sessions, 'a.jsonl'), join(sessions, 'a.settings.json')]);
    await rm(home, { recursive: true });
  });

  test('what `droid exec` prints is no session', () => {
    const printed =
      '{"type":"system","subtype":"init","cwd":"/home/dev/shop","session_id":"x"}\n{"type":"message","role":"user","id":"1","text":"hi"}\n';
    expect(droid.matches(peekAt('/tmp/stdout.jsonl', printed))).toBe(false);
  });

  test('another program’s session_start is not droid’s, and a session that has only begun is', () => {
    const start = '{"type":"session_start","id":"s1","cwd":"/x"}\n';
    expect(droid.matches(peekAt('/tmp/a.jsonl', `${start}{"type":"assistant_delta","text":"hi"}\n`))).toBe(false);
    expect(droid.matches(peekAt('/tmp/a.jsonl', start))).toBe(false);
    expect(droid.matches(peekAt('/tmp/a.jsonl', start.replace('{', '{"version":2,')))).toBe(true);
  });
});

describe('how sessions hang together', () => {
  test('a sub-agent names its call, and the call names the sub-agent', () => {
    const [child, main] = filesOf('0.225.2-subagent') as [FixtureFile, FixtureFile];
    const parent = droid.identify(main.peek).session;
    expect(droid.identify(child.peek).parent).toEqual({
      uid: parent,
      relation: 'subagent',
      call: 'call_0be7d40936c0e644d585f60b',
    });
    const uid = droid.identify(child.peek).session;
    const call = draftsIn(main).find(({ what }) => what.is === 'call')!;
    expect(linksIn(main)).toEqual([
      { type: 'spawned', parent, call: call.native, child: uid },
      { type: 'returned', child: uid, parent, step: call.key },
    ]);
  });

  test('a sub-agent in the background has not returned when its call ends', () => {
    expect(linksIn(filesOf('0.229-by-hand')[0]!).map(({ type }) => type)).toEqual(['spawned', 'continued']);
  });

  test('a fork keeps the ids of what it copied, and begins where it goes its own way', () => {
    const [fork, main] = filesOf('0.225.2-fork') as [FixtureFile, FixtureFile];
    const identity = droid.identify(fork.peek);
    expect(identity.parent).toEqual({ uid: droid.identify(main.peek).session, relation: 'fork', beforeLine: 1 });
    expect(new Date(identity.begun!).toISOString()).toBe('2026-11-15T19:03:53.346Z');
    const keys = new Set(draftsIn(fork).map(({ key }) => key));
    expect(draftsIn(main).filter(({ key }) => !keys.has(key))).toEqual([]);
  });

  test('a session that begins with a summary goes on from the one that was summed up', () => {
    const [main, next] = filesOf('0.229-by-hand') as [FixtureFile, FixtureFile];
    expect(droid.identify(next.peek).parent).toMatchObject({
      uid: droid.identify(main.peek).session,
      relation: 'compaction',
    });
  });
});

describe('what a session used', () => {
  test('is a sum in a file of its own, grows, and leaves out what sub-agents used', () => {
    const sums = (input: number) =>
      JSON.stringify(
        {
          assistantActiveTimeMs: 1,
          model: 'm-1',
          tokenUsage: { inputTokens: input, outputTokens: 5, thinkingTokens: 2, cacheReadTokens: 10 },
          inclusiveTokenUsage: { inputTokens: 900 },
        },
        null,
        2,
      );
    const peek = peekAt('/x/s1.settings.json', sums(7));
    expect(droid.identify(peek)).toEqual({ session: 'droid:s1', secondary: true });
    const drafts = [7, 20].map(
      (input) => droid.reader(droid.identify(peek)).line({ text: sums(input), number: 1 }).drafts![0]!,
    );
    expect(drafts.map(({ tokens }) => tokens)).toEqual(
      [7, 20].map((input) => ({ input, output: 7, cache_read: 10, cache_write: 0 })),
    );
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(1);
    expect(drafts.every(({ fuller }) => fuller)).toBe(true);
  });

  test('the settings of the program are nobody’s sums', () => {
    expect(droid.matches(peekAt('/x/.factory/settings.json', '{"model":"m-1","hooks":{}}'))).toBe(false);
  });
});

describe('calls and their results', () => {
  test('results of parallel calls come together, and each hangs on its own call', () => {
    const drafts = draftsIn(filesOf('0.225.2-parallel')[0]!);
    const calls = drafts.filter(({ what }) => what.is === 'call').map(({ key }) => key);
    expect(drafts.flatMap(({ what, parent }) => (what.is === 'result' ? [parent] : []))).toEqual(calls);
  });

  test('an id that the model gave twice names the call that is open', () => {
    const drafts = draftsIn(filesOf('0.229-by-hand')[0]!);
    expect(drafts.filter(({ native }) => native === 'functions.Execute:0').map(({ key }) => key)).toEqual([
      'm2',
      'm4:1',
    ]);
    expect(one(drafts, 'm3:0').parent).toBe('m2');
  });

  test('a failing command has its exit code, and the lines around its output are gone', () => {
    const results = draftsIn(filesOf('0.225.2-fix')[0]!).flatMap(({ what }) =>
      what.is === 'result' && what.exitCode !== undefined ? [what] : [],
    );
    expect(results.map(({ exitCode, status }) => [exitCode, status])).toEqual([
      [1, 'failed'],
      [0, 'ok'],
    ]);
    for (const { output } of results) {
      expect(output.startsWith('TAP version 13')).toBe(true);
      expect(output.endsWith('\n')).toBe(false);
      expect(output).not.toContain('Process exited');
    }
  });

  test('a killed run leaves its call without a result', () => {
    const drafts = draftsIn(filesOf('0.225.2-killed')[0]!);
    expect(drafts.map(({ what }) => what.is)).toEqual(['prompt', 'message', 'call']);
  });
});

describe('the origin of a prompt', () => {
  test('what the harness wrote for the model is no prompt, and nothing hangs on it', () => {
    const [prompt] = draftsIn(filesOf('0.225.2-fix')[0]!);
    expect(prompt).toMatchObject({ what: { is: 'prompt', origin: 'human', text: 'The cart total is wrong, fix it' } });
    expect(prompt!.parent).toBeUndefined();
  });

  test('a reminder next to what was typed is left out', () => {
    expect(one(draftsIn(filesOf('0.229-by-hand')[0]!), 'm1').what).toEqual({
      is: 'prompt',
      origin: 'human',
      text: 'Make the cart faster\n[image]',
    });
  });

  test('what is typed while calls run is a prompt of its own after their results', () => {
    const drafts = draftsIn(filesOf('0.229-by-hand')[0]!);
    expect(one(drafts, 'm3')).toMatchObject({ parent: 'm3:0', turn: 'm3', what: { is: 'prompt', origin: 'human' } });
    expect(one(drafts, 'm4')).toMatchObject({ parent: 'm3', turn: 'm3' });
  });

  test('nobody types in a sub-agent; the text of a skill is a skill', () => {
    expect(
      draftsIn(filesOf('0.225.2-subagent')[0]!).flatMap(({ what }) => (what.is === 'prompt' ? [what.origin] : [])),
    ).toEqual(['harness']);
    expect(one(draftsIn(filesOf('0.229-by-hand')[0]!), 'n2').what).toMatchObject({ is: 'prompt', origin: 'skill' });
  });

  test('hooks are emitted only when they stopped something', () => {
    expect(draftsIn(filesOf('0.225.2-live')[0]!).filter(({ what }) => what.is === 'failure')).toEqual([]);
    expect(one(draftsIn(filesOf('0.229-by-hand')[0]!), 'h1')).toMatchObject({
      parent: 'm2',
      what: { is: 'failure', type: 'hook', text: 'PreToolUse hook: No benchmarks on this machine.' },
    });
  });
});

describe('how turns end', () => {
  test('a cancelled turn was a person, a failed one ends the session in failure unless another goes well', () => {
    const readings = readingsIn(filesOf('0.229-by-hand')[0]!);
    const drafts = readings.flatMap(drafted);
    expect(one(drafts, 'm3:outcome').what).toMatchObject({ is: 'intervention', type: 'interrupt' });
    expect(one(drafts, 'm7:outcome').what).toMatchObject({ is: 'failure' });
    expect(readings.flatMap(({ sessions = [] }) => sessions.flatMap(({ outcome }) => outcome ?? []))).toEqual([
      'failed',
    ]);
    const last = '{"type":"agent_turn_outcome","turnId":"m9","reason":"completed"}';
    const [, again] = readLines(droid, droid.identify(peekAt('/x.jsonl', '')), [
      '{"type":"agent_turn_outcome","turnId":"m7","reason":"error"}',
      last,
    ]);
    expect(again!.sessions).toMatchObject([{ outcome: 'unknown' }]);
  });

  test.each([
    ['cancelled', 'intervention interrupt'],
    ['permission_rejected', 'intervention rejected'],
    ['process_exit', 'failure turn'],
    ['spec_handoff', 'lifecycle turn'],
  ])('%s becomes %s', (reason, expected) => {
    const [reading] = readLines(droid, droid.identify(peekAt('/x.jsonl', '')), [
      JSON.stringify({ type: 'agent_turn_outcome', turnId: 'm1', reason }),
    ]);
    const [draft] = drafted(reading!);
    expect(draft && `${draft.what.is} ${'type' in draft.what ? draft.what.type : ''}`).toBe(expected);
  });

  test('a title chosen by a person wins, a sub-agent’s never counts as one', () => {
    expect(patchesIn(filesOf('0.229-by-hand')[0]!)[0]).toMatchObject({ customTitle: 'Faster cart' });
    expect(patchesIn(filesOf('0.225.2-subagent')[0]!)[0]).toMatchObject({ title: 'Worker: Count the tests' });
  });
});

/** Transcripts; their sums are secondary sources. */
function filesOf(name: string): readonly FixtureFile[] {
  return fixtureFiles(join(folder, name)).filter(({ peek }) => droid.matches(peek) && !droid.identify(peek).secondary);
}

function readingsIn({ peek, lines }: FixtureFile): readonly Reading[] {
  return readLines(droid, droid.identify(peek), lines);
}

function draftsIn(file: FixtureFile): readonly Draft[] {
  return readingsIn(file).flatMap(drafted);
}

function linksIn(file: FixtureFile) {
  return readingsIn(file).flatMap(({ links = [] }) => links);
}

function patchesIn(file: FixtureFile) {
  return readingsIn(file).flatMap(({ sessions = [] }) => sessions);
}

function drafted(reading: Reading): readonly Draft[] {
  return reading.drafts ?? [];
}

function one(drafts: readonly Draft[], key: string): Draft {
  return drafts.find((draft) => draft.key === key)!;
}
