import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isHookCommand } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import type { HookPlan, SettingsFile } from '../../sources/agent/install.ts';
import { installableAgents } from '../../sources/registry.ts';
import { formattedJson } from './fixtures/formatted-json.ts';
import { install } from './install.ts';
import { parseJsonc, valueOf } from './json/parse-jsonc.ts';
import { hasExactly, oursIn, withHooks, withoutHooks } from './merge-hooks.ts';
import { liveStates } from './state.ts';
import { uninstall } from './uninstall.ts';
import { wantedOf } from './wanted.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-install-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const machine = () => ({ home, env: {} });
const kit = (): HookKit => ({
  home: join(home, '.stemma'),
  platform: 'linux',
  node: process.execPath,
  server: import.meta.filename,
});
const named = (name: string): InstallableAgent => installableAgents.find((agent) => agent.name === name)!;
const put = (
  name: string,
  { version, dryRun = false, noMcp = false }: { version?: string; dryRun?: boolean; noMcp?: boolean } = {},
) => install(named(name), { machine: machine(), kit: kit(), dryRun, noMcp, versionSeen: () => version });
const take = (name: string, dryRun = false) => uninstall(named(name), { machine: machine(), kit: kit(), dryRun });

const claudeSettings = () => join(home, '.claude', 'settings.json');
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
/** Every file and folder below the home with its bytes, but not stemma's own. */
function everything(): Record<string, string> {
  const paths = (readdirSync(home, { recursive: true }) as string[]).filter((path) => !path.startsWith('.stemma'));
  return Object.fromEntries(
    paths.map((path) => [
      path,
      statSync(join(home, path)).isDirectory() ? 'folder' : readFileSync(join(home, path), 'latin1'),
    ]),
  );
}

const planFor = (agent: InstallableAgent, version: string | undefined) =>
  wantedOf(
    agent,
    { machine: { home: '/h', env: {} }, kit: { home: '/s', platform: 'linux', node: '' }, version },
    { noMcp: true },
  ).plan;
const agentsWithHooks = installableAgents.filter((agent) => 'files' in planFor(agent, undefined));

describe.each(agentsWithHooks.map(({ name }) => name))('%s', (name) => {
  test('on a machine that never had it: installed, again, and gone without a trace', async () => {
    const before = everything();
    expect(await put(name)).toMatchObject({ status: 'installed', present: false, error: null });
    const after = everything();
    expect(await put(name)).toMatchObject({ status: 'unchanged' });
    expect(everything()).toEqual(after);
    expect(liveStates(machine(), kit()).find(({ agent }) => agent === name)).toMatchObject({
      installed: true,
      upToDate: true,
    });
    expect(take(name)).toMatchObject({ status: 'removed' });
    expect(everything()).toEqual(before);
    expect(readdirSync(join(home, '.stemma'))).toEqual([]);
    expect(take(name)).toMatchObject({ status: 'not-installed' });
  });

  test('a dry run shows the difference and writes nothing, not even its own folder', async () => {
    const { status, files } = await put(name, { dryRun: true });
    expect(status).toBe('installed');
    expect(files.map(({ diff }) => diff.split('\n')[0])).toEqual(files.map(() => '--- /dev/null'));
    expect(readdirSync(home)).toEqual([]);
  });

  test('without the record of the install it is found and taken out all the same', async () => {
    await put(name);
    rmSync(join(home, '.stemma', 'installed'), { recursive: true });
    expect(take(name).status).toBe('removed');
    expect(Object.values(everything()).filter((text) => text !== 'folder' && text.includes('stemma'))).toEqual([]);
  });
});

const withSettings: readonly (readonly [string, string])[] = [
  ['claude-code', '.claude/settings.json'],
  ['codex', '.codex/hooks.json'],
  ['gemini', '.gemini/settings.json'],
  ['qwen', '.qwen/settings.json'],
  ['droid', '.factory/settings.json'],
];

