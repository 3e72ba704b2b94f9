import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnv } from '../support/program-env.ts';

// docs/sdk.md: each program on it is compiled as a user's would be, runs, and prints what the page says below it. `…`
// is any rest of a line.

const folder = mkdtempSync(join(tmpdir(), 'stemma-sdk-docs-'));
const programs = [
  ...readFileSync('docs/sdk.md', 'utf8').matchAll(/^```ts\n([\s\S]*?)^```\n\n^```text\n([\s\S]*?)^```$/gm),
].map(([, code, printed], at) => ({ name: `program-${at + 1}`, code: code!, printed: printed!.trimEnd().split('\n') }));

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/stemma'), 'dir');
  symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'esnext',
        noEmit: true,
        types: ['node'],
        skipLibCheck: true,
      },
    }),
  );
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.ts`), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are programs on the page, and the compiler understands them', () => {
  expect(programs.length).toBeGreaterThan(3);
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'pipe' });
});

test.each(programs)('$name prints what the page says', ({ name, printed }) => {
  const env = { ...programEnv, HOME: folder, STEMMA_HOME: join(folder, `${name}.home`), TZ: 'UTC' };
  const lines = execFileSync(process.execPath, [`${name}.ts`], { cwd: folder, env, encoding: 'utf8', timeout: 15_000 })
    .trimEnd()
    .split('\n');
  const cut = lines.map((line, at) =>
    printed[at]?.endsWith('…') ? `${line.slice(0, printed[at].length - 1)}…` : line,
  );
  expect(cut).toEqual(printed);
});
