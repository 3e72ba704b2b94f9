import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportSession } from '../../src/ask/export/export.ts';
import { eventRef, type EventId } from '../../src/model/ids.ts';
import type { Session } from '../../src/model/session.ts';
import { sources } from '../../src/sources/all-sources.ts';
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
