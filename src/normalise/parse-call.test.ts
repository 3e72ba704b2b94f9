import { describe, expect, test } from 'vitest';
import type { Act } from '../model/words.ts';
import { parseCall } from './parse-call.ts';

describe('what a shell command does', () => {
  const table: readonly (readonly [Act, readonly string[]])[] = [
    [
      'read',
      [
        'cat a.ts',
        "sed -n '1,40p' a.ts",
        'head -5 a | tail -1',
        'cd src && cat a.ts',
        'jq .name package.json',
        'wc -l *.ts',
        'less x',
        'cat a.log > /tmp/x.txt',
      ],
    ],
    [
      'search',
      [
        'rg -n foo src',
        'grep -r foo . | head',
        'find . -name "*.ts"',
        'ls -la',
        'tree -L 2',
        'fd foo',
        'cat list | grep x',
        'which node',
      ],
    ],
    [
      'edit',
      [
        "sed -i 's/a/b/' a.ts",
        'echo hi > a.txt',
        "cat > a.ts <<'EOF'\nnpm test\nEOF",
        'mv a b',
        'cp -r a b',
        'rm -rf dist',
        'tee a.txt < b',
        'mkdir -p x && cp a x/',
        'mkdir x && echo hi > x/a',
        'perl -pi -e s/a/b/ f',
        'prettier --write .',
        'find . -name x -delete',
        'cargo fmt',
        "apply_patch <<'EOF'\n*** Begin Patch\nEOF",
      ],
    ],
    [
      'check',
      [
        'npm test',
        'npm run build',
        'npm run lint:fix',
        'pnpm -r --filter api test',
        'yarn vitest',
        'bun test',
        'pytest -q',
        'python -m unittest',
        'python3 -m mypy src',
        'cargo clippy',
        'cargo +nightly test',
        'go vet ./...',
        'go test ./...',
        'make',
        'make check',
        'tsc --noEmit',
        'npx eslint .',
        'mvn -q verify',
        './gradlew build',
        'ctest',
        'node --test',
        'dotnet test',
        'mix test',
        'ruff check .',
        'docker build .',
        './run-tests.sh',
        'bash scripts/test.sh',
        'rm -rf dist && npm run build',
        'git stash && npm test',
        'npm test 2>&1 | tail -20',
        'deno check main.ts',
        'prettier --check .',
      ],
    ],
    [
      'vcs',
      ['git status', 'git commit -m "npm test"', 'cat a && git add .', 'gh pr list', 'jj log', 'git diff | head'],
    ],
    ['web', ['curl -s https://example.com | jq .', 'wget https://example.com/a.tgz']],
    [
      'shell',
      [
        'mkdir -p x/y',
        'mkdir x && cd x',
        'npm install',
        'python script.py',
        'node -e "1"',
        'docker ps',
        'echo hello',
        'pwd',
        'sleep 5',
        'npm run dev',
        'pip install x',
        'make install',
        'unknown-program --flag',
        'python3 - <<E\nopen("x","w")\nE',
        '',
      ],
    ],
  ];
  test.each(table.flatMap(([act, commands]) => commands.map((command) => [act, command] as const)))(
    '%s: %s',
    (act, command) => {
      expect(parseCall('Bash', { command }).act).toBe(act);
    },
  );
});

