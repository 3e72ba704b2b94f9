// What `npm test` checks: dist/ is built and the format looked at side by side, then types and lint, then the tests, with
// what was given on the command line. Each step prints as if it ran alone; the tests run only when the others are content.
import { spawn } from 'node:child_process';
import { build, isBuilt } from './dist.mjs';

// The linter has the types of every file at hand, each with the tsconfig.json nearest to it, and reports what the
// compiler would; `npm run types` asks the compiler itself.
const [format, lint] = ['oxfmt --check', 'oxlint --type-aware --type-check'];
// Where a server or a browser must be brought first, that is waiting for a network, and the others compute meanwhile.
const brought = ended(start('node', ['test/setup/bring-programs.ts'], 'inherit'));
const failed = [];
const formatted = run(format);
// The examples have their types from dist/.
const built = await buildIfNeeded();
for (const { step, code, output } of await Promise.all(built ? [formatted, run(lint)] : [formatted])) {
  if (code === 0) continue;
  failed.push(step);
  process.stderr.write(output);
}
if (!built) failed.push('build');
if (failed.length > 0) {
  process.stderr.write(`stemma: ${failed.join(', ')} failed\n`);
  process.exitCode = 1;
} else {
  await brought;
  process.exitCode = (await ended(start('vitest', ['run', ...process.argv.slice(2)], 'inherit'))) ?? 1;
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

/** @param {string} step */
async function run(step) {
  const [program = '', ...args] = step.split(' ');
  const child = start(program, args, 'pipe');
  let output = '';
  child.stdout?.on('data', (bytes) => (output += bytes));
  child.stderr?.on('data', (bytes) => (output += bytes));
  return { step, code: await ended(child), output };
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
