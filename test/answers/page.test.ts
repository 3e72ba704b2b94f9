import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from '../../eval/numbers.ts';
import { openStemmaOf, type Stemma } from '../../src/sdk/open-stemma.ts';
import type { Session } from '../../src/model/session.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { ingestFolder } from '../support/archive.ts';
import { putDifferingCaptures } from '../support/captures.ts';

// What the page asks, of captures of every source: it must agree with the other questions.

const folder = mkdtempSync(join(tmpdir(), 'stemma-page-'));
const clock = () => Date.parse('2027-01-01T00:00:00Z');
let stemma: Stemma;
let sessions: readonly Session[];

beforeAll(async () => {
  putDifferingCaptures(join(folder, 'captures'));
  const path = join(folder, 'stemma.db');
  {
    await using store = await openArchive(path, 'write');
    await ingestFolder(store, join(folder, 'captures'), { clock });
  }
  stemma = await openStemmaOf(
    { openStore: openArchive, sources, machine: { home: folder, env: {} }, clock },
    { db: path, home: folder },
  );
  ({ sessions } = await stemma.sessions({ notEmpty: true, limit: 10_000 }));
}, 300_000);

afterAll(async () => {
  await stemma.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a skeleton has the steps, the causes and the stories that the graph and the errors have',
  { timeout: 120_000 },
  async () => {
    expect(sessions.length).toBeGreaterThan(100);
    let causes = 0;
    for (const { uid } of sessions) {
      const { steps, edges, types, stories, total, beyond } = await stemma.skeleton(uid);
      const graph = await stemma.graph(uid, { limit: 100_000 });
      const places = new Map<string, number>(graph.steps.map(({ id }, place) => [id, place]));
      const placed = (ids: readonly { readonly step: string }[]): readonly number[] =>
        ids.flatMap(({ step }) => places.get(step) ?? []);
      expect(total).toBe(graph.steps.length);
      expect(steps.failed.map(Boolean)).toEqual(graph.steps.map(({ failed }) => failed));

      let at = 0;
      const drawn = steps.causes.flatMap((count, step) =>
        Array.from({ length: count }, () => {
          const edge = {
            step,
            cause: step - edges.back[at]!,
            type: types[edges.type[at]!],
            recorded: edges.basis[at] === 1,
          };
          at++;
          return edge;
        }),
      );
      const all = graph.steps.flatMap((each, step) =>
        each.causes.map((cause) => ({
          step,
          cause: places.get(cause.step),
          type: cause.types[0],
          recorded: cause.basis === 'recorded',
        })),
      );
      expect(drawn).toEqual(all.filter(({ cause }) => cause !== undefined));
      expect(beyond.filter(({ is }) => is === 'cause')).toHaveLength(all.length - drawn.length);
      causes += drawn.length;

      const errors = (await stemma.errors(uid, { limit: 10_000 })).errors.filter(({ id }) => places.has(id));
      expect(
        stories.map(({ error, state, culprit, attempts, fix, proof }) => ({
          error,
          state,
          culprit,
          attempts,
          fix,
          proof,
        })),
      ).toEqual(
        errors.map((error) => ({
          error: places.get(error.id),
          state: error.state,
          culprit: placed(error.culprit),
          attempts: placed(error.attempts),
          fix: placed(error.fix),
          proof: error.verified_by === null ? null : (places.get(error.verified_by.step) ?? null),
        })),
      );
    }
    expect(causes).toBeGreaterThan(400);
  },
);

test('every step has its words in a row and its contents in a detail', { timeout: 120_000 }, async () => {
  let [steps, asked, results, answered] = [0, 0, 0, 0];
  for (const { uid } of sessions) {
    const { rows } = await stemma.rows(uid, { limit: 10_000 });
    // Of neighbours one is enough: what they are made of is the same.
    for (const { id, seq } of rows.filter((_, at) => at % 3 === 0)) {
      steps++;
      const { step, results: came, asked: words } = await stemma.step(id);
      expect(step).toMatchObject({ id, seq });
      if (words !== null) asked++;
      results += came.length;
      answered += came.filter(({ output }) => output !== null).length;
    }
  }
  // A few texts are not in one line alone: they span several, or come from a secondary source.
  expect(asked / steps).toBeGreaterThan(0.95);
  expect(answered / results).toBeGreaterThan(0.9);
});

test('every session that was analysed and has times shows when it was busy', async () => {
  const { sessions: browsed } = await stemma.browse({ limit: 10_000 });
  for (const { activity, uid } of browsed) {
    const { at, failed } = (await stemma.skeleton(uid)).steps;
    const counted = (numbers: readonly number[]): number => numbers.reduce((all, count) => all + count, 0);
    if (activity === null) expect([uid, counted(at)]).toEqual([uid, 0]);
    else
      expect([uid, activity.failures.length, counted(activity.failures) <= counted(failed)]).toEqual([
        uid,
        activity.steps.length,
        true,
      ]);
  }
  expect(browsed.filter(({ activity }) => activity !== null).length).toBeGreaterThan(50);
});

test('a number of a session is the same wherever it is shown', { timeout: 120_000 }, async () => {
  expect(await differencesIn(stemma)).toEqual([]);
});

test('days of work are all there in the overview', async () => {
  const { now, days, agents } = await stemma.overview({ days: 366 });
  const top = sessions.filter(({ parent }) => parent === null || !sessions.some(({ uid }) => uid === parent.uid));
  const within = (list: readonly Session[]): readonly Session[] =>
    list.filter(({ ended_at }) => ended_at !== null && ended_at >= days[366]!.day);
  expect(now.sessions).toBe(within(top).length);
  expect(now.steps).toBe(within(sessions).reduce((all, { steps }) => all + steps, 0));
  expect(agents.length).toBeGreaterThan(5);
});
