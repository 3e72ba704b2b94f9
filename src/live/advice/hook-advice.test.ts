import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { keyOf, sessionUid, treeKey } from '../../model/ids.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { openAsItIs } from '../../store/sqlite/open-as-it-is.ts';
import type { ChainRow } from '../../store/store.ts';
import { hookAdvice } from './hook-advice.ts';
import { pruneNotes } from './session-notes.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const minutes = 60_000;
const days = 24 * 60 * minutes;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stemma-advice-'));
  mkdirSync(join(home, 'spool'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Case {
  readonly worked?: string;
  readonly did?: string;
  readonly vain?: string;
  readonly daysAgo?: number;
  readonly error?: string;
  readonly marks?: readonly string[];
  readonly state?: ChainRow['state'];
}

const wrongPrefix = "error: unrecognized subcommand 'npm'";
let numbered = 0;

function chain({
  worked = 'npm test',
  did = 'run npm test',
  vain,
  daysAgo = 1,
  error = wrongPrefix,
  marks = ['run frob npm test'],
  state = 'resolved',
}: Case): ChainRow {
  const session = sessionUid('claude', `earlier-${numbered++}`);
  const tree = treeKey(session);
  const at = now - daysAgo * days;
  const attempt = (action: string, mark: string, successful: boolean) => ({
    id: { tree, event: keyOf(`${session} ${action}`) },
    action,
    codeChanges: null,
    successful,
    marks: [mark],
    at: at + minutes,
  });
  return {
    tree,
    chain: keyOf(session),
    basis: 'mined',
    session,
    kind: 'real',
    type: 'error',
    message: error,
    fingerprint: fingerprintOf(error),
    also: [],
    action: 'Bash frob npm test',
    marks,
    context: null,
    at,
    state,
    resolvedAt: state === 'resolved' ? at + 2 * minutes : null,
    verifiedBy: null,
    culprit: [],
    attempts: [...(vain ? [attempt(`Bash ${vain}`, `run ${vain}`, false)] : []), attempt(`Bash ${worked}`, did, true)],
  };
}

async function remembering(...cases: readonly Case[]): Promise<void> {
  await using store = await openArchive(join(home, 'stemma.db'), 'write');
  await store.write.putChains(cases.map(chain));
}

const often = Array.from({ length: 5 }, (): Case => ({}));

interface Failing {
  readonly session?: string;
  readonly command?: string;
  readonly error?: string;
  readonly cwd?: string;
  readonly at?: number;
  readonly call?: string;
  readonly isLate?: () => boolean;
}

const payloadOf = ({
  session = 's1',
  command = 'frob npm run lint',
  error = `Exit code 2\n${wrongPrefix}\n\nUsage: frob COMMAND`,
  cwd = '/home/ann/shop',
  call,
}: Failing) => ({
  session_id: session,
  tool_use_id: call,
  cwd,
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command },
  error,
  is_interrupt: false,
});

function failing(call: Failing = {}): Promise<string | undefined> {
  return hookAdvice({
    home,
    agent: 'claude-code',
    event: 'PostToolUseFailure',
    payload: payloadOf(call),
    now: call.at ?? now,
    open: () => openAsItIs(join(home, 'stemma.db')),
    ...(call.isLate && { isLate: call.isLate }),
  });
}

let files = 0;
/** What a hook wrote, as a file in the spool. */
function waits(event: string, payload: object, at: number): void {
  const path = join(home, 'spool', `claude-code.${event}.1.${files++}`);
  writeFileSync(path, JSON.stringify({ session_id: 's1', cwd: '/home/ann/shop', ...payload }));
  utimesSync(path, at / 1000, at / 1000);
}

function wentWell(tool: string, input: unknown, at: number, more: object = {}): void {
  waits(
    'PostToolUse',
    { tool_name: tool, tool_input: input, tool_response: { stdout: 'ok', stderr: '' }, ...more },
    at,
  );
}

describe('after a failed call', () => {
  test('an agent gets the command that worked, how often, what did not help, and where to look', async () => {
    await remembering(...often.map(() => ({ vain: 'frob update' })));
    const note = await failing();
    expect(note).toMatch(
      /^Note from stemma .* `npm run lint` worked instead \(5 of the last 5 times, last 24 h ago\)\. Did not help: `frob update`\. More: stemma why ev_\w+$/,
    );
  });

  test('it gets what else was done, where the same command worked afterwards', async () => {
    await remembering(...often.map(() => ({ worked: 'make setup', did: 'run make setup' })));
    expect(await failing()).toContain('running `make setup` helped');
  });

  test('it gets one note about an error in a session, and another in the next', async () => {
    await remembering(...often);
    expect(
      [await failing(), await failing({ command: 'frob npm ci' }), await failing({ session: 's2' })].map(
        (note) => note !== undefined,
      ),
    ).toEqual([true, false, true]);
  });

  test('many hooks at once say it once', async () => {
    await remembering(...often);
    const note = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        failing({ command: `frob npm run task${'abcdefghijklmnopqrst'[index]}` }),
      ),
    );
    expect(note.filter((text) => text !== undefined)).toHaveLength(1);
  });

  test.each([
    ['the archive knows nothing of it', []],
    ['it happened once', [{}]],
    [
      'every time something else helped',
      [
        { did: 'run a', worked: 'aa' },
        { did: 'run b', worked: 'bb' },
        { did: 'run c', worked: 'cc' },
        { did: 'run d', worked: 'dd' },
      ],
    ],
    ['it was long ago', often.map(() => ({ daysAgo: 400 }))],
  ] satisfies [string, Case[]][])('nothing is said when %s', async (_, cases) => {
    await remembering(...cases);
    expect(await failing()).toBeUndefined();
  });

  test('nothing is said, and nothing made, where there is no archive or one of another kind', async () => {
    expect(await failing()).toBeUndefined();
    expect(readdirSync(home)).not.toContain('stemma.db');
    writeFileSync(join(home, 'stemma.db'), 'no database');
    expect(await failing({ session: 's2' })).toBeUndefined();
  });

  test('a note that comes too late is not said, and may be said next time', async () => {
    await remembering(...often);
    expect([await failing({ isLate: () => true }), await failing()].map((note) => note !== undefined)).toEqual([
      false,
      true,
    ]);
  });

  test('a command behind a pipe, which the agent takes for a success, is known by its words', async () => {
    await remembering(...often);
    const payload = {
      ...payloadOf({ command: 'frob npm run lint 2>&1 | tail -5' }),
      tool_response: { stdout: `${wrongPrefix}\n\nUsage: frob COMMAND`, stderr: '' },
    };
    const note = await hookAdvice({
      home,
      agent: 'claude-code',
      event: 'PostToolUse',
      payload,
      now,
      open: () => openAsItIs(join(home, 'stemma.db')),
    });
    expect(note).toContain('`npm run lint` worked instead');
  });
});

