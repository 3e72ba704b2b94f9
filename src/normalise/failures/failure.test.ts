import { describe, expect, test } from 'vitest';
import { parseCall } from '../parse-call.ts';
import { failureOf, type Ended } from './failure.ts';
import { readOutput } from './output.ts';

type Result = Partial<Pick<Ended, 'exitCode' | 'status'>>;

/** How a call of a tool ended, from what was recorded. */
function ended(tool: string, input: unknown, output: string, result: Result = {}) {
  return failureOf({ ...parseCall(tool, input), output: readOutput(output), ...result });
}
const bash = (command: string, output: string, result: Result = {}) => ended('Bash', { command }, output, result);

describe('a call failed', () => {
  test.each<[string, string, string, Result, string]>([
    ['by its exit code', 'node a.js', 'boom', { exitCode: 1, status: 'ok' }, 'exit code 1: boom'],
    [
      'by the exit code Claude Code writes first',
      'npm run x',
      'Exit code 2\nError: Cannot find module x',
      { status: 'failed' },
      'Error: Cannot find module x',
    ],
    [
      'by the exit code Codex writes in its header',
      'npm run x',
      'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nnope',
      {},
      'exit code 3: nope',
    ],
    [
      'by the exit code older Codex writes',
      'npm run x',
      'Exit code: 127\nWall time: 0 seconds\nOutput:\nbash: foo: command not found',
      {},
      'bash: foo: command not found',
    ],
    [
      'by the exit code in a JSON text',
      'npm run x',
      '{"output":"fatal: not a git repository","metadata":{"exit_code":128,"duration_seconds":0.1}}',
      {},
      'fatal: not a git repository',
    ],
    [
      'by the exit code in the last line',
      'npm run x',
      'partial\n<exited with exit code 4>',
      {},
      'exit code 4: partial',
    ],
    [
      'by the exit code Copilot writes last',
      'npm run x',
      'partial\n<shellId: 6 completed with exit code 4>',
      { status: 'ok' },
      'exit code 4: partial',
    ],
    [
      'by a check of a pull request, behind a pipe',
      'gh pr checks 7 2>&1 | head -30',
      'Build\tpass\t40s\thttps://x\t\nTests\tfail\t3m58s\thttps://x\t',
      { status: 'ok' },
      'Tests\tfail\t3m58s\thttps://x',
    ],
    [
      'by a code of pnpm between thin spaces',
      'pnpm --filter web typecheck 2>&1 | tail',
      '\u2009ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT\u2009 None of the selected packages has a "typecheck" script',
      { status: 'ok' },
      'ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT\u2009 None of the selected packages has a "typecheck" script',
    ],
    ['by what the agent says', 'npm run x', 'Error: no such thing', { status: 'failed' }, 'Error: no such thing'],
    [
      'with a trace, named by its last line',
      'python a.py',
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: bad value',
      { exitCode: 1 },
      'ValueError: bad value',
    ],
    [
      'when grep complains',
      'grep x nowhere',
      'grep: nowhere: No such file or directory',
      { exitCode: 1 },
      'grep: nowhere: No such file or directory',
    ],
    ['when grep cannot work', 'grep x nowhere', '', { exitCode: 2 }, 'exit code 2'],
  ])('%s', (_name, command, output, result, reason) => {
    expect(bash(command, output, result)).toMatchObject({ failed: true, ended: 'failed', reason });
  });

  test.each([
    [
      'Edit',
      '<tool_use_error>String to replace not found in file.</tool_use_error>',
      'String to replace not found in file.',
    ],
    [
      'apply_patch',
      'apply_patch verification failed: Failed to find expected lines',
      'apply_patch verification failed: Failed to find expected lines',
    ],
    ['no_such_tool', 'unsupported call: no_such_tool', 'unsupported call: no_such_tool'],
    [
      'exec_command',
      'failed to parse function arguments: missing field `cmd`',
      'failed to parse function arguments: missing field `cmd`',
    ],
    [
      'exec',
      'Script failed\nWall time 0.0 seconds\nOutput:\nScript error:\nReferenceError: x is not defined',
      'ReferenceError: x is not defined',
    ],
    [
      'exec',
      'Script failed\nWall time 0.0 seconds\nOutput:\nScript error:\napply_patch verification failed: Failed to find expected lines in a.ts:\n  sum += 1;',
      'apply_patch verification failed: Failed to find expected lines in a.ts:',
    ],
    [
      'apply_patch',
      'apply_patch verification failed: Failed to find expected lines in a.ts:\n  throw new TypeError();\nTypeError: x\n',
      'apply_patch verification failed: Failed to find expected lines in a.ts:',
    ],
    [
      'Edit',
      `<tool_use_error>String to replace not found in file.\nString: ${'x'.repeat(5000)}</tool_use_error>`,
      'String to replace not found in file.',
    ],
  ])('as the agent itself writes: %s %s', (tool, output, reason) => {
    expect(ended(tool, {}, output)).toMatchObject({ failed: true, ended: 'failed', reason });
  });

  test('when it was interrupted', () => {
    expect(bash('sleep 100', '', { status: 'interrupted' })).toMatchObject({
      ended: 'interrupted',
      reason: 'interrupted',
    });
    expect(bash('sleep 100', '[Cancelled by the user]', { status: 'interrupted' }).reason).toBe(
      '[Cancelled by the user]',
    );
  });

  test('because somebody said no', () => {
    expect(
      bash('rm -rf /', "The user doesn't want to proceed with this tool use. The tool use was rejected.", {
        status: 'denied',
      }),
    ).toEqual({
      failed: true,
      ended: 'denied',
      detectedBy: 'status',
      reason: "The user doesn't want to proceed with this tool use.",
    });
    expect(bash('rm -rf /', 'exec command rejected by user')).toMatchObject({ failed: true, ended: 'denied' });
  });
});

