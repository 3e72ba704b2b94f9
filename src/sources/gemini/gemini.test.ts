import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OwnFile, ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft, Reading, What } from '../source.ts';
import { gemini } from './index.ts';
import { readShellReport } from './shell-report.ts';

const header = { sessionId: 's1', projectHash: 'f0', startTime: '2026-11-16T09:00:00.000Z', kind: 'main' };

describe('sessions', () => {
  test('a sub-agent hangs below the session whose folder it lies in, and the call that started it names it', async () => {
    const [one, other, main] = await filesOf('0.61.0-05-subagent');
    const { session } = gemini.identify(main!.peek);
    const spawned = read(main!)
      .flatMap(({ links = [] }) => links)
      .filter(({ type }) => type === 'spawned');
    expect(spawned.map((link) => 'child' in link && link.child)).toEqual(
      expect.arrayContaining([one!, other!].map(({ peek }) => gemini.identify(peek).session)),
    );
    expect(gemini.identify(one!.peek)).toMatchObject({ root: session, parent: { uid: session, relation: 'subagent' } });
  });

  test('a log that begins with an empty list of messages is read by its lines, an object with messages is not', () => {
    const log = `${JSON.stringify({ ...header, messages: [] })}\n{"id":"a","type":"user","content":"Hello"}\n`;
    expect(gemini.matches(peekAt('/tmp/a', log))).toBe(true);
    expect(gemini.document!(peekAt('/tmp/a', log))).toBeUndefined();
    const object = JSON.stringify({ ...header, messages: [{ id: 'a', type: 'user', content: 'Hello' }] });
    for (const text of [object, JSON.stringify(JSON.parse(object), null, 2), object.slice(0, -20)]) {
      expect(gemini.matches(peekAt('/tmp/a', text))).toBe(true);
      expect(gemini.document!(peekAt('/tmp/a', text))).toEqual({ records: ['messages'] });
      expect(gemini.identify(peekAt('/tmp/a', text))).toEqual({
        session: 'gemini:s1',
        begun: Date.parse(header.startTime),
      });
    }
  });

  test.each([
    [undefined, 30],
    ['{"general":{"sessionRetention":{"maxAge":"2w"}}}', 14],
    ['{"general":{"sessionRetention":{"maxAge":"48h"}}}', 2],
    ['{"general":{"sessionRetention":{"enabled":false}}}', undefined],
    ['{"general":{"sessionRetention":{"maxAge":"12h"}}}', undefined],
    ['{"general":{"sessionRetention":{"maxAge":"soon"}}}', undefined],
  ])('with settings %s sessions are deleted after %s days', async (settings, days) => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-gemini-'));
    await mkdir(join(home, '.gemini'));
    if (settings !== undefined) await writeFile(join(home, '.gemini/settings.json'), settings);
    expect((await gemini.retention!({ home, env: {} }))?.days).toBe(days);
    await rm(home, { recursive: true });
  });

  test('transcripts are found where the agent is set to keep them, with what belongs to them, and nothing else is', async () => {
    const home = await mkdtemp(join(tmpdir(), 'stemma-gemini-'));
    const project = join(home, '.gemini/tmp/shop');
    const names = [
      'chats/session-1.jsonl',
      'chats/session-2.json',
      'chats/s1/a1.jsonl',
      'logs.json',
      '.project_root',
      'tool-outputs/session-s1/out.txt',
      'tool-outputs/session-s2/out.txt',
    ];
    for (const name of names) {
      await mkdir(join(project, name, '..'), { recursive: true });
      await writeFile(join(project, name), '');
    }
    const found = ['chats/s1/a1.jsonl', 'chats/session-1.jsonl', 'chats/session-2.json'].map((name) =>
      join(project, name),
    );
    expect(await Array.fromAsync(gemini.discover({ home, env: {} }))).toEqual(found);
    expect(await Array.fromAsync(gemini.discover({ home: '/nowhere', env: { GEMINI_CLI_HOME: home } }))).toEqual(found);
    const sideFiles = gemini.sideFiles!({
      path: found[1]!,
      identity: gemini.identify(peekAt(found[1]!, `${JSON.stringify(header)}\n`)),
    });
    expect(await Array.fromAsync(sideFiles)).toEqual([
      join(project, '.project_root'),
      join(project, 'tool-outputs/session-s1/out.txt'),
    ]);
    await rm(home, { recursive: true });
  });
});

