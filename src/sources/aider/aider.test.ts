import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, peekAt, readLines, wholeLines } from '../fixtures.ts';
import type { Draft, What } from '../source.ts';
import { aider } from './index.ts';

const start =
  '# aider chat started at 2026-03-02 09:00:00\n\n> /usr/bin/aider  \n> Aider v0.86.2  \n> Main model: sonnet with diff edit format  \n';

test('a line that ends in two spaces is a prompt, a heading of a reply is not', () => {
  const emitted = read(
    `${start}\n#### fix it  \n\nI will.\n\n#### How\n\n> said the issue\n\nCarefully.\n\n> Tokens: 1k sent, 20 received.  \n`,
  );
  expect(prompts(emitted)).toEqual(['fix it']);
  expect(messageTexts(emitted)).toEqual(['I will.\n\n#### How\n\n> said the issue\n\nCarefully.']);
});

test('a file whose spaces a formatter took away reads the same', () => {
  const text = readFixture('0.86-prompts');
  const stripped = text.replaceAll(/ +$/gm, '');
  expect(stripped).not.toBe(text);
  expect(read(stripped).map(({ key, what }) => [key, what])).toEqual(read(text).map(({ key, what }) => [key, what]));
});

test('line ends of Windows change nothing', () => {
  for (const name of ['0.86-lint-error', '0.86-malformed-edit', '0.47-output-in-the-file']) {
    const text = readFixture(name);
    expect(read(text.replaceAll('\n', '\r\n')), name).toEqual(read(text));
  }
});

test('every event can be read again from its own lines', () => {
  for (const name of [
    '0.86-lint-error',
    '0.86-prompts',
    '0.86-malformed-edit',
    '0.86-spaces-stripped',
    '0.86-shell-commands',
    '0.86-thinking',
    '0.86-two-sessions',
    '0.47-output-in-the-file',
  ]) {
    const lines = wholeLines(readFixture(name));
    const identity = aider.identify(peekAt('/tmp/x.md', lines.join('\n')));
    for (const [index, { drafts = [] }] of readLines(aider, identity, lines).entries()) {
      for (const draft of drafts) {
        // That the other blocks were applied does not show which they were.
        if (draft.key.includes(':applied')) continue;
        const reader = aider.reader({ session: identity.session });
        const from = draft.fromLine ?? index + 1;
        const again = lines
          .slice(from - 1, index + 1)
          .flatMap((text, offset) => reader.line({ text, number: from + offset }).drafts ?? []);
        const same = again.findLast(({ key }) => key === draft.key);
        expect(wordsOf(same?.what), `${name} ${draft.key}`).toBe(wordsOf(draft.what));
      }
    }
  }
});

test('the same history is the same sessions, wherever it lies; another one that began in the same second is not', () => {
  const here = aider.identify(peekAt('/home/a/.aider.chat.history.md', start));
  expect(aider.identify(peekAt('/srv/b/copy.txt', start)).session).toBe(here.session);
  expect(aider.identify(peekAt('/srv/b/copy.txt', start.replace('/usr/bin', '/opt/bin'))).session).not.toBe(
    here.session,
  );
});

test('a history works where it lies, unless it was moved', () => {
  const cwds = (path: string) => {
    const identity = aider.identify(peekAt(path, start));
    return readLines(aider, identity, wholeLines(start)).flatMap(({ sessions = [] }) =>
      sessions.flatMap(({ cwd }) => (cwd === undefined ? [] : [cwd])),
    );
  };
  expect(cwds('/home/ada/shop/.aider.chat.history.md')).toEqual(['/home/ada/shop']);
  expect(cwds('/tmp/attachment.md')).toEqual([]);
});

test('a test that failed is a failed call with the command that --test-cmd names', () => {
  const emitted = read(readFixture('0.86-test-error'));
  const failed = emitted.flatMap(({ what }) => (what.is === 'result' && what.status === 'failed' ? [what.call] : []));
  const commands = emitted.flatMap(({ key, what }) => (what.is === 'call' && failed.includes(key) ? [what.input] : []));
  expect(commands).toEqual([{ command: 'npm test' }, { command: 'npm run test:all' }]);
});

