import { describe, expect, test } from 'vitest';
import { echoLine, errorLine, keyLines, lastLine, mentionLine } from './error-line.ts';
import { isNoise } from './noise-lines.ts';

describe('a failure is named by the line that states it', () => {
  test.each([
    [
      'what the server refused, not that git could not push',
      "remote: error: GH099: The branch is locked.\nTo host:a.git\n ! [remote rejected] main -> main (locked)\nerror: failed to push some refs to 'host:a.git'",
      'remote: error: GH099: The branch is locked.',
    ],
    [
      'what a linter found, not the hook that ran it',
      '✖ prosecheck --fix:\ndocs/a.md:3 error PC001/heading Two headings\nhusky - pre-commit script failed (code 1)',
      'docs/a.md:3 error PC001/heading Two headings',
    ],
    [
      'what the last of several scripts reports, not what a test before it printed',
      '$ runner test\nerror: the till is empty\n 12 pass\n 0 fail\n$ tsc --noEmit\nsrc/till.ts(3,7): error TS2304: Cannot find name.',
      'src/till.ts(3,7): error TS2304: Cannot find name.',
    ],
    [
      'the check of a pull request that failed',
      'lint\tpass\t2s\thttps://host/1\nbrowser tests\tfail\t1m\thttps://host/2\ntitle\tpass\t1s\thttps://host/3',
      'browser tests\tfail\t1m\thttps://host/2',
    ],
    [
      'why git could not read from the remote, not that it could not',
      'ssh: connect to host git.example.org port 22: Connection refused\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights',
      'ssh: connect to host git.example.org port 22: Connection refused',
    ],
    [
      'what the server denied, not the address that was denied',
      "remote: Permission to ann/shop.git denied to bob.\nfatal: unable to access 'https://host/ann/shop.git/': The requested URL returned error: 403",
      'remote: Permission to ann/shop.git denied to bob.',
    ],
    [
      'a header together with what follows it',
      'error: Your local changes to the following files would be overwritten by merge:\n\tsrc/cart.ts\nPlease commit your changes or stash them before you merge.\nAborting',
      'error: Your local changes to the following files would be overwritten by merge: src/cart.ts',
    ],
    [
      'the error of a build, not that it failed',
      '✗ Build failed in 17ms\nerror during build:\n[bundler] cart.js (3:7): Unterminated string',
      'error during build: [bundler] cart.js (3:7): Unterminated string',
    ],
    [
      'an error, not a warning before it',
      "warning: unable to access '/home/ann/.gitignore': Permission denied\n❌ A secret is staged!\nCommit aborted.",
      '❌ A secret is staged!',
    ],
    [
      'what fails behind tests that pass, not an error that they provoke',
      'error: the till is empty\n 12 pass\n 0 fail\nsrc/till.ts:3:7: error: unused variable',
      'src/till.ts:3:7: error: unused variable',
    ],
    [
      'the finding of a linter that states no severity, not how many there are',
      'shop/cart.py:3:1: F401 `os` imported but unused\nFound 1 error.',
      'shop/cart.py:3:1: F401 `os` imported but unused',
    ],
    [
      'the warning for which a linter failed, not its advice',
      'src/cart.ts:3:7 lint/style/useConst ━━━━━━━━\n\n  ! This let is never written.\n\n  > 3 │ let a = error;\n\n  i Unsafe fix: Use const to remove the error.\n\n  × Some warnings were emitted while running checks.',
      '! This let is never written.',
    ],
    [
      'the error of Maven, not the rule below its heading',
      '[ERROR] COMPILATION ERROR : \n[INFO] -----------\n[ERROR] /w/Cart.java:[12,9] cannot find symbol\n[INFO] BUILD FAILURE',
      '[ERROR] COMPILATION ERROR : [ERROR] /w/Cart.java:[12,9] cannot find symbol',
    ],
    [
      'what went wrong in Gradle',
      "> Task :compile FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compile'.\n\nBUILD FAILED in 3s",
      "* What went wrong: Execution failed for task ':compile'.",
    ],
    [
      'the error that Terraform draws a box around',
      '╷\n│ Error: Invalid reference\n│ \n│   on main.tf line 3:\n│    3:   name = foo\n╵',
      'Error: Invalid reference',
    ],
    [
      'what the linker misses, not that it ended',
      "a.c:(.text+0x9): undefined reference to `foo'\ncollect2: error: ld returned 1 exit status",
      "a.c:(.text+0x9): undefined reference to `foo'",
    ],
    [
      'a test file of Python that cannot be imported, with its error',
      "___ ERROR collecting tests/test_cart.py ___\nImportError while importing test module '/w/tests/test_cart.py'.\nE   ModuleNotFoundError: No module named 'shop'\nERROR tests/test_cart.py\n=== 1 error in 0.10s ===",
      "ERROR tests/test_cart.py: E   ModuleNotFoundError: No module named 'shop'",
    ],
    [
      'a file that Bun could not run, not an error that a test provokes',
      "error: the till is empty\n# Unhandled error between tests\n-----\n1 | import cart\n    ^\nerror: Cannot find module 'cart'\n-----\n",
      "error: Cannot find module 'cart'",
    ],
    [
      'an example of RSpec with its failure',
      'Failures:\n\n  1) Cart adds\n     Failure/Error: expect(1).to eq(2)\n\n1 example, 1 failure\n\nrspec ./spec/cart_spec.rb:3 # Cart adds',
      'Cart adds: Failure/Error: expect(1).to eq(2)',
    ],
    [
      'what is said before the usage, not an option in it',
      '--mill required when nobody is there\n\nUsage:  mill grind [flags]\n\nFlags:\n  -s, --stones strings   More stones that are not available',
      '--mill required when nobody is there',
    ],
    [
      'the message of a PowerShell error, not its id',
      'Set-Thing : A positional parameter cannot be found.\nAt line:1 char:1\n+ Set-Thing a b\n    + FullyQualifiedErrorId : PositionalParameterNotFound',
      'Set-Thing : A positional parameter cannot be found.',
    ],
  ])('%s', (_name, output, line) => expect(errorLine(output)).toBe(line));
});

