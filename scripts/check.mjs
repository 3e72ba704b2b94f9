// What `npm test` checks: dist/ is built and the format looked at side by side, then the linter and the tests, with what
// was given on the command line. Many tests wait for a process or a clock, and the linter has what they leave of the
// processors. Each step prints as if it ran alone; when the linter finds something, the tests are ended.
import { spawn } from 'node:child_process';
import { build, isBuilt } from './dist.mjs';

// The linter has the types of every file at hand, each with the tsconfig.json nearest to it, and reports what the
// compiler would; `npm run types` asks the compiler itself.
const [format, lint] = ['oxfmt --check', 'oxlint --type-aware --type-check'];
// Where a server or a browser must be brought first, that is waiting for a network, and the others compute meanwhile.
const brought = ended(start('node', ['test/setup/bring-programs.ts'], 'inherit'));
const formatted = passes(format);
// The examples have their types from dist/.
const built = await buildIfNeeded();
if (!built) fail('build');
if ((await formatted) && built) {
  const linted = passes(lint);
  await brought;
  const tests = start('vitest', ['run', '--mode', 'all', ...process.argv.slice(2)], 'inherit');
  void linted.then((isClean) => !isClean && tests.kill());
  const code = (await ended(tests)) ?? 1;
  if (await linted) process.exitCode = code;
}

async function buildIfNeeded() {
  try {
    if (isBuilt()) return true;
    process.stderr.write('stemma: building dist/\n');
    await build();
    return true;
  } catch (error) {
    process.stderr.write(`stemma: ${/** @type {Error} */ (error).message}\n`);
    return false;
  }
}

/**
 * Runs a step and prints what it said when it fails.
 * @param {string} step
 */
async function passes(step) {
  const [program = '', ...args] = step.split(' ');
  const child = start(program, args, 'pipe');
  let output = '';
  child.stdout?.on('data', (bytes) => (output += bytes));
  child.stderr?.on('data', (bytes) => (output += bytes));
  if ((await ended(child)) === 0) return true;
  process.stderr.write(output);
  fail(step);
  return false;
}

/** @param {string} step */
function fail(step) {
  process.stderr.write(`stemma: ${step} failed\n`);
  process.exitCode = 1;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>} its exit code
 */
function ended(child) {
  return new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
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