const someHooks = fc.dictionary(
  fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop', 'BeforeTool', 'SessionStart', 'Custom'),
  fc.array(
    fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
);
const settings = fc
  .tuple(
    fc.dictionary(
      fc.string().filter((key) => key !== 'hooks' && key !== '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    ),
    fc.option(someHooks),
    fc.nat(4),
  )
  .map(([value, hooks, at]) =>
    Object.fromEntries(hooks ? Object.entries(value).toSpliced(at, 0, ['hooks', hooks]) : Object.entries(value)),
  )
  .filter((value) => !JSON.stringify(value).includes('"__proto__"'));

describe.each(withSettings)('settings of %s, whatever they hold and however they are written', (name, file) => {
  const [wanted] = (planFor(named(name), '99.0.0') as HookPlan).files;
  const { groups } = wanted as SettingsFile;
  const isOurs = (command: unknown) => isHookCommand({ home: '/s', platform: 'linux', node: '' }, command);

  test('keep every value and every byte when hooks are added', () => {
    fc.assert(
      fc.property(formattedJson(settings), ({ text, value }) => {
        const after = withHooks(text, groups);
        expect(isWithin(value, valueOf(parseJsonc(after)))).toBe(true);
        expect(hasExactly(after, groups, isOurs)).toBe(true);
        expect(Object.keys(oursIn(after, isOurs)).toSorted()).toEqual(Object.keys(groups).toSorted());
        expect(isSubsequence(text.replaceAll(/\s+$/gm, ''), after)).toBe(true);
        expect(valueOf(parseJsonc(withoutHooks(after, isOurs, value)))).toEqual(value);
      }),
      { numRuns: 50 },
    );
  });

  test('keep what people changed afterwards when hooks are taken out', () => {
    fc.assert(
      fc.property(formattedJson(settings), fc.constantFrom(undefined, 2, '\t'), ({ text, value }, indent) => {
        const changed = { ...(valueOf(parseJsonc(withHooks(text, groups))) as object), theme: 'dark' };
        expect(JSON.parse(withoutHooks(JSON.stringify(changed, null, indent), isOurs, value))).toEqual({
          ...value,
          theme: 'dark',
        });
      }),
      { numRuns: 50 },
    );
  });

  test('come back to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(formattedJson(settings), async ({ text }) => {
        write(join(home, file), text);
        expect((await put(name)).error).toBeNull();
        expect(await put(name)).toMatchObject({ status: 'unchanged' });
        expect(take(name).status).toBe('removed');
        expect(readFileSync(join(home, file), 'utf8')).toBe(text);
      }),
      { numRuns: 3 },
    );
  });
});

