import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sessionHead } from '../../src/cli/render/session-head.ts';
import { noInk } from '../../src/cli/text/ink.ts';
import { Archive } from '../support/archive.ts';

test('an answer about a session says what its agent does not record', async () => {
  const session = await sessionFrom('grok-cli', '0.0.34-fix');
  expect(session.not_recorded).toContain('tokens');
  expect(head(session)).toMatch(/grok-cli records no .*tokens/);
});

test('and is silent where the agent records what every list shows', async () => {
  const codex = await sessionFrom('codex', '0.166.0-01-fix');
  expect(codex.not_recorded).toEqual(['lineage']);
  expect(head(codex)).not.toContain('records no');
});

async function sessionFrom(source: string, scenario: string) {
  const archive = await Archive.open();
  cpSync(join(import.meta.dirname, '../../src/sources', source, 'fixtures', scenario), archive.folder, {
    recursive: true,
  });
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  return sessions.find((session) => session.source === source)!;
}

function head(session: Parameters<typeof sessionHead>[0]): string {
  return sessionHead(session, { ink: noInk, columns: 80, now: 0 });
}
