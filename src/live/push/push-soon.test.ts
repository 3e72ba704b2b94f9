import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pushSoon } from './push-soon.ts';

test('a hook starts a push only where it is switched on, there is a server, and none was started a moment ago', () => {
  const home = mkdtempSync(join(tmpdir(), 'stemma-push-soon-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const now = Date.now();
  const start = (at: number) => pushSoon({ home, env: {}, now: at, program: join(home, 'nothing.js') });

  expect(start(now)).toBe(false);
  writeFileSync(join(home, 'config.json'), '{"push": true}');
  expect(start(now)).toBe(false);
  writeFileSync(join(home, 'login.json'), '{}');
  expect(start(now)).toBe(true);
  expect(start(now + 5_000)).toBe(false);
  expect(start(now + 120_000)).toBe(true);
});
