import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Archive } from '../../../test/support/archive.ts';
import { peekAt } from '../fixtures.ts';
import { isExport } from './container.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

test('every conversation is a session, and reading the export again adds nothing', async () => {
  const archive = await Archive.open();
  cpSync(join(fixtures, 'by-hand-claude', 'conversations.json'), archive.path('conversations.json'));
  await archive.ingest();
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 9, offset: 0 });
  expect(sessions.map(({ uid }) => uid).sort()).toEqual([
    'chat-export:0a1b2c3d-0000-4000-8000-000000000001',
    'chat-export:0a1b2c3d-0000-4000-8000-000000000002',
  ]);
});

test('lists of other things are no exports', () => {
  const texts = [
    '[{"uuid":"1","created_at":"2026-01-01"}]',
    '[{"mapping":{}}]',
    '{"chat_messages":[],"uuid":"1","created_at":"x"}',
  ];
  expect(texts.filter((text) => isExport(peekAt('/tmp/conversations.json', text)))).toEqual([]);
});