describe('what showed the failure', () => {
  test.each<[string, string, string, Result, string, string]>([
    ['the exit code', 'frob', 'boom', { exitCode: 3 }, 'exit code', 'exit code 3: boom'],
    ['the agent', 'frob', 'Error: boom', { status: 'failed' }, 'status', 'Error: boom'],
    [
      'an exit code that the line prints',
      'frob --all > out.txt 2>&1; echo "exit=$?"; tail -2 out.txt',
      'exit=2\nwrote 3 of 9 parts',
      { status: 'ok' },
      'printed exit code',
      'exit=2',
    ],
    ['a runner', 'npm test | tail', 'Tests: 1 failed, 3 passed', {}, 'verdict', 'Tests: 1 failed, 3 passed'],
    [
      'a check that ran nothing',
      'npm test',
      'No tests found, exiting with code 0',
      { exitCode: 0 },
      'verdict',
      'No tests found, exiting with code 0',
    ],
    [
      'git behind a pipe',
      'git log nope..HEAD | head -3',
      "fatal: bad revision 'nope..HEAD'",
      {},
      'error message',
      "fatal: bad revision 'nope..HEAD'",
    ],
    [
      'a program behind a pipe',
      'frobnicate a.pb | head',
      'Failed to parse input.',
      {},
      'error message',
      'Failed to parse input.',
    ],
    [
      'a program in the background',
      'serve.py &',
      'INFO: starting\nERROR: address in use\nINFO: bye',
      {},
      'error message',
      'ERROR: address in use',
    ],
    [
      'a script in a line that shows files too',
      './go.sh; cat notes.txt',
      'Error: is what the notes say\n./go.sh: line 3: frob: command not found',
      {},
      'error message',
      './go.sh: line 3: frob: command not found',
    ],
    [
      'an exception',
      'python a.py; python b.py',
      '  File "a.py", line 2\nSyntaxError: invalid syntax\ndone',
      {},
      'error message',
      'SyntaxError: invalid syntax',
    ],
    [
      'usage',
      'git revert --quick HEAD 2>&1 | head -2',
      'usage: git revert [--edit] <commit>\n   or: git revert --abort',
      {},
      'error message',
      'usage: git revert [--edit] <commit>',
    ],
    [
      'a JSON-RPC error',
      "echo '{}' | ./server",
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
      {},
      'reply',
      'Method not found',
    ],
    [
      'a result that was no success',
      "echo '{}' | ./server\n",
      'ready\n{"result": {"success": false, "error": "not allowed"}}',
      {},
      'reply',
      'not allowed',
    ],
    [
      'the body of an HTTP error',
      'curl -s localhost:80/a | head',
      '{"statusCode":401,"message":"Unauthorized"}',
      {},
      'reply',
      'Unauthorized',
    ],
    [
      'the record of PowerShell 7',
      'Set-Thing 1; Get-Thing',
      'WriteError: \nLine |\n  12 | $pid = 3\n     | ~~~~~~~~\n     | Cannot overwrite variable PID.\nThing 1',
      { status: 'ok' },
      'error record',
      'WriteError: Cannot overwrite variable PID.',
    ],
    [
      'the record of Windows PowerShell',
      'Start-Thing x',
      'Start-Thing : The service is not started.\nAt line:1 char:1\n+ Start-Thing x\n+ ~~~~~\n    + CategoryInfo          : NotSpecified\n    + FullyQualifiedErrorId : 2114',
      { status: 'ok' },
      'error record',
      'Start-Thing : The service is not started.',
    ],
    [
      'a rule of the agent',
      'sleep 90',
      '<tool_use_error>Blocked: sleep 90 is too long</tool_use_error>',
      { status: 'failed' },
      'refusal',
      'Blocked: sleep 90 is too long',
    ],
    [
      'a command that the agent rejects',
      'sleep 90',
      'Command rejected because the shell cannot be read',
      { status: 'failed' },
      'refusal',
      'Command rejected because the shell cannot be read',
    ],
  ])('%s', (_name, command, output, result, detectedBy, reason) => {
    expect(bash(command, output, result)).toMatchObject({ failed: true, detectedBy, reason });
  });

  test.each([
    ['WebFetch', 'The server returned HTTP 404 Not Found.\n\nThe response body was not retrieved.'],
    ['read_file', 'File too large to read at once (42 KB). Read a part of it.'],
    ['grep_search', 'Error during grep search operation: ripgrep exited with code 2'],
    ['apply_patch', 'error: invalid hunk at line 3'],
  ])('a sentence of %s', (tool, output) => {
    expect(ended(tool, {}, output, { status: 'ok' })).toMatchObject({ failed: true, detectedBy: 'tool message' });
  });

  test.each([
    [
      'the time limit of the agent',
      'frob --all',
      '(no output)\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 30000 ms. Retry with a larger one.\n</bash_metadata>',
      'tool message',
      'terminated command after exceeding timeout 30000 ms',
    ],
    [
      'a question that nobody will answer',
      'npm create frob',
      '\u001b[?25l\u001b[36m?\u001b[39m \u001b[1mUse the defaults?\u001b[22m › No / Yes\nnpm warn an old setting',
      'tool message',
      'Use the defaults?',
    ],
    [
      'the error page of a server',
      'curl -s localhost:4000/cart | head -20',
      '<!DOCTYPE html>\n<html>\n<head>\n<title>KeyError at GET /cart</title>\n</head>',
      'reply',
      'KeyError at GET /cart',
    ],
    [
      'help instead of what was asked for',
      'frob job show 7 2>&1 | head -30',
      'Work with jobs.\n\nUsage:\n  frob job [command]\n\nAvailable Commands:\n  list',
      'error message',
      'frob job [command]',
    ],
    [
      'the heading of a finding, whatever else was filtered out',
      'bun run lint 2>&1 | grep cart',
      ' at src/cart.ts:1:1 assist/source/organizeImports  FIXABLE  ━━━━━━━━━━━',
      'verdict',
      'at src/cart.ts:1:1 assist/source/organizeImports FIXABLE ━━━━━━━━━━━',
    ],
  ])('%s', (_name, command, output, detectedBy, reason) => {
    const found = bash(command, output, { status: 'ok' });
    expect({ ...found, reason: found.reason?.replaceAll(/ +/g, ' ').trim() }).toMatchObject({ detectedBy, reason });
  });

  test.each<[string, string, string, Result]>([
    ['a question that was answered', 'npm create x', '\u001b[?25l? Use it?\n\u001b[?25h✔ done', { status: 'ok' }],
    ['a page about errors', 'curl -s x.dev | head', '<html><title>How to read an error | Docs</title>', {}],
    ['help for what was called so', 'frob job | head', 'Usage:\n  frob job [command]', {}],
    ['the heading of a warning', 'bun run lint | head', 'a.ts:1:1 lint/style/x ━━━━━━━━━━\n\n  ! Unused.', {}],
    ['what the line prints itself', 'frob | head; echo "Error: none of this is one"', 'Error: none of this is one', {}],
    ['an error of a test that passes', 'npm test | tail', 'Error: provoked\n\n 12 passed (3s)', {}],
    ['a printed exit code of 0', 'frob; echo "exit=$?"', 'Error: only a note\nexit=0', {}],
    ['the exit code of a search', 'grep -c x a.txt; echo $?', '0\n1', {}],
    ['a health report without errors', 'curl -s localhost/health | jq .', '{"status":"ok","error":{}}', {}],
    ['a log in JSON', 'frob --log | tail', '{"error":"a"}\n{"error":"b"}\n{"error":"c"}\n{"error":"d"}', {}],
    ['a usage that was asked for', 'frob --help | head', 'Usage: frob [options]', {}],
    ['an answer of a forge that holds an error', 'gh issue view 3 | head', 'Error: it does not start', {}],
    ['what robocopy counts', 'robocopy a b', '3 files copied', { exitCode: 3 }],
    ['a greeting without a shell', 'ssh -T git@example.com', 'Hi you! No shell access.', { exitCode: 1 }],
  ])('is not %s', (_name, command, output, result) => {
    expect(bash(command, output, result)).toMatchObject({ failed: false, detectedBy: null });
  });

  test('is not a page that mentions an error', () => {
    expect(ended('WebFetch', {}, `# Status codes\n\nHTTP 404 means not found.${' More.'.repeat(300)}`)).toMatchObject({
      failed: false,
    });
  });

  test('a hook that crashed is no refusal', () => {
    const output = 'Denied by preToolUse hook (hook errored)';
    expect(bash('ls', output, { status: 'denied' })).toMatchObject({ ended: 'failed', reason: output });
  });

  test('a line that bounds its time has foreseen that it ends', () => {
    const bounded = bash('timeout 5 npm start', 'listening\n', { exitCode: 124 });
    expect(bounded).toMatchObject({ failed: true, foreseen: true, reason: 'timed out (exit 124)' });
    expect(bash('npm start', 'listening\n', { exitCode: 124 })).not.toHaveProperty('foreseen');
  });

  test('a program that reads reports in its own name, though a pipe hides its exit code', () => {
    const unbalanced = 'grep: parentheses not balanced';
    expect(bash('grep "f(" a.ts | head', unbalanced)).toMatchObject({ failed: true, reason: unbalanced });
    expect(bash('grep grep: log | head', `${unbalanced}\nand more of the log`)).toMatchObject({ failed: false });
  });

  test('a rule of the tool: a file that its settings exclude', () => {
    const output = "File path 'C:\\work\\.git\\config' is ignored by configured ignore patterns.";
    expect(ended('read_file', { file_path: '.git/config' }, output, { status: 'failed' })).toMatchObject({
      failed: true,
      detectedBy: 'refusal',
    });
  });

  test('a sandbox denied what the system did not permit, not what failed in it', () => {
    const sandboxed =
      'failed in sandbox Seatbelt with execution error: sandbox denied exec error, exit code: 101, stdout: , stderr: ';
    expect(bash('cargo build', `${sandboxed}error[E0063]: missing field`, { status: 'failed' })).toMatchObject({
      reason: 'error[E0063]: missing field',
      detectedBy: 'exit code',
    });
    expect(bash('ps', `${sandboxed}ps: Operation not permitted`, { status: 'failed' }).detectedBy).toBe('refusal');
  });

  test('a person who refuses may explain it', () => {
    const refusal =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nuse the other cart";
    expect(bash('rm cart', refusal, { status: 'denied' }).reason).toBe(
      "The user doesn't want to proceed with this tool use: use the other cart",
    );
  });

  test('a line that goes on with an answer for it has foreseen it', () => {
    const closed = 'nc: connect to host port 80 failed: Connection refused\nclosed';
    expect(bash('nc -z host 80 2>&1 || echo closed', closed)).toMatchObject({ failed: true, foreseen: true });
    expect(bash('nc -z host 80 2>&1 | head', closed)).not.toHaveProperty('foreseen');
  });
});

