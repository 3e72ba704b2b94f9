import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportSession } from '../../src/ask/export/export.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { ingestFolder } from '../support/archive.ts';
import { Transcript } from '../support/transcript.ts';
import { axeViolationsAsShown } from './axe.ts';
import { sharedBrowser, type TestBrowser } from './browser.ts';

// The page that `stemma export --format transcript` writes, as it is opened from a disk.

const attacks = [
  '<script>window.owned = 1</script>',
  '<img src=x onerror="window.owned = 2">',
  '</pre></details></main><svg onload="window.owned = 3">',
  '[click](javascript:window.owned=4) http://tracker.example/1 <img src="http://tracker.example/2.png">',
  '<iframe src="http://tracker.example/"></iframe><style>body{display:none}</style><base href="http://tracker.example/">',
  '\u001b]8;;http://tracker.example/\u0007link\u001b]8;;\u0007 \u001b[2J invoice\u202Egnp.exe',
].join('\n');
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let folder: string;
let browser: TestBrowser;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-transcript-'));
  const hostile = new Transcript('hostile transcript')
    .prompt(attacks)
    .says(`Of course.\n${attacks}`)
    .calls('t1', 'Bash', { command: `echo '${attacks}'` })
    .calls('t2', 'Edit', { file_path: `/home/dev/shop/${attacks}.ts`, old_string: 'let a = 1;\n', new_string: attacks })
    .returns('t1', attacks, true)
    .returns('t2', 'done');
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } };
  const unsafe = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/svg+xml', data: Buffer.from('<svg onload="x"/>').toString('base64') },
  };
  hostile.calls('t3', 'Read', { file_path: '/home/dev/shop/a.png' });
  const result = { type: 'tool_result', tool_use_id: 't3', content: [image, unsafe] };
  const line = JSON.parse(hostile.returns('t3', 'here').lines.at(-1)!) as { message: { content: unknown } };
  line.message.content = [result];
  hostile.lines[hostile.lines.length - 1] = JSON.stringify(line);
  mkdirSync(join(folder, 'sessions'));
  writeFileSync(join(folder, 'sessions', 'hostile.jsonl'), hostile.toString());
  await using store = await openSqlite(join(folder, 'stemma.db'), { mode: 'write' });
  await ingestFolder(store, join(folder, 'sessions'));
  const { sessions } = await store.read.sessions({}, { limit: 1, offset: 0 });
  const pieces = exportSession(store.read, sessions[0]!, 'transcript', { sources });
  const path = join(folder, 'session.html');
  writeFileSync(path, (await Array.fromAsync(pieces)).join(''));
  address = pathToFileURL(path).href;
  browser = await sharedBrowser();
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

test.each(['light', 'dark'] as const)('is clean by axe, opened and closed: %s', async (colorScheme) => {
  await using open = await browser.open(address, { colorScheme });
  expect(await axeViolationsAsShown(open.page)).toEqual([]);
  await open.page.getByRole('button', { name: 'Open all' }).click();
  expect(await axeViolationsAsShown(open.page)).toEqual([]);
  await using phone = await browser.open(address, { colorScheme, viewport: { width: 390, height: 800 } });
  await phone.page.getByRole('button', { name: 'Open all' }).click();
  expect(await axeViolationsAsShown(phone.page)).toEqual([]);
  const [wide, shown] = await phone.page.evaluate(() => [document.body.scrollWidth, innerWidth]);
  expect(wide).toBeLessThanOrEqual(shown!);
});

test('shows the conversation, and runs and loads nothing of it', async () => {
  await using open = await browser.open(address);
  const { page, problems } = open;
  await page.getByRole('button', { name: 'Open all' }).click();
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('<script>window.owned = 1</script>');
  expect(text).toContain('-let a = 1;');
  expect(text).toMatch(/echo .*: failed/s);
  expect(text).not.toContain('\u202E');
  expect(await page.evaluate(() => (window as { owned?: unknown }).owned)).toBeUndefined();
  expect(await page.locator('main script, main iframe, main style, main base, main a, main svg').count()).toBe(0);
  expect(await page.locator('img').count()).toBe(1);
  expect(await page.evaluate(() => document.querySelector('img')!.naturalWidth)).toBe(1);
  expect(problems).toEqual([]);
});

test('without scripts everything is there', () => {
  const html = readFileSync(new URL(address), 'utf8');
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//);
  expect(html).toContain('let a = 1;');
});
