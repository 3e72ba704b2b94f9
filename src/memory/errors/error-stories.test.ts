import { describe, expect, test } from 'vitest';
import type { CheckKind, Operation } from '../../model/operation.ts';
import { createErrorStories } from './error-stories.ts';
import type { ErrorStory, FinishedCall } from './error-stories.ts';

describe('a change that was not made', () => {
  test('is over when the same lines are written after all; what was tried in between did not help', () => {
    const wanted = 'const total = sum(prices);\nreturn total;';
    const [story] = storiesOf(
      call('try', edit('src/cart.ts', 'old', wanted), {
        ended: 'failed',
        reason: 'String to replace not found in file.',
      }),
      call('other', edit('src/cart.ts', 'x', 'import { sum } from "./sum";')),
      call('again', edit('src/cart.ts', 'older', wanted), {
        ended: 'failed',
        reason: 'String to replace not found in file.',
      }),
      call('done', edit('src/cart.ts', 'oldest', wanted)),
    );
    expect(story).toMatchObject({
      key: 'try',
      kind: 'real',
      culprit: ['try'],
      attempts: ['again'],
      fix: ['done'],
      verifiedBy: 'done',
      open: false,
    });
  });

  test('needs the file to be read first, where the agent insists on it', () => {
    const [story] = storiesOf(
      call('write', edit('a.md', '', 'a new beginning'), {
        ended: 'failed',
        reason: 'File has not been read yet. Read it first before writing to it.',
      }),
      call('look', look('/shop/a.md')),
      call('write again', edit('/shop/a.md', '', 'a new beginning')),
    );
    expect(story).toMatchObject({ culprit: ['write'], fix: ['look', 'write again'], verifiedBy: 'write again' });
  });

  test('is the doing of the checkout that put another file in its place', () => {
    const [story] = storiesOf(
      call('seen', look('a.md')),
      call('branch', vcs('checkout', 'main')),
      call('write', edit('a.md', 'one', 'two words here'), {
        ended: 'failed',
        reason: 'File has been modified since read, either by the user or by a linter.',
      }),
      call('look', look('a.md')),
      call('write again', edit('a.md', 'one', 'two words here')),
    );
    expect(story).toMatchObject({ culprit: ['branch'], fix: ['look', 'write again'] });
  });

  test('may take several steps, each of which writes a part of it', () => {
    const [story] = storiesOf(
      call('patch', edit('a.ts', '', 'first line of it\nsecond line of it'), {
        ended: 'failed',
        reason: 'apply_patch verification failed',
      }),
      call('one', edit('a.ts', '', 'first line of it')),
      call('two', edit('a.ts', '', 'second line of it')),
      call('three', edit('a.ts', '', 'something else then')),
    );
    expect(story).toMatchObject({ fix: ['one', 'two'], verifiedBy: 'two' });
  });
});

test('further errors contain no part of a secret, wherever a fingerprint ends', () => {
  const key = ['ghp_', 'x1Y2z3A4b5C6d7E8f9G0h1I2j3K4l5M6n7O8'].join('');
  for (const before of [150, 170, 185, 195]) {
    const line = `error: ${'word '.repeat(40).slice(0, before - 8)} ${key} was refused`;
    const [story] = storiesOf(
      call('push', run('deploy'), { ended: 'failed', reason: 'it was refused', keyLines: [line], output: line }),
    );
    expect(story!.also).toHaveLength(1);
    expect(story!.lines.join()).not.toContain('ghp_x1');
    expect(story!.also[0]).not.toContain('ghp_x1');
  }
});

