import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeApp } from '../testing/fake-app.ts';
import { homeWithStories } from '../testing/home-with-stories.ts';

const { home, stemma } = homeWithStories();

describe('exit codes and streams', () => {
  test('an answer is on stdout, with nothing on stderr, and 0', async () => {
    const { code, out, err } = await stemma('sessions');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Make the tests pass');
  });

  test('a failure is on stderr, with a hint, and 1', async () => {
    expect(await stemma('timeline', 'nope')).toEqual({
      code: 1,
      out: '',
      err: 'stemma: There is no session "nope" in this archive.\n        `stemma sessions --all` lists the sessions there are; `stemma ingest` reads what is new.\n',
    });
  });

  test.each([
    [['sesions'], 'stemma: There is no command "sesions"; did you mean sessions?'],
    [['sessions', '--fialed'], 'stemma: sessions has no flag --fialed; did you mean --failed?'],
    [['why'], 'stemma: why needs EVENT'],
    [['forget'], 'stemma: forget needs to know what'],
    [['help', 'tre'], 'stemma: There is no command "tre"; did you mean tree?'],
    [['search', ' * '], 'stemma: " * " contains no word to search for.'],
    [['completion', 'tcsh'], 'stemma: There is no completion for "tcsh"'],
  ])('misuse is explained in one sentence, with 2: %j', async (argv, message) => {
    const { code, out, err } = await stemma(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test.each([
    [['opencode', '--save'], ['`stemma ingest --source opencode` reads what OpenCode recorded']],
    [['continue', '--save'], ['`stemma ingest --source continue`']],
    [
      ['codex', '--sessions', '3'],
      ['`stemma ingest --source codex`', '`stemma sessions --agent codex` lists it'],
    ],
    [['copilot', '--upsert'], ['`stemma ingest --source copilot`']],
    [['claude'], ['`stemma ingest --source claude-code`']],
    [['help', 'codex'], ['`stemma ingest --source codex`']],
    [
      ['aider', '--save', '--', '--model', 'gpt-4', 'fix the bug'],
      ['`stemma ingest --source aider`', '`stemma run -- aider …` starts Aider'],
    ],
  ])('the name of an agent is answered with what reads it, with 2: %j', async (argv, commands) => {
    const { code, out, err } = await stemma(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const command of commands) expect(err).toContain(command);
  });

  test('a bug keeps its stack and asks to be reported', async () => {
    const broken = fakeApp(home, {
      openStore: async () => {
        throw new TypeError('x is undefined');
      },
    });
    const { code, err } = await broken.run('sessions');
    expect(code).toBe(1);
    expect(err).toMatch(/bug in stemma[\s\S]*TypeError: x is undefined[\s\S]*execute\.test\.ts/);
  });

  test('--help explains a command and --version the version, wherever they stand', async () => {
    expect((await stemma('why', '--help')).out).toMatch(/^stemma why: Walk back/);
    expect((await stemma('--help', 'why')).out).toMatch(/^stemma why: Walk back/);
    expect((await stemma('--version')).out).toMatch(/^stemma 0\.0\.0/);
    expect((await stemma()).out).toMatch(/usage: stemma COMMAND/);
  });
});

test('questions never ingest, and say how old the archive is', async () => {
  const later = fakeApp(home, { clock: () => Date.parse('2026-03-02T13:00:00Z') });
  expect((await later.run('sessions')).err).toBe('ingested 3 h ago; `stemma ingest` brings it up to date\n');
  expect((await later.run('sessions', '--quiet')).err).toBe('');
  const empty = join(home, 'nothing-here');
  expect((await stemma('sessions', '--home', empty)).err).toMatch(/empty; `stemma ingest` fills it/);
  await expect(stat(empty)).rejects.toThrow('ENOENT');
});

test('help and completion are JSON too when it is asked for', async () => {
  const jsonOf = async (...argv: string[]) => JSON.parse((await stemma(...argv, '--json')).out);
  expect((await jsonOf('help')).groups[0]).toMatchObject({
    title: 'Begin',
    commands: [{ name: 'start' }, { name: 'demo' }, { name: 'ingest' }, { name: 'serve' }, { name: 'watch' }],
  });
  expect(await jsonOf('why', '--help')).toMatchObject({
    name: 'why',
    positionals: [{}, {}],
    flags: { limit: { type: 'integer' } },
  });
  expect(await jsonOf('completion', 'bash')).toMatchObject({
    shell: 'bash',
    script: expect.stringContaining('complete '),
  });
});

test('the demo is there when it is first asked about, without a word', async () => {
  const story = await mkdtemp(join(home, 'story-'));
  await writeFile(
    join(story, 'tale.jsonl'),
    `${JSON.stringify({ t: 'prompt', id: 'p', at: '2026-03-02T09:00:00Z', text: 'tell me' })}\n`,
  );
  const app = fakeApp(home, { story });
  const to = ['--demo', '--home', join(story, 'home')];
  expect(await app.run('timeline', ...to)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('> tell me'),
  });
  expect((await app.run('sessions', '--home', join(story, 'home'))).out).toBe('no sessions\n');
});
