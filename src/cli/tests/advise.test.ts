import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { keyOf, sessionUid, treeKey } from '../../model/ids.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';

const now = Date.parse('2026-03-02T10:00:30Z');
const error = "error: unrecognized subcommand 'npm'";
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-advise-'));
  await mkdir(join(home, '.stemma'));
  await using store = await openArchive(join(home, '.stemma', 'stemma.db'), 'write');
  await store.write.putChains(
    [1, 2, 3, 4, 5].map((day) => {
      const session = sessionUid('claude', `s${day}`);
      const tree = treeKey(session);
      const at = now - day * 24 * 60 * 60 * 1000;
      const attempt = {
        id: { tree, event: keyOf(`a${day}`) },
        action: 'Bash npm test',
        codeChanges: null,
        successful: true,
        marks: ['run npm test'],
        at: at + 1_000,
      };
      return {
        tree,
        chain: keyOf(`c${day}`),
        basis: 'mined',
        session,
        kind: 'real',
        type: 'error',
        message: error,
        fingerprint: fingerprintOf(error),
        also: [],
        action: 'Bash frob npm test',
        marks: ['run frob npm test'],
        context: null,
        at,
        state: 'resolved',
        resolvedAt: at + 2_000,
        verifiedBy: null,
        culprit: [],
        attempts: [attempt],
      } as const;
    }),
  );
});
afterEach(() => rm(home, { recursive: true }));

const given = (text: string) => fakeApp(home, { input: async () => text }).run;

describe('stemma advise', () => {
  test('prints the command that worked, adapted to the one that failed', async () => {
    const { code, out } = await fakeApp(home).run('advise', error, '--command', 'frob npm run lint');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Note from stemma .* `npm run lint` worked instead \(5 of the last 5 times, last 24 h ago\)\. More: stemma why ev_\w+\n$/,
      ),
    });
  });

  test('reads a call of any agent from standard input, and answers a program', async () => {
    const { code, out } = await given(
      JSON.stringify({
        session: 'x',
        tool: 'run_shell_command',
        input: { command: 'frob npm ci' },
        output: `${error}\n\nUsage: frob COMMAND`,
        cwd: '/home/ann/shop',
      }),
    )('advise', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      fingerprint: error,
      advice: { fix: 'npm ci', worked: 5, of: 5, did_not_help: [], like: expect.stringMatching(/^ch_/) },
    });
  });

  test('reads plain output too, and says as often as it is asked', async () => {
    for (const _ of [1, 2])
      expect((await given(`frob 1.0\n${error}\n`)('advise', '--command', 'frob npm i')).out).toContain(
        '`npm i` worked instead',
      );
  });

  test('says nothing, and exits 0, when nothing is known that is sure enough', async () => {
    expect(await given('error: nobody has ever seen this')('advise')).toMatchObject({ code: 0, out: '' });
    expect(await given('')('advise', '--json')).toMatchObject({ code: 0 });
    expect(JSON.parse((await given('error: nobody has ever seen this')('advise', '--json')).out)).toEqual({
      fingerprint: 'error: nobody has ever seen this',
      advice: null,
    });
  });

  test('says what it needs when there is no output', async () => {
    expect(await given('{"tool":"Bash"}')('advise')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('has no text `output`'),
    });
    expect(await fakeApp(home).run('advise')).toMatchObject({ code: 2, err: expect.stringContaining('needs TEXT') });
  });
});

describe('stemma install', () => {
  const adviser = import.meta.filename;

  test('reports advice, leaves it out on request, and doctor shows where it is on', async () => {
    const { run } = fakeApp(home, { adviser });
    expect((await run('install', 'codex')).out).toContain('on: the known fix after a failed call');
    expect(await readFile(join(home, '.stemma', 'advise.sh'), 'utf8')).toContain('codex)');
    expect((await run('install', 'codex', '--no-advice')).out).toContain('off; install again without --no-advice');
    expect(JSON.parse((await run('doctor', '--json')).out)).toMatchObject({
      advice: { on: true, off: [] },
      live: expect.arrayContaining([expect.objectContaining({ agent: 'codex', advice: 'off' })]),
    });
  });

  test('reports resume notes, leaves them out on request, and doctor shows where they are on', async () => {
    const { run } = fakeApp(home, { resumer: adviser });
    expect((await run('install', 'codex')).out.replaceAll(/\s+/g, ' ')).toContain(
      'on: a summary of unfinished work when a session starts or was compacted',
    );
    expect(await readFile(join(home, '.stemma', 'resume.sh'), 'utf8')).toContain('codex)');
    await writeFile(join(home, '.stemma', 'config.json'), '{"resume": {"off": ["/secret"]}}');
    expect(JSON.parse((await run('doctor', '--json')).out)).toMatchObject({
      resume: { on: true, off: ['/secret'] },
      live: expect.arrayContaining([expect.objectContaining({ agent: 'codex', resume: 'on' })]),
    });
    expect((await run('install', 'codex', '--no-resume')).out).toContain('off; install again without --no-resume');
    expect(JSON.parse((await run('doctor', '--json')).out)).toMatchObject({
      live: expect.arrayContaining([expect.objectContaining({ agent: 'codex', resume: 'off' })]),
    });
  });

  test.each(['advice', 'resume'])('a switch nobody understands is named with what it may be: %s', async (name) => {
    await writeFile(join(home, '.stemma', 'config.json'), `{"${name}": "sometimes"}`);
    expect(await fakeApp(home).run('sessions')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`\`${name}\` must be true, false, or name folders`),
    });
  });
});
