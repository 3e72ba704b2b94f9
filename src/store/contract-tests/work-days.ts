import { describe, expect, test } from 'vitest';
import { sessionUid } from '../../model/ids.ts';
import { sessionAt, start, tally, type Open } from './cast.ts';

const hour = 60 * 60 * 1000;
const day = start / (24 * hour);

export function workDaysContract(open: Open): void {
  describe('work by the day', () => {
    test('sessions count to the day they were last active, apart by agent, repository, outcome and place', async () => {
      await using store = (await open()).store;
      const add = tally({ events: 4, steps: 2, errors: 1, retries: 1, wallClockMs: 500 });
      const worked = (name: string, at: number, session: Parameters<typeof sessionAt>[2]) =>
        store.write.commit(sessionAt(name, at, { add, repo: 'shop', ...session }));
      await worked('a', start + hour, { startedAt: start - 48 * hour });
      await worked('b', start + 2 * hour, {});
      await worked('late', start + 9 * hour, { outcome: 'success' });
      await worked('sub', start + hour, { parent: { uid: sessionUid('claude', 'a'), relation: 'subagent' } });
      await worked('orphan', start + hour, { parent: { uid: sessionUid('claude', 'gone'), relation: 'subagent' } });
      await worked('next', start + 24 * hour, { source: 'codex', repo: 'other' });
      await worked('out', start + 100 * hour, {});
      await store.write.commit(sessionAt('empty', start + hour));

      const rows = await store.read.workDays({ since: start, until: start + 30 * hour }, 3 * hour);
      const same = { source: 'claude-code', repo: 'shop', outcome: 'unknown', isEarly: true, isTop: true, day };
      const counted = (sessions: number) => ({
        sessions,
        steps: 2 * sessions,
        errors: 0,
        openErrors: 0,
        retries: sessions,
        wallClockMs: 500 * sessions,
      });
      expect(rows).toHaveLength(4);
      expect(rows).toEqual(
        expect.arrayContaining([
          { ...same, ...counted(3) },
          { ...same, ...counted(1), isTop: false },
          { ...same, ...counted(1), isEarly: false, outcome: 'success' },
          { ...same, ...counted(1), day: day + 1, source: 'codex', repo: 'other' },
        ]),
      );
      expect(rows.at(-1)).toMatchObject({ day: day + 1 });
      expect(await store.read.workDays({ since: start, until: start + 30 * hour, source: 'codex' }, 0)).toHaveLength(1);
      expect(await store.read.workDays({ since: start, until: start + 30 * hour, repo: 'nowhere' }, 0)).toEqual([]);
    });
  });
}
