import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.ts';
import { quill } from '../../testing/quill.ts';
import { token } from '../../testing/stories.ts';
import { idOf } from '../../testing/write-stories.ts';
import type { Story, StoryEvent } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { blame } from './blame.ts';
import type { BlameRequest } from './blame.ts';
import type { BlameCommitAnswer } from './blame-commit.ts';
import type { BlameFileAnswer } from './blame-file.ts';

let root: string;
beforeEach(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'stemma-blame-'))), 'shop');
  mkdirSync(root);
  git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

const cart = `export function total(items: Item[]): number {
  let sum = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum;
}
`;

describe('a file', () => {
  test('shows the steps that wrote it, their sessions and prompts', async () => {
    await using store = await storeWithStories(story('make', [write('w', 'src/cart.ts', cart)]));
    put('src/cart.ts', `${cart}\n// checked by hand\n`);

    const answer = await ofFile(store, 'src/cart.ts');

    expect(answer.runs).toEqual([
      { from: 1, to: 7, step: id('make', 'w'), part: false, written_as: null },
      { from: 9, to: 9, step: null, part: false, written_as: null },
    ]);
    expect(answer.lines).toEqual({ total: 8, attributed: 7, unattributed: 1 });
    expect(answer.steps).toMatchObject([
      {
        id: id('make', 'w'),
        session: 'quill:make',
        agent: 'quill',
        at: '2026-03-02T09:00:01.000Z',
        prompt: { id: id('make', 'ask'), summary: 'do make' },
        lines: 7,
      },
    ]);
    expect(answer.sessions).toEqual([{ uid: 'quill:make', agent: 'quill', title: 'make', lines: 7, share: 7 / 8 }]);
    expect(answer.truncated).toBe(false);
  });

  test('may have several authors: an edit is the author of what it put in, not of what it repeats', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story(
        'tax',
        [
          edit(
            'e',
            'src/cart.ts',
            '    sum += item.price;\n  }\n  return sum;',
            '    sum += item.price;\n  }\n  sum += taxOf(sum);\n  return sum;',
          ),
        ],
        day(2),
      ),
    );
    put('src/cart.ts', cart.replace('  return', '  sum += taxOf(sum);\n  return'));
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-5 w', '6-6 e', '7-8 w']);
  });

  test('keeps its author around a line that was changed, down to the last brace', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story(
        'count',
        [edit('e', 'src/cart.ts', '    sum += item.price;', '    sum += item.price * item.count;')],
        day(2),
      ),
    );
    put('src/cart.ts', cart.replace('item.price', 'item.price * item.count'));
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-3 w', '4-4 e', '5-7 w']);
  });

  test('written anew keeps the authors of the lines that stayed', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story('anew', [write('a', 'src/cart.ts', cart.replace('let sum = 0;', 'let sum = startingAmount;'))], day(2)),
    );
    put('src/cart.ts', cart.replace('let sum = 0;', 'let sum = startingAmount;'));
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-1 w', '2-2 a', '3-7 w']);
  });

  test('written anew with a line that had been taken out has it from there', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story('cut', [edit('c', 'src/cart.ts', '    sum += item.price;', '    // nothing to be paid for')], day(2)),
      story('anew', [write('a', 'src/cart.ts', cart)], day(3)),
    );
    put('src/cart.ts', cart);
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-3 w', '4-4 a', '5-7 w']);
  });

  test('ignores failed edits, and files at the same path of another repository', async () => {
    const elsewhere = '/somewhere/else/src/cart.ts';
    await using store = await storeWithStories(
      story('failed', [{ ...write('w', 'src/cart.ts', cart), failed: true } as StoryEvent]),
      story('other', [
        { ...write('o', 'src/cart.ts', cart), input: { file_path: elsewhere, content: cart } } as StoryEvent,
      ]),
    );
    put('src/cart.ts', cart);
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-7 nobody']);
  });

  test('is found again in another copy of the repository', async () => {
    await using store = await storeWithStories(
      story('remote', [
        {
          ...write('w', 'src/cart.ts', cart),
          input: { file_path: '/build/shop/src/cart.ts', content: cart },
        } as StoryEvent,
      ]),
    );
    put('src/cart.ts', cart);
    const answer = await ofFile(store, 'src/cart.ts');
    expect(answer.runs).toEqual([
      { from: 1, to: 7, step: id('remote', 'w'), part: false, written_as: '/build/shop/src/cart.ts' },
    ]);
  });

  test('that was moved is followed by what it holds', async () => {
    await using store = await storeWithStories(story('make', [write('w', 'lib/basket.ts', cart)]));
    put('src/money/cart.ts', cart);
    expect((await ofFile(store, 'src/money/cart.ts')).runs).toMatchObject([
      { from: 1, to: 7, step: id('make', 'w'), written_as: join(root, 'lib/basket.ts') },
    ]);
  });

  test('shares lines with many others: a few imports of one that is gone do not make it that one', async () => {
    const imports =
      "import { readFile } from 'node:fs/promises';\nimport { join } from 'node:path';\nimport { setTimeout } from 'node:timers';\n";
    const rest = Array.from({ length: 9 }, (_, at) => `export const settingNumber${at} = ${at};\n`).join('');
    await using store = await storeWithStories(story('gone', [write('w', 'lib/cart.ts', imports + rest)]));
    put('src/cart.ts', `${imports}console.log(readFile, join, setTimeout);\n`);
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-4 nobody']);
  });

  test('that a call moved is followed even by a single line', async () => {
    const from = join(root, 'lib/basket.ts');
    const to = join(root, 'src/cart.ts');
    await using store = await storeWithStories(
      story('make', [edit('e', 'lib/basket.ts', 'return 0;', 'return priceWithoutTax(0);')]),
      story('move', [shell('m', `git mv ${from} ${to}`), shell('n', `mv ${from} ${to}`)], day(2)),
    );
    put('src/cart.ts', 'one();\nreturn priceWithoutTax(0);\n');
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-1 nobody', '2-2 e']);
  });

  test('that a call moved is not another one that took its old name', async () => {
    const from = join(root, 'lib/basket.ts');
    await using store = await storeWithStories(
      story('move', [shell('m', `mv ${from} ${join(root, 'src/cart.ts')}`)]),
      story('new', [edit('e', 'lib/basket.ts', 'return 0;', 'return priceWithoutTax(0);')], day(2)),
    );
    put('src/cart.ts', 'return priceWithoutTax(0);\n');
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-1 nobody']);
  });

  test('written by a shell counts as far as the line says what it wrote', async () => {
    await using store = await storeWithStories(
      story('sh', [
        shell('s', `cat > ${join(root, 'src/cart.ts')} <<'EOF'\n${cart}EOF`),
        shell('x', `node make-cart.js > ${join(root, 'src/made.ts')}`),
      ]),
    );
    put('src/cart.ts', cart);
    put('src/made.ts', cart);
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-7 s']);
    expect(authors(await ofFile(store, 'src/made.ts'))).toEqual(['1-7 nobody']);
  });

  test('with spaces at the ends of its lines, or ends of lines from Windows, is the same', async () => {
    await using store = await storeWithStories(story('make', [write('w', 'src/cart.ts', cart)]));
    put('src/cart.ts', cart.replaceAll('\n', '  \r\n'));
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-7 w']);
  });
});