describe('advice', () => {
  const advising = (): HookKit => ({ ...kit(), node: process.execPath, adviser: import.meta.filename });
  const put = (name: string, noAdvice = false, dryRun = false, version = '2.1.325') =>
    install(named(name), { machine: machine(), kit: advising(), dryRun, noAdvice, versionSeen: () => version });
  const take = (name: string) => uninstall(named(name), { machine: machine(), kit: advising(), dryRun: false });
  const stateOf = (name: string, which = advising()) =>
    liveStates(machine(), which).find(({ agent }) => agent === name)?.advice;

  test('is on for agents whose hooks take it, and gone without a trace when the last of them is uninstalled', async () => {
    expect(await put('claude-code')).toMatchObject({ status: 'installed', advice: true });
    expect(await put('codex')).toMatchObject({ advice: true });
    expect(await put('cline')).toMatchObject({ advice: null });
    expect(['claude-code', 'codex', 'gemini', 'cline'].map((name) => stateOf(name))).toEqual(['on', 'on', 'off', null]);
    expect(await put('claude-code')).toMatchObject({ status: 'unchanged' });
    take('codex');
    expect(['claude-code', 'codex'].map((name) => stateOf(name))).toEqual(['on', 'off']);
    mkdirSync(join(home, '.stemma', 'advice', 'sessions'), { recursive: true });
    take('claude-code');
    take('cline');
    expect(readdirSync(join(home, '.stemma'))).toEqual([]);
  });

  test('is not for a Claude Code that does not report failed calls', async () => {
    expect(await put('claude-code', false, false, '1.0.128')).toMatchObject({ advice: null });
    expect(stateOf('claude-code')).toBeNull();
    expect(existsSync(join(home, '.stemma', 'advise.sh'))).toBe(false);
    expect(await put('claude-code', false, false, '2.1.325')).toMatchObject({ status: 'updated', advice: true });
  });

  test('can be left out, for one agent too, and taken up again', async () => {
    await put('codex');
    expect(await put('claude-code', true)).toMatchObject({ status: 'installed', advice: false });
    expect(['claude-code', 'codex'].map((name) => stateOf(name))).toEqual(['off', 'on']);
    expect(await put('claude-code', true)).toMatchObject({ status: 'unchanged' });
    expect(await put('claude-code')).toMatchObject({ status: 'updated', advice: true });
    expect(await put('codex', true)).toMatchObject({ status: 'updated', advice: false });
    expect(['claude-code', 'codex'].map((name) => stateOf(name))).toEqual(['on', 'off']);
  });

  test('changes nothing in the settings of an agent, whether it is on or off', async () => {
    await put('claude-code', true);
    const without = everything();
    await put('claude-code');
    expect(everything()).toEqual(without);
  });

  test('is broken when what would say it has moved, and a dry run writes none', async () => {
    await put('gemini', false, true);
    expect(readdirSync(home)).toEqual([]);
    await install(named('gemini'), {
      machine: machine(),
      kit: { ...advising(), adviser: `/it's/gone.cjs` },
      dryRun: false,
      versionSeen: () => undefined,
    });
    expect(stateOf('gemini')).toBe('broken');
  });

  test('is not there without a program that finds it', async () => {
    await install(named('gemini'), { machine: machine(), kit: kit(), dryRun: false, versionSeen: () => undefined });
    expect(stateOf('gemini', kit())).toBeNull();
    expect(existsSync(join(home, '.stemma', 'advise.sh'))).toBe(false);
  });
});

describe('where work was left', () => {
  const speaking = (): HookKit => ({
    ...kit(),
    node: process.execPath,
    adviser: import.meta.filename,
    resumer: import.meta.filename,
  });
  const put = (name: string, without: { readonly noAdvice?: boolean; readonly noResume?: boolean } = {}) =>
    install(named(name), {
      machine: machine(),
      kit: speaking(),
      dryRun: false,
      ...without,
      versionSeen: () => '2.1.325',
    });
  const take = (name: string) => uninstall(named(name), { machine: machine(), kit: speaking(), dryRun: false });
  const stateOf = (name: string) => liveStates(machine(), speaking()).find(({ agent }) => agent === name)?.resume;

  test('is given to agents whose hooks accept it, and gone without a trace when the last of them is uninstalled', async () => {
    for (const name of ['claude-code', 'codex', 'gemini', 'qwen', 'droid', 'copilot'])
      expect(await put(name), name).toMatchObject({ status: 'installed', resume: true });
    for (const name of ['grok', 'cline', 'opencode', 'pi'])
      expect(await put(name), name).toMatchObject({ status: 'installed', resume: null });
    expect(['claude-code', 'droid', 'grok'].map(stateOf)).toEqual(['on', 'on', null]);
    expect(await put('claude-code')).toMatchObject({ status: 'unchanged' });
    for (const name of [
      'claude-code',
      'codex',
      'gemini',
      'qwen',
      'droid',
      'copilot',
      'grok',
      'cline',
      'opencode',
      'pi',
    ])
      take(name);
    expect(readdirSync(join(home, '.stemma'))).toEqual([]);
  });

  test('and advice can each be left out, and taken up again, without a change in the settings of the agent', async () => {
    expect(await put('codex', { noResume: true })).toMatchObject({ advice: true, resume: false });
    const without = everything();
    expect([stateOf('codex'), existsSync(join(home, '.stemma', 'resume.sh'))]).toEqual(['off', false]);
    expect(await put('codex', { noAdvice: true })).toMatchObject({ status: 'updated', advice: false, resume: true });
    expect([stateOf('codex'), existsSync(join(home, '.stemma', 'advise.sh'))]).toEqual(['on', false]);
    expect(everything()).toEqual(without);
  });

  test('is broken when what would say it has moved', async () => {
    await install(named('gemini'), {
      machine: machine(),
      kit: { ...speaking(), resumer: `/it's/gone.js` },
      dryRun: false,
      versionSeen: () => undefined,
    });
    expect(stateOf('gemini')).toBe('broken');
  });
});

