import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { binaries, bringBinaries, type Host } from '../support/postgres-binaries.ts';

// A machine of our making: its apt-get is a script, and so is the PostgreSQL that it brings.

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'stemma-bring-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `aptGet` is what it does; none when it is not there. */
function machine({
  aptGet,
  isRoot = true,
  has = [],
}: {
  readonly aptGet?: string;
  readonly isRoot?: boolean;
  readonly has?: readonly string[];
}): Host & { readonly said: () => string; readonly ran: () => string } {
  const program = join(folder, 'apt-get');
  if (aptGet !== undefined) putScript(program, `echo "$1 $DEBIAN_FRONTEND" >>${folder}/ran\n${aptGet}`);
  let said = '';
  return {
    isRoot,
    platform: 'linux',
    places: [`${folder}/usr/*/bin`],
    path: '',
    aptGet: program,
    etc: join(folder, 'etc'),
    has: (path) => (path === program && existsSync(path)) || has.includes(path),
    say: (text) => void (said += text),
    said: () => said,
    ran: () => (existsSync(join(folder, 'ran')) ? readFileSync(join(folder, 'ran'), 'utf8') : ''),
  };
}

function putScript(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

function putPostgres(version: string): void {
  const bin = join(folder, 'usr', version, 'bin');
  mkdirSync(bin, { recursive: true });
  putScript(join(bin, 'initdb'), 'true');
  putScript(join(bin, 'postgres'), `echo "postgres (PostgreSQL) ${version}.4 (Debian)"`);
}

test('root of a fresh image: the lists are fetched, the programs installed, no cluster made', () => {
  putPostgres('15');
  const [there, waiting] = [join(folder, 'usr'), join(folder, 'package')];
  renameSync(there, waiting);
  const host = machine({
    aptGet: `case $1 in
      install) [ -e ${folder}/lists ] || { echo 'E: Unable to locate package postgresql' >&2; exit 100; }; mv ${waiting} ${there} ;;
      update) touch ${folder}/lists ;;
    esac`,
  });
  bringBinaries(host);
  expect(binaries(host)).toBe(join(there, '15/bin'));
  expect(host.ran()).toBe('install noninteractive\nupdate noninteractive\ninstall noninteractive\n');
  expect(readFileSync(join(folder, 'etc/postgresql-common/createcluster.conf'), 'utf8')).toContain(
    'create_main_cluster = false',
  );
  bringBinaries(host);
  expect(host.ran().trimEnd().split('\n')).toHaveLength(3);
});

test('root without a network: it says why, takes its setting back, and the tests name the one command', () => {
  const host = machine({ aptGet: 'echo "E: Could not resolve host" >&2; exit 100' });
  bringBinaries(host);
  expect(host.said()).toContain('apt-get could not: E: Could not resolve host');
  expect(existsSync(join(folder, 'etc/postgresql-common/createcluster.conf'))).toBe(false);
  expect(() => binaries(host)).toThrow(/none here\. Type: sh -c 'apt-get update && apt-get install -y postgresql'$/);
});

test('without root it prints the commands and runs nothing', () => {
  const host = machine({ aptGet: 'true', isRoot: false });
  bringBinaries(host);
  expect(host.ran()).toBe('');
  expect(() => binaries(host)).toThrow(/Type: sudo apt-get install postgresql$/);
});

test.each([
  ['/usr/bin/dnf', 'dnf install -y postgresql-server'],
  ['/sbin/apk', 'apk add postgresql'],
  ['', 'install PostgreSQL so that'],
])('without apt-get, with %s', (program, says) => {
  const host = machine({ has: [program] });
  bringBinaries(host);
  expect(host.said()).toBe('');
  expect(() => binaries(host)).toThrow(says);
});

test('one that is too old is not taken, nor brought once more, and the command leads to a newer one', () => {
  putPostgres('13');
  const host = machine({ aptGet: 'true' });
  bringBinaries(host);
  expect(host.ran()).toBe('');
  expect(() => binaries(host)).toThrow(
    /PostgreSQL 14 or later, and here is only postgres \(PostgreSQL\) 13\.4.*apt\.postgresql\.org\.sh/,
  );
  putPostgres('16');
  expect(binaries(host)).toBe(join(folder, 'usr/16/bin'));
});
