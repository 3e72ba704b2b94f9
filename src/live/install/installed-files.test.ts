import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installableAgents } from '../../sources/registry.ts';
import type { HookKit } from '../hook/hook-command.ts';
import { install } from './install.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-installed-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

// What `stemma install` writes, to the byte. Agents remember hooks by their text and ask people to trust it, and a
// later stemma must recognise what an earlier one wrote: a change here affects everybody who has it installed.
describe.each(['linux', 'win32'] as const)('on %s', (platform) => {
  test.each(installableAgents)('$name gets the same bytes as ever', async (agent) => {
    await installed(agent, platform);
    const files = filesBelow(home, (path) => !path.startsWith('.stemma'));
    const golden = `../../sources/${agent.name}/installed/${platform}.txt`;
    await expect(files || 'nothing\n').toMatchFileSnapshot(golden);
  });

  test("stemma's home gets the same scripts as ever", async () => {
    for (const agent of installableAgents) await installed(agent, platform);
    // The record of an install holds hashes, in which the name of this home is.
    const files = filesBelow(home, (path) => /^\.stemma[/\\]\w+\.\w+$/.test(path));
    await expect(files).toMatchFileSnapshot(`fixtures/stemma-home-${platform}.txt`);
  });
});

async function installed(agent: (typeof installableAgents)[number], platform: NodeJS.Platform): Promise<void> {
  const kit: HookKit = {
    home: join(home, '.stemma'),
    platform,
    node: '/opt/node/bin/node',
    adviser: '/opt/stemma/advise.cjs',
    resumer: '/opt/stemma/resume-hook.js',
    server: '/opt/stemma/main.js',
  };
  await install(agent, { machine: { home, env: {} }, kit, dryRun: false, versionSeen: () => '99.0.0' });
}

function filesBelow(folder: string, isShown: (path: string) => boolean): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && isShown(path))
    .toSorted()
    .map((path) => {
      const mode = (statSync(join(folder, path)).mode & 0o777).toString(8);
      return `### ~/${path} (${mode})\n${readFileSync(join(folder, path), 'utf8').replaceAll(folder, '<home>')}`;
    })
    .join('\n');
}