describe('a check that failed', () => {
  const red = 'src/cart.ts(3,7): error TS2304: Cannot find name "total".';

  test('is caused by the edit that wrote the faulty text, and over when it passes', () => {
    const [story] = storiesOf(
      call('early', edit('src/cart.ts', '', 'const prices = read();')),
      call('bug', edit('src/cart.ts', '', 'return total;')),
      call('elsewhere', edit('src/shop.ts', '', 'const shop = open();')),
      call('types', check('type', 'tsc'), failing(red)),
      call('fix', edit('src/cart.ts', '', 'const total = sum(prices);')),
      call('types again', check('type', 'tsc')),
    );
    expect(story!.culprit[0]).toBe('bug');
    expect(story).toMatchObject({ kind: 'real', attempts: [], fix: ['fix'], verifiedBy: 'types again' });
  });

  test('distinguishes attempts from fixes by the problems of the next run', () => {
    const other = 'src/cart.ts(9,1): error TS2322: Type "string" is not assignable to type "number".';
    const [first] = storiesOf(
      call('types', check('type', 'tsc'), failing(red, other)),
      call('useless', edit('src/cart.ts', '', 'let nothing = 1;')),
      call('second run', check('type', 'tsc'), failing(red, other)),
      call('half', edit('src/cart.ts', '', 'const total = 1;')),
      call('third run', check('type', 'tsc'), failing(other)),
      call('rest', edit('src/cart.ts', '', 'const name = 2;')),
      call('fourth run', check('type', 'tsc')),
    );
    expect(first).toMatchObject({
      key: 'types',
      attempts: ['useless'],
      fix: ['half', 'rest'],
      verifiedBy: 'fourth run',
    });
  });

  test('that goes well when it is run again without any change was mended by nothing but the run', () => {
    const [story] = storiesOf(
      call('run', check('test', 'npm', 'test'), failing('not ok 3 - waits')),
      call('again', check('test', 'npm', 'test')),
    );
    expect(story).toMatchObject({ fix: ['again'], how: 'retry', verifiedBy: 'again' });
  });

  test('is over when the faulty file is set back; what was changed in it had been an attempt', () => {
    const [story] = storiesOf(
      call('lint', check('lint', 'eslint', '.'), failing('src/cart.ts:3:7 error no-undef')),
      call('try', edit('src/cart.ts', '', 'let total;')),
      call('back', vcs('checkout', 'src/cart.ts')),
      call('anew', edit('src/cart.ts', '', 'the same feature again')),
      call('lint again', check('lint', 'eslint', '.')),
    );
    expect(story).toMatchObject({ attempts: ['try'], fix: ['back'], verifiedBy: 'lint again' });
  });

  test('inside a hook is verified by the same check on its own', () => {
    const [story] = storiesOf(
      call('commit', vcs('commit'), failing(red, 'husky - pre-commit script failed (code 2)')),
      call('fix', edit('src/cart.ts', '', 'const total = 1;')),
      call('types', check('type', 'npm', 'run', 'typecheck')),
      call('commit again', vcs('commit')),
    );
    expect(story).toMatchObject({ fix: ['fix'], verifiedBy: 'types' });
  });

  test('names what was changed where it pointed when nobody looked again, without proof', () => {
    const [story] = storiesOf(
      call('types', check('type', 'tsc'), failing(red)),
      call('fix', edit('src/cart.ts', '', 'const total = 1;')),
    );
    expect(story).toMatchObject({ fix: ['fix'], verifiedBy: null, open: true });
  });
});

describe('a command that failed', () => {
  test('by its own arguments is its own doing, and mended by the like of it', () => {
    const [story] = storiesOf(
      call('add', run('tool', 'mcp', 'add', 'browser'), {
        ended: 'failed',
        reason: "error: missing required argument 'url'",
      }),
      call('other', run('tool', 'mcp', 'list')),
      call('add well', run('tool', 'mcp', 'add', 'browser', 'http://x')),
    );
    expect(story).toMatchObject({ culprit: ['add'], fix: ['add well'], verifiedBy: 'add well' });
  });

  test('because what came before it had failed is the doing of that', () => {
    const stories = storiesOf(
      call('add', vcs('add', 'a.md'), { ended: 'failed', reason: "fatal: pathspec 'a.md' did not match any files" }),
      call('commit', vcs('commit'), {
        ended: 'failed',
        reason: 'nothing to commit',
        output: 'nothing to commit, working tree clean',
      }),
      call('add well', vcs('add', '.')),
      call('commit well', vcs('commit')),
    );
    expect(stories[1]).toMatchObject({ key: 'commit', culprit: ['add'], fix: ['add well', 'commit well'] });
  });

  test('that the agent tries again by itself is nothing to deal with once it works', () => {
    const overloaded = {
      tool: 'api_error',
      operations: [],
      isOutside: true,
      ...failing('API error 529, attempt 1 of 10: Overloaded'),
    } as const;
    const [still] = storiesOf(call('api', look('a.ts'), overloaded));
    expect(still).toMatchObject({ kind: 'real', verifiedBy: null });
    const [over] = storiesOf(call('api', look('a.ts'), overloaded), call('next', look('a.ts')));
    expect(over).toMatchObject({ kind: 'benign', verifiedBy: 'next' });
  });

  test("because of the world outside is nobody's doing here", () => {
    const [story] = storiesOf(
      call('push', vcs('push'), {
        ended: 'failed',
        reason: 'error: failed to push some refs',
        output: ' ! [rejected] main -> main (fetch first)',
      }),
      call('pull', vcs('pull')),
      call('push again', vcs('push')),
    );
    expect(story).toMatchObject({ culprit: [], fix: ['pull'], verifiedBy: 'push again' });
  });

  test('that was issued beside another is never fixed by it', () => {
    const [story] = storiesOf(
      call('one', edit('a.ts', '', 'the very same line'), {
        ended: 'failed',
        reason: 'String to replace not found in file.',
        message: 'm1',
      }),
      call('two', edit('a.ts', '', 'the very same line'), { message: 'm1' }),
    );
    expect(story!.fix).toEqual([]);
  });
});

