import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { firefoxPath } from '../support/firefox.ts';
import { startFirefox } from './firefox-browser.ts';
import { capturedSessions, startServer } from './test-server.ts';

test('the main views work in Firefox', { timeout: 60_000 }, async ({ skip }) => {
  const path = firefoxPath();
  if (path === undefined)
    return skip('Firefox is not here: `apt-get install firefox-esr`, or name it in STEMMA_FIREFOX');
  const folder = capturedSessions(['codex']);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [server, firefox] = await Promise.all([startServer([folder]), startFirefox(path)]);
  await using _server = server;
  await using _firefox = firefox;
  for (const [view, expected] of Object.entries(views)) {
    await firefox.open(server.origin + view);
    await firefox.waitFor(expected);
    await firefox.waitFor(`document.querySelector('[data-busy]') === null`);
    expect(await firefox.evaluate('document.documentElement.scrollWidth <= innerWidth'), view).toBe(true);
  }
  // From the list into a session, to its first failure, and to why it happened; then on a phone.
  await firefox.open(`${server.origin}/sessions?failed=1`);
  await firefox.waitFor(`document.querySelector('[data-row]')`);
  await firefox.evaluate(`document.querySelector('[data-row]').click()`);
  await firefox.waitFor(`document.querySelector('[role=listbox] [role=option]')`);
  await firefox.press('n');
  await firefox.waitFor(`document.querySelector('[role=option][aria-selected=true]')`);
  await firefox.press('w');
  await firefox.waitFor(`location.search.includes('show=why')`);
  for (const [key, shown] of Object.entries(sessionViews)) {
    await firefox.press(key);
    await firefox.waitFor(`document.querySelector('${shown}')`);
  }
  await firefox.resize(390, 800);
  expect(await firefox.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(firefox.problems).toEqual([]);
});

/** By their keys. */
const sessionViews = {
  5: '[aria-label="Steps by time"] [role=option]',
  6: '[aria-label=Conversation] article',
};

/** Each view, and what shows that it is there. */
const views = {
  '/?days=90': `document.querySelector('main h1, main h2')`,
  '/sessions': `document.querySelector('[data-row]')`,
  '/errors': `document.querySelector('nav[aria-label="Failure patterns"] [data-row]')`,
  '/skills': `document.querySelector('main h1, main h2')`,
  '/cost?days=all': `document.querySelector('main table')`,
  '/setup': `document.querySelector('main table')`,
  '/search?q=test': `document.querySelector('[data-row] mark')`,
};