describe('the reason names what failed, not how much:', () => {
  const noise = 'starting\n'.repeat(50);
  test.each([
    [
      'TAP',
      'TAP version 13\n# Subtest: adds\nnot ok 1 - adds\n  ---\n  error: boom\n  ...\n# tests 1\n# fail 1\n',
      'not ok 1 - adds: error: boom',
    ],
    ['node', '✖ adds (1.2ms)\nℹ fail 1\n✖ failing tests:\n', '✖ adds (1.2ms)'],
    [
      'Vitest',
      ' ❯ src/a.test.ts (2 tests | 1 failed)\n FAIL  src/a.test.ts > sum > adds\nAssertionError: expected 1 to be 2\n Test Files  1 failed (1)\n',
      'FAIL  src/a.test.ts > sum > adds: AssertionError: expected 1 to be 2',
    ],
    [
      'Jest',
      'FAIL src/a.test.ts\n  ● sum › adds\n\n    expect(received).toBe(expected)\n\n    Expected: 1\n    Received: 2\n\nTests:       1 failed, 1 total\n',
      '● sum › adds: expect(received).toBe(expected) Expected: 1 Received: 2',
    ],
    [
      'Jest that cannot start',
      'FAIL src/a.test.ts\n  ● Test suite failed to run\n\n    ReferenceError: x is not defined\n\nTest Suites: 1 failed, 1 total\n',
      'FAIL src/a.test.ts: ReferenceError: x is not defined',
    ],
    [
      'Mocha',
      '  sum\n    1) adds\n\n\n  1 passing (3ms)\n  1 failing\n\n  1) sum\n       adds:\n     AssertionError: 1 == 2\n',
      'sum adds: AssertionError: 1 == 2',
    ],
    [
      'Bun',
      'error: expect(received).toBe(expected)\n(fail) sum > adds [0.10ms]\n\n 3 pass\n 24 fail\n',
      '(fail) sum > adds [0.10ms]: error: expect(received).toBe(expected)',
    ],
    [
      'pytest',
      'E   assert 1 == 2\n=== short test summary info ===\nFAILED test_a.py::test_adds - assert 1 == 2\n=== 1 failed in 0.1s ===\n',
      'FAILED test_a.py::test_adds - assert 1 == 2',
    ],
    [
      'Go',
      '--- FAIL: TestAdd (0.00s)\n    a_test.go:5: got 1\nFAIL\nFAIL\texample/a\t0.1s\n',
      '--- FAIL: TestAdd (0.00s): a_test.go:5: got 1',
    ],
    [
      'Rust',
      "running 2 tests\ntest adds ... FAILED\n\n---- adds stdout ----\nthread 'adds' panicked at src/a.rs:4:5:\nassertion failed: a\n\nfailures:\n    adds\n\ntest result: FAILED. 1 passed; 1 failed\nerror: test failed, to rerun pass `--lib`\n",
      "test adds ... FAILED: thread 'adds' panicked at src/a.rs:4:5: assertion failed: a",
    ],
    ['tsc', "src/a.ts(3,4): error TS2322: Type 'x'.\n\nFound 1 error.\n", "src/a.ts(3,4): error TS2322: Type 'x'."],
    [
      'ESLint',
      '/w/a.js\n  3:7  error  Unexpected var  no-var\n\n✖ 1 problem (1 error, 0 warnings)\n',
      '3:7  error  Unexpected var  no-var',
    ],
    [
      'rustc',
      'error[E0308]: mismatched types\n --> src/a.rs:1:1\nerror: could not compile `a` due to 1 previous error\n',
      'error[E0308]: mismatched types',
    ],
    [
      'an exception under a header',
      'TSError: Unable to compile:\nsrc/a.ts(3,4): error TS2322: no\nnpm error code 1\n',
      'TSError: Unable to compile: src/a.ts(3,4): error TS2322: no',
    ],
    [
      'the last of chained traces',
      'Traceback (most recent call last):\n  File "a", line 1\nKeyError: 1\n\nDuring handling\n\nTraceback (most recent call last):\n  File "b", line 2\n    x()\napp.Refused: no way\n',
      'app.Refused: no way',
    ],
    [
      'colours',
      '\u001b[31mTypeError: x is not a function\u001b[39m\n\u001b[2mTests  1 failed (1)\u001b[22m\n',
      'TypeError: x is not a function',
    ],
    ['only a count', 'some output\nFound 2 errors.\n', 'Found 2 errors.'],
    [
      'tests that pass before a script that fails',
      ' 12 pass\n 0 fail\nerror: script "lint" exited with code 1\n',
      'error: script "lint" exited with code 1',
    ],
    [
      'only the exit of a script',
      'error: script "test" exited with code 1\n',
      'error: script "test" exited with code 1',
    ],
  ])('%s', (_name, output, reason) => {
    expect(bash('npm test', noise + output, { exitCode: 1 })).toMatchObject({ failed: true, reason });
    expect(bash('npm test | cat', noise + output)).toMatchObject({ failed: true, reason });
  });

  test('a command that took too long says so, whatever it printed', () => {
    expect(
      bash('npm start', 'Exit code 143\nCommand timed out after 2m 0.0s\nError: listening failed once\n', {
        status: 'failed',
      }),
    ).toMatchObject({ reason: 'Command timed out after 2m 0.0s' });
    expect(bash('npm start', 'failed in sandbox None with execution error: command timed out', {})).toMatchObject({
      failed: true,
      reason: expect.stringContaining('timed out'),
    });
  });
});

