import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnv } from '../support/program-env.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const home = mkdtempSync(join(tmpdir(), 'stemma-readme-'));
const env = { ...programEnv, HOME: home, STEMMA_HOME: join(home, '.stemma'), NO_COLOR: '1', TZ: 'UTC' };

beforeAll(() => void stemma('demo'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const samples = blocks('')
  .filter((block) => block.startsWith('$ stemma '))
  .map((block) => {
    const [prompt, ...lines] = block.trimEnd().split('\n');
    return { command: prompt!.slice('$ stemma '.length), lines };
  });

test('README shows what the program prints', () => {
  expect(samples.length).toBeGreaterThan(1);
});

test.each(samples)('README shows what is printed by: stemma $command', ({ command, lines }) => {
  const printed = stemma(...command.split(' '))
    .trimEnd()
    .split('\n');
  const goesOn = lines.at(-1) === '…';
  const shown = goesOn ? lines.slice(0, -1) : lines;
  expect(goesOn ? printed.slice(0, shown.length) : printed).toEqual(shown);
});

test("README's program runs, is understood by the compiler, and finds what it says", () => {
  const [program] = blocks('ts');
  const folder = join(home, 'program');
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/stemma'), 'dir');
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'dir');
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
  writeFileSync(
    join(folder, 'program.ts'),
    `${program}\nconsole.log(JSON.stringify({ sessions, events, causes, lineage }));\n`,
  );
  run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
  // The demo's archive takes the place of the reader's own.
  const found = JSON.parse(
    run(process.execPath, [join(folder, 'program.ts')], { STEMMA_HOME: join(env.STEMMA_HOME, 'demo') }),
  );
  expect(found.sessions.length).toBeGreaterThan(0);
  expect(found.sessions.length).toBeLessThanOrEqual(5);
  expect(found.events[0]).toMatchObject({ kind: 'error', session: found.sessions[0].uid });
  expect(found).toMatchObject({ causes: expect.any(Array), lineage: [{ relation: 'turn' }] });
});

function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!);
}

function stemma(...args: string[]): string {
  return run(process.execPath, [join(root, 'dist/main.js'), ...args]);
}

function run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      env: { ...env, ...more },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
