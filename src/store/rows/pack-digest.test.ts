import { zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../model/digest.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import { schemaVersion } from '../../model/schema-version.ts';
import { packDigest, unpackDigest } from './pack-digest.ts';

const step = 'ev_1' as EventId;
const none = { total: 0, items: [] };
const digest: Digest = {
  schema_version: schemaVersion,
  session: 'claude:one' as SessionUid,
  outcome: { what: 'success', reason: 'The last check passed.', step: null },
  asks: {
    total: 2,
    items: [
      { text: 'Fix the cart', step },
      { text: 'And commit', step, answer: 'Committed.' },
    ],
  },
  cost: {
    wall_clock_s: 3.5,
    turns: 2,
    retries: 0,
    models: [{ model: null, usd: 0.5, input: 1, output: 2, cache_read: 3, cache_write: 4, cache_write_1h: 1 }],
  },
  files: { total: 1, items: [{ path: 'src/cart.ts', reads: 1, edits: 2, last: step }] },
  commands: { total: 1, items: [{ command: 'npm test', runs: 1, failed: 0, ended: null, last: step }] },
  delivered: none,
  decisions: { total: 1, items: [{ by: 'user', text: 'use tabs', step }] },
  errors: none,
  skills: none,
  subagents: { total: 1, items: [{ session: 'claude:one/two' as SessionUid, title: null, returned: false }] },
  left_open: { total: 1, items: [{ what: 'plan', text: 'two items', step }] },
  findings: { total: 1, items: [{ what: 'vain', text: 'the cache', step }] },
  last_messages: [{ text: 'Done.', step }],
  edited: 1,
  activity: { from: '2026-11-15T10:00:00Z', seconds: 1, steps: [1, 0, 2], failures: [] },
};

describe('a digest in the store', () => {
  test('comes back as it was, with what is null and without what is not there', () => {
    expect(unpackDigest(packDigest(digest))).toEqual(digest);
    const { findings: _, last_messages: __, edited: ___, activity: ____, ...older } = digest;
    expect(Object.keys(unpackDigest(packDigest(older)))).toEqual(Object.keys(older));
    const judged = { ...digest, outcome: { ...digest.outcome, judged: { model: 'm', at: '2026' } }, activity: null };
    expect(unpackDigest(packDigest(judged))).toEqual(judged);
  });

  test('takes less than the whole JSON in zstd, as it was stored before, which is still read', () => {
    const before = zstdCompressSync(JSON.stringify(digest));
    expect(packDigest(digest).length).toBeLessThan(before.length * 0.8);
    expect(unpackDigest(before)).toEqual(digest);
  });
});
