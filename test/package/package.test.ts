import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const manifest = readJson('package.json');
const lock = readJson('package-lock.json');

// `stemma/testing` runs under vitest, which a stranger may not have.
const doors = Object.keys(manifest.exports)
  .filter((door) => door !== './package.json' && door !== './testing')
  .map((door) => `stemma${door.slice(1)}`);

describe('the published package', () => {
  let folder: string;
  let tarball: string;
  let contents: string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stemma-package-'));
    // dist/ is fresh already; building it again would pull it away under tests that run beside this one.
    const packing = npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder);
    const [packed] = JSON.parse(packing) as { filename: string; files: { path: string }[] }[];
    tarball = join(folder, packed!.filename);
    contents = packed!.files.map(({ path }) => path);

    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    npm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('installs without the network, because it depends on nothing', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(existsSync(join(folder, 'node_modules/stemma/package.json'))).toBe(true);
  });

  test('answers as `stemma`', () => {
    const run = spawnSync(join(folder, 'node_modules/.bin/stemma'), ['version'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
      shell: process.platform === 'win32',
    });
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(manifest.version) });
  });

  test('answers `--version`, which loads nothing, as the whole program does', () => {
    const whole = run(process.execPath, [join(root, 'dist/main.js'), 'version'], folder).stdout;
    for (const flag of ['--version', '-V', 'version'])
      expect(run(join(folder, 'node_modules/.bin/stemma'), [flag], folder)).toMatchObject({ status: 0, stdout: whole });
  });

  test('keeps compiled code in the folder of the archive, and makes no such folder', () => {
    const home = join(folder, 'home');
    const program = join(folder, 'node_modules/stemma/bin/stemma.js');
    const sessions = () =>
      spawnSync(process.execPath, [program, 'sessions', '--json'], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, STEMMA_HOME: home, NODE_COMPILE_CACHE: '' },
      });
    const first = sessions();
    expect(existsSync(home)).toBe(false);
    mkdirSync(home);
    expect(sessions().stdout).toBe(first.stdout);
    expect(globSync('compiled/*/*', { cwd: home })).not.toEqual([]);
    if (process.platform !== 'win32') expect(statSync(join(home, 'compiled')).mode & 0o777).toBe(0o700);
    expect(sessions().stdout).toBe(first.stdout);
  });

  test('carries what it needs to run and nothing else', () => {
    expect(contents).toEqual(
      expect.arrayContaining(['LICENSE', 'bin/stemma.js', 'dist/main.js', 'dist/types/index.d.ts']),
    );
    const allowed = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|bin\/stemma\.js|assets\/.+|dist\/.+)$/;
    expect(contents.filter((path) => !allowed.test(path))).toEqual([]);
    expect(contents.length).toBeLessThanOrEqual(250);
    expect(contents.filter((path) => /\.test\.|\/fixtures\/|\.built-from|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('names all code of others that it carries, with the hash of what was installed', () => {
    const listed = (readJson('dist/sbom.cdx.json').components as Component[]).map(({ purl, licenses, hashes }) => [
      decodeURIComponent(purl),
      licenses[0]!.license.id,
      hashes[0]!.content,
    ]);
    const carried = ['dist', 'dist/web']
      .flatMap((part) => [
        ...read(`${part}/third-party-licenses.txt`).matchAll(/^(@?[\w./-]+) ([\d.]+) \(([\w.-]+)\)$/gm),
      ])
      .map(([, name, version, license]) => {
        const { integrity } = lock.packages[`node_modules/${name}`];
        return [`pkg:npm/${name}@${version}`, license, Buffer.from(integrity.slice(7), 'base64').toString('hex')];
      });
    expect(carried.length).toBeGreaterThan(50);
    expect(listed).toEqual(carried.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  });

  test('has every thread that is started by the name of its file', () => {
    const threads = globSync('src/**/*-thread.ts', { cwd: root }).map((path) => basename(path, '.ts'));
    expect(threads.length).toBeGreaterThan(1);
    expect(contents).toEqual(expect.arrayContaining(threads.map((name) => `dist/${name}.js`)));
  });

  test('has the page as React makes it for users, not for its own developers', () => {
    const scripts = contents.filter((path) => /^dist\/web\/.*\.js$/.test(path));
    expect(scripts.length).toBeGreaterThan(3);
    expect(
      scripts.filter((path) => readFileSync(join(root, path), 'utf8').includes('react_stack_bottom_frame')),
    ).toEqual([]);
  });

  test('has one file of types for each entry, with its comments', () => {
    for (const door of Object.values(manifest.exports as Record<string, { types?: string }>)) {
      if (!door.types) continue;
      expect(contents).toContain(door.types.replace('./', ''));
      expect(readFileSync(join(folder, 'node_modules/stemma', door.types), 'utf8')).toContain('export {');
    }
    expect(contents.filter((path) => path.endsWith('.d.ts')).length).toBeLessThanOrEqual(12);
    expect(readFileSync(join(folder, 'node_modules/stemma/dist/types/index.d.ts'), 'utf8')).toContain(
      '/** Opens an archive to ask it questions',
    );
  });

  test('can be imported through each of its doors', () => {
    const script = doors.map((door) => `await import('${door}');`).join('\n');
    writeFileSync(join(folder, 'import.js'), script);
    expect(run(process.execPath, ['import.js'], folder)).toMatchObject({ status: 0, stderr: '' });
  });

  test('brings types that hold for a strict stranger', () => {
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    for (const types of ['@types/node', 'undici-types']) {
      symlinkSync(join(root, 'node_modules', types), join(folder, 'node_modules', types), 'junction');
    }
    writeFileSync(
      join(folder, 'use.ts'),
      doors.map((door, index) => `import * as door${index} from '${door}';`).join('\n'),
    );
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--types', 'node'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(run(process.execPath, [tsc, ...options, 'use.ts'], folder)).toMatchObject({ status: 0, stdout: '' });
  });

  test('satisfies publint', () => {
    const publint = join(root, 'node_modules/publint/src/cli.js');
    const { status, stdout, stderr } = run(process.execPath, [publint, tarball, '--strict'], folder);
    expect(status, stdout + stderr).toBe(0);
  });

  test('satisfies "are the types wrong?"', () => {
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const { status, stdout, stderr } = run(process.execPath, [attw, tarball, '--profile', 'esm-only'], folder);
    expect(status, stdout + stderr).toBe(0);
  });
});

describe('on a Node that is too old', () => {
  const complaint = /^stemma needs Node 22\.16 or newer, and this is Node [\d.]+\.\n$/;

  test('the oldest Node in the message and in docs/sdk.md is the one in package.json', () => {
    expect(manifest.engines.node).toBe('>=22.16');
    expect(readFileSync(join(root, 'docs/sdk.md'), 'utf8')).toContain('Node 22.16 or later');
  });

  test.each(['20.19.0', '22.15.1', '9.11.2'])('`stemma` says so in one sentence (as if on %s)', (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const { status, stdout, stderr } = run(process.execPath, ['--import', preload, 'bin/stemma.js', 'version'], root);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(complaint) });
  });

  const old = nodesOnThisMachine().find(({ version }) => /^v(1?\d|2[01])\./.test(version));
  test.runIf(old)('`stemma` says so in one sentence (for real, where such a Node is at hand)', () => {
    const { status, stdout, stderr } = run(old!.path, ['bin/stemma.js', 'version'], root);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(complaint) });
  });
});

describe('the lockfile', () => {
  const packages = Object.entries(lock.packages as Record<string, LockedPackage>);

  test('names no registry, so that it installs from any mirror', () => {
    const addresses = packages.filter(([, { resolved }]) => resolved?.includes('://'));
    expect(addresses.map(([path]) => path)).toEqual([]);
  });

  test('knows the packages of every platform, not only of the machine that wrote it', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !lock.packages[`node_modules/${name}`])
        .map((name) => `${path} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('is for exact versions', () => {
    const asked = { ...manifest.devDependencies, ...readJson('tools/node/package.json').optionalDependencies };
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});

type LockedPackage = {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
}

function run(command: string, args: readonly string[], cwd: string) {
  // Whatever the test runner wants of its own children is not what a user's machine looks like.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return spawnSync(command, args, { cwd, env, encoding: 'utf8' });
}

function nodesOnThisMachine() {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, version: run(path, ['--version'], root).stdout.trim() }));
}

function readJson(path: string) {
  return JSON.parse(read(path));
}

function read(path: string) {
  return readFileSync(join(root, path), 'utf8');
}

/** Of the bill of materials, in the format of CycloneDX. */
interface Component {
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly content: string }[];
}