describe('Claude Code', () => {
  const events = () => Object.keys((JSON.parse(readFileSync(claudeSettings(), 'utf8')) as { hooks: object }).hooks);

  test.each([
    ['1.0.128', ['PostToolUseFailure', 'PermissionRequest', 'SubagentStart', 'StopFailure', 'PostCompact'], 9],
    ['2.0.77', ['StopFailure', 'PostCompact', 'PermissionDenied'], 12],
    ['2.1.63', ['StopFailure', 'PostCompact', 'PermissionDenied'], 12],
    ['2.1.325', [], 15],
    [undefined, ['PostToolUseFailure', 'PermissionRequest', 'SubagentStart'], 9],
  ])(
    'of version %s gets only events it knows, because one it does not makes it ignore all settings',
    async (version, unknown, count) => {
      await put('claude-code', version === undefined ? {} : { version });
      expect(events()).toHaveLength(count);
      for (const event of unknown) expect(events()).not.toContain(event);
    },
  );

  test('a new version brings new events, and an uninstall then still gives back the first bytes', async () => {
    const text = '{\n    "model": "opus",\n}\n';
    write(claudeSettings(), text);
    await put('claude-code', { version: '1.0.128' });
    expect(await put('claude-code', { version: '2.1.325' })).toMatchObject({ status: 'updated' });
    expect(readFileSync(claudeSettings(), 'utf8')).toContain('PermissionDenied');
    take('claude-code');
    expect(readFileSync(claudeSettings(), 'utf8')).toBe(text);
  });

  test('an update keeps what people changed in between', async () => {
    write(claudeSettings(), '{\n  "model": "opus"\n}\n');
    await put('claude-code', { version: '1.0.128' });
    write(claudeSettings(), readFileSync(claudeSettings(), 'utf8').replace('"opus"', '"sonnet"'));
    await put('claude-code', { version: '2.1.325' });
    take('claude-code');
    expect(readFileSync(claudeSettings(), 'utf8')).toBe('{\n  "model": "sonnet"\n}\n');
  });

  test('hooks of other people for the same event stay, before ours', async () => {
    write(
      claudeSettings(),
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] } }, null, 2),
    );
    await put('claude-code');
    const { hooks } = JSON.parse(readFileSync(claudeSettings(), 'utf8')) as {
      hooks: { Stop: { hooks: { command: string }[] }[] };
    };
    expect(hooks.Stop.map((group) => group.hooks[0]!.command)).toEqual([
      'say done',
      `sh '${join(home, '.stemma', 'hook.sh')}' claude-code Stop || true`,
    ]);
  });

  test.each([
    ['no JSON', '{ "hooks": '],
    ['a list', '[]'],
    ['hooks that are no object', '{"hooks": []}'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}'],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le').toString('latin1')],
  ])('settings that hold %s are left alone, with a clear error', async (_, text) => {
    mkdirSync(dirname(claudeSettings()), { recursive: true });
    writeFileSync(claudeSettings(), text, 'latin1');
    expect(await put('claude-code')).toMatchObject({
      status: 'failed',
      error: { code: 'bad-settings', message: expect.stringContaining(claudeSettings()) },
    });
    expect(readFileSync(claudeSettings(), 'latin1')).toBe(text);
    expect(existsSync(join(home, '.stemma', 'installed'))).toBe(false);
  });

  test('an empty settings file is filled, and empty again afterwards', async () => {
    write(claudeSettings(), '');
    expect(await put('claude-code')).toMatchObject({ status: 'installed' });
    expect(events()).toContain('Stop');
    take('claude-code');
    expect(readFileSync(claudeSettings(), 'utf8')).toBe('');
  });

  test('a link to the settings stays a link, and the file keeps its mode', async () => {
    const real = join(home, 'dotfiles', 'claude.json');
    write(real, '{}');
    chmodSync(real, 0o640);
    mkdirSync(dirname(claudeSettings()));
    symlinkSync('../dotfiles/claude.json', claudeSettings());
    await put('claude-code');
    expect(lstatSync(claudeSettings()).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('PreToolUse');
    expect(statSync(real).mode & 0o777).toBe(0o640);
    take('claude-code');
    expect(readFileSync(real, 'utf8')).toBe('{}');
  });

  test('when the copy of what was there is gone, the settings are not: ours is taken out', async () => {
    write(claudeSettings(), '{\n  "model": "opus"\n}\n');
    await put('claude-code');
    rmSync(join(home, '.stemma', 'installed', 'claude-code'), { recursive: true });
    take('claude-code');
    expect(JSON.parse(readFileSync(claudeSettings(), 'utf8'))).toEqual({ model: 'opus' });
  });

  test('copies of settings, which may hold keys, are for their owner only', async () => {
    write(claudeSettings(), '{"env": {"KEY": "1"}}');
    const { files } = await put('claude-code');
    expect(readFileSync(files[0]!.backup!, 'utf8')).toBe('{"env": {"KEY": "1"}}');
    expect(statSync(files[0]!.backup!).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(files[0]!.backup!)).mode & 0o777).toBe(0o700);
  });

  test('it is said when the settings turn hooks off', async () => {
    write(claudeSettings(), '{"disableAllHooks": true}');
    expect((await put('claude-code')).to_do.join(' ')).toContain('disableAllHooks');
  });
});

