import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TrajectoryIdentity } from './identity.ts';
import { peekAt } from '../fixtures.ts';
import type { Draft, Reading } from '../source.ts';
import { sweAgent } from './index.ts';

test('a run read from its conversation and by its steps alone has the same actions, failures and durations', () => {
  const [whole, bare] = [read('1.1-function-calling/shop-1.traj'), read('1.1-without-its-history/shop-1.traj')].map(
    (drafts) => drafts.filter(({ what }) => what.is === 'call' || what.is === 'result'),
  );
  const brief = ({ what, durationMs }: Draft) =>
    what.is === 'call' ? what.tool : what.is === 'result' ? [what.status, durationMs] : undefined;
  expect(whole!.length).toBe(12);
  expect(bare!.map(brief)).toEqual(whole!.map(brief));
});

test('a demonstration was never done', () => {
  const calls = read('0.6-text-and-demonstration/shop-2.traj').flatMap(({ what }) =>
    what.is === 'call' ? [what.tool] : [],
  );
  expect(calls).toEqual(['search_dir', 'create', 'edit', 'bash']);
});

test('an edit without a path edits the file that is open', () => {
  const edits = read('0.6-text-and-demonstration/shop-2.traj').flatMap(({ what }) =>
    what.is === 'call' && what.tool === 'edit' ? [what.input] : [],
  );
  expect(edits).toMatchObject([{ path: '/shop/reproduce.py' }]);
});

test('exit codes of mini-swe-agent are exit codes, in both of its ways to write them', () => {
  const codes = (file: string) => read(file).flatMap(({ what }) => (what.is === 'result' ? [what.exitCode] : []));
  expect(codes('mini-2.2-tool-calls/shop-3.traj.json')).toEqual([0, 1, 1, -1, undefined]);
  expect(codes('mini-1.0-text/shop-4.traj.json')).toEqual([0, 1]);
});

test('tokens are counted once for each response, with or without words in it', () => {
  const sum = read('mini-2.2-tool-calls/shop-3.traj.json').reduce(
    (total, { tokens }) => total + (tokens?.input ?? 0),
    0,
  );
  expect(sum).toBe(100 + 200 + 300 + 400);
});

test('a run that ended by itself has failed, one that submitted has not said how good it is', () => {
  const outcomes = (file: string) =>
    readings(file).flatMap(({ sessions = [] }) => sessions.flatMap(({ outcome }) => outcome ?? []));
  expect(outcomes('0.6-text-and-demonstration/shop-2.traj')).toEqual(['failed']);
  expect(outcomes('1.1-function-calling/shop-1.traj')).toEqual([]);
});

test('two runs of one task are two sessions, a copy of one is the same', () => {
  const text = readFileSync(fixture('1.1-function-calling/shop-1.traj'), 'utf8');
  const uid = (words: string, path: string) => sweAgent.identify(peekAt(path, words)).session;
  expect(uid(text, '/elsewhere/copy.json')).toBe(uid(text, '/tmp/a.traj'));
  expect(uid(text.replace('0.281523456789', '0.281523456788'), '/tmp/a.traj')).not.toBe(uid(text, '/tmp/a.traj'));
});

test('a session that grows stays the same session', () => {
  const { history, ...rest } = JSON.parse(readFileSync(fixture('1.1-function-calling/shop-1.traj'), 'utf8')) as {
    history: unknown[];
    trajectory: unknown[];
  };
  const early = JSON.stringify(
    { ...rest, trajectory: rest.trajectory.slice(0, 1), history: history.slice(0, 4) },
    null,
    2,
  );
  expect(sweAgent.identify(peekAt('/tmp/a', early)).session).toBe(
    sweAgent.identify(peekAt('/tmp/a', JSON.stringify({ ...rest, history }, null, 2))).session,
  );
});

test('a transcript in which somebody printed a trajectory is none', () => {
  const text = readFileSync(fixture('1.1-function-calling/shop-1.traj'), 'utf8');
  const line = JSON.stringify({ type: 'user', message: { role: 'user', content: text } });
  expect(sweAgent.matches(peekAt('/tmp/x.jsonl', `${line}\n${line}\n`))).toBe(false);
  expect(sweAgent.matches(peekAt('/tmp/x.jsonl', `${line}\n`))).toBe(false);
});

function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', name);
}

/** The records of the lists the source names, then the rest, as ingest hands them to a reader. */
function readings(name: string): readonly Reading[] {
  const text = readFileSync(fixture(name), 'utf8');
  const peek = peekAt(fixture(name), text);
  const reader = sweAgent.reader(sweAgent.identify(peek) satisfies TrajectoryIdentity);
  const whole = JSON.parse(text) as Record<string, unknown>;
  const records = Object.entries(whole).flatMap(([within, value]) =>
    sweAgent.document!(peek)!.records.includes(within)
      ? (value as unknown[]).map((record) => ({ within, record }))
      : [],
  );
  const rest = Object.fromEntries(
    Object.entries(whole).filter(([field]) => !sweAgent.document!(peek)!.records.includes(field)),
  );
  return [...records, { record: rest }].map((each, index) =>
    reader.line({
      text: JSON.stringify(each.record),
      number: index + 1,
      ...('within' in each && { within: each.within }),
    }),
  );
}

function read(name: string): readonly Draft[] {
  return readings(name).flatMap(({ drafts = [] }) => drafts);
}
