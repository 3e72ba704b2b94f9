import { expect, test } from 'vitest';
import type { Digest, DigestLine } from '../../model/digest.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import { fitDigest } from './fit-digest.ts';

const step = 'ev_1' as EventId;
const listed = <Item>(count: number, item: (at: number) => Item) => ({
  total: count * 10,
  items: Array.from({ length: count }, (_, at) => item(at)),
});
const line = (at: number): DigestLine => ({ text: `${at} ${'what was said of it '.repeat(7)}`, step });

const digest: Digest = {
  schema_version: 1,
  session: 'claude:one' as SessionUid,
  outcome: { what: 'partial', reason: 'The last check failed.', step },
  asks: listed(5, (at) => ({ ...line(at), answer: line(at).text })),
  cost: { wall_clock_s: 1, turns: 2, retries: 0, models: [] },
  files: listed(8, (at) => ({ path: `src/a/long/path/of/a/file-${at}.ts`, reads: 1, edits: 2, last: step })),
  commands: listed(5, (at) => ({ command: `npm test -- ${at}`, runs: 3, failed: 1, ended: 'ok', last: step })),
  delivered: listed(4, line),
  decisions: listed(8, (at) => ({ ...line(at), by: 'user' })),
  errors: listed(4, (at) => ({
    fingerprint: `f${at}`,
    sample: line(at).text,
    kind: 'real',
    count: 1,
    resolved: 0,
    last: step,
  })),
  skills: listed(6, (at) => ({ what: 'skill', name: `skill-${at}`, uses: 1, failed: 0, last: step })),
  subagents: { total: 0, items: [] },
  left_open: listed(9, (at) => ({ ...line(at), what: 'error' })),
  findings: listed(6, (at) => ({ ...line(at), what: 'found' })),
  last_messages: [line(1), line(2), line(3)],
  edited: 8,
  activity: null,
};

test('a long digest keeps what was asked, decided and found, with the totals of what it leaves out', () => {
  const fitted = fitDigest(digest);
  expect(JSON.stringify(fitted).length).toBeLessThan(JSON.stringify(digest).length / 1.4);
  expect(fitted.asks.items[0]?.text).toBe(digest.asks.items[0]?.text);
  expect(fitted.outcome).toEqual(digest.outcome);
  expect(fitted.commands.items.length).toBeLessThan(5);
  for (const list of ['commands', 'decisions', 'findings', 'left_open'] as const)
    expect(fitted[list]!.total).toBe(digest[list]!.total);
});

test('a short digest stays as it is', () => {
  const short: Digest = { ...digest, decisions: listed(0, (at) => ({ ...line(at), by: 'user' })) };
  expect(fitDigest(short, 100_000)).toBe(short);
});