describe('a line that hides its exit code failed, because it begins with an error message of one of its programs:', () => {
  test.each([
    ['frob --nope | head -5', "error: unexpected argument '--nope' found\n\nUsage: frob [OPTIONS]\n"],
    ['cat -A a.ts | head', 'cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]\n'],
    ['sed --frob x a; true', "sed: unrecognized option '--frob'\nUsage: sed\n"],
    ['python app.py &', '(eval):1: command not found: python\n'],
    ['tree src | head', '(eval):1: command not found: tree\n'],
    ['frob a | tail', 'sh: line 1: frob: command not found\n'],
    ['frob a; true', '/bin/sh: 1: frob: not found\n'],
    ['cat nowhere.txt | head', 'cat: nowhere.txt: No such file or directory\n'],
    ['cat a b | head', 'cat: a: No such file or directory\ncat: b: No such file or directory\n'],
    ['cp a b; true', "cp: cannot stat 'a': No such file or directory\n"],
  ])('%s', (command, output) => {
    expect(bash(command, output, { status: 'ok' })).toMatchObject({ failed: true, reason: output.split('\n')[0] });
  });
});

describe('a commit or push behind a pipe failed, because its hook or git says so:', () => {
  test.each([
    ['git commit -m x 2>&1 | tail -20', ' 12 pass\n 2 fail\nhusky - pre-commit script failed (code 1)\n', '2 fail'],
    [
      'git add . && git commit -m x | tail',
      '(fail) sum > adds\nerror: script "test" exited with code 1\nhusky - pre-commit hook exited with code 1 (error)\n',
      '(fail) sum > adds',
    ],
    ['git commit -m x | tail', 'ruff.....................Failed\n- hook id: ruff\n', 'ruff.....................Failed'],
    [
      'git push 2>&1 | tail',
      ' ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs\n',
      '! [rejected]        main -> main (fetch first)',
    ],
    [
      'git pull | tail',
      'CONFLICT (content): Merge conflict in a.ts\nAutomatic merge failed\n',
      'CONFLICT (content): Merge conflict in a.ts',
    ],
  ])('%s %j', (command, output, reason) => {
    expect(bash(command, output, { status: 'ok' })).toMatchObject({ failed: true, reason });
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
    expect(bash('npm test 2>&1 | tail -30', `some output\n${line}\n`)).toMatchObject({
      failed: true,
      reason: line.trim(),
    });
  });

  test('also at the end of a long output', () => {
    expect(bash('npm test | cat', `${'ok line\n'.repeat(20_000)}# fail 2\n`)).toMatchObject({ failed: true });
  });
});

