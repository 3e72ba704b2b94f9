import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hooksSource } from '../../sources/hooks/index.ts';
import { agents } from '../../sources/registry.ts';
import { collectSpool } from './collect-spool.ts';
import { emptySpool } from './empty-spool.ts';

const now = Date.parse('2026-11-16T10:00:00.000Z');
const clock = () => now;
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stemma-spool-'));
  mkdirSync(join(home, 'spool'), { mode: 0o700 });
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

describe('what hooks reported becomes a line of a hook log', () => {
  test('with its agent, event and time, and the spool is empty', async () => {
    put('claude-code.PreToolUse.4711.0', '{"session_id":"one","tool_name":"Read"}\n', 5_000);

    expect(await collectSpool({ home, clock, exclude: [] })).toEqual({
      events: 1,
      unreadable: 0,
      excluded: 0,
      waiting: 0,
      more: false,
      busy: false,
    });
    expect(lines('claude-code/one.jsonl')).toEqual([
      {
        stemma: 'hook',
        agent: 'claude-code',
        event: 'PreToolUse',
        at: '2026-11-16T09:59:55.000Z',
        from: '4711.0',
        payload: { session_id: 'one', tool_name: 'Read' },
      },
    ]);
    expect(readdirSync(join(home, 'spool'))).toEqual([]);
  });

  test('oldest first, whatever the files are called', async () => {
    put('codex.PostToolUse.9.0', '{"session_id":"s"}', 1_000);
    put('codex.PreToolUse.10.0', '{"session_id":"s"}', 2_000);
    put('codex.SessionStart.11.0', '{"session_id":"s"}', 3_000);
    await collectSpool({ home, clock, exclude: [] });
    expect(lines('codex/s.jsonl').map(({ event }) => event)).toEqual(['SessionStart', 'PreToolUse', 'PostToolUse']);
  });

  test('an event may have dots in its name', async () => {
    put('opencode.tool.execute.before.12.3', '{"session_id":"ses_1"}');
    await collectSpool({ home, clock, exclude: [] });
    expect(lines('opencode/ses_1.jsonl')).toMatchObject([{ event: 'tool.execute.before', from: '12.3' }]);
  });

  test('digit by digit, even over several lines', async () => {
    put('qwen.Stop.1.0', '\uFEFF{\r\n  "session_id": "s",\n  "big": 12345678901234567890, "words": "a\\nb"\n}\n');
    await collectSpool({ home, clock, exclude: [] });
    expect(readLog('qwen/s.jsonl')).toContain('"big": 12345678901234567890, "words": "a\\nb"');
    expect(lines('qwen/s.jsonl')).toHaveLength(1);
  });

  test('Grok is distinguished from Claude Code, whose settings it runs', async () => {
    put('claude-code.PreToolUse.1.0', '{"hookEventName":"pre_tool_use","sessionId":"g","session_id":"g"}');
    put('claude-code.PreToolUse.1.1', '{"session_id":"d","transcript_path":"/home/dev/.factory/sessions/x/d.jsonl"}');
    await collectSpool({ home, clock, exclude: [] });
    expect(lines('grok/g.jsonl')).toMatchObject([{ agent: 'grok' }]);
    expect(lines('droid/d.jsonl')).toMatchObject([{ agent: 'droid' }]);
  });

  test.each([['../../../escaped'], ['a/b'], ['..'], ['.hidden'], ['x'.repeat(500)], [''], [7]])(
    'a session called %j names no file',
    async (session) => {
      put('claude-code.Stop.1.0', JSON.stringify({ session_id: session }));
      await collectSpool({ home, clock, exclude: [] });
      expect(readdirSync(join(home, 'hooks'), { recursive: true })).toEqual(
        expect.arrayContaining(['claude-code', join('claude-code', 'unknown.jsonl')]),
      );
    },
  );

  test('unless its folder is excluded: then it is discarded', async () => {
    put('codex.Stop.1.0', '{"session_id":"s","cwd":"/home/dev/private/shop"}');
    put('codex.Stop.1.1', '{"session_id":"s","cwd":"/home/dev/public"}');
    expect(await collectSpool({ home, clock, exclude: ['/home/dev/private'] })).toMatchObject({
      events: 1,
      excluded: 1,
    });
    expect(readLog('codex/s.jsonl')).not.toContain('private');
    expect(readdirSync(join(home, 'spool'))).toEqual([]);
  });

  test('files of others in the spool are left alone', async () => {
    put('notes.txt', 'hello');
    put('.claude-code.Stop.1.0', '{}');
    mkdirSync(join(home, 'spool', 'codex.Stop.1.0'));
    expect(await collectSpool({ home, clock, exclude: [] })).toMatchObject({ events: 0, waiting: 0 });
    expect(readdirSync(join(home, 'spool')).sort()).toEqual(['.claude-code.Stop.1.0', 'codex.Stop.1.0', 'notes.txt']);
  });

  test('without a spool there is nothing to do, and nothing is made', async () => {
    rmSync(join(home, 'spool'), { recursive: true });
    expect(await collectSpool({ home, clock, exclude: [] })).toMatchObject({ events: 0, busy: false });
    expect(readdirSync(home)).toEqual([]);
  });

  test("logs and folders are the user's alone", async () => {
    const before = process.umask(0);
    try {
      put('pi.tool_execution_start.1.0', '{"session_id":"p"}');
      await collectSpool({ home, clock, exclude: [] });
    } finally {
      process.umask(before);
    }
    expect(mode('hooks')).toBe('700');
    expect(mode('hooks/pi')).toBe('700');
    expect(mode('hooks/pi/p.jsonl')).toBe('600');
    expect(mode('spool.lock')).toBe('600');
  });
});

