import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-cli-install-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const stemma = (...argv: string[]) => fakeApp(home).run(...argv);
const settings = () => join(home, '.claude', 'settings.json');
function haveClaude(text: string): void {
  mkdirSync(join(home, '.claude'));
  writeFileSync(settings(), text);
}

test('install says what was done, what it will capture and what is left to do', async () => {
  haveClaude('{\n  "model": "opus"\n}\n');
  const { code, out } = await stemma('install', 'claude');
  expect(code).toBe(0);
  expect(out.replace(/[0-9a-f]{12}-/, '<hash>-')).toMatchInlineSnapshot(`
    "Claude Code: installed
      file      ~/.claude/settings.json changed; the previous file is kept in
                ~/.stemma/installed/claude-code/<hash>-settings.json
      captures  calls while they run and how long they took, sub-agents, sessions
                that are killed (9 events)
      to do     Its version could not be found out, so only the events that every
                version knows are used; install again with \`claude\` on the PATH for
                more.
      to do     Start Claude Code again: a session that is open now does not have
                the hooks yet.
    "
  `);
});

test('--dry-run prints the difference and writes nothing', async () => {
  haveClaude('{\n  "model": "opus"\n}\n');
  const { code, out } = await stemma('install', 'claude-code', '--dry-run');
  expect(code).toBe(0);
  expect(out).toContain(`+++ ${settings()}\n@@ -1,3 +1,`);
  expect(out).toContain('-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n+    "PreToolUse": [\n');
  expect(readFileSync(settings(), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
  expect(readdirSync(home)).toEqual(['.claude']);
});

test('a difference does not show the keys beside it', async () => {
  haveClaude(`{\n  "token": "ghp_${'a1B2'.repeat(9)}"\n}\n`);
  expect((await stemma('install', 'claude-code', '--dry-run')).out).not.toContain('ghp_a1B2');
});

test('--all takes the agents that are here, and one in trouble does not hold up the others', async () => {
  haveClaude('{ broken');
  mkdirSync(join(home, '.gemini'));
  mkdirSync(join(home, '.continue'));
  const { code, out } = await stemma('install', '--all', '--json');
  expect(code).toBe(1);
  const { agents } = JSON.parse(out) as { agents: { agent: string; status: string; error: { code: string } | null }[] };
  expect(agents.map(({ agent, status, error }) => [agent, status, error?.code])).toEqual([
    ['claude-code', 'failed', 'bad-settings'],
    ['gemini', 'installed', undefined],
    ['continue', 'unsupported', undefined],
  ]);
  expect(readFileSync(settings(), 'utf8')).toBe('{ broken');
});

test('uninstall --all leaves every agent as it was, and says so', async () => {
  haveClaude('{}');
  await stemma('install', 'claude-code', 'opencode');
  const { code, out } = await stemma('uninstall', '--all');
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Claude Code: removed
      file      ~/.claude/settings.json changed; restored byte for byte

    OpenCode: removed
      file      ~/.config/opencode/plugins/stemma.js removed; restored byte for byte
    "
  `);
  expect(readFileSync(settings(), 'utf8')).toBe('{}');
  expect(readdirSync(home)).toEqual(['.claude', '.stemma']);
});

test.each([
  [['install'], 'needs to know which agents'],
  [['install', 'claude', '--all'], 'not both'],
  [['install', 'gemni'], 'did you mean gemini?'],
  [['uninstall'], 'needs to know which agents'],
])('%j is misuse, and the message helps', async (argv, message) => {
  const { code, err } = await stemma(...argv);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('an agent without hooks, asked for by name, is a no with what works instead', async () => {
  const { code, out } = await stemma('install', 'aider');
  expect(code).toBe(1);
  expect(out).toContain('`stemma run -- aider …`');
});

test('doctor finds what was just installed up to date, however many sessions of older versions there are', async () => {
  const { claudeCode } = await import('../../sources/claude-code/index.ts');
  const { run } = fakeApp(home, { sources: async () => [claudeCode], adviser: import.meta.filename });
  haveClaude('{}');
  const folder = join(home, '.claude', 'projects', '-home-ann-shop');
  mkdirSync(folder, { recursive: true });
  for (const [session, version] of Object.entries({ a: '1.0.17', b: '1.0.17', c: '2.1.325' })) {
    const sessionId = `00000000-0000-4000-8000-00000000000${session}`;
    const said = {
      type: 'user',
      isSidechain: false,
      userType: 'external',
      uuid: `${sessionId}-1`,
      parentUuid: null,
      sessionId,
      version,
      cwd: '/home/ann/shop',
      timestamp: '2026-03-01T10:00:00Z',
      message: { role: 'user', content: 'Hello' },
    };
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify(said)}\n`);
  }
  expect((await run('ingest')).out).toContain('in 3 sessions');
  expect((await run('install', 'claude-code')).out).toContain('Claude Code 2.1.325: installed');
  const { live } = JSON.parse((await run('doctor', '--json')).out) as { live: { agent: string }[] };
  expect(live.find(({ agent }) => agent === 'claude-code')).toMatchObject({
    installed: true,
    up_to_date: true,
    advice: 'on',
  });
});
