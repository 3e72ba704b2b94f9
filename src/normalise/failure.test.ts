import { describe, expect, test } from 'vitest';
import { deedOf } from './act.ts';
import { failureOf, type Ended } from './failure.ts';

type Told = Partial<Pick<Ended, 'exitCode' | 'status'>>;

/** How a call of a tool ended, from what was recorded. */
function ended(tool: string, input: unknown, output: string, told: Told = {}) {
  return failureOf({ ...deedOf(tool, input), output, ...told });
}
const bash = (command: string, output: string, told: Told = {}) => ended('Bash', { command }, output, told);

describe('a call failed', () => {
  test.each<[string, string, string, Told, string]>([
    ['by its exit code', 'node a.js', 'boom', { exitCode: 1, status: 'ok' }, 'exit code 1: boom'],
    ['by the exit code Claude Code writes first', 'npm run x', 'Exit code 2\nError: Cannot find module x', { status: 'failed' }, 'Error: Cannot find module x'],
    ['by the exit code Codex writes in its header', 'npm run x', 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nnope', {}, 'exit code 3: nope'],
    ['by the exit code older Codex writes', 'npm run x', 'Exit code: 127\nWall time: 0 seconds\nOutput:\nbash: foo: command not found', {}, 'bash: foo: command not found'],
    ['by the exit code in a JSON text', 'npm run x', '{"output":"fatal: not a git repository","metadata":{"exit_code":128,"duration_seconds":0.1}}', {}, 'fatal: not a git repository'],
    ['by the exit code in the last line', 'npm run x', 'partial\n<exited with exit code 4>', {}, 'exit code 4: partial'],
    ['by what the agent says', 'npm run x', 'Error: no such thing', { status: 'failed' }, 'Error: no such thing'],
    ['with a trace, told by its last line', 'python a.py', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: bad value', { exitCode: 1 }, 'ValueError: bad value'],
    ['when grep complains', 'grep x nowhere', 'grep: nowhere: No such file or directory', { exitCode: 1 }, 'grep: nowhere: No such file or directory'],
    ['when grep cannot work', 'grep x nowhere', '', { exitCode: 2 }, 'exit code 2'],
    ['when it was interrupted', 'sleep 100', '', { status: 'interrupted' }, 'interrupted'],
  ])('%s', (_name, command, output, told, reason) => {
    expect(bash(command, output, told)).toEqual({ failed: true, denied: false, reason });
  });

  test.each([
    ['Edit', '<tool_use_error>String to replace not found in file.</tool_use_error>', 'String to replace not found in file.'],
    ['apply_patch', 'apply_patch verification failed: Failed to find expected lines', 'apply_patch verification failed: Failed to find expected lines'],
    ['no_such_tool', 'unsupported call: no_such_tool', 'unsupported call: no_such_tool'],
    ['exec_command', 'failed to parse function arguments: missing field `cmd`', 'failed to parse function arguments: missing field `cmd`'],
    ['exec', 'Script failed\nWall time 0.0 seconds\nOutput:\nScript error:\nReferenceError: x is not defined', 'ReferenceError: x is not defined'],
  ])('as the agent itself writes: %s %s', (tool, output, reason) => {
    expect(ended(tool, {}, output)).toMatchObject({ failed: true, denied: false, reason });
  });

  test('because somebody said no', () => {
    expect(bash('rm -rf /', "The user doesn't want to proceed with this tool use. The tool use was rejected.", { status: 'denied' })).toEqual({
      failed: true,
      denied: true,
      reason: "The user doesn't want to proceed with this tool use.",
    });
    expect(bash('rm -rf /', 'exec command rejected by user')).toMatchObject({ failed: true, denied: true });
  });
});

describe('a check behind a pipe failed, though the tool succeeded:', () => {
  test.each([
    ['Tests:       1 failed, 4 passed, 5 total'],
    ['      Tests  2 failed | 5 passed (7)'],
    ['  3 failing'],
    [' 2 fail'],
    ['# fail 1'],
    ['ℹ fail 1'],
    ['not ok 3 - adds'],
    ['========= 2 failed, 3 passed in 0.12s ========='],
    ['=== 1 error in 0.10s ==='],
    ['2 failed, 3 passed in 0.12s'],
    ['FAILED (failures=1)'],
    ['✖ 3 problems (1 error, 2 warnings)'],
    ["src/a.ts(3,7): error TS2322: Type 'x'."],
    ["src/a.ts:3:7 - error TS2322: Type 'x'."],
    ['npm ERR! code ELIFECYCLE'],
    ['make: *** [Makefile:3: test] Error 1'],
    ['error[E0308]: mismatched types'],
    ['test result: FAILED. 1 passed; 1 failed'],
    ['--- FAIL: TestAdd (0.00s)'],
    ['[INFO] BUILD FAILURE'],
    ['BUILD FAILED in 3s'],
    ['5 examples, 1 failure'],
    ['12 tests, 2 failures'],
    ['Tests: 3, Assertions: 4, Failures: 1.'],
    ['90% tests passed, 1 tests failed out of 10'],
    ['Found 2 errors in 1 file (checked 3 source files)'],
    ['main.c:3:5: error: expected expression'],
    ['sh: 1: vitest: not found'],
  ])('%s', (line) => {
    expect(bash('npm test 2>&1 | tail -30', `some output\n${line}\n`)).toMatchObject({ failed: true, reason: line.trim() });
  });

  test('also at the end of a long output', () => {
    expect(bash('npm test | cat', `${'ok line\n'.repeat(20_000)}# fail 2\n`)).toMatchObject({ failed: true });
  });
});

describe('nothing failed', () => {
  test.each<[string, string, string, Told]>([
    ['when grep finds nothing', 'cd x && grep foo a.ts', '', { exitCode: 1 }],
    ['when rg finds nothing, as Claude Code tells it', 'rg foo', 'Exit code 1', { status: 'failed' }],
    ['when old Claude Code tells it', 'grep foo a', 'Error', { status: 'failed' }],
    ['when diff finds something', 'diff a b', '1c1\n< x\n---\n> y', { exitCode: 1 }],
    ['when all tests pass', 'npm test | tail', 'Tests:       5 passed, 5 total\n0 failed', {}],
    ['when TAP counts no failures', 'node --test | tail', '# pass 4\n# fail 0', {}],
    ['when pytest passes', 'pytest | tail', '===== 12 passed, 1 warning in 0.10s =====', {}],
    ['when ESLint only warns', 'eslint . | tail', '✖ 3 problems (0 errors, 3 warnings)', {}],
    ['when a passing test prints the error it provokes', 'bun test | tail', 'error: item 3 failed\n 12 pass\n 0 fail', {}],
    ['when the word stands inside a line', 'npm test | tail', 'ok handles 2 failed logins\nit retries 3 failing jobs', {}],
    ['when an exit code of 0 covers the whole line', 'node report.js', 'error: this is what the user saw\n# fail 3', { exitCode: 0 }],
    ['when a file that is read tells of failures', 'cat test.log | tail', 'Tests: 4 failed, 1 passed\nnpm ERR! code 1', {}],
    ['when a search finds failures', 'grep -rn failed . | head', '# fail 3\nerror: x', {}],
    ['when git shows an error in a diff', 'git diff | head', 'error: gone', {}],
    ['when it still runs', 'npm start', 'Process running with session ID 7', { status: 'running' }],
  ])('%s', (_name, command, output, told) => {
    expect(bash(command, output, told)).toEqual({ failed: false, denied: false, reason: null });
  });

  test('when a file that is read begins like a failure', () => {
    expect(ended('Read', { file_path: 'a' }, 'Script failed\nwas its first line')).toMatchObject({ failed: false });
  });
});