describe('nothing is lost', () => {
  test('a file that is still being written is left until it is whole', async () => {
    put('gemini.AfterTool.1.0', '{"session_id":"g","tool', 2_000);
    expect(await collectSpool({ home, clock, exclude: [] })).toMatchObject({ events: 0, waiting: 1 });
    appendFileSync(join(home, 'spool', 'gemini.AfterTool.1.0'), '_name":"x"}');
    expect(await collectSpool({ home, clock, exclude: [] })).toMatchObject({ events: 1, waiting: 0 });
    expect(lines('gemini/g.jsonl')).toHaveLength(1);
  });

  test('what is no JSON after a minute is kept as it is, and counted', async () => {
    put('gemini.AfterTool.1.0', '{"session_id":"g","tool', 61_000);
    expect(await collectSpool({ home, clock, exclude: [] })).toMatchObject({ events: 1, unreadable: 1, waiting: 0 });
    expect(lines('gemini/unknown.jsonl')).toMatchObject([
      { event: 'AfterTool', unreadable: '{"session_id":"g","tool' },
    ]);
    expect(readdirSync(join(home, 'spool'))).toEqual([]);
    expect(readings('gemini/unknown.jsonl')).toMatchObject([{ disposition: 'issue', reason: 'not-json' }]);
  });

  test('a crash between writing and removing repeats a line, and the line twice is one event', async () => {
    const payload = '{"toolName":"view","toolArgs":{"path":"a"},"sessionId":"c"}';
    put('copilot.preToolUse.1.0', payload, 3_000);
    await collectSpool({ home, clock, exclude: [] });
    put('copilot.preToolUse.1.0', payload, 3_000);
    put('copilot.preToolUse.2.0', payload, 1_000);
    await collectSpool({ home, clock, exclude: [] });
    const keys = readings('copilot/c.jsonl')
      .flatMap((reading) => reading.drafts ?? [])
      .map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(2);
  });

  test('half a line that a crash left does not take the next one with it', async () => {
    put('pi.tool_execution_start.1.0', '{"session_id":"p"}', 2_000);
    await collectSpool({ home, clock, exclude: [] });
    appendFileSync(join(home, 'hooks/pi/p.jsonl'), '{"stemma":"hook","agent":"pi","ev');
    put('pi.tool_execution_end.1.1', '{"session_id":"p"}', 1_000);
    await collectSpool({ home, clock, exclude: [] });
    const whole = readLog('pi/p.jsonl').split('\n');
    expect(JSON.parse(whole[2]!)).toMatchObject({ event: 'tool_execution_end' });
  });

  test('a call collects so much and says that there is more', async () => {
    for (let n = 0; n < 25; n++) put(`codex.Stop.1.${n}`, `{"session_id":"s","n":${n}}`, 100_000 - n);
    expect(await collectSpool({ home, clock, exclude: [], limit: 10 })).toMatchObject({ events: 10, more: true });
    expect(await collectSpool({ home, clock, exclude: [], limit: 10 })).toMatchObject({ events: 10, more: true });
    expect(await collectSpool({ home, clock, exclude: [], limit: 10 })).toMatchObject({ events: 5, more: false });
    expect(lines('codex/s.jsonl').map(({ payload }) => (payload as { n: number }).n)).toEqual([...Array(25).keys()]);
  });

  test('a full spool is emptied, call by call, but for what is still being written', async () => {
    for (let n = 0; n < 25; n++) put(`codex.Stop.1.${n}`, `{"session_id":"s","n":${n}}`, 50_000 - n);
    put('codex.Stop.2.0', '{"session', 59_000);
    await emptySpool({ home, clock, exclude: [], limit: 10 });
    expect(readdirSync(join(home, 'spool'))).toEqual(['codex.Stop.2.0']);
    for (let n = 0; n < 12; n++) put(`codex.Stop.3.${n}`, '{"session', 59_000);
    await emptySpool({ home, clock, exclude: [], limit: 10 });
    expect(lines('codex/s.jsonl')).toHaveLength(25);
  });

  test('while one collects, others leave it alone', async () => {
    for (let n = 0; n < 50; n++) put(`codex.Stop.1.${n}`, `{"session_id":"s","n":${n}}`);
    const [one, two] = await Promise.all([
      collectSpool({ home, clock, exclude: [] }),
      collectSpool({ home, clock, exclude: [] }),
    ]);
    expect([one.busy, two.busy].filter(Boolean)).toHaveLength(1);
    expect(lines('codex/s.jsonl')).toHaveLength(50);
  });

  test('several processes at once, and one that is killed, lose nothing', { timeout: 60_000 }, async () => {
    const count = 600;
    const padding = 'x'.repeat(5_000);
    for (let n = 0; n < count; n++) put(`codex.Stop.1.${n}`, `{"session_id":"s","n":${n},"padding":"${padding}"}`);
    const program = `import { collectSpool } from ${JSON.stringify(join(import.meta.dirname, 'collect-spool.ts'))};
      for (let more = true; more; ) ({ more } = await collectSpool({ home: ${JSON.stringify(home)}, clock: Date.now, exclude: [], limit: 40 }));`;
    const run = () =>
      spawn(
        process.execPath,
        ['--input-type=module-typescript', '--disable-warning=ExperimentalWarning', '-e', program],
        { stdio: 'ignore' },
      );
    const ended = (child: ReturnType<typeof run>) => new Promise((resolve) => child.on('close', resolve));
    const victim = run();
    const gone = ended(victim);
    while (!existsSync(join(home, 'hooks/codex/s.jsonl'))) await new Promise((resolve) => setTimeout(resolve, 5));
    victim.kill('SIGKILL');
    await gone;
    await Promise.all([ended(run()), ended(run())]);
    for (let left = true; left;) left = (await collectSpool({ home, clock: Date.now, exclude: [] })).events > 0;
    const numbers = readLog('codex/s.jsonl')
      .split('\n')
      .filter((line) => line.endsWith('}}'))
      .map((line) => (JSON.parse(line) as { payload: { n: number } }).payload.n);
    expect(new Set(numbers).size).toBe(count);
    expect(readdirSync(join(home, 'spool'))).toEqual([]);
  });
});

function put(name: string, text: string, ageMs = 1_000): void {
  const path = join(home, 'spool', name);
  writeFileSync(path, text);
  utimesSync(path, (now - ageMs) / 1000, (now - ageMs) / 1000);
}

function readLog(path: string): string {
  return readFileSync(join(home, 'hooks', path), 'utf8');
}

function lines(path: string): readonly Record<string, unknown>[] {
  return readLog(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function readings(path: string) {
  const text = readLog(path);
  const hooks = hooksSource(agents);
  const reader = hooks.reader(hooks.identify({ path: join(home, 'hooks', path), head: text, tail: text }));
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => reader.line({ text: line, number: index + 1 }));
}

function mode(path: string): string {
  return (statSync(join(home, path)).mode & 0o777).toString(8);
}
