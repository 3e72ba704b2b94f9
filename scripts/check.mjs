// What `npm test` checks: format, types and lint side by side, then the tests, with what was given on the command line.
// Each step prints as if it ran alone; the tests run only when the others are content.
import { spawn } from 'node:child_process';

// The linter has the types of every file at hand, each with the tsconfig.json nearest to it, and reports what the
// compiler would; `npm run types` asks the compiler itself.
const steps = ['oxfmt --check', 'oxlint --type-aware --type-check'];
const failed = [];
for (const { step, code, output } of await Promise.all(steps.map(run))) {
  if (code === 0) continue;
  failed.push(step);
  process.stderr.write(output);
}
if (failed.length > 0) {
  process.stderr.write(`stemma: ${failed.join(', ')} failed\n`);
  process.exitCode = 1;
} else {
  const tests = start('vitest', ['run', ...process.argv.slice(2)], 'inherit');
  tests.on('close', (code) => (process.exitCode = code ?? 1));
}

/** @param {string} step */
async function run(step) {
  const [program = '', ...args] = step.split(' ');
  const child = start(program, args, 'pipe');
  let output = '';
  child.stdout?.on('data', (bytes) => (output += bytes));
  child.stderr?.on('data', (bytes) => (output += bytes));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { step, code, output };
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} output
 */
function start(program, args, output) {
  // npm has put node_modules/.bin first in PATH; on Windows those are scripts of its shell.
  return spawn(program, args, { stdio: ['ignore', output, output], shell: process.platform === 'win32' });
}
