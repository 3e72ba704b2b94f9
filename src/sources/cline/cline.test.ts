import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft, Reading, What } from '../source.ts';
import { cline } from './index.ts';
import { answerIn } from './operations.ts';
import { answerHead, callIn } from './tags.ts';

const folder = join(import.meta.dirname, 'fixtures');
const byHand = 'by-hand-children-and-fork';

describe('files', () => {
  test('sessions and tasks are found, and nothing next to them', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-cline-'));
    const found = [
      '.cline/data/sessions/1_a/1_a.json',
      '.cline/data/sessions/1_a/1_a.messages.json',
      '.cline/data/sessions/1_a/agent_2_b.messages.json',
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/api_conversation_history.json',
    ];
    const others = [
      '.cline/data/settings/providers.json',
      '.cline/data/sessions/1_a/hooks.json',
      '.cline/data/logs/cline.log',
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/ui_messages.json',
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/settings.json',
    ];
    for (const name of [...found, ...others]) {
      await mkdir(dirname(join(home, name)), { recursive: true });
      await writeFile(join(home, name), '{}');
    }
    expect(await Array.fromAsync(cline.discover({ home, env: {} }))).toEqual(found.map((name) => join(home, name)));
    expect(
      await Array.fromAsync(cline.discover({ home: '/nowhere', env: { CLINE_DIR: join(home, '.cline') } })),
    ).toHaveLength(3);
    await rm(home, { recursive: true });
  });

  test('another tool’s list of messages is not taken for a task', () => {
    const list = (text: string) =>
      peekAt(
        '/tmp/api_conversation_history.json',
        JSON.stringify([{ role: 'user', content: [{ type: 'text', text }] }]),
      );
    expect(cline.matches(list('<task>\nFix it\n</task>'))).toBe(true);
    expect(cline.matches(list('Fix the <task>'))).toBe(false);
  });

  test('what a compaction left is no session', () => {
    const state = {
      version: 1,
      updated_at: '2026-11-18T11:08:30.000Z',
      source_message_count: 3,
      messages: [{ id: 'a', role: 'user', content: 'Summary' }],
    };
    expect(cline.matches(peekAt('/tmp/1_a.compaction.json', JSON.stringify(state)))).toBe(false);
  });

  test('the manifest and the messages are one session, and a sub-agent hangs on it', async () => {
    const identities = (await ownFiles(cline, join(folder, byHand))).map(({ peek }) => cline.identify(peek));
    const lead = 'cline:1795000000000_aaaaa';
    const fork = 'cline:1795000100000_ccccc';
    expect(identities.map(({ session }) => session)).toEqual([
      lead,
      lead,
      `${lead}/agent_1795000002000_bbbbb`,
      fork,
      fork,
    ]);
    expect(identities[2]).toMatchObject({ root: lead, parent: { uid: lead, relation: 'subagent' } });
  });
});

describe('answers', () => {
  test.each([
    ['a command that failed', '3.0.65-toolerror', 'call_0e2f2f33e6f3f68302a92137', { status: 'failed', exitCode: 1 }],
    [
      'a file that is not there',
      '3.0.65-toolerror',
      'call_8ba07b846c14e6e9d8555c5a',
      {
        status: 'failed',
        output: "Error reading file: ENOENT: no such file or directory, statx '/home/dev3/shop/nope.js'",
      },
    ],
    [
      'an edit that found nothing to replace, written in a string of JSON',
      '3.0.65-toolerror',
      'call_4dfc4f89378cc4764fe7e55a',
      { status: 'failed' },
    ],
    ['an edit that worked', '3.0.65-toolerror', 'call_72848755626d2ed722e1cb83', { status: 'ok' }],
    [
      'several commands of which one failed',
      byHand,
      'call_batch',
      { status: 'failed', exitCode: 2, output: 'npm run lint\nno problems\n\nnpm test\n2 failing' },
    ],
    ['a command that somebody refused', byHand, 'call_denied', { status: 'denied' }],
  ])('%s', async (_, name, call, expected) => {
    expect(await resultOf(name, call)).toMatchObject(expected);
  });

  test('an error that says no more than the exit code is left out; one that says more is not', () => {
    expect(
      answerIn([
        { query: 'x', result: '[Command exited with code 3]', error: 'Command exited with code 3', success: false },
      ]),
    ).toEqual({ output: 'Command exited with code 3', failed: true, exitCode: 3 });
    expect(answerIn([{ query: 'x', result: 'half', error: 'Command timed out', success: false }]).output).toBe(
      'half\nCommand timed out',
    );
  });
});