describe('a line', () => {
  test("that anybody may have written is nobody's by itself", async () => {
    await using store = await storeWithStories(
      story('short', [edit('e', 'src/cart.ts', '  return 1;', '  return;'), edit('f', 'src/cart.ts', '', '}')]),
    );
    put('src/cart.ts', 'function stop() {\n  return;\n}\n');
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-3 nobody']);
  });

  test('that occurs twice has no author, unless the lines around it decide', async () => {
    await using store = await storeWithStories(
      story('twice', [
        edit('e', 'src/cart.ts', 'x', 'checkTheStock();'),
        edit('f', 'src/cart.ts', 'y', 'payForEverything();\ncheckTheStock();'),
      ]),
    );
    put('src/cart.ts', 'checkTheStock();\nsend();\npayForEverything();\ncheckTheStock();\n');
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-2 nobody', '3-4 f']);
  });

  test('of which an edit wrote a part is marked so', async () => {
    await using store = await storeWithStories(
      story('part', [edit('e', 'src/cart.ts', 'a - b', 'first.amount + second.amount')]),
    );
    put('src/cart.ts', 'export const sum = (first, second) => first.amount + second.amount;\n');
    expect((await ofFile(store, 'src/cart.ts')).runs).toEqual([
      { from: 1, to: 1, step: id('part', 'e'), part: true, written_as: null },
    ]);
  });

  test('of which an edit wrote no whole word is not its own', async () => {
    await using store = await storeWithStories(story('part', [edit('e', 'src/cart.ts', 'user', 'userAccount')]));
    put('src/cart.ts', 'const found = userAccountNames();\n');
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-1 nobody']);
  });

  test('is followed back past files that were written anew and only repeat it', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story('anew', [write('a', 'src/cart.ts', cart.replace('items: Item[]', 'items: readonly Item[]'))], day(2)),
      story('tax', [edit('e', 'src/cart.ts', '    sum += item.price;', '    sum += item.price * taxRate;')], day(3)),
    );
    put(
      'src/cart.ts',
      cart.replace('items: Item[]', 'items: readonly Item[]').replace('item.price', 'item.price * taxRate'),
    );
    const [line] = (await ofFile(store, 'src/cart.ts:4')).history;
    expect(line!.history.map(({ step }) => step.native_id)).toEqual(['e', 'w']);
    expect((await ofFile(store, 'src/cart.ts:1')).history[0]!.history).toMatchObject([
      { step: { native_id: 'a' }, replaced: [cart.split('\n')[0]] },
      { step: { native_id: 'w' } },
    ]);
  });

  test('is shown with what it replaced, back to the first version', async () => {
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story('tax', [edit('e', 'src/cart.ts', '    sum += item.price;', '    sum += item.price * taxRate;')], day(2)),
      story(
        'count',
        [
          edit(
            'f',
            'src/cart.ts',
            '    sum += item.price * taxRate;\n  }',
            '    // as often as it was ordered\n    sum += item.price * taxRate * item.count;\n  }',
          ),
        ],
        day(3),
      ),
    );
    put(
      'src/cart.ts',
      cart.replace(
        '    sum += item.price;',
        '    // as often as it was ordered\n    sum += item.price * taxRate * item.count;',
      ),
    );

    const answer = await ofFile(store, 'src/cart.ts:5');

    expect(answer.runs).toMatchObject([{ from: 5, to: 5, step: id('count', 'f') }]);
    expect(answer.lines).toEqual({ total: 1, attributed: 1, unattributed: 0 });
    expect(answer.history).toMatchObject([
      {
        line: 5,
        text: '    sum += item.price * taxRate * item.count;',
        history: [
          { step: { native_id: 'f' }, replaced: ['    sum += item.price * taxRate;'] },
          { step: { native_id: 'e' }, text: '    sum += item.price * taxRate;', replaced: ['    sum += item.price;'] },
          { step: { native_id: 'w' }, text: '    sum += item.price;', replaced: [] },
        ],
      },
    ]);
  });

  test('that holds a secret is compared whole and shown without it', async () => {
    const secret = `const key = '${token}';\n`;
    await using store = await storeWithStories(story('leak', [edit('w', 'src/key.ts', 'x', secret)]));
    put('src/key.ts', secret);
    const answer = await ofFile(store, 'src/key.ts:1');
    expect(answer.runs).toMatchObject([{ step: id('leak', 'w') }]);
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(JSON.stringify(await ofFile(store, 'src/key.ts:1', { raw: true }))).toContain(token);
  });
});