describe('a list of messages that is written again', () => {
  test('a resume emits no prompt, call or response twice, though it writes all of them again', async () => {
    const drafts = draftsOf((await filesOf('0.61.0-04-resume'))[0]!);
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(drafts.length);
    expect(textsOf(drafts, 'prompt')).toEqual([
      'What is the state of the repository?',
      'And the last commit?',
      'Thanks.',
    ]);
    expect(drafts.filter(({ what }) => what.is === 'lifecycle' && what.type === 'resume')).toHaveLength(2);
  });

  test('the context given to the model first is no prompt, and says where the session works', async () => {
    const [file] = await filesOf('0.61.0-02-parallel');
    expect(textsOf(draftsOf(file!), 'prompt')).toEqual(['Read the sources.']);
    expect(read(file!).flatMap(({ sessions = [] }) => sessions)).toContainEqual({
      uid: gemini.identify(file!.peek).session,
      cwd: '/home/dev2/shop',
    });
  });

  test('a compression goes on in its summary; what is put into the mouth of the model is not emitted', async () => {
    const [file] = await filesOf('0.61.0-10-compact');
    const summary = draftsOf(file!).find(({ what }) => what.is === 'prompt' && what.origin === 'compaction')!;
    expect(read(file!).flatMap(({ links = [] }) => links)).toMatchObject([{ type: 'continued', to: summary.key }]);
    expect(textsOf(draftsOf(file!), 'message')).not.toContain('Got it. Thanks for the additional context!');
  });

  test('what was rewound stays, and the next prompt hangs on what was before it', async () => {
    const drafts = draftsOf((await filesOf('by-hand-rewind'))[0]!);
    const [before, , next] = drafts.filter(({ what }) => what.is === 'prompt');
    expect(textsOf(drafts, 'prompt')).toEqual([
      'Explain @src/cart.js',
      'Delete the tests.',
      'Keep the tests, and run them.',
    ]);
    expect(drafts.find(({ key }) => key === next!.parent)).toMatchObject({
      what: { is: 'message', text: 'It adds up prices.' },
      turn: before!.key,
    });
  });

  test('what a response used may be recorded later than the response, and is emitted once', async () => {
    const drafts = draftsOf((await filesOf('by-hand-rewind'))[0]!).filter(
      ({ what }) => what.is === 'message' && what.text === 'It adds up prices.',
    );
    expect(drafts.map(({ tokens, fuller }) => [tokens?.output, fuller])).toEqual([
      [undefined, undefined],
      [25, true],
    ]);
  });

  test('an output that is cut later stays as it was', async () => {
    const outputs = draftsOf((await filesOf('by-hand-rewind'))[0]!).flatMap(({ what }) =>
      what.is === 'result' ? [what.output] : [],
    );
    expect(outputs).toHaveLength(2);
    expect(outputs[0]).toContain('No such file or directory');
  });

  test('a history that was never seen before is emitted from what the model gets to see of it', () => {
    const messages = [
      { id: 'a', type: 'user', content: [{ text: 'Look.' }] },
      {
        id: 'b',
        type: 'gemini',
        content: [{ text: 'Looking.' }, { functionCall: { id: 'c1', name: 'read_file', args: {} } }],
      },
      {
        id: 'b_response',
        type: 'user',
        content: [{ functionResponse: { id: 'c1', name: 'read_file', response: { error: 'File not found' } } }],
      },
    ];
    const drafts = readOf([header, { $set: { messages } }, { $set: { messages } }]).flatMap(
      (reading) => reading.drafts ?? [],
    );
    expect(drafts.map(({ key, what }) => [key, what.is])).toEqual([
      ['a', 'prompt'],
      ['b', 'message'],
      ['c1', 'call'],
      ['c1:result', 'result'],
    ]);
    expect(drafts.at(-1)!.what).toMatchObject({ status: 'failed', output: 'File not found' });
  });
});

