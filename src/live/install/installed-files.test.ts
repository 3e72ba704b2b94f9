import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HookKit } from '../hook/hook-command.ts';
import { installableAgents } from '../../sources/registry.ts';
import { install } from './install.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-installed-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

// What `stemma install` writes, to the byte. Agents remember hooks by their text and ask people to trust it, and a
// later stemma must recognise what an earlier one wrote: a change here is a change for everybody who has it installed.
test.each(['linux', 'win32'] as const)('on %s every agent gets the same bytes as ever', async (platform) => {
  const kit: HookKit = {
    home: join(home, '.stemma'),
    platform,
    node: '/opt/node/bin/node',
    adviser: '/opt/stemma/advise.cjs',
    resumer: '/opt/stemma/resume-hook.js',
    server: '/opt/stemma/main.js',
  };
  for (const agent of installableAgents)
    await install(agent, { machine: { home, env: {} }, kit, dryRun: false, versionSeen: () => '99.0.0' });

  const paths = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(home, path)).isFile())
    // The record of an install holds hashes of the rest, in which the name of this home is.
    .filter((path) => !path.startsWith(join('.stemma', 'installed')))
    .toSorted();
  const files = paths.map((path) => {
    const mode = (statSync(join(home, path)).mode & 0o777).toString(8);
    return `### ~/${path} (${mode})\n${readFileSync(join(home, path), 'utf8').replaceAll(home, '<home>')}`;
  });
  await expect(files.join('\n')).toMatchFileSnapshot(`fixtures/installed-${platform}.txt`);
});