describe('the MCP server', () => {
  const path = () => join(home, '.stemma', 'mcp.sh');
  const stateOf = (name: string) => liveStates(machine(), kit()).find(({ agent }) => agent === name)!.mcp;
  const read = (...parts: string[]) => readFileSync(join(home, ...parts), 'utf8');

  test.each([
    [
      'claude-code',
      '.claude.json',
      { mcpServers: { stemma: { type: 'stdio', command: 'sh', args: ['MCP'], env: {} } } },
    ],
    [
      'opencode',
      '.config/opencode/opencode.json',
      { mcp: { stemma: { type: 'local', command: ['sh', 'MCP'], enabled: true } } },
    ],
    [
      'copilot',
      '.copilot/mcp-config.json',
      { mcpServers: { stemma: { tools: ['*'], type: 'local', command: 'sh', args: ['MCP'] } } },
    ],
    [
      'droid',
      '.factory/mcp.json',
      { mcpServers: { stemma: { type: 'stdio', command: 'sh', args: ['MCP'], disabled: false } } },
    ],
    [
      'cline',
      '.cline/data/settings/cline_mcp_settings.json',
      { mcpServers: { stemma: { command: 'sh', args: ['MCP'], disabled: false } } },
    ],
    ['pi', '.pi/agent/mcp.json', { mcpServers: { stemma: { command: 'sh', args: ['MCP'] } } }],
  ])('of %s is in %s', async (name, file, expected) => {
    expect(await put(name)).toMatchObject({ mcp: true, mcp_note: null });
    expect(JSON.parse(read(file).replace(path(), 'MCP'))).toEqual(expected);
    expect(stateOf(name)).toBe('on');
  });

  test('stands among the hooks where an agent has both in one file, and each goes alone', async () => {
    write(join(home, '.gemini', 'settings.json'), '{\n  // mine\n  "mcpServers": { "other": { "command": "o" } }\n}\n');
    await put('gemini');
    write(join(home, '.gemini', 'settings.json'), read('.gemini', 'settings.json').replace('// mine', '// changed'));
    expect(await put('gemini', { noMcp: true })).toMatchObject({ status: 'updated', mcp: false });
    expect(Object.keys(valueOf(parseJsonc(read('.gemini', 'settings.json'))) as object)).toEqual([
      'mcpServers',
      'hooks',
    ]);
    expect([read('.gemini', 'settings.json').includes('mcp.sh'), existsSync(path()), stateOf('gemini')]).toEqual([
      false,
      false,
      'off',
    ]);
    expect(await put('gemini', { noMcp: true })).toMatchObject({ status: 'unchanged' });
    expect(await put('gemini')).toMatchObject({ status: 'updated', mcp: true });
    take('gemini');
    expect(read('.gemini', 'settings.json')).toBe(
      '{\n  // changed\n  "mcpServers": { "other": { "command": "o" } }\n}\n',
    );
  });

  test('leaves TOML as it was, to the byte, and what was written into it since', async () => {
    const text = '# mine\r\nmodel = "o"\r\n\r\n[mcp_servers.other]\r\ncommand = "o"';
    write(join(home, '.codex', 'config.toml'), text);
    await put('codex');
    expect(read('.codex', 'config.toml')).toBe(
      `${text}\r\n\r\n[mcp_servers.stemma]\r\ncommand = "sh"\r\nargs = ["${path()}"]\r\n`,
    );
    take('codex');
    expect(read('.codex', 'config.toml')).toBe(text);
    await put('codex');
    write(
      join(home, '.codex', 'config.toml'),
      `${read('.codex', 'config.toml')}\r\n[projects."/shop"]\r\ntrust_level = "trusted"\r\n`,
    );
    expect(take('codex').to_do.join(' ')).toContain('config.toml had been changed since');
    expect(read('.codex', 'config.toml')).toBe(`${text}\r\n\r\n[projects."/shop"]\r\ntrust_level = "trusted"\r\n`);
  });

  test.each([
    [
      'claude-code',
      '.claude.json',
      '{ "mcpServers": { "stemma": { "command": "stemma", "args": ["mcp"] } } }',
      'a server called "stemma" that is not from here',
    ],
    [
      'codex',
      '.codex/config.toml',
      '[mcp_servers.stemma]\ncommand = "stemma"\n',
      'a server called "stemma" that is not from here',
    ],
    [
      'gemini',
      '.gemini/settings.json',
      '{ "mcpServers": { "stemma": { "command": "stemma" } } }',
      'a server called "stemma" that is not from here',
    ],
    ['codex', '.codex/config.toml', 'mcp_servers = {}\n', 'not written as tables'],
    ['claude-code', '.claude.json', '{ broken', 'not understood'],
  ])(
    'of the person is never touched, nor settings that are not understood, and hooks are there all the same: %s, %s %j',
    async (name, file, text, words) => {
      write(join(home, file), text);
      const before = file === '.gemini/settings.json' ? /"stemma": \{ "command": "stemma" \}/ : text;
      expect(await put(name)).toMatchObject({
        status: 'installed',
        mcp: false,
        mcp_note: expect.stringContaining(words),
      });
      expect(read(file)).toMatch(before);
      expect([stateOf(name), existsSync(path())]).toEqual([words.includes('called') ? 'strange' : 'off', false]);
      expect(take(name).status).toBe('removed');
      expect(read(file)).toBe(text);
    },
  );

  test('that somebody has turned off stays off', async () => {
    await put('droid');
    const file = join(home, '.factory', 'mcp.json');
    write(file, readFileSync(file, 'utf8').replace('false', 'true'));
    expect(await put('droid')).toMatchObject({ status: 'unchanged' });
    expect(readFileSync(file, 'utf8')).toContain('"disabled": true');
    take('droid');
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['codex', '0.8.0', '0.20.0 or later'],
    ['pi', '0.87.1', '0.99.0 or later'],
    ['opencode', '0.5.29', '1.0.0 or later'],
  ])('is not for %s %s, which is reported', async (name, version, words) => {
    expect(await put(name, { version })).toMatchObject({
      status: 'installed',
      mcp: false,
      mcp_note: expect.stringContaining(words),
    });
    expect(existsSync(path())).toBe(false);
  });

  test('is left to the plugin of Claude Code where there is one, and taken back when one comes later', async () => {
    await put('claude-code');
    write(
      claudeSettings(),
      readFileSync(claudeSettings(), 'utf8').replace('{', '{ "enabledPlugins": { "stemma@stemma": true },'),
    );
    expect(stateOf('claude-code')).toBe('twice');
    expect(await put('claude-code')).toMatchObject({
      status: 'updated',
      mcp: false,
      mcp_note: expect.stringContaining('plugin'),
    });
    expect([existsSync(join(home, '.claude.json')), stateOf('claude-code')]).toEqual([false, 'elsewhere']);
  });

  test('of Continue is in config.yaml, which is not made for it; it has no hooks', async () => {
    expect(await put('continue')).toMatchObject({
      status: 'unsupported',
      mcp: false,
      mcp_note: expect.stringContaining('no config.yaml'),
    });
    write(join(home, '.continue', 'config.yaml'), 'name: mine\n');
    expect(await put('continue')).toMatchObject({ status: 'installed', mcp: true, events: [] });
    expect(await put('continue')).toMatchObject({ status: 'unchanged' });
    expect(existsSync(join(home, '.stemma', 'hook.sh'))).toBe(false);
    take('continue');
    expect(read('.continue', 'config.yaml')).toBe('name: mine\n');
    expect(readdirSync(join(home, '.stemma'))).toEqual([]);
  });

  test('is there while an agent starts it, carries what the environment said, and is broken when what it runs has moved', async () => {
    const carrying = { ...kit(), serverEnv: { STEMMA_DB: `postgres://u:it's@db/x` } };
    await install(named('grok'), { machine: machine(), kit: carrying, dryRun: false, versionSeen: () => undefined });
    expect(readFileSync(path(), 'utf8')).toContain(
      `[ -n "$STEMMA_DB" ] || export STEMMA_DB='postgres://u:it'\\''s@db/x'\n`,
    );
    expect(statSync(path()).mode & 0o777).toBe(0o700);
    expect(read('.grok', 'config.toml')).not.toContain('postgres');
    await put('pi');
    take('grok');
    expect(existsSync(path())).toBe(true);
    await install(named('pi'), {
      machine: machine(),
      kit: { ...kit(), server: '/gone/main.js' },
      dryRun: false,
      versionSeen: () => undefined,
    });
    expect(stateOf('pi')).toBe('broken');
    expect(await put('pi')).toMatchObject({ status: 'updated' });
    expect(stateOf('pi')).toBe('on');
    take('pi');
    expect(existsSync(path())).toBe(false);
  });
});