describe('sub-agents and compactions', () => {
  test('a call is linked to its sub-agent where the session writes it down, and by nothing else', async () => {
    const links = (await readings(byHand)).flatMap((reading) => reading.links ?? []);
    const spawned = links.filter(({ type }) => type === 'spawned');
    expect(spawned).toEqual([
      {
        type: 'spawned',
        parent: 'cline:1795000000000_aaaaa',
        call: 'call_spawn',
        child: 'cline:1795000000000_aaaaa/agent_1795000002000_bbbbb',
      },
    ]);
    expect((await readings('3.0.65-subagent')).flatMap((reading) => reading.links ?? [])).toEqual([]);
  });

  test('the step before a compaction continues in its summary', async () => {
    const links = (await readings(byHand)).flatMap((reading) => reading.links ?? []);
    expect(links.filter(({ type }) => type === 'continued')).toEqual([
      { type: 'continued', session: 'cline:1795000000000_aaaaa', from: 'call_denied', to: 'u-sum' },
    ]);
  });

  test('only what a person typed is a human prompt', async () => {
    const prompts = (await drafts(byHand)).flatMap(({ what }) =>
      what.is === 'prompt' ? [`${what.origin}: ${what.text}`] : [],
    );
    expect(new Set(prompts)).toEqual(
      new Set([
        'human: Look at everything',
        'compaction: Summary: two tests, one fails.',
        'harness: Continue with the next item of your plan.',
        'human: /team fix them all',
        'harness: Count the tests',
        'human: Another way, please',
      ]),
    );
  });
});

describe('tasks of the extension', () => {
  test('a call in the text is a call, and the next message its answer when it names the tool', async () => {
    const all = await drafts('by-hand-task');
    const calls = all.filter(({ what }) => what.is === 'call');
    const answered = new Set(all.flatMap(({ what }) => (what.is === 'result' ? [what.call] : [])));
    expect(calls.map(({ what }) => (what as Extract<What, { is: 'call' }>).tool)).toEqual([
      'read_file',
      'replace_in_file',
      'execute_command',
      'execute_command',
      'attempt_completion',
      'replace_in_file',
    ]);
    expect(calls.map(({ key }) => answered.has(key))).toEqual([true, true, true, true, false, true]);
  });

  test('an answer that names another tool answers nothing', () => {
    const emitted = readTask([
      { role: 'assistant', content: '<read_file>\n<path>a</path>\n</read_file>' },
      { role: 'user', content: "[list_files for 'a'] Result:\nb" },
    ]);
    expect(emitted.map(({ what }) => what.is)).toEqual(['call', 'prompt']);
  });

  test('a task taken back to an earlier message has other events from there on', () => {
    const keys = (words: string) =>
      readTask([
        { role: 'user', content: '<task>\nFix\n</task>' },
        { role: 'assistant', content: words },
      ]).map(({ key }) => key);
    const [before, after] = [keys('One'), keys('Two')];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  test('a file to write may hold tags', () => {
    const text =
      'Writing.\n<write_to_file>\n<path>a.html</path>\n<content>\n<content>x</content>\n<path>\n</content>\n</write_to_file>';
    expect(callIn(text)).toEqual({
      tool: 'write_to_file',
      input: { path: 'a.html', content: '<content>x</content>\n<path>' },
      before: 'Writing.',
    });
    expect(callIn('Use `<read_file>` for that.')).toBeUndefined();
  });

  test('an answer is known by its first line', () => {
    expect(answerHead("[execute_command for 'ls [a]'] Result:\nok")).toEqual({ tool: 'execute_command', rest: 'ok' });
    expect(answerHead('[ERROR] You did not use a tool')).toBeUndefined();
  });
});

async function readings(name: string): Promise<readonly Reading[]> {
  return (await ownFiles(cline, join(folder, name))).flatMap((file) =>
    readLines(cline, cline.identify(file.peek), file.records),
  );
}

async function drafts(name: string): Promise<readonly Draft[]> {
  return (await readings(name)).flatMap((reading) => reading.drafts ?? []);
}

async function resultOf(name: string, call: string): Promise<What | undefined> {
  return (await drafts(name)).find(({ what }) => what.is === 'result' && what.call === call)?.what;
}

function readTask(messages: readonly object[]): readonly Draft[] {
  const identity = cline.identify(peekAt('/tmp/tasks/1733000000000/api_conversation_history.json', ''));
  return readLines(
    cline,
    identity,
    messages.map((message) => ({ text: JSON.stringify(message), within: '' })),
  ).flatMap((reading) => reading.drafts ?? []);
}
