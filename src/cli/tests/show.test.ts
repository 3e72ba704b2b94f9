import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, expect, test, vi } from 'vitest';
import { sources } from '../../sources/all-sources.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { Transcript } from '../../../test/support/transcript.ts';

const key = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
let home: string;
const stemma = (...argv: string[]) => fakeApp(home, { sources: async () => sources }).run(...argv);

beforeAll(async () => {
  vi.stubEnv('TZ', 'UTC');
  home = mkdtempSync(join(tmpdir(), 'stemma-show-'));
  const session = new Transcript('read me', { cwd: '/home/jane/shop' })
    .prompt('The cart is wrong, says jane@example.org. Fix it on 10.1.2.3, not 127.0.0.1.')
    .says('I look at `src/cart.js`.\n```js\nfence\n```')
    .calls('t1', 'Bash', { command: `GITHUB_TOKEN=${key} npm test` })
    .calls('t2', 'Read', { file_path: '/home/jane/shop/src/cart.js' })
    .returns('t1', Array.from({ length: 30 }, (_, at) => `line ${at + 1} of Jane`).join('\n'), true)
    .returns('t2', 'let sum = 0;\n```\n\u001b[2Jlet price;')
    .calls('t3', 'Edit', { file_path: '/home/jane/shop/src/cart.js', old_string: 'a <= b', new_string: 'a < b' })
    .returns('t3', 'updated')
    .says('Fixed.');
  const path = join(home, 'session.jsonl');
  writeFileSync(path, session.toString());
  await stemma('ingest', path);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test('a session reads as a conversation: calls in a line, diffs, the beginning of what came back', async () => {
  const { code, out } = await stemma('show', 'latest');
  expect(code).toBe(0);
  expect(out.split('\n').slice(4)).toEqual([
    '> 03:04:00',
    '> The cart is wrong, says jane@example.org. Fix it on 10.1.2.3, not 127.0.0.1.',
    '',
    'I look at `src/cart.js`.',
    '```js',
    'fence',
    '```',
    '',
    '● Bash GITHUB_TOKEN=[redacted:token] npm test',
    '● Read src/cart.js',
    '○ Bash GITHUB_TOKEN=[redacted:token] npm test',
    ...Array.from({ length: 12 }, (_, at) => `  │ line ${at + 1} of Jane`),
    '  │ … 18 more lines',
    '○ Read src/cart.js',
    '  │ let sum = 0;',
    '  │ ```',
    '  │ let price;',
    '● Edit src/cart.js',
    '  │ -a <= b',
    '  │ +a < b',
    '  │ updated',
    '',
    'Fixed.',
    '',
    '',
  ]);
  expect((await stemma('show', '--full')).out).toContain('line 30 of Jane');
  const lines = (await stemma('show', '--json')).out.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { is?: string }).is)).toEqual([
    undefined,
    'prompt',
    'message',
    'call',
    'call',
    'result',
    'result',
    'call',
    'result',
    'message',
  ]);
});

test('as Markdown what ran stands in fences that it cannot end', async () => {
  const { out } = await stemma('export', '--format', 'md');
  expect(out).toContain('## Prompt · 03:04 UTC\n\n> The cart is wrong, says jane@example.org.');
  expect(out).toContain('````\nlet sum = 0;\n```\n');
  expect(out).toContain(
    '```diff\n--- /home/jane/shop/src/cart.js\n+++ /home/jane/shop/src/cart.js\n-a <= b\n+a < b\n```',
  );
  expect(out).toContain('<details><summary>Failed of Bash GITHUB_TOKEN=[redacted:token] npm test: ');
  expect(out).not.toContain(key);
});

test('scrubbed for others it names no person, folder or machine, and says what was removed', async () => {
  const file = join(home, 'scrubbed.html');
  const { code, err } = await stemma('export', '--format', 'transcript', '--scrub', '--out', file);
  expect(code).toBe(0);
  const html = readFileSync(file, 'utf8');
  const report =
    /Removed before it was written: \d+ secrets?, \d+ user names, \d+ home folders, 2 e-mail addresses, 2 network addresses\./;
  expect(err).toMatch(report);
  expect(html).toMatch(report);
  expect(html).not.toMatch(/jane|10\.1\.2\.3|example\.org/i);
  expect(html).toContain('127.0.0.1');
  expect(html).toContain('~/shop/src/cart.js');
  expect(await stemma('export', '--scrub')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--scrub is for md'),
  });
});