test('Codex must trust the hooks first, and that is reported until it does', async () => {
  expect((await put('codex')).to_do.join(' ')).toContain('Trust all and continue');
  expect((await put('codex')).to_do.join(' ')).toContain('Trust all and continue');
  const { events } = await put('codex');
  const name = (event: string) => event.replaceAll(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  appendFileSync(
    join(home, '.codex', 'config.toml'),
    events
      .map(
        (event) =>
          `[hooks.state."${join(home, '.codex', 'hooks.json')}:${name(event)}:0:0"]\ntrusted_hash = "sha256:0"\n`,
      )
      .join('\n'),
  );
  expect(await put('codex')).toMatchObject({ status: 'unchanged', to_do: [] });
});

test('Grok and Copilot get files of the shape they read', async () => {
  await put('grok');
  await put('copilot');
  const command = (agent: string, event: string) =>
    `sh '${join(home, '.stemma', 'hook.sh')}' ${agent} ${event} || true`;
  expect(JSON.parse(readFileSync(join(home, '.grok', 'hooks', 'stemma.json'), 'utf8'))).toMatchObject({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: command('grok', 'PreToolUse'), timeout: 5 }] }] },
  });
  expect(JSON.parse(readFileSync(join(home, '.copilot', 'hooks', 'stemma.json'), 'utf8'))).toMatchObject({
    version: 1,
    hooks: { preToolUse: [{ type: 'command', bash: command('copilot', 'preToolUse'), timeoutSec: 10 }] },
  });
});