test('a line that only repeats that something failed names a failure that nothing else names', () => {
  const output = 'npm error code 2\nnpm error path /w/shop\nnpm error command failed\nnpm error command sh -c tsc';
  expect(errorLine(output)).toBeUndefined();
  expect(echoLine(output)).toBe('npm error command failed');
});

test('the steps of a hook name no failure', () => {
  const output =
    '[STARTED] Running tasks...\n[FAILED] prosecheck --fix [FAILED]\nhusky - pre-commit script failed (code 1)';
  expect([errorLine(output), mentionLine(output), echoLine(output)]).toEqual([
    undefined,
    undefined,
    'husky - pre-commit script failed (code 1)',
  ]);
});

test('what is absent is stated by its line, not by the advice behind it', () => {
  expect(mentionLine('No version is set for command frob\nConsider adding one of these:\nfrob 1.18')).toBe(
    'No version is set for command frob',
  );
});

test('where only a warning says why, it is the warning', () => {
  expect(mentionLine('Warning: No available formula is called mill.\n==> Casks\nmillet')).toBe(
    'Warning: No available formula is called mill.',
  );
  expect(mentionLine('warning: unable to read a.cfg\n⚠️  Secrets are staged!\nTo fix this:\n1. Unstage them')).toBe(
    '⚠️  Secrets are staged!',
  );
});

test('the last line names a failure only if it is no progress, advice or stack', () => {
  expect(lastLine('The mill stands still\n==> stones\nUpdate completed.')).toBe('The mill stands still');
  expect(lastLine('The mill stands still\nTo turn it, run:\n  mill turn')).toBe('The mill stands still');
  expect(lastLine('The mill stands still\n  78| throw still\nmill.psm1:969 char:13')).toBe('The mill stands still');
  expect(errorLine('lib/mill.ex:188:50: Mill.Stone.turn/4\nmill.c:3:7: the stone is loose')).toBe(
    'mill.c:3:7: the stone is loose',
  );
});

describe('the key lines of a failure', () => {
  test('are a test and its exception', () => {
    const output = 'not ok 1 - adds\nAssertionError: 1 is not 2\n    at sum (a.js:1:2)\n# fail 1';
    expect(keyLines(output, 5)).toEqual(['not ok 1 - adds', 'AssertionError: 1 is not 2']);
  });

  test('are what the server reported and what git adds to it', () => {
    const output =
      'remote: error: GH099: locked\n ! [remote rejected] main -> main (locked)\nfatal: the push was refused';
    expect(keyLines(output, 5)).toEqual([
      'remote: error: GH099: locked',
      '! [remote rejected] main -> main (locked)',
      'fatal: the push was refused',
    ]);
  });

  test('contain a sentence in the middle of a manual', () => {
    const output =
      'invalid command provided: local\nversion: 9.1\n\nCOMMANDS\n  --all  list all\n\n"Late is late"\n-- A. Bystander';
    expect(keyLines(output, 5)).toContain('invalid command provided: local');
  });

  test('are few, however many lines state an error', () => {
    const output = Array.from({ length: 40 }, (_, at) => `error: part ${at} is missing`).join('\n');
    expect(keyLines(output, 3)).toEqual([0, 1, 2].map((at) => `error: part ${at} is missing`));
  });
});

test('a long line of blanks is read once', () => {
  const start = performance.now();
  expect(isNoise(`${' '.repeat(200_000)}x`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});