describe('a failure behind an exit code of 0', () => {
  test('of a wrapper around git that lost the one of a hook', () => {
    const output =
      'ok\n$ tsc --noEmit\nsrc/a.ts(3,7): error TS2322: Type.\nhusky - pre-commit script failed (code 2)\n';
    expect(bash('git add a && git commit -m x', output, { status: 'ok' })).toMatchObject({
      failed: true,
      reason: 'src/a.ts(3,7): error TS2322: Type.',
    });
  });

  test('of a line that went on somewhere else', () => {
    expect(
      bash('cd web && npm start || echo later', 'later\n(eval):cd:1: no such file or directory: web', { status: 'ok' }),
    ).toMatchObject({ failed: true });
  });

  test('of a program that could not show a file, and says how to use it', () => {
    const usage = "error: unexpected argument '-A' found\n\nUsage: show [OPTIONS] <FILE>\n";
    expect(bash("cat -A a.ts | sed -n '1,9p'", usage, { status: 'ok' })).toMatchObject({
      failed: true,
      reason: "error: unexpected argument '-A' found",
    });
  });
});

describe('nothing failed', () => {
  test.each<[string, string, string, Result]>([
    [
      'when a file that is shown begins with a complaint',
      'cat build.log | head',
      "error: unexpected argument '-A' found\nand then it went on",
      {},
    ],
    [
      'when a commit went through after its hooks complained',
      'git commit -m x',
      'husky - pre-commit script failed (code 1)\n[main 3f78685] x\n 1 file changed',
      { status: 'ok' },
    ],
    ['as old Claude Code records it', 'grep foo a', 'Error', { status: 'failed' }],
    ['when diff finds something', 'diff a b', '1c1\n< x\n---\n> y', { exitCode: 1 }],
    ['when all tests pass', 'npm test | tail', 'Tests:       5 passed, 5 total\n0 failed', {}],
    ['when TAP counts no failures', 'node --test | tail', '# pass 4\n# fail 0', {}],
    ['when pytest passes', 'pytest | tail', '===== 12 passed, 1 warning in 0.10s =====', {}],
    ['when ESLint only warns', 'eslint . | tail', '✖ 3 problems (0 errors, 3 warnings)', {}],
    [
      'when a passing test prints the error it provokes',
      'bun test | tail',
      'error: item 3 failed\n 12 pass\n 0 fail',
      {},
    ],
    [
      'when the word stands inside a line',
      'npm test | tail',
      'ok handles 2 failed logins\nit retries 3 failing jobs',
      {},
    ],
    [
      'when an exit code of 0 covers the whole line',
      'node report.js',
      'error: this is what the user saw\n# fail 3',
      { exitCode: 0 },
    ],
    [
      'when a file that is read mentions failures',
      'cat test.log | tail',
      'Tests: 4 failed, 1 passed\nnpm ERR! code 1',
      {},
    ],
    ['when a search finds failures', 'grep -rn failed . | head', '# fail 3\nerror: x', {}],
    ['when git shows an error in a diff', 'git diff | head', '@@ -1 +1 @@\n-error: gone\n+error: came', {}],
    [
      'when a log that is shown begins with an error',
      'cat build.log | head',
      "error: unexpected argument '--nope' found\nmore",
      {},
    ],
    [
      'when a log mentions a program that was not found',
      'tail -5 run.log | cat',
      'bash: line 1: rg: command not found',
      {},
    ],
    [
      'when a search finds complaints',
      'grep -r "not found" docs; true',
      'docs/a.md:sh: line 1: frob: command not found\nsh: 1: frob: not found',
      {},
    ],
    [
      'when a search could not read one file of many',
      'find . -name a | head',
      'find: ./x: Permission denied\n./a\n./b/a',
      {},
    ],
    [
      'when one of several commands could not find its file',
      'cat a; node b.js; true',
      'cat: a: No such file or directory\nall is well',
      {},
    ],
    ['when a complaint stands further inside', 'node list.js | head', 'first\ncat: a: No such file or directory', {}],
    [
      'when a glob finds nothing and the line has an answer for it',
      'ls x* 2>/dev/null || echo none',
      '(eval):1: no matches found: x*\nnone',
      {},
    ],
    [
      'when a commit went through whatever its hooks printed',
      'git commit -m x | tail',
      'error: provoked by a test\n 1 fail\n[main 3f78685] x\n 1 file changed',
      {},
    ],
    [
      'when a push went through',
      'git push | tail',
      'To host:a.git\n   3f78685..9fceb02  main -> main\nerror: shown by the server',
      {},
    ],
    [
      'when git shows what was said',
      'git log -3 | head',
      'commit 3f78685\n\n    fatal: the title of a commit\n    # fail 3',
      {},
    ],
    [
      'when a forge greets whoever has no shell there',
      'ssh -T git@git.example.org',
      "Hi ann! You've successfully authenticated, but we do not provide shell access.",
      { exitCode: 1 },
    ],
    ['when it still runs', 'npm start', 'Process running with session ID 7', { status: 'running' }],
  ])('%s', (_name, command, output, result) => {
    expect(bash(command, output, result)).toMatchObject({ failed: false, reason: null, detectedBy: null });
  });

  test.each([
    ['when grep finds nothing', 'cd x && grep foo a.ts', '', { exitCode: 1 }, 'nothing found (exit 1)'],
    [
      'when rg finds nothing, in the words of the agent',
      'rg foo',
      'Exit code 1',
      { status: 'failed' as const },
      'nothing found (Exit code 1)',
    ],
    ['when a pipe hides that grep finds nothing', 'grep -n foo a.ts | head', '', { exitCode: 0 }, 'nothing found'],
    ['when it says itself that it found nothing', 'ls out/ 2>/dev/null || echo "no out"', 'no out', {}, null],
    ['when a part of it says so', 'node -v; ls out/ 2>/dev/null || echo "no out"', 'v24.1.0\nno out', {}, null],
    ['when a file has nothing to show', "sed -n '260,800p' a.py", '', { exitCode: 0 }, 'nothing found'],
    ['when nothing runs that could be ended', 'pkill -f frob', 'Error', { status: 'failed' as const }, null],
  ])('%s', (_name, command, output, result, reason) => {
    expect(bash(command, output, result)).toMatchObject({
      ended: 'answered',
      failed: false,
      reason,
      detectedBy: null,
    });
  });

  test.each(['No matches found', 'No files found', 'Found 0 files'])(
    'when a search of a tool that is no shell says %j',
    (output) => {
      expect(ended('Grep', { pattern: 'foo' }, output)).toMatchObject({ ended: 'answered', failed: false });
    },
  );

  test('when a search finds a file that says that nothing was found', () => {
    expect(ended('Grep', { pattern: 'foo' }, 'a.ts:1: No matches found')).toMatchObject({ ended: 'ok' });
  });

  test('when a file that is read begins like a failure', () => {
    expect(ended('Read', { file_path: 'a' }, 'Script failed\nwas its first line')).toMatchObject({ failed: false });
  });
});