describe('the switch', () => {
  beforeEach(() => remembering(...often));

  test.each([
    ['everywhere', { advice: false }],
    ['for a folder and what is below it', { advice: { off: ['/home/ann'] } }],
    ['by a pattern', { advice: { off: ['**/shop'] } }],
    ['where nothing is ever ingested', { exclude: ['/home/ann/shop'] }],
    ['when nobody understands it', { advice: 'perhaps' }],
  ])('turns it off %s, and nothing is noted', async (_, config) => {
    writeFileSync(join(home, 'config.json'), JSON.stringify(config));
    expect(await failing()).toBeUndefined();
    expect(readdirSync(home)).not.toContain('advice');
  });

  test('leaves it on elsewhere', async () => {
    writeFileSync(join(home, 'config.json'), JSON.stringify({ advice: { off: ['/home/bob'] } }));
    expect(await failing()).toBeDefined();
  });

  test('a configuration that is no JSON says no', async () => {
    writeFileSync(join(home, 'config.json'), '{');
    expect(await failing()).toBeUndefined();
  });
});

describe('a call that fails for the third time', () => {
  const circle = { command: 'npm test', error: 'Exit code 1\nError: Cannot find module left-pad' };
  const again = async (...between: readonly (() => void)[]) => {
    const note: (string | undefined)[] = [];
    for (const [index, at] of [0, 1, 2, 3].entries()) {
      between[index - 1]?.();
      note.push(await failing({ ...circle, at: now + at * minutes }));
    }
    return note;
  };

  test('is said to run in a circle, once', async () => {
    expect(await again()).toEqual([
      undefined,
      undefined,
      'Note from stemma: this call has now failed 3 times, and no change in between was seen.',
      undefined,
    ]);
  });

  test('is not, when something was changed in between', async () => {
    const edit = () =>
      wentWell('Edit', { file_path: '/home/ann/shop/a.js', old_string: 'a', new_string: 'b' }, now + 1.5 * minutes);
    expect(await again(() => {}, edit)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    [
      'a sub-agent edited a file',
      () =>
        wentWell('Edit', { file_path: '/home/ann/shop/a.js', old_string: 'a', new_string: 'b' }, now + 1.5 * minutes, {
          agent_id: 'a1b2',
          prompt_id: 'p',
        }),
    ],
    [
      'a sub-agent worked',
      () => wentWell('Task', { description: 'fix it', prompt: 'make the tests pass' }, now + 1.5 * minutes),
    ],
    [
      'a tool that nobody knows was called',
      () => wentWell('mcp__db__execute', { sql: 'update t set a = 1' }, now + 1.5 * minutes),
    ],
    [
      'a command failed half way',
      () =>
        waits(
          'PostToolUseFailure',
          {
            tool_name: 'Bash',
            tool_input: { command: 'sed -i s/a/b/ a.js && npm run lint' },
            error: 'Exit code 1\nerror: lint',
          },
          now + 1.5 * minutes,
        ),
    ],
    [
      'the person had a word',
      () => waits('UserPromptSubmit', { prompt: 'I have fixed it, try again' }, now + 1.5 * minutes),
    ],
  ])('is not, when %s in between', async (_, between) => {
    expect(await again(() => {}, between)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    [
      'a request was made that nobody typed anything for',
      () => waits('UserPromptSubmit', { prompt: '' }, now + 1.5 * minutes),
    ],
    [
      'somebody refused a command',
      () =>
        waits(
          'PermissionDenied',
          { tool_name: 'Bash', tool_input: { command: 'npm install' }, reason: 'no' },
          now + 1.5 * minutes,
        ),
    ],
    [
      'an edit failed',
      () =>
        waits(
          'PostToolUseFailure',
          {
            tool_name: 'Edit',
            tool_input: { file_path: '/home/ann/shop/a.js', old_string: 'a', new_string: 'b' },
            error: '<tool_use_error>String to replace not found in file.',
          },
          now + 1.5 * minutes,
        ),
    ],
    [
      'another session worked',
      () =>
        wentWell('Edit', { file_path: '/home/bob/a.js', old_string: 'a', new_string: 'b' }, now + 1.5 * minutes, {
          session_id: 'other',
        }),
    ],
  ])('is, when %s in between', async (_, between) => {
    expect((await again(() => {}, between))[2]).toContain('no change in between');
  });

  test('is counted once, however many hooks report it', async () => {
    for (const call of ['one', 'one', 'two', 'two']) expect(await failing({ ...circle, call })).toBeUndefined();
    expect(await failing({ ...circle, call: 'three' })).toContain('failed 3 times');
  });

  test('gets the fix, unless it got it before', async () => {
    await remembering(...often);
    const note = [await failing(), await failing(), await failing()];
    expect(note[0]).toContain('worked instead');
    expect(note[2]).toMatch(/failed 3 times/);
    expect(note[2]).not.toContain('worked instead');
  });

  test.each([['npm install'], ['git checkout main'], ['docker compose up -d']])(
    'is not, when `%s` was run in between',
    async (command) => {
      expect(
        await again(
          () => {},
          () => wentWell('Bash', { command }, now + 1.5 * minutes),
        ),
      ).toEqual([undefined, undefined, undefined, undefined]);
    },
  );

  test('is, when in between somebody only looked', async () => {
    const look = () => wentWell('Read', { file_path: '/home/ann/shop/a.js' }, now + 0.5 * minutes);
    expect((await again(look, () => wentWell('Bash', { command: 'git status' }, now + 1.5 * minutes)))[2]).toContain(
      'no change in between',
    );
  });

  test('however its output is shown, it is the same call', async () => {
    await failing({ ...circle, command: 'npm test 2>&1 | tail -5' });
    await failing({ ...circle, command: 'npm test' });
    expect(await failing({ ...circle, command: 'npm test | head -50' })).toContain('failed 3 times');
  });

  test('hears what was changed since it last worked', async () => {
    wentWell('Bash', { command: 'npm test' }, now - 10 * minutes);
    wentWell('Edit', { file_path: '/home/ann/shop/src/cart.js', old_string: 'a', new_string: 'b' }, now - 5 * minutes);
    expect((await again())[2]).toContain(
      'It last worked in this session 12 min ago; done since then: `edit src/cart.js`.',
    );
  });

  test('hears what was done when it last worked after failing so', async () => {
    await remembering({
      error: 'Error: Cannot find module left-pad',
      marks: ['run npm test'],
      worked: 'make setup',
      did: 'run make setup',
    });
    expect((await again())[2]).toMatch(
      /When it last worked after failing so, 24 h ago, this was done: `Bash make setup`\. More: stemma why ev_\w+$/,
    );
  });

  test('hears nothing of what was done when it is not known to have worked then', async () => {
    await remembering({
      error: 'Error: Cannot find module left-pad',
      marks: ['run npm test'],
      worked: 'make setup',
      did: 'run make setup',
      state: 'unverified',
    });
    expect((await again())[2]).not.toContain('make setup');
  });

  test('is left alone when more waits in the spool than can be looked at', async () => {
    for (let index = 0; index < 501; index++) writeFileSync(join(home, 'spool', `pi.Stop.7.${index}`), '{}');
    expect(await again()).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('notes of sessions that were silent for a week are forgotten, others stay', async () => {
  await failing();
  expect(pruneNotes(home, Date.now() + 6 * days)).toBe(0);
  expect(pruneNotes(home, Date.now() + 8 * days)).toBe(1);
  expect(readdirSync(join(home, 'advice', 'sessions'))).toEqual([]);
});