describe('what proves a fix', () => {
  const shell = (key: string, text: string, operation: Operation, facts: Partial<FinishedCall> = {}) =>
    call(key, operation, { text, ...facts });

  test('is the failing part of a line, not any other command in it', () => {
    const [story] = storiesOf(
      call('line', run('jq', '.total', 'cart.json'), {
        ...failing('zsh: command not found: jq'),
        operations: [run('jq', '.total', 'cart.json'), run('prices', 'print')],
        text: 'jq .total cart.json; prices print',
      }),
      shell('print', 'prices print', run('prices', 'print')),
      shell('jq', 'jq .total cart.json', run('jq', '.total', 'cart.json')),
    );
    expect(story).toMatchObject({ fix: ['jq'], verifiedBy: 'jq' });
  });

  test('is a run in the same folder, repository or package', () => {
    const push = (key: string, folder: string, facts: Partial<FinishedCall> = {}) =>
      call(key, { does: 'vcs', verb: 'push', paths: [], words: ['git', '-C', folder, 'push'], text: '' }, facts);
    const [story] = storiesOf(
      push('push', '/shop/api', failing('fatal: No configured push destination.')),
      push('elsewhere', '/shop/web'),
    );
    expect(story).toMatchObject({ culprit: ['push'], fix: [], verifiedBy: null });
  });

  test('is not a run of other tests, unless they are those that failed', () => {
    const red = call('red', check('test', 'npm', 'test'), failing('not ok 3 - the cart adds taxes'));
    const narrow = (key: string, name: string) => call(key, check('test', 'npm', 'test', '--grep', name));
    expect(storiesOf(red, narrow('narrow', 'discounts'))[0]).toMatchObject({ fix: [], verifiedBy: null });
    expect(storiesOf(red, narrow('narrow', 'adds taxes'))[0]).toMatchObject({ verifiedBy: 'narrow' });
  });

  test('is neither a question for help nor a count nor a run whose failure would be ignored', () => {
    const wrong = shell('wrong', 'deploy web --fast', run('deploy', 'web', '--fast'), failing('unknown option --fast'));
    for (const text of ['deploy web --help', 'deploy web | wc -l', 'deploy web || true', 'deploy web &'])
      expect(storiesOf(wrong, shell('later', text, run(...text.split(' ').slice(0, 3))))[0]!.fix).toEqual([]);
    expect(storiesOf(wrong, shell('later', 'deploy web', run('deploy', 'web')))[0]).toMatchObject({
      fix: ['later'],
      how: 'call',
    });
  });

  test('is not a look at how things were before the change', () => {
    const [story] = storiesOf(
      call('red', check('test', 'npm', 'test'), failing('not ok 3 - adds')),
      shell('before', 'git stash && npm test; git stash pop', check('test', 'npm', 'test')),
    );
    expect(story).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('of a wrong call is that it runs, though it then fails for another reason', () => {
    const [story] = storiesOf(
      call('wrong', check('test', 'pnpm', 'exec', 'mocha'), failing('Command "mocha" not found')),
      call('right', check('test', 'pnpm', 'test'), failing('not ok 3 - adds')),
    );
    expect(story).toMatchObject({ culprit: ['wrong'], fix: ['right'], how: 'call', verifiedBy: 'right' });
  });

  test('of a wrong call is another that is made for the same purpose', () => {
    const wrong = shell(
      'wrong',
      'pnpm --filter web types\nCheck types of the web app',
      run('pnpm', '--filter', 'web', 'types'),
      failing('ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT  None of the selected packages has a "types" script'),
    );
    const right = (purpose: string) => shell('right', `npx frobc web\n${purpose}`, run('npx', 'frobc', 'web'));
    expect(storiesOf(wrong, right('Check types of the web app'))[0]).toMatchObject({
      culprit: ['wrong'],
      fix: ['right'],
      how: 'call',
      verifiedBy: 'right',
    });
    expect(storiesOf(wrong, right('Build the web app'))[0]).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('of a wrong call is not one that cannot find its file', () => {
    const [story] = storiesOf(
      shell(
        'lost',
        'cd shop && frob run list.exs',
        run('frob', 'run', 'list.exs'),
        failing('sh: cd: shop: No such file or directory'),
      ),
      shell(
        'lost too',
        'frob run shop/list.exs',
        run('frob', 'run', 'shop/list.exs'),
        failing('No such file: shop/list.exs'),
      ),
      shell('found', 'frob run list.exs', run('frob', 'run', 'list.exs')),
    );
    expect(story).toMatchObject({ fix: ['found'], verifiedBy: 'found' });
  });

  test('is not another call in the same folder', () => {
    const doctor = shell(
      'doctor',
      'cd /home/me/work/shop && frob doctor',
      run('frob', 'doctor'),
      failing('Error: no terminal'),
    );
    const other = shell('other', 'cd /home/me/work/shop && frob hooks', run('frob', 'hooks'));
    expect(storiesOf(doctor, other)[0]).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('of a remote that cannot be reached is what reaches it', () => {
    const [story] = storiesOf(
      call('line', vcs('pull'), {
        ...failing(
          'ssh: connect to host example.com port 22: Operation timed out',
          'fatal: Could not read from remote repository.',
        ),
        operations: [vcs('pull'), vcs('push'), vcs('status')],
        text: 'git pull && git push && git status',
      }),
      shell('status', 'git status --short', vcs('status')),
    );
    expect(story).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('of a script is its run, wherever it is called from', () => {
    const [story] = storiesOf(
      shell(
        'red',
        'python3 load.py',
        run('python3', 'load.py'),
        failing("ModuleNotFoundError: No module named 'requests'"),
      ),
      shell('install', 'pip install requests', run('pip', 'install', 'requests')),
      shell('green', 'python3 /home/me/load.py', run('python3', '/home/me/load.py')),
    );
    expect(story).toMatchObject({ verifiedBy: 'green' });
  });

  test('of a file that is gone may be the same file in another revision', () => {
    const shown = (path: string) =>
      call('show', { ...vcs('show'), words: ['git', 'show', `4b2f:${path}`] } as Operation);
    const gone = call('gone', look('docs/plan.md'), failing('Path does not exist'));
    expect(storiesOf(gone, shown('docs/plan.md'))[0]).toMatchObject({ fix: ['show'], verifiedBy: 'show' });
    expect(storiesOf(gone, shown('notes/other.txt'))[0]).toMatchObject({ fix: [] });
  });

  test('may be a run that still fails, but no longer for any of the reasons', () => {
    const [story] = storiesOf(
      call('types', check('type', 'tsc'), failing('src/a.ts(3,7): error TS2304: Cannot find name "total".')),
      call('fix', edit('src/a.ts', '', 'const total = 1;')),
      call('types again', check('type', 'tsc'), failing('src/b.ts(9,1): error TS2322: Type "x" is not "y".')),
    );
    expect(story).toMatchObject({ fix: ['fix'], how: 'change', verifiedBy: 'types again', open: true });
  });

  test('is no fix when the network, a lock or a service was at fault', () => {
    const commit = (key: string, message: string, facts: Partial<FinishedCall> = {}) =>
      call(
        key,
        { does: 'vcs', verb: 'commit', paths: [], words: ['git', 'commit', '-m', message], text: message },
        facts,
      );
    const [story] = storiesOf(
      commit('one', 'Add the cart', failing("fatal: Unable to create '.git/index.lock': File exists.")),
      commit('two', 'Add the cart and its total'),
    );
    expect(story).toMatchObject({ fix: ['two'], how: 'retry' });
  });
});

describe('of several changes', () => {
  test('the fix of a test includes the source that was changed with it', () => {
    const [story] = storiesOf(
      call('red', check('test', 'vitest'), failing('FAIL test/cart.test.ts > adds taxes', 'test/cart.test.ts:12:5')),
      call('source', edit('src/cart.ts', '', 'return total + taxes;')),
      call('test', edit('test/cart.test.ts', '', 'expect(total).toBe(12);')),
      call('green', check('test', 'vitest')),
    );
    expect(story!.fix).toEqual(['source', 'test']);
  });

  test('notes are not what fixed a check', () => {
    const [story] = storiesOf(
      call('red', check('build', 'make'), failing('make: *** [all] Error 2')),
      call('notes', edit('NOTES.md', '', 'The build is broken.')),
      call('green', check('build', 'make')),
    );
    expect(story).toMatchObject({ fix: ['green'], how: 'retry' });
  });

  test('none fixed a call of git that looks into no file', () => {
    const [story] = storiesOf(
      call('push', vcs('push'), failing('fatal: The current branch has no upstream branch.')),
      call('other', edit('src/cart.ts', '', 'const total = 1;')),
      call('set', { ...vcs('push'), words: ['git', 'push', '-u', 'origin', 'main'] } as Operation),
    );
    expect(story).toMatchObject({ culprit: ['push'], fix: ['set'], how: 'call' });
  });
});

describe('the kind of a failure', () => {
  const kindOf = (facts: FinishedCall) => storiesOf(facts)[0]?.kind;

  test.each<[string, FinishedCall, string | undefined]>([
    ['an answer of a search is benign', call('c', { does: 'search', pattern: 'x' }, { ended: 'answered' }), 'benign'],
    [
      'a listing of what is not there is benign',
      call('c', { does: 'list', path: 'a' }, { ended: 'failed', reason: 'ls: a: No such file or directory' }),
      'benign',
    ],
    [
      'a listing of a folder that was counted on is real',
      call(
        'c',
        { does: 'list', path: 'src/cart/' },
        { ...failing('ls: src/cart/: No such file or directory'), text: 'ls src/cart/' },
      ),
      'real',
    ],
    ...['ls src/cart/ 2>/dev/null', 'ls src/cart/\nCheck if the cart has a folder'].map(
      (text): [string, FinishedCall, string] => [
        `a listing that asks whether it is there is benign: ${text}`,
        call(
          'c',
          { does: 'list', path: 'src/cart/' },
          { ...failing('ls: src/cart/: No such file or directory'), text },
        ),
        'benign',
      ],
    ),
    [
      'white space that a check of a diff finds is real',
      call('c', { ...vcs('diff'), words: ['git', 'diff', '--check'] } as Operation, {
        ended: 'failed',
        detectedBy: 'exit code',
        reason: 'exit code 2: a.json:4: trailing whitespace.',
        output: 'a.json:4: trailing whitespace.',
      }),
      'real',
    ],
    [
      'an update of the agent itself that failed is benign',
      call('c', run('error'), { ...failing('Automatic update failed. Please try updating manually'), isOutside: true }),
      'benign',
    ],
    [
      'a listing that partly found nothing is benign',
      call('c', { does: 'list', path: 'a*' }, { output: '3\nzsh:1: no matches found: a*\n' }),
      'benign',
    ],
    [
      'a file that was counted on is real',
      call('c', look('a'), { ended: 'failed', reason: 'File does not exist.' }),
      'real',
    ],
    [
      'a search that was mistyped is real',
      call('c', { does: 'search', pattern: '(' }, { ended: 'failed', reason: 'grep: parentheses not balanced' }),
      'real',
    ],
    [
      'a search in a named file that is not there is real',
      call(
        'c',
        { does: 'search', pattern: 'sum', path: 'src/cart.ts' },
        { ended: 'failed', reason: 'missing', output: 'grep: src/cart.ts: No such file or directory' },
      ),
      'real',
    ],
    [
      'a search that also finds something answers',
      call(
        'c',
        { does: 'search', pattern: 'sum', path: 'src/cart.ts' },
        { ended: 'failed', reason: 'missing', output: 'src/a.ts: sum\ngrep: src/cart.ts: No such file or directory' },
      ),
      'benign',
    ],
    [
      'a search that broke is real',
      call(
        'c',
        { does: 'search', pattern: 'sum' },
        {
          ended: 'failed',
          detectedBy: 'tool message',
          reason: 'broken',
          output: 'Error during search: Permission denied',
        },
      ),
      'real',
    ],
    [
      'a package that is asked for and is not installed',
      call('c', run('pacman', '-Qi', 'frob'), failing("error: package 'frob' was not found")),
      'benign',
    ],
    ['a person said no', call('c', edit('a', '', 'b'), { ended: 'denied' }), 'denied'],
    ['a person stopped it', call('c', run('sleep', '9'), { ended: 'interrupted' }), 'denied'],
    ['a rule of the agent said no', call('c', run('rm'), { ended: 'failed', detectedBy: 'refusal' }), 'denied'],
    ['a failure that the line foresaw', call('c', run('nc'), { ...failing('nc: refused'), foreseen: true }), 'benign'],
    [
      'the checks of a pull request that fail',
      call('c', vcs('pr checks'), { ...failing('build\tfail\t3s'), reason: 'build fail 3s' }),
      'real',
    ],
    [
      'an exit code that is part of the answer',
      call('c', run('systemctl', 'status', 'web'), {
        ended: 'failed',
        detectedBy: 'exit code',
        reason: 'exit code 3',
        output: 'web: inactive (dead)',
      }),
      'benign',
    ],
    [
      'called off',
      call('c', look('a'), { ended: 'failed', output: '<tool_use_error>Sibling tool call errored</tool_use_error>' }),
      'cascade',
    ],
    [
      'a question answered with no',
      call('c', run('crontab', '-l'), {
        ended: 'failed',
        reason: 'crontab: no crontab for me',
        output: 'crontab: no crontab for me',
      }),
      'benign',
    ],
    ['nothing failed', call('c', run('npm', 'start')), undefined],
  ])('%s', (_name, facts, kind) => expect(kindOf(facts)).toBe(kind));

  test("one refusal is the others' undoing", () => {
    const stories = storiesOf(
      call('asked', run('deploy'), { ended: 'denied', message: 'm1' }),
      call('beside', run('notify'), { ended: 'denied', message: 'm1' }),
    );
    expect(stories.map(({ kind, culprit }) => [kind, culprit])).toEqual([
      ['denied', ['asked']],
      ['cascade', ['asked']],
    ]);
  });

  test('a command that does not exist was only a probe, unless somebody tries again', () => {
    const probe = call('probe', run('tool', 'mcp', 'restart'), {
      ended: 'failed',
      reason: "error: unknown command 'restart'",
    });
    expect(storiesOf(probe)[0]!.kind).toBe('benign');
    expect(storiesOf(probe, call('well', run('tool', 'mcp', 'restart', '--all')))[0]!.kind).toBe('real');
  });
});

describe('while the session runs', () => {
  test('a story is given once, in the order of the failures, when nothing can change it any more', () => {
    const stories = createErrorStories();
    stories.add(call('first', check('test', 'npm', 'test'), failing('not ok 1 - a')));
    stories.add(call('second', look('b'), { ended: 'failed', reason: 'File does not exist.' }));
    stories.add(call('seen', look('b')));
    expect(stories.take()).toEqual([]);
    expect(stories.open().map(({ key, open }) => [key, open])).toEqual([
      ['first', true],
      ['second', false],
    ]);
    stories.add(call('green', check('test', 'npm', 'test')));
    expect(stories.take().map(({ key }) => key)).toEqual(['first', 'second']);
    expect(stories.take()).toEqual([]);
  });

  test('after two hundred calls nobody waits for its end any more', () => {
    const stories = createErrorStories();
    stories.add(call('red', check('test', 'npm', 'test'), failing('not ok 1 - a')));
    for (let at = 0; at < 200; at++) stories.add(call(`look ${at}`, look('b')));
    expect(stories.take()).toMatchObject([{ key: 'red', verifiedBy: null }]);
  });
});

describe('a line of several steps', () => {
  const write = edit('test/cart.test.ts', '', 'expect(total([2, 3])).toBe(5);');
  const red = 'FAIL test/cart.test.ts > adds the prices';

  test('that writes a file and fails on it is the culprit itself, and its next writing the fix', () => {
    const [first, second] = storiesOf(
      call('bug', edit('src/cart.ts', '', 'return prices.length;')),
      lines('write and test', [write, check('test', 'npm', 'test')], failing(red)),
      lines(
        'write again',
        [edit('test/cart.test.ts', '', 'expect(total([])).toBe(0);'), check('test', 'npm', 'test')],
        {
          ...failing('FAIL test/cart.test.ts > knows an empty cart'),
        },
      ),
      call('green', check('test', 'npm', 'test')),
    );
    expect(first!.culprit[0]).toBe('write and test');
    expect(first).toMatchObject({ fix: ['write again'], verifiedBy: 'green' });
    expect(second!.culprit[0]).toBe('write again');
  });

  test('that the shell could not read wrote nothing: its file is what is missing', () => {
    const [story] = storiesOf(
      lines('broken', [edit('notes/plan.ts', '', 'export const plan = 1;'), run('mkdir', 'notes')], {
        ...failing('bash: -c: line 9: syntax error: unexpected end of file'),
      }),
      call('written', edit('notes/plan.ts', '', 'export const plan = 1;')),
    );
    expect(story).toMatchObject({ culprit: ['broken'], fix: ['written'], verifiedBy: 'written' });
  });

  test('that could not write where it was to is over when it writes elsewhere', () => {
    const [story] = storiesOf(
      lines(
        'nowhere',
        [edit('web/test/cart.test.ts', '', 'expect(total([2])).toBe(2);'), check('test', 'npm', 'test')],
        {
          ...failing('zsh:1: no such file or directory: web/test/cart.test.ts'),
        },
      ),
      call('elsewhere', edit('test/web/cart.test.ts', '', 'expect(total([2])).toBe(2);')),
    );
    expect(story).toMatchObject({ fix: ['elsewhere'], verifiedBy: 'elsewhere' });
  });
});

describe('what a failure can be blamed on', () => {
  test('is nothing that was there when the check last passed', () => {
    const [story] = storiesOf(
      call('old', edit('src/cart.ts', '', 'export function total(prices) { return 0; }')),
      call('green', check('test', 'npm', 'test')),
      call('new', edit('src/shop.ts', '', 'const opening = total(null);')),
      call('red', check('test', 'npm', 'test'), failing('src/cart.ts:4: TypeError: total of null')),
    );
    expect(story!.culprit).toEqual(['new']);
  });

  test('is the check that rewrote the file, when the text to replace is gone', () => {
    const [story] = storiesOf(
      call('seen', look('src/cart.ts')),
      call('check', check('type', 'npm', 'run', 'check'), {
        output: '> shop@1.0.0 check\n> biome check --write . && tsc\n',
      }),
      call('edit', edit('src/cart.ts', 'import { a,b }', 'import { a }'), {
        ended: 'failed',
        reason: 'Could not find the exact text in src/cart.ts.',
      }),
    );
    expect(story!.culprit).toEqual(['check']);
  });

  test('is the last edit of a file that a program reads, unless it passed since', () => {
    const parse = { does: 'run', words: ['node', 'read.mjs', 'shop.json'], paths: ['read.mjs', 'shop.json'] } as const;
    const red = failing('SyntaxError: Unexpected token ] in JSON');
    const [blamed] = storiesOf(call('edit', edit('shop.json', '', '{"open": [1,]}')), call('read', parse, red));
    expect(blamed!.culprit).toEqual(['edit']);
    const [own] = storiesOf(
      call('edit', edit('shop.json', '', '{"open": [1]}')),
      call('fine', parse),
      call('read', parse, red),
    );
    expect(own!.culprit).toEqual(['read']);
  });
});

describe('a fix', () => {
  test('of a command that was not there is what installed it, whatever happens then', () => {
    const create = { ...vcs('pr create'), words: ['gh', 'pr', 'create'] };
    const [story] = storiesOf(
      call('missing', create, failing('bash: line 1: gh: command not found')),
      call('install', run('pacman', '-S', '--noconfirm', 'github-cli')),
      call('now', create, failing('You are not logged into any GitHub hosts.')),
    );
    expect(story).toMatchObject({ fix: ['install'], verifiedBy: 'now' });
  });

  test('may be to call the program as somebody else', () => {
    const [story] = storiesOf(
      call('mine', run('vault', 'whoami'), failing('[ERROR] no account found for filter')),
      call('remove', edit('/home/me/.config/vault', '', '')),
      call('theirs', run('vault', 'list'), { text: 'sudo -u shop vault list' }),
    );
    expect(story).toMatchObject({ fix: ['theirs'], how: 'call', verifiedBy: 'theirs' });
  });

  test('may be to build what it is built on', () => {
    const red = failing('npm error command failed');
    const [story] = storiesOf(
      call('red', check('build', 'npm', 'run', 'build'), { ...red, text: 'cd packages/app && npm run build' }),
      call('base', check('build', 'npm', 'run', 'build'), { text: 'cd packages/base && npm run build' }),
      call('green', check('build', 'npm', 'run', 'build'), { text: 'cd packages/app && npm run build' }),
    );
    expect(story).toMatchObject({ fix: ['base'], how: 'change', verifiedBy: 'green' });
  });

  test('is not proven by a run that was refused', () => {
    const [story] = storiesOf(
      call('red', run('deploy', 'shop'), failing("error: unknown option '--fast'")),
      call('refused', run('deploy', 'shop'), {
        ...failing('deploy is not allowed in the sandbox'),
        ended: 'denied',
      }),
    );
    expect(story).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('is the command that the output says to run', () => {
    const [story] = storiesOf(
      call('commit', vcs('commit'), failing('Missing generated files: run `pnpm api:generate` and stage the changes')),
      call('elsewhere', edit('src/cart.ts', '', 'const total = 1;')),
      call('generate', run('pnpm', 'api:generate')),
      call('again', vcs('commit')),
    );
    expect(story).toMatchObject({ fix: ['generate'], how: 'change', verifiedBy: 'again' });
  });

  test('is not proven by a run that never began', () => {
    const [story] = storiesOf(
      call('red', check('test', 'playwright', 'test'), failing('FAIL shop.spec.ts > opens')),
      call('edit', edit('shop.spec.ts', '', 'await page.goto("/shop");')),
      call('gone', check('test', 'playwright', 'test'), failing('sh: playwright: command not found')),
    );
    expect(story).toMatchObject({ verifiedBy: null });
  });

  test('is not to ask who is logged in', () => {
    const asked = { ...vcs('auth status'), words: ['gh', 'auth', 'status'] };
    const [story] = storiesOf(
      call('push', vcs('push'), failing('ssh: connect to host example.org port 22: Operation timed out')),
      call('asked', asked),
      call('again', vcs('push')),
    );
    expect(story).toMatchObject({ fix: ['again'], how: 'retry' });
  });

  test('of a lock that is gone by itself is to try again, in whatever line', () => {
    const [story] = storiesOf(
      lines(
        'locked',
        [vcs('checkout', 'main'), vcs('pull')],
        failing("fatal: Unable to create '/shop/.git/index.lock': File exists."),
      ),
      call('free', vcs('checkout', 'main')),
    );
    expect(story).toMatchObject({ fix: ['free'], how: 'retry' });
  });

  test('is not the same question about something else', () => {
    const search = (key: string, name: string, facts: Partial<FinishedCall> = {}) =>
      call(key, run('winget', 'search', name), {
        text: `winget search ${name}\nSearch for the package using winget.`,
        ...facts,
      });
    const [story] = storiesOf(search('one', 'Paintbox', failing('No package found.')), search('other', 'Inkpot'));
    expect(story).toMatchObject({ fix: [], verifiedBy: null });
  });

  test('of a patch of several files is made up to the file it stumbled over', () => {
    const [story] = storiesOf(
      lines(
        'patch',
        [
          edit('src/a.ts', '', 'const first = 1;'),
          edit('src/b.ts', '', 'const second = 2;'),
          edit('src/c.ts', '', 'const third = 3;'),
        ],
        {
          ...failing('Failed to find expected lines in src/b.ts'),
        },
      ),
      call('one', edit('src/a.ts', '', 'const first = 1;')),
      call('two', edit('src/b.ts', '', 'const second = 2;')),
      call('three', edit('src/c.ts', '', 'const third = 3;')),
    );
    expect(story).toMatchObject({ fix: ['one', 'two'], verifiedBy: 'two' });
  });

  test('of a file that may not be read is not to list it', () => {
    const [story] = storiesOf(
      call('read', look('/home/me/keys.txt'), failing("EACCES: permission denied, open '/home/me/keys.txt'")),
      call('list', { does: 'list', path: '/home/me/keys.txt' }),
    );
    expect(story).toMatchObject({ fix: [], verifiedBy: null });
  });
});

function storiesOf(...steps: readonly FinishedCall[]): readonly ErrorStory[] {
  const stories = createErrorStories();
  for (const step of steps) stories.add(step);
  return [...stories.take(), ...stories.open()];
}

function call(key: string, operation: Operation, facts: Partial<FinishedCall> = {}): FinishedCall {
  return {
    key,
    at: null,
    tool: 'Shell',
    operations: [operation],
    message: null,
    ended: 'ok',
    detectedBy: null,
    reason: '',
    errorLines: [],
    keyLines: [],
    output: '',
    ...facts,
  };
}

function lines(key: string, operations: readonly Operation[], facts: Partial<FinishedCall> = {}): FinishedCall {
  return { ...call(key, operations[0]!, facts), operations };
}

function failing(...errorLines: readonly string[]): Partial<FinishedCall> {
  return { ended: 'failed', reason: errorLines[0]!, errorLines, keyLines: errorLines, output: errorLines.join('\n') };
}

function edit(path: string, old: string, text: string): Operation {
  return { does: 'edit', path, old, text, whole: false };
}

function look(path: string): Operation {
  return { does: 'look', path };
}

function check(kind: CheckKind, ...words: readonly string[]): Operation {
  return { does: 'check', kind, fixes: false, words, paths: [] };
}

function vcs(verb: string, ...paths: readonly string[]): Operation {
  return { does: 'vcs', verb, paths, words: ['git', verb, ...paths], text: '' };
}

function run(...words: readonly string[]): Operation {
  return { does: 'run', words, paths: [] };
}