describe('how calls ended', () => {
  test('a command that failed has its exit code, though the agent calls it a success', async () => {
    const results = draftsOf((await filesOf('0.61.0-02-parallel'))[0]!).filter(({ what }) => what.is === 'result');
    expect(results.at(-1)!.what).toMatchObject({ exitCode: 1, output: 'cat: nope.txt: No such file or directory' });
  });

  test('a report without an exit code is one of success; lines of the output that look like fields are output', () => {
    expect(readShellReport('Output: fine\nProcess Group PGID: 1')).toEqual({ output: 'fine', exitCode: 0 });
    expect(readShellReport('Output: Exit Code: 3\nError: x\nExit Code: 2\nProcess Group PGID: 1')).toEqual({
      output: 'Exit Code: 3\nx',
      exitCode: 2,
    });
    expect(readShellReport('Output: fine\nExit Code: 1 was yesterday\nProcess Group PGID: 1')).toEqual({
      output: 'fine\nExit Code: 1 was yesterday',
      exitCode: 0,
    });
    expect(
      readShellReport(
        'Command: a\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: (none)\nSignal: 15\nProcess Group PGID: 1',
      ),
    ).toEqual({ output: '' });
    expect(readShellReport('Output: of some other tool')).toBeUndefined();
  });

  test.each([
    ['failed', 'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.'],
    [
      'interrupted',
      'Command was cancelled by user before it could complete. There was no output before it was cancelled.',
    ],
    ['running', 'Command moved to background (PID: 4711). Output hidden.'],
    ['ok', 'Output: fine\nProcess Group PGID: 1'],
  ])('a command that is a success for the agent is %s when the words say so', (status, output) => {
    const toolCalls = [
      {
        id: 'c1',
        name: 'run_shell_command',
        args: {},
        status: 'success',
        result: [{ functionResponse: { id: 'c1', response: { output } } }],
      },
    ];
    const drafts = readOf([header, { id: 'b', type: 'gemini', content: '', toolCalls }]).flatMap(
      (reading) => reading.drafts ?? [],
    );
    expect(drafts.at(-1)!.what).toMatchObject({ is: 'result', status });
  });

  test('a sub-agent that never said it was done has failed', async () => {
    const main = (await filesOf('0.61.0-05b-subagent-incomplete')).at(-1)!;
    const results = draftsOf(main).flatMap(({ what }) => (what.is === 'result' ? [what.status] : []));
    expect(results).toEqual(['failed', 'failed']);
  });

  test('Esc is an intervention, and the call it stopped hangs on the response that asked for it', async () => {
    const drafts = draftsOf((await filesOf('0.61.0-13-tui'))[0]!);
    const call = drafts.find(({ what }) => what.is === 'call')!;
    expect(drafts.find(({ key }) => key === call.parent)!.what).toEqual({ is: 'message', text: 'Running a long job.' });
    expect(textsOf(drafts, 'intervention')).toEqual(['Request cancelled.']);
    expect(drafts.find(({ what }) => what.is === 'result')!.what).toMatchObject({
      status: 'interrupted',
      output: expect.stringMatching(/^started\n/),
    });
  });
});

async function filesOf(scenario: string): Promise<readonly OwnFile[]> {
  return ownFiles(gemini, join(import.meta.dirname, 'fixtures', scenario));
}

function read({ peek, records }: OwnFile): readonly Reading[] {
  return readLines(gemini, gemini.identify(peek), records);
}

function readOf(records: readonly object[]): readonly Reading[] {
  const lines = records.map((record) => JSON.stringify(record));
  return readLines(gemini, gemini.identify(peekAt('/tmp/a.jsonl', `${lines.join('\n')}\n`)), lines);
}

function draftsOf(file: OwnFile): readonly Draft[] {
  return read(file).flatMap(({ drafts = [] }) => drafts);
}

function textsOf(drafts: readonly Draft[], is: What['is']): readonly string[] {
  return drafts.flatMap(({ what }) => (what.is === is && 'text' in what ? [what.text] : []));
}