test('a hook of your own in Cline is left alone, and named', async () => {
  const mine = join(home, '.cline', 'hooks', 'PreToolUse');
  write(mine, '#!/bin/sh\necho mine\n');
  const { status, to_do } = await put('cline');
  expect(status).toBe('installed');
  expect(to_do.join(' ')).toContain('PreToolUse is a hook of yours');
  expect(readFileSync(mine, 'utf8')).toBe('#!/bin/sh\necho mine\n');
  expect(statSync(join(home, '.cline', 'hooks', 'PostToolUse')).mode & 0o111).toBe(0o111);
  take('cline');
  expect(Object.keys(everything())).toEqual(['.cline', '.cline/hooks', '.cline/hooks/PreToolUse']);
});

test('the hook stays while another agent needs it, and uncollected events stay for good', async () => {
  await put('grok');
  await put('copilot');
  take('grok');
  expect(existsSync(join(home, '.stemma', 'hook.sh'))).toBe(true);
  writeFileSync(join(home, '.stemma', 'spool', 'copilot.sessionEnd.1.0'), '{}');
  take('copilot');
  expect(readdirSync(join(home, '.stemma'), { recursive: true })).toEqual([
    'spool',
    join('spool', 'copilot.sessionEnd.1.0'),
  ]);
});

