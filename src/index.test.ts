import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStemma, parseEdge, parseEvent, parseSession } from './index.ts';
import type { Session, Stemma } from './index.ts';

describe('the library, on the built-in story', () => {
  let home: string;
  let stemma: Stemma;
  let sessions: readonly Session[];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'stemma-index-'));
    stemma = await openStemma({ home });
    await stemma.ingest({ paths: ['assets/demo'] });
    ({ sessions } = await stemma.sessions({ limit: 100 }));
  });
  afterAll(async () => {
    await stemma.close();
    await rm(home, { recursive: true });
  });

  test('every event has content, read back from the archive', async () => {
    const empty: string[] = [];
    for (const { uid } of sessions) {
      for await (const { event, content } of stemma.replay(uid))
        if (!content) empty.push(`${uid} ${event.id} ${event.kind}`);
    }
    expect(sessions.length).toBeGreaterThan(5);
    expect(empty).toEqual([]);
  });

  test('what it answers passes its own checks', async () => {
    for (const session of sessions) {
      // A list adds to each session whether it is running.
      const parsed = parseSession(JSON.parse(JSON.stringify(session)));
      expect(session).toEqual({ ...parsed, running: expect.any(Boolean) });
      const { events } = await stemma.timeline(session.uid, { limit: 1000 });
      for (const event of events) expect(parseEvent(JSON.stringify(event))).toEqual(event);
      for (const { id, causes } of (await stemma.graph(session.uid, { limit: 1000 })).steps) {
        for (const { step, native_id: _, ...edge } of causes)
          expect(parseEdge({ ...edge, cause: step, effect: id }).cause).toBe(step);
      }
    }
  });

  test('sub-agents hang under their calls, and why leads from them to the session that sent them', async () => {
    const sent = sessions.filter(({ parent }) => parent?.relation === 'subagent' && parent.step !== null);
    expect(sent.length).toBeGreaterThan(0);
    for (const child of sent) {
      const { steps } = await stemma.graph(child.uid);
      const { causes } = await stemma.why(steps[0]!.id);
      expect(
        causes.map(({ step }) => step.session),
        child.uid,
      ).toContain(child.parent!.uid);
    }
  });
});