test('an edit that did not match has failed, the other was applied', () => {
  const results = read(readFixture('0.86-malformed-edit')).flatMap(({ what }) =>
    what.is === 'result' ? [what.status] : [],
  );
  expect(results).toEqual(['failed', 'ok', 'failed', 'failed']);
});

test('^C is an intervention while a reply is awaited, and nothing while aider waits for a prompt', () => {
  const emitted = read(readFixture('0.86-interrupt'));
  expect(emitted.filter(({ what }) => what.is === 'intervention')).toHaveLength(1);
});

test('a prompt is emitted while the model works, before its last line is known to be the last', () => {
  expect(prompts(read(`${start}\n#### first line  \n`))).toEqual(['first line']);
  expect(prompts(read(`${start}\n#### first line  \n#### second  \n\nOk.\n`))).toEqual([
    'first line',
    'first line\nsecond',
  ]);
});

test('a history of requests gives each thing once, though every request sends all of it again', () => {
  const drafts = readLog('0.86-llm-history', 'llm.history').filter(({ fuller }) => !fuller);
  expect(prompts(drafts)).toEqual(['totals ignore the quantity\nplease fix', 'then fix the test']);
  expect(drafts.filter(({ what }) => what.is === 'call')).toHaveLength(2);
});

test('the output of a test is in the history of requests', () => {
  const results = readLog('0.86-llm-history', 'llm.history').flatMap(({ what }) =>
    what.is === 'result' ? [what.output] : [],
  );
  expect(results).toEqual([expect.stringContaining('1 failed, 1 passed')]);
});

test('what the analytics count is not counted again', () => {
  const drafts = readLog('0.86-analytics-log', 'analytics.jsonl');
  expect(drafts.some(({ tokens }) => tokens)).toBe(false);
  expect(drafts.map(({ what }) => what)).toContainEqual({
    is: 'lifecycle',
    type: 'message_send',
    text: '2514 tokens in, 181 out, $0.0102',
  });
});

test('it looks where stemma is called from, and at the root of that repository', async () => {
  const repo = mkdtempSync(join(tmpdir(), 'stemma-aider-'));
  mkdirSync(join(repo, '.git'));
  mkdirSync(join(repo, 'src'));
  writeFileSync(join(repo, '.aider.chat.history.md'), start);
  const found = await Array.fromAsync(aider.discover({ home: join(repo, 'nobody'), env: { PWD: join(repo, 'src') } }));
  expect(found).toEqual([join(repo, '.aider.chat.history.md')]);
});

function read(text: string): readonly Draft[] {
  return readLines(aider, aider.identify(peekAt('/tmp/x.md', text)), wholeLines(text)).flatMap(
    ({ drafts = [] }) => drafts,
  );
}

function readFixture(name: string): string {
  const file = fixtureFiles(join(import.meta.dirname, 'fixtures', name)).find(
    ({ name: each }) => each === 'chat-history.md',
  );
  return `${file!.lines.join('\n')}\n`;
}

function readLog(name: string, file: string): readonly Draft[] {
  const found = fixtureFiles(join(import.meta.dirname, 'fixtures', name)).find((each) => each.name === file)!;
  return readLines(aider, aider.identify(found.peek), found.lines).flatMap(({ drafts = [] }) => drafts);
}

function prompts(drafts: readonly Draft[]): readonly string[] {
  return drafts.flatMap(({ what }) => (what.is === 'prompt' ? [what.text] : []));
}

function messageTexts(drafts: readonly Draft[]): readonly string[] {
  return drafts.flatMap(({ what }) => (what.is === 'message' ? [what.text] : []));
}

function wordsOf(what: What | undefined): string | undefined {
  if (what === undefined) return undefined;
  return what.is === 'call' ? JSON.stringify(what.input) : what.is === 'result' ? what.output : what.text;
}
