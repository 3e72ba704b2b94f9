import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hookCommand, hookPath } from './hook-command.ts';
import type { HookKit } from './hook-command.ts';
import { advice, resume, writeNoteScript } from './notes.ts';
import { writeHook } from './write-hook.ts';

interface Runner {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  /** Program and first arguments. */
  readonly with: readonly [string, ...string[]];
}

const runners: readonly Runner[] = [
  { name: 'sh', platform: 'linux', with: ['sh'] },
  ...(existsSync('/bin/bash') ? [{ name: 'bash', platform: 'linux', with: ['bash', '--posix'] } as const] : []),
  { name: 'node', platform: 'win32', with: [process.execPath] },
];

let home: string;
let spool: string;

beforeEach(() => {
  // A name that a careless script would split or expand.
  home = join(mkdtempSync(join(tmpdir(), 'stemma-hook-')), `it's a $HOME`);
  spool = join(home, 'spool');
});
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

describe.each(runners)('the hook, run by $name', ({ platform, with: [program, ...first] }) => {
  const kit = (): HookKit => ({ home, platform, node: process.execPath });
  const hook = (agent: string, event: string, input: string | Buffer, env: NodeJS.ProcessEnv = process.env) =>
    spawnSync(program, [...first, hookPath(kit()), agent, event], { input, env, encoding: 'utf8' });
  const kept = () => readdirSync(spool).map((name) => ({ name, text: readFileSync(join(spool, name), 'utf8') }));

  beforeEach(() => void writeHook(kit()));

  test('writes its input into one new file that only its owner can read, and prints nothing', () => {
    const payload = `{"tool":"Bash","text":"ü \\\\n %s $(id) \`id\`"}\n`;
    const ran = hook('claude-code', 'PreToolUse', payload);
    expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const [file, ...more] = kept();
    expect(more).toEqual([]);
    expect(file!.text).toBe(payload);
    expect(file!.name).toMatch(/^claude-code\.PreToolUse\.\d+\.0$/);
    expect(statSync(join(spool, file!.name)).mode & 0o777).toBe(0o600);
  });

  test.each(['gemini', 'cline'])('answers %s with an empty object, which decides nothing', (agent) => {
    expect(hook(agent, 'BeforeTool', '{}')).toMatchObject({ status: 0, stdout: '{}\n', stderr: '' });
  });

  test('keeps large events whole, however many come at once', async () => {
    const payload = Array.from({ length: 8 }, (_, index) => JSON.stringify({ index, text: 'x'.repeat(300_000) }));
    const codes = await Promise.all(
      payload.map((text) => ended(program, [...first, hookPath(kit()), 'codex', 'PostToolUse'], text)),
    );
    expect(codes).toEqual(payload.map(() => 0));
    expect(
      kept()
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(payload.toSorted());
  });

  test('makes the spool again when it is gone', () => {
    rmSync(spool, { recursive: true });
    expect(hook('qwen', 'Stop', '{}').status).toBe(0);
    expect(kept()).toHaveLength(1);
  });

  test('exits 0 and reads to the end when there is no place to write', async () => {
    rmSync(spool, { recursive: true });
    writeFileSync(spool, 'not a folder');
    expect(await ended(program, [...first, hookPath(kit()), 'qwen', 'Stop'], 'x'.repeat(1_000_000))).toBe(0);
  });

  test('needs no HOME and no environment', () => {
    expect(hook('qwen', 'Stop', '{}', {}).status).toBe(0);
    expect(kept()).toHaveLength(1);
  });
});

test(
  'the hook does not wait for ever when nobody closes its input, and keeps what was said',
  { timeout: 15_000 },
  async () => {
    const ends = runners.map(async ({ name, platform, with: [program, ...first] }) => {
      const kit: HookKit = { home: join(home, name), platform, node: '' };
      writeHook(kit);
      const child = spawn(program, [...first, hookPath(kit), 'claude-code', 'Stop'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin.on('error', () => {});
      child.stdin.write('{"said":true}');
      const code = await new Promise((done) => child.on('exit', done));
      const [file] = readdirSync(join(kit.home, 'spool'));
      return { name, code, kept: readFileSync(join(kit.home, 'spool', file!), 'utf8') };
    });
    expect(await Promise.all(ends)).toEqual(runners.map(({ name }) => ({ name, code: 0, kept: '{"said":true}' })));
  },
);

describe('the hook in sh', () => {
  const kit = (): HookKit => ({ home, platform: 'linux', node: '' });
  const runHook = (script: string, input = '{}') =>
    spawnSync('sh', ['-c', script], {
      input,
      encoding: 'utf8',
      env: { ...process.env, HOOK: hookPath(kit()), SPOOL: spool },
    });
  beforeEach(() => void writeHook(kit()));

  test('takes the next name when another process, with the same number, has taken its own', () => {
    const ran = runHook(
      `echo first > "$SPOOL/pi.Stop.$$.0"; echo second > "$SPOOL/pi.Stop.$$.1"; exec sh "$HOOK" pi Stop`,
      '{"third":3}',
    );
    expect(ran.status).toBe(0);
    expect(
      readdirSync(spool)
        .toSorted()
        .map((name) => readFileSync(join(spool, name), 'utf8')),
    ).toEqual(['first\n', 'second\n', '{"third":3}']);
  });

  test('runs no program of the folder it is called in, not even without a PATH', () => {
    for (const name of ['cat', 'sleep', 'kill'])
      writeFileSync(join(home, name), '#!/bin/sh\necho pwned > "$0.ran"\n', { mode: 0o755 });
    expect(
      spawnSync('/bin/sh', [hookPath(kit()), 'pi', 'Stop'], { input: '{}', cwd: home, env: { PATH: '' } }).status,
    ).toBe(0);
    expect(readdirSync(home).filter((name) => name.endsWith('.ran'))).toEqual([]);
    expect(readdirSync(spool)).toHaveLength(1);
  });

  test('exits 0 and reads to the end when the disk is full half way', async () => {
    const code = await ended(
      'sh',
      ['-c', `ulimit -f 8; exec sh '${hookPath(kit()).replaceAll(`'`, `'\\''`)}' pi Stop`],
      'x'.repeat(1_000_000),
    );
    expect(code).toBe(0);
  });

  test('exits 0 when the copying is killed', async () => {
    const child = spawn('sh', [hookPath(kit()), 'pi', 'Stop'], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => {});
    child.stdin.write('{');
    const exit = new Promise((done) => child.on('exit', done));
    await expect.poll(() => readdirSync(spool), { timeout: 5_000 }).toHaveLength(1);
    const copying = (): string | undefined => {
      const processes = execFileSync('ps', ['-eo', 'pid,ppid,comm'], { encoding: 'utf8' })
        .split('\n')
        .map((line) => line.trim().split(/\s+/));
      const helper = processes.filter(([, parent]) => parent === String(child.pid)).map(([pid]) => pid);
      return processes.find(([, parent, name]) => helper.includes(parent) && name === 'cat')?.[0];
    };
    let cat: string | undefined;
    await expect.poll(() => (cat = copying()), { timeout: 5_000 }).toBeDefined();
    process.kill(Number(cat), 'SIGKILL');
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  test('leaves no process behind', async () => {
    const child = spawn('sh', [hookPath(kit()), 'pi', 'Stop'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    child.stdin.end('{}');
    await new Promise((done) => child.on('exit', done));
    const sameGroup = () =>
      execFileSync('ps', ['-eo', 'pgid'], { encoding: 'utf8' })
        .split(/\s+/)
        .filter((group) => group === String(child.pid));
    await expect.poll(sameGroup, { timeout: 5_000 }).toEqual([]);
  });

  test(
    'leaves after five seconds, and what comes later is still written, by one process that ends no other',
    { timeout: 20_000 },
    async () => {
      const pipe = join(home, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const [reading, writing] = [openSync(pipe, 'r+'), openSync(pipe, 'w')];
      const child = spawn('sh', [hookPath(kit()), 'pi', 'Stop'], {
        stdio: [openSync(pipe, 'r'), 'ignore', 'ignore'],
        detached: true,
      });
      writeSync(writing, '{"early":1,');
      expect(await new Promise((done) => child.on('exit', done))).toBe(0);
      const left = () =>
        execFileSync('ps', ['-eo', 'pgid=,comm='], { encoding: 'utf8' })
          .split('\n')
          .map((line) => line.trim().split(/\s+/))
          .filter(([group]) => group === String(child.pid))
          .map(([, name]) => name);
      await expect.poll(left, { timeout: 5_000 }).toEqual(['cat']);
      writeSync(writing, '"late":2}');
      const file = join(spool, readdirSync(spool)[0]!);
      await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 5_000 }).toBe('{"early":1,"late":2}');
      closeSync(reading);
      closeSync(writing);
      await expect.poll(left, { timeout: 5_000 }).toEqual([]);
    },
  );

  test('goes on copying when Ctrl-C reaches it', async () => {
    const child = spawn('sh', [hookPath(kit()), 'pi', 'Stop'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    child.stdin.write('{"a":');
    await expect.poll(() => readdirSync(spool), { timeout: 5_000 }).toHaveLength(1);
    process.kill(-child.pid!, 'SIGINT');
    child.stdin.end('1}');
    expect(await new Promise((done) => child.on('exit', done))).toBe(0);
    expect(readFileSync(join(spool, readdirSync(spool)[0]!), 'utf8')).toBe('{"a":1}');
  });
});

describe.each(runners.filter(({ platform }) => platform !== 'win32'))(
  'after a failed call the hook, run by $name',
  ({ with: [program, ...first] }) => {
    const kit = (): HookKit => ({
      home,
      platform: 'linux',
      node: process.execPath,
      adviser: join(home, 'adviser.cjs'),
    });
    const runHook = (agent: string, event: string, input: string) =>
      spawnSync(program, [...first, hookPath(kit()), agent, event], {
        input,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '--require /nowhere/at/all.js' },
      });
    /** Prints its arguments and input. */
    const adviser = `const input = require('node:fs').readFileSync(0, 'utf8'); console.log(JSON.stringify([process.argv.slice(2), JSON.parse(input)])); `;
    const failing = {
      codex: '{"tool_response":"error: no such thing\\n"}',
      gemini: '{"tool_response":{"llmContent":"x","error":{"message":"no"}}}',
      grok: '{"tool_response":{"exit_code":1}}',
      copilot: '{"toolResult":{"textResultForLlm":"<shellId: 0 completed with exit code 1>"}}',
    };
    const fine = {
      codex: '{"tool_response":"all errors are gone\\n"}',
      gemini: '{"tool_response":{"llmContent":"x"}}',
      grok: '{"tool_response":{"exit_code":0}}',
      copilot: '{"toolResult":{"textResultForLlm":"<shellId: 0 completed with exit code 0>"}}',
    };

    beforeEach(() => {
      writeHook(kit());
      writeFileSync(kit().adviser!, adviser);
      writeNoteScript(kit(), advice, ['claude-code', 'codex', 'gemini', 'grok', 'copilot']);
    });

    test('passes its input to the adviser, prints the note, and stores the event', () => {
      expect(runHook('claude-code', 'PostToolUseFailure', '{"a":1}')).toMatchObject({
        status: 0,
        stdout: `${JSON.stringify([[home, 'claude-code', 'PostToolUseFailure'], { a: 1 }])}\n`,
        stderr: '',
      });
      expect(readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))).toEqual(['{"a":1}']);
    });

    test.each([
      ['codex', 'PostToolUse'],
      ['gemini', 'AfterTool'],
      ['grok', 'PostToolUse'],
      ['copilot', 'postToolUse'],
    ] as const)('sees in the words of %s whether a call failed', (agent, event) => {
      expect(runHook(agent, event, failing[agent]).stdout).toBe(
        `${JSON.stringify([[home, agent, event], JSON.parse(failing[agent])])}\n`,
      );
      expect(runHook(agent, event, fine[agent])).toMatchObject({ status: 0, stdout: agent === 'gemini' ? '{}\n' : '' });
      expect(
        readdirSync(spool)
          .map((name) => readFileSync(join(spool, name), 'utf8'))
          .toSorted(),
      ).toEqual([failing[agent], fine[agent]].toSorted());
    });

    test.each([
      ['a command behind a pipe', 'Bash', 'npm test 2>&1 | tail -5', '1 failed\nnpm ERR! x', true],
      ['the last of several', 'Bash', 'cd web; tsc', 'a.ts(3,1): error TS2345: no', true],
      ['a pipe without signs of a failure', 'Bash', 'npm test | tail', 'all 5 passed, 0 failed', false],
      ['a command whose exit code is known', 'Bash', 'cat errors.txt', 'error: none', false],
      ['a file that mentions errors', 'Read', 'a | b', 'error: none', false],
    ])('looks behind the pipes of Claude Code: %s', (_, tool, command, stdout, asks) => {
      const payload = JSON.stringify({
        session_id: 's',
        tool_name: tool,
        tool_input: { command },
        tool_response: { stdout, stderr: '' },
      });
      expect(runHook('claude-code', 'PostToolUse', payload).stdout !== '').toBe(asks);
      expect(readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))).toEqual([payload]);
    });

    test.each([
      ['claude-code', 'PostToolUse'],
      ['claude-code', 'PreToolUse'],
      ['qwen', 'PostToolUseFailure'],
      ['pi', 'tool_execution_end'],
    ])('starts nothing for %s %s: it did not fail, or the agent gets no notes', (agent, event) => {
      expect(runHook(agent, event, '{"exit_code":1}')).toMatchObject({ status: 0, stdout: '' });
    });

    test.each([
      ['says nothing', 'process.exit(1)'],
      ['breaks', 'throw new Error()'],
      ['is killed', 'process.kill(process.pid, "SIGKILL")'],
    ])('exits 0 and says nothing when the adviser %s', (_, code) => {
      writeFileSync(kit().adviser!, code);
      expect(runHook('claude-code', 'PostToolUseFailure', '{}')).toMatchObject({ status: 0, stdout: '' });
      expect(runHook('gemini', 'AfterTool', failing.gemini)).toMatchObject({ status: 0, stdout: '{}\n' });
    });

    test('exits 0 and says nothing when adviser or Node are gone, or the spool cannot be written', () => {
      rmSync(kit().adviser!);
      expect(runHook('claude-code', 'PostToolUseFailure', '{}')).toMatchObject({ status: 0, stdout: '' });
      writeNoteScript({ ...kit(), node: '/nowhere/node' }, advice, ['claude-code']);
      expect(runHook('claude-code', 'PostToolUseFailure', '{}')).toMatchObject({ status: 0, stdout: '' });
      rmSync(spool, { recursive: true });
      writeFileSync(spool, 'not a folder');
      expect(runHook('codex', 'PostToolUse', failing.codex)).toMatchObject({ status: 0, stdout: '' });
    });

    test('starts nothing without its second script', () => {
      writeNoteScript(kit(), advice, []);
      expect(runHook('claude-code', 'PostToolUseFailure', '{}')).toMatchObject({ status: 0, stdout: '' });
      expect(runHook('gemini', 'AfterTool', failing.gemini)).toMatchObject({ status: 0, stdout: '{}\n' });
    });
  },
);

describe.each(runners.filter(({ platform }) => platform !== 'win32'))(
  'when a session starts the hook, run by $name',
  ({ with: [program, ...first] }) => {
    const kit = (): HookKit => ({
      home,
      platform: 'linux',
      node: process.execPath,
      adviser: join(home, 'adviser.cjs'),
      resumer: join(home, 'resumer.cjs'),
    });
    const runHook = (agent: string, event: string, input = '{"source":"startup"}') =>
      spawnSync(program, [...first, hookPath(kit()), agent, event], { input, encoding: 'utf8' });
    const starts = [
      ['claude-code', 'SessionStart'],
      ['codex', 'SessionStart'],
      ['gemini', 'SessionStart'],
      ['qwen', 'SessionStart'],
      ['droid', 'SessionStart'],
      ['copilot', 'sessionStart'],
    ] as const;

    beforeEach(() => {
      writeHook(kit());
      writeFileSync(
        kit().resumer!,
        `console.log(JSON.stringify([process.argv.slice(2), JSON.parse(require('node:fs').readFileSync(0, 'utf8'))]))`,
      );
      writeFileSync(kit().adviser!, `console.log('advice')`);
      writeNoteScript(
        kit(),
        resume,
        starts.map(([agent]) => agent),
      );
    });

    test.each(starts)(
      '%s %s: passes its input to the program that writes resume notes, prints the note, and stores the event',
      (agent, event) => {
        expect(runHook(agent, event)).toMatchObject({
          status: 0,
          stdout: `${JSON.stringify([[home, agent, event], { source: 'startup' }])}\n`,
          stderr: '',
        });
        expect(readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))).toEqual([
          '{"source":"startup"}',
        ]);
      },
    );

    test.each([
      ['claude-code', 'PostToolUseFailure'],
      ['claude-code', 'SessionEnd'],
      ['claude-code', 'SubagentStart'],
      ['grok', 'SessionStart'],
      ['copilot', 'sessionEnd'],
    ])('starts nothing at %s %s', (agent, event) => {
      expect(runHook(agent, event)).toMatchObject({ status: 0, stdout: '' });
    });

    test('asks each program at its own time when both may be asked', () => {
      writeNoteScript(kit(), advice, ['claude-code']);
      expect(runHook('claude-code', 'PostToolUseFailure').stdout).toBe('advice\n');
      expect(runHook('claude-code', 'SessionStart').stdout).toContain('startup');
    });

    test.each([
      ['says nothing', 'process.exit(1)'],
      ['breaks', 'throw new Error()'],
      ['is killed', 'process.kill(process.pid, "SIGKILL")'],
    ])('exits 0 and says nothing when the program %s', (_, code) => {
      writeFileSync(kit().resumer!, code);
      expect(runHook('claude-code', 'SessionStart')).toMatchObject({ status: 0, stdout: '' });
      expect(runHook('gemini', 'SessionStart')).toMatchObject({ status: 0, stdout: '{}\n' });
    });

    test('prints nothing for an agent without notes, and for none without its script', () => {
      writeNoteScript(kit(), resume, ['codex']);
      expect(runHook('claude-code', 'SessionStart')).toMatchObject({ status: 0, stdout: '' });
      writeNoteScript(kit(), resume, []);
      expect(runHook('codex', 'SessionStart')).toMatchObject({ status: 0, stdout: '' });
      expect(runHook('gemini', 'SessionStart')).toMatchObject({ status: 0, stdout: '{}\n' });
    });
  },
);

describe('the command agents run', () => {
  const kit = (platform: NodeJS.Platform = 'linux'): HookKit => ({
    home,
    platform,
    node: 'C:\\Program Files\\nodejs\\node.exe',
  });
  const run = (agent: string) =>
    spawnSync('sh', ['-c', hookCommand(kit(), agent, 'PreToolUse')], { input: '{"a":1}', encoding: 'utf8' });

  test('reaches the hook in a folder with any name', () => {
    writeHook(kit());
    expect(run('claude-code')).toMatchObject({ status: 0, stdout: '' });
    expect(readdirSync(spool)).toHaveLength(1);
  });

  test('exits 0 and decides nothing after stemma’s home was deleted', () => {
    expect(run('claude-code')).toMatchObject({ status: 0, stdout: '' });
    expect(run('gemini')).toMatchObject({ status: 0, stdout: '{}\n' });
  });

  test('stays what it is, because Codex asks people to trust its text', () => {
    expect(hookCommand({ ...kit(), home: '/home/ann/.stemma' }, 'codex', 'Stop')).toBe(
      `sh '/home/ann/.stemma/hook.sh' codex Stop || true`,
    );
  });

  test('names Node and the script on Windows', () => {
    mkdirSync(home, { recursive: true });
    expect(hookCommand(kit('win32'), 'codex', 'Stop')).toBe(
      `"C:\\Program Files\\nodejs\\node.exe" "${join(home, 'hook.mjs')}" codex Stop`,
    );
  });
});

/** Runs to the end with everything written; fails when the pipe breaks on the way. */
function ended(program: string, args: readonly string[], input: string): Promise<number | null> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', fail);
    child.on('error', fail);
    child.on('exit', done);
    child.stdin.end(input);
  });
}
