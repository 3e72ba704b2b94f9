import { expect, test } from 'vitest';
import { fingerprintOf, isDistinctive } from './fingerprint.ts';

test.each([
  [
    'folders',
    "ENOENT: no such file or directory, open '/home/ann/shop/src/cart.ts'",
    "ENOENT: no such file or directory, open '/Users/bob/cart.ts'",
  ],
  [
    'lines and columns',
    'src/cart.ts(3,7): error TS2304: Cannot find name',
    'src/cart.ts(14,22): error TS2304: Cannot find name',
  ],
  [
    'lines and columns behind colons',
    'src/cart.ts:12:50 - error TS2304: Cannot find name',
    'src/cart.ts:112:5 - error TS2304: Cannot find name',
  ],
  ['lines and columns alone', '12:50 error Unexpected any', '3:7 error Unexpected any'],
  ['ids', 'job 9f1c2d34-aaaa-bbbb-cccc-1234567890ab failed', 'job 00000000-0000-4000-8000-000000000000 failed'],
  ['hashes', 'fatal: bad object 3f78685', 'fatal: bad object 9fceb02d0ae598e95dc970b74767f19372d61af8'],
  ['addresses', 'segfault at 0x7ffee4', 'segfault at 0x10'],
  ['hosts and ports', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 10.0.0.3:80'],
  ['ports of this machine', 'localhost:4000 is in use', 'localhost:4001 is in use'],
  ['times', '2026-03-02T09:00:00.123Z lost connection', '2025-01-01 10:11:12 lost connection'],
  ['times of the day', '[12:03:44] build failed', '[9:59:01 PM] build failed'],
  ['dates with words', 'Jan 02 03:04:05 shop: out of stock', 'Tue, 3 Feb 2025 10:11:12 GMT shop: out of stock'],
  ['how long was waited', 'timed out after 2m 0.0s', 'timed out after 30 seconds'],
  ['sizes', 'the file (25.3KB) is too large', 'the file (1.2 MB) is too large'],
  ['long addresses', 'fe80::1ff:fe23:4567:890a refused', '2001:db8:0:0:1:0:0:1 refused'],
  ['how long it took', '(fail) cart > adds [0.29ms]', '(fail) cart > adds [1.4s]'],
  ['temporary names', 'cannot read /tmp/build-a8f3/x.o', 'cannot read /var/tmp/other-1/y.o'],
  [
    'the place and the symbols of a compiler error',
    "src/cart.ts(3,7): error TS2345: Argument of type 'Cart' is not assignable to parameter of type 'Shop'.",
    "src/shop.ts:12:50 - error TS2345: Argument of type 'string | undefined' is not assignable to param…",
  ],
  [
    'symbols a message begins with',
    "a.ts(1,2): error TS18047: 'cart' is possibly 'null'.",
    "error TS18047: 'a.b' is possibly 'null'.",
  ],
  [
    'what a runner says before it',
    'error[E0599]: no method named `run` found',
    'exit code: 101, stderr: error[E0599]: no method named `go` found',
  ],
  [
    'the file of a message',
    './main.go:3:7: missing return in function',
    'cmd/serve.go:41:2: missing return in function',
  ],
  [
    'the file and the symbols of a linter',
    "shop/cart.py:3:1: F401 'os' imported but unused",
    "testsr.py:7:1: F401 'shop.cart.Till' imported but unused",
  ],
  [
    'the file and the text that a linter shows',
    '…/plan-1.md:16 error MD036/no-emphasis Emphasis used as a heading [Context: "Part one"]',
    '/w/.notes.md:3 error MD036/no-emphasis Emphasis used as a heading [Context: "Part two"]',
  ],
  ['how long a check took', 'browser tests\tfail\t3m20s', 'browser tests\tfail\t58s'],
  [
    'the folder that a tool was in',
    'File does not exist. Current working directory: /home/ann/shop',
    'File does not exist. Current working directory: /home/ann/api',
  ],
  [
    'the file that lacks a text',
    'Failed to find expected lines in /w/shop/src/cart.ts:',
    'Failed to find expected lines in gen/model.py',
  ],
  [
    'the path that is ignored',
    'The following paths are ignored by one of your .gitignore files: dist/a.css',
    'The following paths are ignored by one of your .gitignore files: venv',
  ],
  ['the shell that misses a program', 'bash: line 1: rg: command not found', '(eval):1: command not found: rg'],
  ['the shell, by its name alone', 'zsh: command not found: rg', 'rg: command not found'],
  ['colours', '\u001b[31merror\u001b[0m: no such command', 'error: no such command'],
])('%s are no part of it', (_name, one, other) => {
  expect(fingerprintOf(one)).toBe(fingerprintOf(other));
});

test.each([
  ['the code of an error', 'error TS2304: x', 'error TS2345: x'],
  ['the code of a linter', "a.py:3:1: F401 'os' is bad", "a.py:3:1: F811 'os' is bad"],
  ['a number of a server', 'GH013: Rules were violated', 'GH006: Rules were violated'],
  ['the name of the failing test', 'not ok 3 - adds prices', 'not ok 4 - removes prices'],
  ['the place of a name in its package', 'no method cafe::add', 'no method face::add'],
  ['the name of the file', 'cannot read src/cart.ts', 'cannot read src/shop.ts'],
  ['what a compiler says', "error TS1005: ';' expected.", "error TS18047: ';' is possibly 'null'."],
  [
    'the module a compiler misses',
    "a.ts(1,2): error TS2307: Cannot find module 'zod' or",
    "a.ts(1,2): error TS2307: Cannot find module 'ky' or",
  ],
  [
    'the file where nothing else is named',
    'tests/test_cart.py:12: AssertionError',
    'tests/test_shop.py:12: AssertionError',
  ],
  ['the name of what is not defined', "NameError: name 'cart' is not defined", "NameError: name 'shop' is not defined"],
  ['the program that is missing', 'bash: rg: command not found', 'bash: fd: command not found'],
  ['the module that is missing', "Cannot find module 'left-pad'", "Cannot find module 'right-pad'"],
])('%s is', (_name, one, other) => {
  expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
});

test.each(['Error', 'exit code 2', '114 fail', 'Found 2 errors.', 'Test Files 1 failed | 11 passed (12)'])(
  'a counter names no failure: %s',
  (line) => expect(isDistinctive(fingerprintOf(line))).toBe(false),
);

test('a sentence does', () => expect(isDistinctive(fingerprintOf('cannot read src/cart.ts'))).toBe(true));
