import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCall } from '../parse-call.ts';
import { operationsOf, type Operation } from './operations.ts';

const operations = (tool: string, input: unknown) => operationsOf(parseCall(tool, input));

const look = (path: string, from?: number, to?: number): Operation => ({
  does: 'look',
  path,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
const search = (pattern: string, path?: string): Operation => ({
  does: 'search',
  pattern,
  ...(path !== undefined && { path }),
});
const list = (path?: string, pattern?: string): Operation => ({
  does: 'list',
  ...(path !== undefined && { path }),
  ...(pattern !== undefined && { pattern }),
});
const edit = (path: string, old: string, text: string): Operation => ({ does: 'edit', path, old, text, whole: false });
const whole = (path: string, text: string): Operation => ({ does: 'edit', path, old: '', text, whole: true });
const touch = (path: string): Operation => edit(path, '', '');

type Call = readonly [tool: string, input: unknown, expected: readonly Operation[]];

const patch =
  '*** Begin Patch\n*** Update File: a.js\n@@ total\n a\n-b\n+c\n@@\n-x\n+y\n*** Add File: n.js\n+one\n+two\n*** Delete File: d.js\n*** Update File: o.js\n*** Move to: p.js\n*** End Patch';
const patched = [
  edit('a.js', 'a\nb', 'a\nc'),
  edit('a.js', 'x', 'y'),
  whole('n.js', 'one\ntwo'),
  touch('d.js'),
  touch('p.js'),
];

const agents: Readonly<Record<string, readonly Call[]>> = {
  'Claude Code': [
    ['Read', { file_path: '/a.ts' }, [look('/a.ts')]],
    ['Read', { file_path: '/a.ts', offset: 10, limit: 5 }, [look('/a.ts', 10, 14)]],
    ['Read', { file_path: '/a.ts', limit: 5 }, [look('/a.ts', 1, 5)]],
    ['Edit', { file_path: '/a.ts', old_string: 'x', new_string: 'y', replace_all: false }, [edit('/a.ts', 'x', 'y')]],
    ['Edit', { file_path: '/a.ts', old_string: 'x', new_string: '' }, [edit('/a.ts', 'x', '')]],
    [
      'MultiEdit',
      {
        file_path: '/a.ts',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: '1', new_string: '2' },
        ],
      },
      [edit('/a.ts', 'x', 'y'), edit('/a.ts', '1', '2')],
    ],
    ['Write', { file_path: '/a.ts', content: 'all' }, [whole('/a.ts', 'all')]],
    ['NotebookEdit', { notebook_path: '/n.ipynb', new_source: 'x = 1' }, [edit('/n.ipynb', '', 'x = 1')]],
    ['Grep', { pattern: 'total', path: 'src', output_mode: 'content' }, [search('total', 'src')]],
    ['Glob', { pattern: '**/*.ts' }, [list(undefined, '**/*.ts')]],
    ['LS', { path: '/' }, [list('/')]],
    ['WebFetch', { url: 'https://example.com', prompt: 'x' }, [{ does: 'fetch', target: 'https://example.com' }]],
    [
      'Task',
      { description: 'Count', prompt: 'Count the tests', subagent_type: 'scout' },
      [{ does: 'delegate', text: 'Count\nCount the tests' }],
    ],
    ['TodoWrite', { todos: [{ content: 'Fix it', status: 'pending' }] }, [{ does: 'plan', text: 'Fix it\npending' }]],
    ['BashOutput', { bash_id: 'b7' }, [{ does: 'other', text: 'b7' }]],
    [
      'Batch',
      {
        invocations: [
          { tool_name: 'Read', input: { file_path: 'a' } },
          { tool_name: 'Bash', input: { command: 'ls b' } },
        ],
      },
      [look('a'), list('b')],
    ],
    ['mcp__files__read_file', { path: 'a' }, [look('a')]],
  ],
  Codex: [
    ['apply_patch', patch, patched],
    ['apply_patch', { input: patch }, patched],
    ['apply_patch', { command: patch }, patched],
    ['shell', { command: ['apply_patch', patch] }, patched],
    ['shell', { command: ['bash', '-lc', patch] }, patched],
    ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }, patched],
    ['shell_command', { command: "sed -n '1,40p' src/a.js", workdir: '/w' }, [look('src/a.js', 1, 40)]],
    ['exec_command', { cmd: "nl -ba src/a.js | sed -n '5,9p'" }, [look('src/a.js', 5, 9)]],
    ['shell', { command: ['rg', '-n', 'two words', 'src'] }, [search('two words', 'src')]],
    [
      'exec',
      'const a = await tools.exec_command({cmd: "cat a.js"}); await tools.apply_patch("*** Begin Patch\\n*** Update File: a.js\\n-\\"b\\"\\n+c\\n*** End Patch")',
      [edit('a.js', '"b"', 'c'), look('a.js')],
    ],
    ['spawn_agent', { message: 'Look at it' }, [{ does: 'delegate', text: 'Look at it' }]],
  ],
  OpenCode: [
    ['read', { filePath: 'a.ts', offset: 0, limit: 20 }, [look('a.ts', 1, 20)]],
    ['edit', { filePath: 'a.ts', oldString: 'x', newString: 'y' }, [edit('a.ts', 'x', 'y')]],
    ['write', { filePath: 'a.ts', content: 'all' }, [whole('a.ts', 'all')]],
    ['grep', { pattern: 'x', include: '*.ts' }, [search('x')]],
    ['glob', { pattern: '*.ts', path: 'src' }, [list('src', '*.ts')]],
    ['patch', { patch_text: patch }, patched],
    ['apply_patch', { patchText: patch }, patched],
  ],
  'Gemini and Qwen': [
    ['read_file', { file_path: 'a.ts', start_line: 3, end_line: 9 }, [look('a.ts', 3, 9)]],
    ['read_many_files', { paths: ['a', 'b'] }, [look('a'), look('b')]],
    ['replace', { file_path: 'a.ts', instruction: 'do', old_string: 'x', new_string: 'y' }, [edit('a.ts', 'x', 'y')]],
    ['write_file', { file_path: 'a.ts', content: 'all' }, [whole('a.ts', 'all')]],
    ['search_file_content', { pattern: 'x', dir_path: 'src' }, [search('x', 'src')]],
    ['list_directory', { dir_path: 'src' }, [list('src')]],
    ['run_shell_command', { command: 'cat a.ts', description: 'd' }, [look('a.ts')]],
  ],
  'Copilot, Droid, Grok, SWE-agent': [
    ['view', { path: 'a.ts', view_range: [3, 9] }, [look('a.ts', 3, 9)]],
    ['view', { path: 'a.ts', view_range: [3, -1] }, [look('a.ts', 3)]],
    ['create', { path: 'a.ts', file_text: 'all' }, [whole('a.ts', 'all')]],
    ['edit', { path: 'a.ts', old_str: 'x', new_str: 'y' }, [edit('a.ts', 'x', 'y')]],
    ['str_replace_editor', { command: 'view', path: 'a.ts' }, [look('a.ts')]],
    ['str_replace_editor', { command: 'insert', path: 'a.ts', insert_line: 3, new_str: 'y' }, [edit('a.ts', '', 'y')]],
    [
      'get_errors',
      { filePaths: ['a.ts'] },
      [{ does: 'check', kind: 'type', fixes: false, words: ['get_errors'], paths: ['a.ts'] }],
    ],
    ['search_replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, [edit('a.ts', 'x', 'y')]],
    ['read_file', { target_file: 'a.ts' }, [look('a.ts')]],
    ['goto', { path: 'a.py', text: '583' }, [look('a.py', 583)]],
    ['find_file', { file_name: 'a.py' }, [list(undefined, 'a.py')]],
  ],
  'Cline, pi, Aider': [
    ['run_commands', { commands: ['cat a.ts', 'ls src'] }, [look('a.ts'), list('src')]],
    ['read_files', { files: [{ path: 'a' }, { path: 'b', start_line: 2, end_line: 4 }] }, [look('a'), look('b', 2, 4)]],
    ['editor', { path: 'a', old_text: 'x', new_text: 'y' }, [edit('a', 'x', 'y')]],
    [
      'replace_in_file',
      { path: 'a', diff: '<<<<<<< SEARCH\nx\n=======\ny\nz\n>>>>>>> REPLACE' },
      [edit('a', 'x', 'y\nz')],
    ],
    ['edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] }, [edit('a', 'x', 'y')]],
    [
      'git_commit',
      { hash: '4f1c9aa', message: 'Fix' },
      [{ does: 'vcs', verb: 'commit', paths: [], words: [], text: '4f1c9aa\nFix' }],
    ],
  ],
};
describe.each(Object.entries(agents))('%s', (_, calls) => {
  test.each(calls)('%s %j', (tool, input, expected) => {
    expect(operations(tool, input)).toEqual(expected);
  });
});

describe('a shell', () => {
  const table: readonly (readonly [string, readonly Operation[]])[] = [
    // shows
    ['cat a b', [look('a'), look('b')]],
    ['cat a.ts | head -50', [look('a.ts', 1, 50)]],
    ['head -n 20 a', [look('a', 1, 20)]],
    ['tail -n +5 a', [look('a', 5)]],
    ['tail -20 a', [look('a')]],
    ["sed -n '3p;10,$p' a", [look('a', 3, 3), look('a', 10)]],
    ["awk 'NR>=3 && NR<=9' a", [look('a', 3, 9)]],
    ["jq '.name' package.json", [look('package.json')]],
    ['npm ls | head', [{ does: 'run', words: ['npm', 'ls'], paths: [] }]],
    // searches and lists
    ['cat a | grep -n foo', [search('foo', 'a')]],
    ['grep -rn -A 3 foo src test', [search('foo', 'src'), search('foo', 'test')]],
    ["rg -g '*.ts' -e one -e two", [search('one|two')]],
    ['git grep -n foo -- src', [search('foo', 'src')]],
    ['find src -name "*.ts" | xargs grep foo', [list('src', '*.ts'), search('foo')]],
    ['rg --files src', [list('src')]],
    ['ls src | grep cart', [list('src', 'cart')]],
    // edits
    ["cat > a.ts <<'EOF'\none\ntwo\nEOF", [whole('a.ts', 'one\ntwo\n')]],
    ["cat >> a.ts <<'EOF'\none\nEOF", [edit('a.ts', '', 'one\n')]],
    ["cat <<'EOF' | tee a.ts\none\nEOF", [whole('a.ts', 'one\n')]],
    ['echo "hi there" > a.txt', [whole('a.txt', 'hi there')]],
    ['node gen.js > out.json', [{ does: 'run', words: ['node', 'gen.js'], paths: ['gen.js'] }, touch('out.json')]],
    ["sed -i 's/a\\/b/c/g' x.ts", [edit('x.ts', 'a/b', 'c')]],
    ["sed -i '' -e 's|a|b|' x.ts y.ts", [edit('x.ts', 'a', 'b'), edit('y.ts', 'a', 'b')]],
    ["perl -pi -e 's/a/b/' x.ts", [edit('x.ts', 'a', 'b')]],
    ['mv a b', [touch('a'), touch('b')]],
    ['cp -r a b', [touch('b')]],
    ['New-Item -ItemType Directory -Force -Path out', [touch('out')]],
    ['Out-File -FilePath a.txt -Encoding UTF8', [touch('a.txt')]],
    ['Set-Content a.txt "new text"', [touch('a.txt')]],
    ['Remove-Item -Force a.txt -ErrorAction SilentlyContinue', [touch('a.txt')]],
    ['Copy-Item -Path a -Destination b -Recurse', [touch('b')]],
    ['Move-Item a b -Force', [touch('a'), touch('b')]],
    ['rm -f a', [touch('a')]],
    [
      "python3 - <<'PY'\nfrom pathlib import Path\np = Path('a.py')\ns = p.read_text()\ns = s.replace('x', 'y')\np.write_text(s)\nPY",
      [edit('a.py', 'x', 'y')],
    ],
    [`python3 -c "open('a.txt', 'w').write('hi')"`, [whole('a.txt', 'hi')]],
    [`node -e "require('fs').writeFileSync('a.json', 'hi')"`, [whole('a.json', 'hi')]],
    [
      `python3 -c "print(open('a.txt').read())"`,
      [look('a.txt'), { does: 'run', words: ['python3', '-c', "print(open('a.txt').read())"], paths: [] }],
    ],
    // version control
    [
      'git commit -m "$(cat <<\'EOF\'\nFix it\n\nAll.\nEOF\n)"',
      [{ does: 'vcs', verb: 'commit', paths: [], words: expect.anything(), text: 'Fix it\n\nAll.' }],
    ],
    [
      'git -C web add a.ts b',
      [{ does: 'vcs', verb: 'add', paths: ['a.ts', 'b'], words: ['git', '-C', 'web', 'add', 'a.ts', 'b'], text: '' }],
    ],
    [
      'git diff main -- a',
      [{ does: 'vcs', verb: 'diff', paths: ['a'], words: ['git', 'diff', 'main', '--', 'a'], text: '' }],
    ],
    [
      'gh pr create --title T --body B',
      [{ does: 'vcs', verb: 'pr create', paths: [], words: expect.anything(), text: 'T\nB' }],
    ],
    // the rest
    ['cd web && echo hi && curl -s https://example.com/a', [{ does: 'fetch', target: 'https://example.com/a' }]],
    ['echo hi', [{ does: 'run', words: ['echo', 'hi'], paths: [] }]],
    ['npm install', [{ does: 'run', words: ['npm', 'install'], paths: [] }]],
    ["bash <<'EOF'\ncat a\nEOF", [look('a')]],
  ];
  test.each(table)('%s', (command, expected) => {
    expect(operations('Bash', { command })).toEqual(expected);
  });
});

describe('a check is', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    test: [
      'npm test',
      'node --test',
      'pytest -q',
      'go test ./...',
      'cargo test',
      'npx vitest run',
      'yarn jest',
      'bun test',
      'pnpm --filter api test',
      'make check',
      'mix test',
      './gradlew test',
      'python -m unittest',
      './run-tests.sh',
      'npm run test:unit',
    ],
    type: [
      'tsc --noEmit',
      'npx tsc -p .',
      'mypy src',
      'python -m mypy src',
      'pyright',
      'npm run typecheck',
      'pnpm type-check',
      'cargo check',
      'deno check a.ts',
      'npm run check',
    ],
    lint: [
      'eslint .',
      'ruff check .',
      'biome check .',
      'prettier --check .',
      'golangci-lint run',
      'npm run lint',
      'cargo clippy',
      'go vet ./...',
      'cargo fmt --check',
      'npm run format:check',
      'black --check .',
    ],
    'lint fixes': [
      'eslint --fix .',
      'ruff check --fix .',
      'ruff format',
      'biome check --write .',
      'prettier --write .',
      'npm run lint:fix',
      'npm run lint -- --fix',
      'cargo fmt',
      'go fmt ./...',
      'gofmt -w a.go',
      'npm run format',
      'black .',
    ],
    build: [
      'npm run build',
      'make',
      'make all',
      'cargo build',
      'go build ./...',
      'vite build',
      'docker build .',
      'mvn -q package',
      'yarn build',
      'python3 -m build',
      'gcc a.c',
    ],
  };
  test.each(Object.entries(table).flatMap(([kind, commands]) => commands.map((command) => [kind, command] as const)))(
    '%s: %s',
    (kind, command) => {
      const kinds = operations('Bash', { command: `cd x && ${command} 2>&1 | tail -5` }).map((each) =>
        each.does === 'check' ? `${each.kind}${each.fixes ? ' fixes' : ''}` : each.does,
      );
      expect(kinds).toEqual([kind]);
    },
  );

  test('with the files it is limited to', () => {
    expect(operations('Bash', { command: 'pytest -q tests/test_a.py::test_x --cov=src/app' })).toEqual([
      {
        does: 'check',
        kind: 'test',
        fixes: false,
        words: ['pytest', '-q', 'tests/test_a.py::test_x', '--cov=src/app'],
        paths: ['tests/test_a.py', 'src/app'],
      },
    ]);
  });

  test('one for each task', () => {
    expect(operations('Bash', { command: 'make lint test' }).map((each) => each.does === 'check' && each.kind)).toEqual(
      ['lint', 'test'],
    );
  });
});

