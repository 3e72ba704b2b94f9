import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportSession } from '../../src/ask/export/export.ts';
import { tree } from '../../src/ask/tree/tree.ts';
import { why } from '../../src/ask/why/why.ts';
import { eventRef, type EventId } from '../../src/model/ids.ts';
import type { Session } from '../../src/model/session.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { fixtureCases, fixtureFiles } from '../../src/sources/fixtures.ts';
import type { Store } from '../../src/store/store.ts';
import { Archive, ingestFolder } from '../support/archive.ts';

const folders = [
  join(import.meta.dirname, '../../assets/demo'),
  join(import.meta.dirname, '../../src/sources/claude-code/fixtures/1.0.128-06-resume-compact'),
];

test.each(folders)(
  'a session that was exported and read into an empty archive has the same steps and recorded causes (%#)',
  async (folder) => {
    const original = await Archive.open();
    await ingestFolder(original.store, folder);
    const { sessions } = await original.store.read.sessions({}, { limit: 1000, offset: 0 });
    let steps = 0;
    let causes = 0;
    for (const session of sessions) {
      const text = (await Array.fromAsync(exportSession(original.store.read, session, 'causetrace', { sources }))).join(
        '',
      );
      if (text === '') continue;
      const copy = await Archive.open();
      copy.write('exported.jsonl', text);
      const report = await copy.ingest();
      expect(report.lines).toMatchObject({ raw: 0, issue: 0 });
      const { sessions: copies } = await copy.store.read.sessions({}, { limit: 10, offset: 0 });
      expect(copies.map(({ uid }) => uid)).toEqual([`causetrace:${session.uid}`]);

      const before = await summaryOf(original.store, session);
      expect(await summaryOf(copy.store, copies[0]!), session.uid).toEqual(before);
      steps += before.length;
      causes += before.flatMap((step) => step.causes).length;
    }
    expect(steps).toBeGreaterThan(5);
    if (folder.includes('fixtures')) expect(causes).toBeGreaterThan(0);
  },
);

const fixtures = join(import.meta.dirname, '../../src/sources/causetrace/fixtures');

test.each(fixtureCases(fixtures).filter((name) => name.startsWith('0.3.1') && !name.endsWith('exported')))(
  'what causetrace recorded comes back from the archive byte for byte (%s)',
  async (name) => {
    const [file] = fixtureFiles(join(fixtures, name));
    const { store, text } = await exported(join(fixtures, name));
    expect(text).toBe(`${file!.lines.join('\n')}\n`);
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event_id: string });
    const { sessions } = await store.read.sessions({}, { limit: 2, offset: 0 });
    const steps = await store.read.steps(sessions[0]!.uid, { after: 0, limit: 100 });
    expect(steps.map(({ native_id }) => native_id)).toEqual(events.map(({ event_id }) => event_id));
  },
);

test('what `causetrace export` printed as a list comes back as the lines it was recorded in', async () => {
  const [list] = fixtureFiles(join(fixtures, '0.3.1-exported'));
  const { text } = await exported(join(fixtures, '0.3.1-exported'));
  const parsed = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(parsed).toEqual(JSON.parse(list!.lines.join('\n')));
});

test('the tree by cause and why follow the parent that causetrace named first', async () => {
  const { store } = await exported(join(fixtures, '0.3.1-demo'));
  const { sessions } = await store.read.sessions({}, { limit: 1, offset: 0 });
  const { tree: root } = await tree(store.read, sessions[0]!, { causal: true, minConfidence: 1 });
  const native = new Map(root.steps.map(({ id, native_id }) => [id, native_id]));
  expect(root.steps.map(({ native_id, under }) => [native_id, under && native.get(under)])).toEqual([
    ['demo-read-main', null],
    ['demo-grep-fixme', 'demo-read-main'],
    ['demo-read-utils', 'demo-grep-fixme'],
    ['demo-read-test', null],
    ['demo-edit-fix', 'demo-read-utils'],
    ['demo-verify-fix', 'demo-edit-fix'],
  ]);
  const [last] = (await store.read.steps(sessions[0]!.uid, { after: 0, limit: 10 })).toReversed();
  const { line } = await why(store.read, last!, { minConfidence: 1 });
  expect(line.map(({ step }) => step.native_id)).toEqual([
    'demo-edit-fix',
    'demo-read-utils',
    'demo-grep-fixme',
    'demo-read-main',
  ]);
});

test('a secret that causetrace recorded does not leave, and the rest of its line does', async () => {
  const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';
  const archive = await Archive.open();
  archive.write(
    'ses_x.jsonl',
    `{"schema_version": "0.1", "event_id": "e1", "tool_name": "Bash", "tool_input": {"command": "echo ${token}"}, "tool_output": null, "timestamp": "2026-11-18T05:41:39+00:00", "duration_ms": 1.0, "caused_by": "user"}\n`,
  );
  await archive.ingest();
  const text = await textOf(archive.store);
  expect(text).not.toContain(token);
  expect(JSON.parse(text)).toMatchObject({ event_id: 'e1', caused_by: 'user', duration_ms: 1 });
});

async function exported(folder: string): Promise<{ readonly store: Store; readonly text: string }> {
  const { store } = await Archive.open();
  await ingestFolder(store, folder);
  return { store, text: await textOf(store) };
}

/** Its only session, in causetrace's format. */
async function textOf({ read }: Store): Promise<string> {
  const { sessions } = await read.sessions({}, { limit: 2, offset: 0 });
  expect(sessions).toHaveLength(1);
  return (await Array.fromAsync(exportSession(read, sessions[0]!, 'causetrace', { sources }))).join('');
}

/**
 * What a step is, and which steps of its session are recorded to have led to it. Stemma's causes in other sessions
 * are not in the file, and what it infers it infers from less.
 */
async function summaryOf({ read }: Store, session: Session) {
  const steps = await read.steps(session.uid, { after: 0, limit: 10_000 });
  const place = new Map(steps.map(({ id }, index): [EventId, number] => [id, index]));
  return Promise.all(
    steps.map(async ({ id, kind, act, tool, summary, failed, at }) => ({
      kind,
      act,
      tool,
      failed,
      at,
      // Where the session worked is not in the file, so paths are absolute.
      summary: summary.replaceAll(/[^\s"]*\//g, ''),
      causes: (await read.causes([eventRef(id)!])).flatMap(({ cause, types, basis }) =>
        basis === 'recorded' && place.has(cause) ? [{ cause: place.get(cause), type: types[0] }] : [],
      ),
    })),
  );
}
