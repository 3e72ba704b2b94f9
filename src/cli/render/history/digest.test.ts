import { beforeAll, expect, test, vi } from 'vitest';
import type { DigestAnswer } from '../../../ask/digest/digest.ts';
import type { Digest } from '../../../model/digest.ts';
import type { EventId, SessionUid } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import { noInk } from '../../text/ink.ts';
import { width } from '../../text/width.ts';
import { renderDigest } from './digest.ts';
import type { RenderContext } from '../render-context.ts';

beforeAll(() => void vi.stubEnv('TZ', 'UTC'));

const context: RenderContext = { ink: noInk, columns: 80, now: Date.parse('2026-03-02T12:00:00Z') };
const uid = 'claude:3f2a91c0' as SessionUid;

const session: Session = {
  schema_version: 2,
  domain: null,
  task_ref: null,
  uid,
  source: 'claude-code',
  native_id: '3f2a91c0',
  title: 'Fix the cart',
  repo: 'shop',
  cwd: '/home/dev/shop',
  branch: null,
  model: null,
  agent_version: null,
  not_recorded: [],
  started_at: '2026-03-02T09:00:00Z',
  ended_at: '2026-03-02T09:30:00Z',
  outcome: 'failed',
  events: 10,
  steps: 4,
  open_errors: 1,
  errors: 2,
  cost: {
    input_tokens: 1_000,
    output_tokens: 500,
    cache_tokens: 20_000,
    wall_clock_s: 1_800,
    turns: 2,
    retries: 1,
    usd: 0.31,
    usd_is_exact: false,
  },
  parent: null,
  workspace: 'local',
  source_path: null,
  source_bytes: 0,
  watermarks: { discovered: null, ingested: null, analyzed: null, evicted: null },
};

const digest: Digest = {
  schema_version: 2,
  session: uid,
  outcome: { what: 'failed', reason: 'The last check failed: npm test', step: id('t') },
  asks: {
    total: 7,
    items: [
      { text: 'Fix the cart', step: id('a'), answer: 'Adds up now.' },
      { text: 'and the docs', step: id('b') },
    ],
  },
  cost: {
    wall_clock_s: 1800,
    turns: 2,
    retries: 1,
    models: [{ model: 'opus', input: 1000, output: 500, cache_read: 20_000, cache_write: 0, usd: 0.31 }],
  },
  files: {
    total: 2,
    items: [
      { path: 'src/cart.ts', edits: 3, reads: 1, last: id('f') },
      { path: '/home/dev/other/x.ts', edits: 0, reads: 1, last: id('g') },
    ],
  },
  commands: {
    total: 2,
    items: [
      { command: 'npm test', runs: 4, failed: 3, ended: 'failed', last: id('t') },
      { command: 'npm ci', runs: 1, failed: 0, ended: 'ok', last: id('n') },
    ],
  },
  delivered: { total: 1, items: [{ text: '[main abc1234] Fix the cart', step: id('d') }] },
  decisions: { total: 1, items: [{ by: 'agent', text: 'I’ll keep the old name.', step: id('k') }] },
  errors: {
    total: 1,
    items: [
      {
        fingerprint: 'x',
        sample: 'TypeError: total is not a function',
        kind: 'real',
        count: 3,
        resolved: 1,
        last: id('e'),
      },
    ],
  },
  skills: {
    total: 2,
    items: [
      { what: 'skill', name: 'commit', uses: 2, failed: 1, last: id('s') },
      { what: 'command', name: '/review', uses: 1, failed: 0, last: id('r') },
    ],
  },
  subagents: { total: 1, items: [{ session: `${uid}/7c` as SessionUid, title: 'Look around', returned: false }] },
  findings: {
    total: 2,
    items: [
      { what: 'found', text: 'The sum starts at 1.', step: id('g') },
      { what: 'vain', text: 'Clearing the cache did not work.', step: id('g') },
    ],
  },
  last_messages: [{ text: 'The docs are next.', step: id('f') }],
  left_open: { total: 1, items: [{ what: 'error', text: 'TypeError: total is not a function', step: id('e') }] },
};

const listed = { ...session, running: false };

test('a digest is a screen of lines, each with what it is about before it', () => {
  expect(`\n${render({ session: listed, digest })}`).toBe(`
Fix the cart
claude:3f2a91c0
2026-03-02 09:00 · 4 steps · 2 failures, 1 open · shop · 30 min · 22k tokens

outcome    failed: The last check failed: npm test
asked      ev_a000000 Fix the cart
                      → Adds up now.
           ev_b000000 and the docs
           and 5 more
last said  ev_f000000 The docs are next.
open       ev_e000000 error: TypeError: total is not a function
delivered  ev_d000000 [main abc1234] Fix the cart
decided    ev_k000000 (agent) I’ll keep the old name.
found      ev_g000000 The sum starts at 1.
           ev_g000000 (in vain) Clearing the cache did not work.
files      src/cart.ts                                           3 edits, 1 read
           ~/other/x.ts                                                   1 read
commands   npm test                             4 times, 3 failed, also the last
           npm ci
errors     ev_e000000 TypeError: total is not a function     3 times, 1 resolved
cost       2 turns, 30 min active, 1 retry, 22k tokens, ≥ $0.31
used       skill commit 2 times (1 failed), /review
agents     Look around  claude:3f2a91c0/7c                        did not return
`);
});

test('what is not there is not named, and evicted bytes are', () => {
  const none = { total: 0, items: [] };
  const bare = {
    ...digest,
    outcome: { what: 'unknown', reason: 'Only a conversation; no calls were made.', step: null },
    asks: none,
    files: none,
    commands: none,
    delivered: none,
    decisions: none,
    errors: none,
    skills: none,
    subagents: none,
    left_open: none,
    findings: none,
    last_messages: [],
  } as const;
  const text = render({
    session: { ...listed, watermarks: { ...session.watermarks, evicted: '2026-03-02T11:00:00Z' } },
    digest: bare,
  });
  expect(text.split('\n').slice(4)).toEqual([
    'outcome    unknown: Only a conversation; no calls were made.',
    'cost       2 turns, 30 min active, 1 retry, 22k tokens, ≥ $0.31',
    '',
    'the original files were evicted; this summary is kept',
    '',
  ]);
});

test('no line is wider than the terminal, and no escape sequence of a transcript reaches the terminal', () => {
  const evil = `\x1b[2J${'long '.repeat(60)}`;
  const text = render({
    session: { ...listed, title: evil },
    digest: {
      ...digest,
      outcome: { what: 'failed', reason: evil, step: null },
      asks: { total: 1, items: [{ text: evil, step: id('a'), answer: evil }] },
      findings: { total: 1, items: [{ what: 'found', text: evil, step: id('a') }] },
      last_messages: [{ text: evil, step: id('b') }],
      files: { total: 1, items: [{ path: evil, edits: 1, reads: 0, last: id('a') }] },
      subagents: { total: 1, items: [{ session: uid, title: evil, returned: true }] },
    },
  });
  expect(text).not.toContain('\x1b');
  for (const line of text.split('\n')) expect(width(line), line).toBeLessThanOrEqual(80);
});

function render(answer: DigestAnswer): string {
  return renderDigest(answer, context);
}

function id(name: string): EventId {
  return `ev_${name.padEnd(22, '0')}` as EventId;
}