describe('a commit', () => {
  test('shows the steps that wrote its added lines, whoever committed them', async () => {
    put('src/cart.ts', cart);
    commit('The cart');
    put('src/cart.ts', `${cart}export const currency = 'EUR';\n`);
    put('notes.md', 'Written by a person, late at night.\n');
    const hash = commit('The currency');
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story(
        'money',
        [
          edit('e', 'src/cart.ts', '', "export const currency = 'EUR';"),
          shell('c', 'git commit -am "The currency"', `[main ${hash.slice(0, 7)}] The currency\n 2 files changed`),
        ],
        day(2),
      ),
      story('look', [shell('l', 'git log --oneline # The currency', `${hash.slice(0, 7)} The currency`)], day(3)),
    );

    const answer = await ofCommit(store, 'HEAD');

    expect(answer.commit).toMatchObject({ hash, subject: 'The currency', author: 'Dev' });
    expect(answer.lines).toEqual({ total: 2, attributed: 1, unattributed: 1 });
    expect(answer.files).toEqual([
      { path: 'notes.md', total: 1, attributed: 0, unattributed: 1 },
      { path: 'src/cart.ts', total: 1, attributed: 1, unattributed: 0 },
    ]);
    expect(answer.sessions).toMatchObject([{ uid: 'quill:money', lines: 1, share: 0.5 }]);
    expect(answer.committed_by).toMatchObject({ native_id: 'c', session: 'quill:money' });
    expect((await ofCommit(store, hash.slice(0, 8))).commit.hash).toBe(hash);
  });

  test("is nobody's when only its subject is the same", async () => {
    put('src/cart.ts', cart);
    const hash = commit('The cart');
    await using store = await storeWithStories(
      story('other', [shell('c', 'git commit -am "The cart"', `${hash} is the parent\n[main 1234567] The cart`)]),
      story('log', [shell('l', 'cat git-commit.log # The cart', `[main ${hash.slice(0, 7)}] The cart`)]),
    );
    expect(await ofCommit(store, 'HEAD')).toMatchObject({ committed_by: null, sessions: [], lines: { attributed: 0 } });
  });

  test('holds a file as it was: what was written after it is not behind it', async () => {
    put('src/cart.ts', `${cart}// the end of it all\n`);
    commit('The cart');
    put('src/cart.ts', 'gone\n');
    const later = edit('l', 'src/cart.ts', 'x', '  return sum;\n}\n// the end of it all');
    await using store = await storeWithStories(
      story('make', [write('w', 'src/cart.ts', cart)]),
      story('late', [later], '2099-01-01T09:00:00Z'),
    );
    expect(authors(await ofFile(store, 'src/cart.ts', { at: 'HEAD' }))).toEqual(['1-7 w', '8-8 nobody']);
    expect(authors(await ofFile(store, 'src/cart.ts'))).toEqual(['1-1 nobody']);
  });
});

