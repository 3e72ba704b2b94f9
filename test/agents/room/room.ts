import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** A fresh home and a small project with a bug, a failing test and a first commit. */
export interface Place extends Disposable {
  readonly home: string;
  readonly project: string;
}

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cart.js': `export function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum;
}
`,
  'test/cart.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/cart.js';

test('total multiplies the price by the quantity', () => {
  assert.equal(total([{ price: 5, qty: 3 }, { price: 2, qty: 1 }]), 17);
});
`,
};

export function freshPlace(label: string, { keep }: { keep: boolean }): Place {
  const home = mkdtempSync(join(tmpdir(), `stemma-${label}-`));
  const project = join(home, 'shop');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), content);
  }
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid', '-c', 'init.defaultBranch=main', ...args],
      { cwd: project, env: environment(home) },
    );
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'A cart with a bug');
  return {
    home,
    project,
    [Symbol.dispose]() {
      if (!keep) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** All that a program in the room learns about this machine. */
export function environment(home: string): Record<string, string> {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  return {
    HOME: home,
    PATH: path,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/sh',
    NO_COLOR: '1',
    STEMMA_HOME: join(home, '.stemma'),
  };
}
