import { describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { quill } from '../../testing/quill.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { token } from '../../testing/stories.ts';
import type { Story, StoryEvent } from '../../testing/write-stories.ts';
import { findSession } from '../find/find-session.ts';
import { redacted } from '../redaction/redacted.ts';
import { files } from './files.ts';
import { fileHistory } from './history.ts';
import { recordedHunks, unifiedHunks } from './recorded-hunks.ts';

const cart = 'export function total(items) {\n  let sum = 0;\n  return sum;\n}\n';

describe('the files of a session', () => {
  test('come with edits, lines and whoever changed them, sub-agents included', async () => {
    await using store = await storeWithStories(
      story('main', [
        write('w', '/shop/src/cart.ts', cart),
        edit('e', '/shop/src/cart.ts', '  let sum = 0;', '  let sum = startOf(items);\n  sum += 1;'),
      ]),
      {
        ...story('helper', [
          edit('h', '/shop/src/cart.ts', '  sum += 1;', ''),
          write('n', '/shop/notes.md', 'one\ntwo\n'),
        ]),
        root: 'main',
        parent: { name: 'main', relation: 'subagent' },
      },
      {
        ...story('fork', [write('f', '/shop/src/fork.ts', 'x')]),
        root: 'main',
        parent: { name: 'main', relation: 'fork' },
      },
    );
    const answer = await filesOf(store, 'quill:main');
    expect(answer.files.map(({ path, edits, added, removed, by }) => [path, edits, added, removed, by.length])).toEqual(
      [
        ['/shop/src/cart.ts', 3, 6, 2, 2],
        ['/shop/notes.md', 1, 2, 0, 1],
      ],
    );
    expect(answer.files[0]!.by.map(({ session, is_subagent, edits }) => [session, is_subagent, edits])).toEqual([
      ['quill:main', false, 2],
      ['quill:helper', true, 1],
    ]);
    expect(answer).toMatchObject({ total: 2, truncated: false, next: null });
  });

  test('whose edits failed are not among them', async () => {
    await using store = await storeWithStories(
      story('main', [{ ...edit('e', '/shop/a.ts', 'x', 'y'), failed: true } as StoryEvent]),
    );
    expect((await filesOf(store, 'quill:main')).total).toBe(0);
  });

  test('are counted at least, where a program wrote them', async () => {
    await using store = await storeWithStories(
      story('main', [
        write('w', '/shop/a.txt', 'one\n'),
        {
          id: 's',
          t: 'call',
          tool: 'Bash',
          input: { command: 'date > /shop/a.txt' },
          summary: 'date > /shop/a.txt',
          act: 'shell',
          turn: 'ask',
        },
      ]),
    );
    expect((await filesOf(store, 'quill:main')).files).toMatchObject([{ edits: 2, added: 1, lines_are_exact: false }]);
  });

  test('are listed by the page, and without lines when nobody wants them', async () => {
    await using store = await storeWithStories(
      story('main', [write('a', '/shop/a.ts', 'a'), write('b', '/shop/b.ts', 'b'), edit('c', '/shop/b.ts', 'b', 'c')]),
    );
    const first = await filesOf(store, 'quill:main', { limit: 1, skipLines: true });
    expect(first).toMatchObject({ files: [{ path: '/shop/b.ts', added: null }], total: 2, truncated: true, next: 1 });
    expect(await filesOf(store, 'quill:main', { limit: 1, after: 1 })).toMatchObject({
      files: [{ path: '/shop/a.ts', added: 1 }],
      next: null,
    });
  });
});

describe('the history of a file', () => {
  test('has every change in order, with line numbers that follow from what was written before', async () => {
    await using store = await storeWithStories(
      story('main', [
        write('w', '/shop/src/cart.ts', cart),
        edit('e', '/shop/src/cart.ts', 'let sum = 0;', 'let sum = start;'),
        edit('f', '/shop/src/cart.ts', '  return sum;\n}', '  sum += 1;\n  return sum;\n}'),
      ]),
    );
    const { changes, total } = await historyOf(store, '/shop/src/cart.ts', 'quill:main');
    expect(total).toBe(3);
    expect(changes.map(({ numbers, added, removed }) => [numbers, added, removed])).toEqual([
      ['derived', 4, 0],
      ['derived', 1, 1],
      ['derived', 1, 0],
    ]);
    expect(changes[1]!.hunks).toEqual([{ old_start: 2, new_start: 2, lines: ['-let sum = 0;', '+let sum = start;'] }]);
    expect(changes[2]!.hunks).toEqual([
      { old_start: 3, new_start: 3, lines: ['+  sum += 1;', '   return sum;', ' }'] },
    ]);
    expect(changes[1]).toMatchObject({ prompt: { summary: 'do main' }, subagent: null, missing: null });
  });

  test('has line numbers that follow from what was read', async () => {
    await using store = await storeWithStories(
      story('main', [
        ...look('r', '/shop/a.ts', '   40→const a = 1;\n   41→const b = 2;\n   42→const c = 3;'),
        edit('e', '/shop/a.ts', 'const b = 2;', 'const b = 20;'),
      ]),
    );
    const { changes } = await historyOf(store, '/shop/a.ts', 'quill:main');
    expect(changes).toMatchObject([{ numbers: 'derived', hunks: [{ old_start: 41, new_start: 41 }] }]);
  });

  test('has no line numbers where nobody knows them, nor after a change at an unknown place', async () => {
    await using store = await storeWithStories(
      story('main', [
        ...look('r', '/shop/a.ts', '1→x\n2→y\n3→x'),
        edit('e', '/shop/a.ts', 'x', 'z'),
        edit('f', '/shop/a.ts', 'y', 'w'),
      ]),
    );
    const { changes } = await historyOf(store, '/shop/a.ts', 'quill:main');
    expect(changes.map(({ numbers, hunks }) => [numbers, hunks[0]!.old_start])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('names the other sessions that changed the file, the latest first', async () => {
    await using store = await storeWithStories(
      story('one', [write('w', '/shop/src/cart.ts', cart)]),
      story('two', [edit('e', '/shop/src/cart.ts', 'let sum = 0;', 'let sum = 1;')], 2),
      story('other', [write('w', '/shop/test/cart.ts', cart)], 3),
    );
    const { sessions, changes } = await historyOf(store, '/shop/src/cart.ts', null);
    expect(sessions.map(({ uid, edits }) => [uid, edits])).toEqual([
      ['quill:two', 1],
      ['quill:one', 1],
    ]);
    expect(changes.map(({ step }) => step.session)).toEqual(['quill:one', 'quill:two']);
  });

  test('shows no secret', async () => {
    await using store = await storeWithStories(
      story('main', [write('w', '/shop/.env', `KEY=${token}\n`), edit('e', '/shop/.env', `KEY=${token}`, 'KEY=')]),
    );
    const answer = await historyOf(store, '/shop/.env', 'quill:main');
    expect(answer.changes).toHaveLength(2);
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});

describe('a change that the agent recorded', () => {
  const patch = [{ oldStart: 12, oldLines: 2, newStart: 12, newLines: 3, lines: [' a', '-b', '+c', '+d'] }];

  test('keeps its line numbers', () => {
    expect(recordedHunks({ toolUseResult: { structuredPatch: patch } }, false)).toEqual([
      { old_start: 12, new_start: 12, lines: [' a', '-b', '+c', '+d'] },
    ]);
    expect(unifiedHunks('--- a/x\n+++ b/x\n@@ -3 +3,2 @@\n-a\n+b\n+c\n')).toEqual([
      { old_start: 3, new_start: 3, lines: ['-a', '+b', '+c'] },
    ]);
  });

  test('of several files is not taken for one of them', () => {
    const one = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
    expect(unifiedHunks(one + one.replaceAll('x', 'y'))).toBeUndefined();
  });

  test('is left out where a secret spans its lines', () => {
    const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEpAIBAAKCAQEAx', '-----END RSA PRIVATE KEY-----'];
    const lines = key.map((line) => `+${line}`);
    expect(recordedHunks({ structuredPatch: [{ oldStart: 1, newStart: 1, lines }] }, false)).toBeUndefined();
  });
});

async function filesOf(store: Store, name: string, options = {}) {
  const read = redacted(store.read);
  return await files(read, await findSession(read, name), { ...options, sources: [quill] });
}

async function historyOf(store: Store, path: string, name: string | null) {
  const read = redacted(store.read);
  const session = name === null ? null : await findSession(read, name);
  return await fileHistory(read, path, session, { sources: [quill], raw: false, folder: '/shop' });
}

function story(name: string, events: readonly StoryEvent[], day = 1): Story {
  return {
    name,
    title: name,
    began: `2026-03-0${day}T09:00:00Z`,
    events: [{ id: 'ask', t: 'prompt', text: `do ${name}` }, ...events],
  };
}

function write(id: string, path: string, content: string): StoryEvent {
  return editing(id, 'Write', { file_path: path, content }, path);
}

function edit(id: string, path: string, old: string, text: string): StoryEvent {
  return editing(id, 'Edit', { file_path: path, old_string: old, new_string: text }, path);
}

function editing(id: string, tool: string, input: Readonly<Record<string, unknown>>, summary: string): StoryEvent {
  return { id, t: 'call', tool, input, summary, act: 'edit', kind: 'edit', turn: 'ask' };
}

function look(id: string, path: string, output: string): readonly StoryEvent[] {
  return [
    { id, t: 'call', tool: 'Read', input: { file_path: path }, summary: path, act: 'read', turn: 'ask' },
    { id: `${id}-result`, t: 'result', call: id, output },
  ];
}
