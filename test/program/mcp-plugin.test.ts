import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programEnv } from '../support/program-env.ts';

const root = join(import.meta.dirname, '../..');
// Scripts are JavaScript, and what they say of themselves is not for the compiler.
const { pluginFiles } = (await import(join(root, 'scripts', 'plugin.mjs'))) as {
  pluginFiles: () => Record<string, string>;
};

test.each(Object.entries(pluginFiles()))('%s is what scripts/plugin.mjs makes of the program', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

test('the plugin starts the MCP server, and its skill names only tools that are there', () => {
  expect(JSON.parse(readFileSync(join(root, 'plugin/.mcp.json'), 'utf8'))).toEqual({
    mcpServers: { stemma: { command: 'stemma', args: ['mcp'] } },
  });
  const tools = new Set(
    [...readFileSync(join(root, 'docs/mcp.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
  );
  const skill = readFileSync(join(root, 'plugin/skills/stemma/SKILL.md'), 'utf8');
  const named = [...skill.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)]
    .map(([, name]) => name!)
    .filter((name) => !['stemma', 'verified'].includes(name));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !tools.has(name))).toEqual([]);
});

test('the marketplace of this repository offers the plugin', () => {
  const { plugins } = JSON.parse(readFileSync(join(root, '.claude-plugin/marketplace.json'), 'utf8')) as {
    plugins: { name: string; source: string }[];
  };
  expect(plugins).toMatchObject([{ name: 'stemma', source: './plugin' }]);
  expect(existsSync(join(root, plugins[0]!.source, '.claude-plugin/plugin.json'))).toBe(true);
});

describe.skipIf(process.platform === 'win32')('the hook of the plugin', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stemma-plugin-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const said = '{"hook_event_name":"PreToolUse","tool_name":"Bash"}';
  const hook = () =>
    spawnSync('sh', [join(root, 'plugin/hooks/hook.sh'), 'claude-code', 'PreToolUse'], {
      input: said,
      encoding: 'utf8',
      env: { ...programEnv, HOME: home },
    });
  const spooled = () => (existsSync(join(home, '.stemma/spool')) ? readdirSync(join(home, '.stemma/spool')) : []);

  test('writes its input where stemma looks for it, and prints nothing', () => {
    mkdirSync(join(home, '.stemma'));
    expect(hook()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(spooled()).toHaveLength(1);
    expect(readFileSync(join(home, '.stemma/spool', spooled()[0]!), 'utf8')).toBe(said);
  });

  test('leaves it to the hook that `stemma install` put into the settings', () => {
    mkdirSync(join(home, '.stemma/installed'), { recursive: true });
    writeFileSync(join(home, '.stemma/installed/claude-code.json'), '{}');
    expect(hook()).toMatchObject({ status: 0, stdout: '' });
    expect(spooled()).toEqual([]);
  });

  test('makes nothing on a machine that stemma was never used on', () => {
    expect(hook()).toMatchObject({ status: 0, stdout: '' });
    expect(readdirSync(home)).toEqual([]);
  });
});