test.each(['continue', 'aider'])('%s has no hooks, and what works instead is named', async (name) => {
  const { status, to_do } = await put(name);
  expect(status).toBe('unsupported');
  expect(to_do.join(' ')).toContain('`stemma watch`');
  expect(readdirSync(home)).toEqual([]);
});

const utf16 = Buffer.from('\uFEFF{}', 'utf16le');
const copilotServers = () => join(home, '.copilot', 'mcp-config.json');
const copilotHooks = () => join(home, '.copilot', 'hooks', 'stemma.json');

test('a file that could not be read when installing does not keep the rest from being uninstalled', async () => {
  mkdirSync(dirname(copilotServers()), { recursive: true });
  writeFileSync(copilotServers(), utf16);
  await put('copilot');
  expect(existsSync(copilotHooks())).toBe(true);
  expect(take('copilot')).toMatchObject({ status: 'removed', error: null });
  expect(existsSync(copilotHooks())).toBe(false);
  expect(readFileSync(copilotServers())).toEqual(utf16);
});

test('one that became unreadable since is named; the rest is uninstalled, and it once it can be read again', async () => {
  await put('copilot');
  const ours = readFileSync(copilotServers());
  writeFileSync(copilotServers(), utf16);
  expect(take('copilot')).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('UTF-8') } });
  expect(existsSync(copilotHooks())).toBe(false);
  writeFileSync(copilotServers(), ours);
  expect(take('copilot')).toMatchObject({ status: 'removed' });
  expect(existsSync(copilotServers())).toBe(false);
});

test('doctor learns when an agent last said something', async () => {
  await put('pi');
  const state = () => liveStates(machine(), kit()).find(({ agent }) => agent === 'pi')!;
  expect(state().lastEventAt).toBeUndefined();
  writeFileSync(join(home, '.stemma', 'spool', 'pi.tool_execution_end.1.0'), '{}');
  expect(Math.abs(Date.now() - state().lastEventAt!)).toBeLessThan(60_000);
});

/** Whether everything of `small` is in `large`: members of objects, and lists as the beginning of longer ones. */
function isWithin(small: unknown, large: unknown): boolean {
  if (Array.isArray(small)) return Array.isArray(large) && small.every((item, at) => isWithin(item, large[at]));
  if (typeof small === 'object' && small !== null) {
    return Object.entries(small).every(([key, item]) => isWithin(item, (large as Record<string, unknown>)[key]));
  }
  return Object.is(small, large) || small === large;
}

/** Whether nothing was taken out and nothing reordered. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at >= part.length;
}