describe('what a tool of any agent does', () => {
  const table: readonly (readonly [Act, string, unknown])[] = [
    // Claude Code
    ['read', 'Read', { file_path: '/a' }],
    ['search', 'Grep', { pattern: 'x' }],
    ['search', 'Glob', { pattern: '**' }],
    ['search', 'LS', { path: '/' }],
    ['edit', 'MultiEdit', { file_path: '/a', edits: [] }],
    ['edit', 'NotebookEdit', { notebook_path: '/a.ipynb' }],
    ['web', 'WebFetch', { url: 'https://example.com' }],
    ['plan', 'TodoWrite', { todos: [] }],
    ['plan', 'ExitPlanMode', { plan: 'x' }],
    ['plan', 'plan_exit', {}],
    ['plan', 'TaskCreate', { subject: 'x' }],
    ['agent', 'Task', { prompt: 'x' }],
    ['agent', 'Agent', { prompt: 'x' }],
    ['shell', 'BashOutput', { bash_id: '1' }],
    ['other', 'Skill', { skill: 'x' }],
    ['other', 'AskUserQuestion', {}],
    // Aider
    ['check', 'lint', {}],
    ['check', 'run_tests', {}],
    ['vcs', 'git_commit', { hash: '4f1c9aa' }],
    // SWE-agent
    ['read', 'open', { path: 'a.py' }],
    ['read', 'goto', { path: 'a.py', text: '583' }],
    ['read', 'scroll_down', { path: 'a.py' }],
    ['search', 'search_dir', { pattern: 'x' }],
    ['search', 'find_file', { pattern: 'x' }],
    ['edit', 'create', { path: 'a.py' }],
    ['read', 'str_replace_editor', { command: 'view', path: 'a.py' }],
    // GitHub Copilot
    ['search', 'rg', { pattern: 'x' }],
    ['agent', 'read_agent', { agent_id: 'x' }],
    // Codex
    ['check', 'shell', { command: ['bash', '-lc', 'cargo test'] }],
    ['search', 'shell', { command: ['rg', '-n', 'two words', 'src'] }],
    ['read', 'exec_command', { cmd: 'cat src/cart.js' }],
    ['vcs', 'local_shell', { type: 'exec', command: ['git', 'status'] }],
    ['edit', 'shell', { command: ['apply_patch', '*** Begin Patch\n*** Update File: a\n*** End Patch'] }],
    ['edit', 'apply_patch', '*** Begin Patch\n*** Update File: a\n*** End Patch'],
    ['plan', 'update_plan', { plan: [] }],
    ['agent', 'spawn_agent', { message: 'x' }],
    ['agent', 'invoke_agent', { agent_name: 'generalist', prompt: 'x' }],
    ['agent', 'wait_agent', { targets: [] }],
    ['shell', 'wait', { cell_id: '3' }],
    ['shell', 'write_stdin', { session_id: 1, chars: '' }],
    ['check', 'exec', 'const a = await tools.exec_command({cmd: "node --test"}); text(a.output)'],
    ['edit', 'exec', 'await tools.apply_patch("*** Begin Patch\\n*** Update File: a\\n*** End Patch")'],
    ['shell', 'exec', 'text(1 + 1)'],
    // OpenCode, Gemini, Qwen, Cline, Copilot, Continue, Droid
    ['check', 'bash', { command: 'bun test' }],
    ['edit', 'edit', { filePath: '/a', oldString: 'x', newString: 'y' }],
    ['search', 'list', { path: '/a' }],
    ['read', 'read_many_files', { paths: ['a'] }],
    ['search', 'search_file_content', { pattern: 'x' }],
    ['edit', 'replace', { file_path: '/a' }],
    ['web', 'google_web_search', { query: 'x' }],
    ['check', 'run_shell_command', { command: 'npm test' }],
    ['edit', 'write_to_file', { path: 'a' }],
    ['edit', 'multiReplaceString', {}],
    ['search', 'search_codebase', { queries: ['total'] }],
    ['shell', 'await_terminal', { id: '1' }],
    ['read', 'get_errors', { filePaths: ['a.ts'] }],
    ['agent', 'team_spawn_teammate', { role: 'x' }],
    ['read', 'str_replace_editor', { command: 'view', path: '/a' }],
    ['edit', 'str_replace_editor', { command: 'str_replace', path: '/a' }],
    ['read', 'builtin_read_file', { filepath: 'a' }],
    ['vcs', 'Execute', { command: 'git log' }],
    ['check', 'run_commands', { commands: ['npm ci', 'npm test'] }],
    // MCP servers
    ['read', 'mcp__files__read_file', { path: 'a' }],
    ['edit', 'mcp__files__write_file', { path: 'a' }],
    ['search', 'mcp__files__search_files', {}],
    ['vcs', 'mcp__github__create_pull_request', {}],
    ['web', 'mcp__chrome__browser_navigate', { url: 'x' }],
    ['other', 'mcp__db__run', {}],
    ['other', 'mcp__tracker__create_issue', {}],
    ['other', 'mcp__tracker__read', {}],
    ['other', 'no_such_tool', null],
  ];
  test.each(table)('%s: %s %j', (act, tool, input) => {
    expect(parseCall(tool, input).act).toBe(act);
  });
});

test('only what runs tests is a test run', () => {
  const runs = [
    'npm test',
    'pytest',
    'go test ./...',
    'cargo nextest run',
    'npm run test:unit -- --run',
    './gradlew test',
    'make test',
    'rspec',
    'npx playwright test',
  ];
  const others = [
    'npm run build',
    'tsc',
    'eslint .',
    'make',
    'cat test.ts',
    'git add tests',
    'ls test',
    'npm install vitest',
    'grep -r test .',
  ];
  expect(runs.filter((command) => !parseCall('Bash', { command }).isTestRun)).toEqual([]);
  expect(others.filter((command) => parseCall('Bash', { command }).isTestRun)).toEqual([]);
});
