import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, ownFiles, peekAt, readLines } from '../fixtures.ts';
import { kiro } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

test('the exit code of a command decides whether it failed, whatever the status of the call', async () => {
  for (const name of ['by-hand-messages', 'by-hand-database']) {
    const files = await ownFiles(kiro, join(folder, name));
    const results = files
      .flatMap((file) => readLines(kiro, kiro.identify(file.peek), file.records))
      .flatMap((reading) => reading.drafts ?? [])
      .flatMap(({ what }) =>
        what.is === 'result' && what.exitCode !== undefined ? [[what.exitCode, what.status]] : [],
      );
    expect(results).toEqual([[1, 'failed']]);
  }
});

test('messages and what is known besides are one session', () => {
  for (const name of ['by-hand-messages', 'by-hand-events']) {
    const sessions = fixtureFiles(join(folder, name)).map(({ peek }) => kiro.identify(peek).session);
    expect(sessions).toHaveLength(2);
    expect(new Set(sessions).size).toBe(1);
  }
});

test('events of other programs are not taken for its own', () => {
  const other = '{"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":{"type":"assistant"}}\n';
  expect(kiro.matches(peekAt('/tmp/messages.jsonl', other))).toBe(false);
});