test('the answer says when there were more calls than it looked at', async () => {
  const names = ['a', 'b', 'c', 'd'];
  await using store = await storeWithStories(
    story(
      'many',
      names.map((name) => edit(name, 'src/cart.ts', 'x', `writtenByStep('${name}');`)),
    ),
  );
  put('src/cart.ts', names.map((name) => `writtenByStep('${name}');\n`).join(''));
  const answer = await ofFile(store, 'src/cart.ts', { limit: 2 });
  expect(answer).toMatchObject({ examined: 2, truncated: true });
  expect(authors(answer)).toEqual(['1-2 nobody', '3-3 c', '4-4 d']);
});

describe('it says what it cannot answer:', () => {
  test.each([
    ['a file that is not there', 'src/nope.ts', {}, 'path-not-found', 'There is no file src/nope.ts'],
    ['a commit that is not there', 'feedbeef', {}, 'commit-not-found', 'git knows no commit "feedbeef"'],
    [
      'a file that a commit does not have',
      'src/nope.ts',
      { at: 'HEAD' },
      'path-not-found',
      'There is no file src/nope.ts in commit',
    ],
    [
      'a file in a commit that is not there',
      'src/cart.ts',
      { at: 'v9' },
      'commit-not-found',
      'git knows no commit "v9"',
    ],
    ['a line beyond the end', 'src/cart.ts:8', {}, 'bad-argument', 'src/cart.ts has 7 lines, and no line 8.'],
    ['lines the wrong way round', 'src/cart.ts:5-2', {}, 'bad-argument', 'There is no line 5-2.'],
    ['a folder', 'src', {}, 'bad-argument', 'src is a folder.'],
    ['bytes that are no text', 'logo.png', {}, 'not-text', 'logo.png is not a text.'],
    [
      'an option in place of a commit',
      '--output=owned',
      {},
      'commit-not-found',
      'git knows no commit "--output=owned"',
    ],
  ])('%s', async (_, target, options, code, message) => {
    put('src/cart.ts', cart);
    put('logo.png', 'PNG\0\0');
    commit('The cart');
    await using store = await storeWithStories(story('none', []));
    await expect(blame(store.read, target, { folder: root, sources: [quill], ...options })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  test('a commit where there is no repository; but a file there can be asked about', async () => {
    await using store = await storeWithStories(story('none', []));
    const folder = dirname(root);
    writeFileSync(join(folder, 'alone.txt'), 'some words\n');
    await expect(blame(store.read, 'HEAD', { folder, sources: [quill] })).rejects.toMatchObject({
      code: 'not-a-repository',
    });
    expect(await blame(store.read, 'alone.txt', { folder, sources: [quill] })).toMatchObject({
      lines: { total: 1, attributed: 0 },
    });
  });
});

test('a git that another git has started asks about the repository it was sent to', async () => {
  put('src/cart.ts', cart);
  const hash = commit('The cart');
  await using store = await storeWithStories(story('none', []));
  process.env['GIT_DIR'] = '/nowhere';
  try {
    expect((await ofCommit(store, 'HEAD')).commit.hash).toBe(hash);
  } finally {
    delete process.env['GIT_DIR'];
  }
});

type Options = Partial<Omit<BlameRequest, 'folder' | 'sources'>>;

async function ofFile(store: Store, target: string, options: Options = {}): Promise<BlameFileAnswer> {
  return (await blame(store.read, target, { folder: root, sources: [quill], ...options })) as BlameFileAnswer;
}

async function ofCommit(store: Store, target: string): Promise<BlameCommitAnswer> {
  return (await blame(store.read, target, { folder: root, sources: [quill] })) as BlameCommitAnswer;
}

/** `1-7 w`: lines and the name of the step in its story. */
function authors({ runs, steps }: BlameFileAnswer): readonly string[] {
  return runs.map(
    ({ from, to, step }) => `${from}-${to} ${steps.find(({ id: own }) => own === step)?.native_id ?? 'nobody'}`,
  );
}

function story(name: string, calls: readonly (StoryEvent | readonly StoryEvent[])[], began = day(1)): Story {
  const all = calls.flat();
  return { name, title: name, began, events: [{ id: 'ask', t: 'prompt', text: `do ${name}` }, ...all] };
}

function day(number: number): string {
  return `2026-03-0${1 + number}T09:00:00Z`;
}

function id(name: string, event: string): string {
  return idOf({ name, events: [] }, event);
}

function write(name: string, path: string, content: string): StoryEvent {
  return {
    id: name,
    t: 'call',
    tool: 'Write',
    input: { file_path: join(root, path), content },
    summary: `${path} ${content.slice(0, 200)}`,
    act: 'edit',
    kind: 'edit',
    turn: 'ask',
  };
}

function edit(name: string, path: string, old: string, text: string): StoryEvent {
  return {
    id: name,
    t: 'call',
    tool: 'Edit',
    input: { file_path: join(root, path), old_string: old, new_string: text },
    summary: path,
    act: 'edit',
    kind: 'edit',
    turn: 'ask',
  };
}

function shell(name: string, command: string, output = 'ok'): readonly StoryEvent[] {
  const act = /git/.test(command) ? 'vcs' : 'shell';
  return [
    { id: name, t: 'call', tool: 'Bash', input: { command }, summary: command.slice(0, 200), act, turn: 'ask' },
    { id: `${name}-result`, t: 'result', call: name, output },
  ];
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(subject: string): string {
  git('add', '--all');
  git('commit', '--quiet', '-m', subject);
  return git('rev-parse', 'HEAD').trim();
}

function git(...args: readonly string[]): string {
  const who = {
    GIT_AUTHOR_NAME: 'Dev',
    GIT_AUTHOR_EMAIL: 'dev@example.com',
    GIT_COMMITTER_NAME: 'Dev',
    GIT_COMMITTER_EMAIL: 'dev@example.com',
  };
  return execFileSync('git', args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root, ...who },
    encoding: 'utf8',
  });
}