test('unified diffs are edits of their files', () => {
  const diff = 'diff --git a/x.js b/x.js\n--- a/x.js\n+++ b/x.js\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
  expect(operations('Bash', { command: `git apply <<'EOF'\n${diff}EOF` }).slice(1)).toEqual([
    edit('x.js', 'a\nb', 'a\nc'),
  ]);
  expect(operations('patch', { patch: diff })).toEqual([edit('x.js', 'a\nb', 'a\nc')]);
});

describe('whatever the input', () => {
  const tools = [
    'Read',
    'Edit',
    'MultiEdit',
    'Bash',
    'shell',
    'exec',
    'apply_patch',
    'Grep',
    'glob',
    'Task',
    'TodoWrite',
    'WebFetch',
    'git_commit',
    'python',
    'Batch',
    'run_commands',
    'read_files',
    'nobody',
  ];
  const field = fc.constantFrom(
    'file_path',
    'path',
    'command',
    'cmd',
    'commands',
    'edits',
    'files',
    'old_string',
    'new_string',
    'content',
    'input',
    'diff',
    'pattern',
    'offset',
    'limit',
    'view_range',
    'invocations',
    'tool_name',
    'prompt',
    'todos',
    'code',
    '__proto__',
    'constructor',
  );

  test('it never throws and says something', () => {
    const input = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(field, fc.jsonValue())))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...tools), input, (tool, value) => operations(tool, value).length > 0),
      { numRuns: 1000 },
    );
  });

  test('and whatever the command line', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '"',
        "'",
        '$(',
        ')',
        '`',
        "<<'EOF'",
        '\nEOF\n',
        '\\',
        '|',
        '> f',
        '&&',
        '\n',
        'bash -c ',
        'sed -n ',
        '1,2p ',
        'sed -i ',
        "'s/a/b/' ",
        'python - ',
        "open('a','w')",
        '.replace(',
        'git ',
        'commit -m ',
        'grep -e ',
        'npm run ',
        'make ',
        'apply_patch ',
        '*** Begin Patch\n',
        '@@\n',
        'head -',
        'find . -name ',
        'tee ',
        'cat ',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        (pieces) => operations('Bash', { command: pieces.join('') }).length > 0,
      ),
      { numRuns: 3000 },
    );
  });

  test('a long one takes no more than its length', () => {
    const long = [
      'cat a; ',
      'a | ',
      "'s/a/b/;",
      '"',
      "open('a','w'); ",
      'x = "a"\n',
      '$(',
      '<<E ',
      '-e s/',
      'sed -i s/',
      '\n*** Update File: a\n-',
      '(',
      '.replace(',
      '.write(',
      'x=',
    ];
    const begun = process.cpuUsage().user;
    for (const piece of long)
      for (const head of ['', "python3 -c '", "python3 - <<'E'\n", "sed -i '", 'apply_patch "', 'git commit -m "'])
        operations('Bash', { command: head + piece.repeat(300_000 / piece.length) });
    expect((process.cpuUsage().user - begun) / 1e6).toBeLessThan(20);
  }, 60_000);
});
