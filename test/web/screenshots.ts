// Pictures of every view for docs/web.md: `npm run screenshots`. What is shown are sessions that real agents recorded
// for this project.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorsEverywhere, WhyAnswer } from '../../src/types.ts';
import { loaded, startBrowser } from './browser.ts';
import { capturedSessions, startServer } from './test-server.ts';

const folder = join(import.meta.dirname, '../../docs/web');
const captured = capturedSessions(['claude-code', 'codex', 'gemini', 'opencode', 'qwen', 'copilot', 'droid', 'grok']);

{
  await using server = await startServer([captured]);
  await using browser = await startBrowser();
  const ask = async <Answer>(path: string) => (await (await fetch(`${server.origin}/api${path}`)).json()) as Answer;
  // The proof of a fix that has most behind it.
  const proofs = [];
  for (const { session, verified_by: proof } of (await ask<ErrorsEverywhere>('/errors?kinds=real&limit=200')).errors) {
    if (proof && session)
      proofs.push({
        session,
        at: proof.step,
        causes: (await ask<WhyAnswer>(`/events/${proof.step}/why`)).causes.length,
      });
  }
  const [best] = proofs.toSorted((a, b) => b.causes - a.causes);
  const session = `/s/${encodeURIComponent(best!.session)}?at=${best!.at}`;
  const views = [
    ['overview', '/?days=30', []],
    ['sessions', '/sessions', []],
    ['session', session.replace(/\?at=.*/, ''), ['n']],
    ['why', session, ['w']],
    ['impact', session, ['g', 'j', 'i']],
    ['tree', session, ['2']],
    ['graph', session, ['w', '3']],
    ['files', `${session}&view=files&file=src/cart.js`, []],
    ['time', session, ['5', 'S']],
    ['read', session, ['6']],
    ['find', session, ['s', 't', 'o', 't', 'a', 'l']],
    ['cost', '/cost?days=all&by=session', []],
    ['errors', '/errors', []],
    ['skills', '/skills', []],
    ['search', '/sessions', ['/', 'c', 'a', 'r', 't']],
    ['keys', session, ['?']],
  ] as const;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, path, keys] of views) {
      await using open = await browser.open(server.origin + path, {
        colorScheme,
        viewport: { width: 1280, height: 800 },
      });
      // The tour is for the first visit.
      await open.page.evaluate(() => localStorage.setItem('stemma-tour-done', 'true'));
      await open.page.reload();
      await loaded(open.page);
      for (const key of keys) {
        await open.page.keyboard.press(key);
        await open.page.waitForTimeout(300);
      }
      await loaded(open.page);
      await open.page.waitForTimeout(500);
      await open.page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      for (const problem of open.problems) process.stderr.write(`${name}: ${problem}\n`);
    }
  }
}
rmSync(captured, { recursive: true, force: true });
