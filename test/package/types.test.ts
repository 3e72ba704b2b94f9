import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { questions } from '../../src/ask/questions.ts';

// The files of test/types/ and examples/ are strangers: they import stemma by its name, which leads through `exports`
// to the declarations in dist/.

const root = join(import.meta.dirname, '../..');
const newest = join(root, 'node_modules/typescript');
// Not installed for this: it comes with the tool that looks for wrong types.
const oldest = join(root, 'node_modules/@arethetypeswrong/core/node_modules/typescript');

const asNode = ['--module', 'node16', '--moduleResolution', 'node16'];
const asBundlers = ['--module', 'esnext', '--moduleResolution', 'bundler'];

// All of them check the declarations too. A program that does not (`skipLibCheck`) sees fewer errors, never others.
describe('what it may do compiles, and what it must not is refused:', () => {
  test.each([
    ['a program on Node, resolved as Node does', newest, 'test/types/node', asNode],
    ['a program on Node, resolved as bundlers do', newest, 'test/types/node', asBundlers],
    ['a program on Node, with the oldest TypeScript', oldest, 'test/types/node', asNode],
    ['a page in a browser, resolved as bundlers do', newest, 'test/types/browser', asBundlers],
    ['a page in a browser, resolved as Node does', newest, 'test/types/browser', asNode],
    ['a page in a browser, with the oldest TypeScript', oldest, 'test/types/browser', asBundlers],
    ['the programs in examples/', newest, 'examples', []],
  ])('%s', { timeout: 60_000 }, async (_, compiler, project, options) => {
    expect(await complaints(compiler, project, options)).toBe('');
  });
});

test('every answer of a question is in stemma/types, by its name', () => {
  const named = readFileSync(join(root, 'src/types.ts'), 'utf8');
  const missing = Object.values(questions)
    .map(({ output }) => output)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(named));
  expect(missing).toEqual([]);
});

test('the oldest TypeScript we promise is the one in docs/sdk-adapters.md', () => {
  const { version } = JSON.parse(readFileSync(join(oldest, 'package.json'), 'utf8')) as { version: string };
  expect(readFileSync(join(root, 'docs/sdk-adapters.md'), 'utf8')).toContain(
    `TypeScript ${version.split('.', 2).join('.')} or later`,
  );
});

test('what a page loads of stemma/types runs without Node', () => {
  expect(
    loadedBy('types.js').flatMap(({ path, imports }) =>
      imports.filter((name) => !name.startsWith('./')).map((name) => `${path} imports ${name}`),
    ),
  ).toEqual([]);
});

function complaints(compiler: string, project: string, options: readonly string[]): Promise<string> {
  const args = [join(compiler, 'bin/tsc'), '-p', project, '--pretty', 'false', ...options];
  return new Promise((done) =>
    execFile(process.execPath, args, { cwd: root }, (_, stdout, stderr) => done(stdout + stderr)),
  );
}

/** A built file and all that it imports. */
function loadedBy(
  path: string,
  seen = new Set<string>(),
): readonly { readonly path: string; readonly imports: readonly string[] }[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const imports = [
    ...readFileSync(join(root, 'dist', path), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g),
  ].map(([, name]) => name!);
  return [
    { path, imports },
    ...imports.filter((name) => name.startsWith('./')).flatMap((name) => loadedBy(name.slice(2), seen)),
  ];
}
