import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';
import { homeWithStories } from '../../testing/home-with-stories.ts';
import { hostile, subagent, token } from '../../testing/stories.ts';
import { idOf, uidOf } from '../../testing/write-stories.ts';
import { width } from '../text/width.ts';

const { home, stemma } = homeWithStories();

describe.each([40, 50, 60, 80, 120])('on a page of %i columns', (columns) => {
  const narrow = async (...argv: string[]) => {
    let text = '';
    const out = {
      isTerminal: false,
      columns,
      write: async (piece: string | Uint8Array) => void (text += String(piece)),
    };
    await fakeApp(home, { out }).run(...argv);
    return text.split('\n');
  };
  const scout = uidOf(subagent);

  test.each(
    [
      ['sessions', '--all'],
      ['sessions', '--all', '--limit', '1'],
      ['timeline', 'hostile'],
      ['timeline', 'failed-test', '--limit', '3'],
      ['tree', 'hostile'],
      ['tree', 'delegation'],
      ['tree', 'delegation', '--limit', '1'],
      ['tree', 'delegation', '--causal'],
      ['graph', scout],
      ['graph', scout, '--limit', '1'],
      ['replay', 'hostile'],
      ['replay', 'failed-test', '--limit', '2'],
      ['replay', 'failed-test', '--summary'],
      ['replay', scout, '--brief'],
      ['event', 'cat'],
      ['event', 'grep'],
      ['search', 'log'],
      ['search', 'look', '--limit', '1'],
      ['why', scout, 'task'],
      ['errors', 'failed-test'],
      ['failure', 'failed-test'],
      ['failure', 'run'],
      ['failure', 'fix'],
      ['failure', 'hostile'],
      ['why', scout, 'task', '--all'],
      ['why', 'grep'],
      ['impact', 'delegation', 'spawn'],
      ['impact', 'grep'],
      ['roots', scout, 'task'],
      ['roots', 'grep'],
      ['critical-path', 'failed-test'],
      ['critical-path', scout],
      ['forget', 'delegation', '--dry-run'],
      ['start'],
    ].map((argv) => ({ argv, words: argv.join(' ') })),
  )('no line is wider: $words', async ({ argv }) => {
    const lines = await narrow(...argv);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(width(line), line).toBeLessThanOrEqual(columns);
  });

  test('names of sessions are unique and their titles readable', async () => {
    const lines = await narrow('sessions');
    expect(lines[1]).toMatch(/quill:failed-t +.*Make the tests p/);
  });
});

describe('transcripts are hostile', () => {
  const questions = [
    ['timeline', 'hostile'],
    ['tree', 'hostile'],
    ['tree', 'hostile', '--causal'],
    ['graph', 'hostile'],
    ['replay', 'hostile'],
    ['event', 'cat'],
    ['sessions'],
    ['search', 'log'],
    ['why', 'hostile', 'cat'],
    ['impact', 'hostile', 'cat'],
    ['roots', 'hostile', 'cat'],
    ['critical-path', 'hostile'],
    ['errors', 'hostile'],
    ['failure', 'hostile'],
    ['failure', 'hostile', 'cat'],
  ];

  test.each(questions)('no escape reaches the terminal: %s %s', async (...argv) => {
    expect((await stemma(...argv.filter(Boolean))).out).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  test('no secret leaves with the content, unless it is asked for raw', async () => {
    const id = idOf(hostile, 'out');
    const contentOf = async (...flags: string[]) =>
      JSON.parse((await stemma('event', id, '--json', ...flags)).out).content.output;
    expect(await contentOf()).toContain('[redacted:');
    expect(await contentOf()).not.toContain(token);
    expect(await contentOf('--raw')).toContain(token);
  });
});

test('colours are for terminals, unless somebody does not want them', async () => {
  const onTerminal = (env = {}) => {
    let text = '';
    const out = {
      isTerminal: true,
      columns: 100,
      write: async (piece: string | Uint8Array) => void (text += String(piece)),
    };
    const app = fakeApp(home, { out, machine: { home, env: { STEMMA_HOME: join(home, '.stemma'), ...env } } });
    return async (...argv: string[]) => (await app.run(...argv), text);
  };
  expect(await onTerminal()('timeline', 'failed-test')).toContain('\x1b[31m✗');
  expect(await onTerminal()('timeline', 'failed-test', '--no-color')).not.toContain('\x1b');
  expect(await onTerminal({ NO_COLOR: '1' })('timeline', 'failed-test')).not.toContain('\x1b');
});
