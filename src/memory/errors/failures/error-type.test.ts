import { expect, test } from 'vitest';
import { errorTypeOf } from './error-type.ts';

test.each([
  ['src/cart.ts(3,8): error TS2304: Cannot find name "sum".', 'TS2304'],
  ['error[E0308]: mismatched types', 'E0308'],
  ["Error: ENOENT: no such file or directory, open 'a.txt'", 'ENOENT'],
  ['TypeError: cart.sum is not a function', 'TypeError'],
  ['shop.errors.PriceException: no price', 'PriceException'],
  ['not ok 1 - adds two numbers', 'failing test'],
  ['(fail) cart > adds two numbers', 'failing test'],
  ['3 failed', 'failing test'],
  ["thread 'main' panicked at src/main.rs:4:5", 'panic'],
  ['zsh: command not found: pnpx', 'command not found'],
  ['cat: nope.txt: No such file or directory', 'no such file or directory'],
  ['Automatic merge failed; fix conflicts and then commit the result.', 'merge conflict'],
  ['The string to replace was not found in the file', 'text not found'],
  ['Failed to find expected lines in cart.js:', 'text not found'],
  ['The answer exceeds the maximum of 25000 tokens', 'too large'],
  ['Command failed with exit code 2', 'exit 2'],
  ['exit 1', 'exit 1'],
  ['The file has been modified since it was last read', 'file changed'],
  ["error: unrecognized subcommand 'buld'", 'unknown command'],
  ["error: unexpected argument '--fast' found", 'wrong usage'],
  ['connect: connection refused', 'out of reach'],
  ['~/shop/nope.js does not exist.', 'not found'],
  ['sudo: a password is required', 'sudo'],
  ['Error: something odd', 'error'],
  ['error: something odd', 'error'],
  ['it broke', 'error'],
  ['', 'error'],
])('%s is counted as %s', (message, type) => {
  expect(errorTypeOf(message)).toBe(type);
});
