import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transcript } from '../support/transcript.ts';
import { loaded, type Page } from './browser.ts';
import { startTestSite, type TestSite } from './test-site.ts';

// A transcript contains whatever a model, a website or a repository made the agent write.
const attacks = {
  script: '<script>window.owned = 1</script>',
  image: '<img src=x onerror="window.owned = 2">',
  svg: '<svg onload="window.owned = 3"><a xlink:href="javascript:window.owned=4"><text>click</text></a></svg>',
  link: '[click me](javascript:window.owned=5) <javascript:window.owned=6> [data](data:text/html,<script>window.owned=7</script>)',
  remote: '![seen](http://tracker.example/pixel.png) <img src="http://tracker.example/2.png"> http://tracker.example/3',
  html: '<iframe src="http://tracker.example/"></iframe><style>body{display:none}</style><base href="http://tracker.example/">',
  escapes:
    '\u001b]8;;http://tracker.example/\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007 \u001b[2J\u001b[31mred\u001b[0m \u001b]52;c;b3duZWQ=\u0007',
  bidi: 'invoice\u202Egnp.exe \u2066abc\u2069 \u200F',
  template: '{{constructor.constructor("window.owned=8")()}} ${window.owned=9} __proto__',
};
const all = Object.values(attacks).join('\n');
const longLine = 'x'.repeat(1_000_000);

let site: TestSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-hostile-'));
  const transcript = new Transcript('hostile')
    .prompt(`# ${attacks.script}\n\n${all}`)
    .says(`**bold** ${all}\n\n| a | b |\n|---|---|\n| ${attacks.image} | ${attacks.remote} |`)
    .calls('t1', 'Bash', { command: `echo '${all}'` })
    .returns('t1', all, true)
    .calls('t2', 'Edit', {
      file_path: `/home/dev/shop/${attacks.image}.html`,
      old_string: attacks.svg,
      new_string: all,
    })
    .returns('t2', 'done')
    .calls('t3', 'Write', { file_path: '/home/dev/shop/long.txt', content: longLine })
    .returns('t3', longLine)
    .calls('t4', 'WebFetch', { url: 'javascript:window.owned=10', prompt: all })
    .returns('t4', JSON.stringify({ __proto__: { polluted: true }, html: all }));
  writeFileSync(join(folder, 'hostile.jsonl'), transcript.toString());
  site = await startTestSite(folder);
}, 120_000);

afterAll(() => site[Symbol.asyncDispose]());

test('nothing in a transcript runs, loads or becomes part of the page', async () => {
  await using open = await site.browser.open(`${site.server.origin}/sessions`);
  const { page, problems } = open;
  for (const path of ['/sessions', '/errors', '/?days=90', '/search?q=owned', '/skills']) {
    await page.goto(site.server.origin + path);
    await loaded(page);
    await expectNoInjection(page, path);
  }
  await page.goto(`${site.server.origin}/sessions`);
  await page.locator('[data-row]').first().click();
  await page.getByRole('listbox', { name: 'Steps' }).waitFor();
  const seen: string[] = [];
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('j');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByRole('heading').first().waitFor();
    await loaded(page);
    await inspector.getByText('Raw record', { exact: true }).click();
    await loaded(page);
    for (
      let more = inspector.getByRole('button', { name: /more/i }), clicks = 0;
      clicks < 3 && (await more.count()) > 0;
      clicks++
    )
      await more.first().click();
    await expectNoInjection(page, `step ${step}`);
    seen.push(await inspector.innerText());
  }
  // All of it is shown as text.
  expect(seen.join('\n')).toContain(attacks.script);
  expect(seen.join('\n')).not.toMatch(/\u202E|\u001b/);
  for (const view of ['2', '3', '1']) {
    await page.keyboard.press(view);
    await expectNoInjection(page, `view ${view}`);
  }
  expect(problems).toEqual([]);
});

test('a line of a megabyte is cut', async () => {
  await using open = await site.browser.open(`${site.server.origin}/sessions`);
  const { page } = open;
  await page.locator('[data-row]').first().click();
  await page.getByRole('option', { name: /long\.txt/ }).click();
  await page
    .getByText('done')
    .or(page.getByRole('region', { name: /output|file/i }))
    .first()
    .waitFor();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].map((element) =>
        [...element.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0),
      ),
    ),
  );
  expect(longest).toBeLessThan(100_000);
  expect(open.problems).toEqual([]);
});

async function expectNoInjection(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => (window as { owned?: number }).owned), where).toBeUndefined();
  expect(
    await page.evaluate(
      () =>
        document.querySelectorAll('main :is(script, iframe, object, embed, base, style, link, form[action])').length,
    ),
    where,
  ).toBe(0);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')]
        .filter((link) => !/^(?:https?|mailto):/.test((link as HTMLAnchorElement).href))
        .map((link) => link.outerHTML),
    ),
    where,
  ).toEqual([]);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('main :is(img, image, video, audio, source)')].map((image) => image.outerHTML),
    ),
    where,
  ).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).display), where).not.toBe('none');
}
