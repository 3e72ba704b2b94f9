import { describe, expect, test } from 'vitest';
import type { Batch, ChainRow, SecondaryAnalysis, Store } from '../store.ts';
import { batchOf, call, edge, id, keyOf, message, prompt, ref, start, tree, uid, type Open } from './cast.ts';

export function secondaryContract(open: Open): void {
  describe('secondary sources', () => {
    test('the files that hold events of a session are known, and whether there is a transcript', async () => {
      await using store = (await open()).store;
      expect(await store.read.secondaryFiles(uid)).toEqual([]);
      expect(await store.read.hasTranscript(uid)).toBe(false);
      await store.write.commit(fromHooks());
      expect((await store.read.secondaryFiles(uid)).map(({ path, role }) => [path, role])).toEqual([
        ['/hooks.jsonl', 'beside'],
      ]);
      expect(await store.read.hasTranscript(uid)).toBe(false);
      await store.write.commit(transcript());
      expect(await store.read.hasTranscript(uid)).toBe(true);
    });

    test('what they show is stored, and replaced when they show more', async () => {
      await using store = (await open()).store;
      await store.write.commit(fromHooks());
      await store.write.putSecondaryAnalysis(analysis());
      expect(await answers(store)).toEqual({
        causes: [id('e1')],
        chains: ['exit code 1'],
        marks: ['edit a.ts'],
        errors: 1,
      });
      await store.write.putSecondaryAnalysis({ ...analysis(), marks: new Map(), edges: [], chains: [] });
      expect(await answers(store)).toEqual({ causes: [], chains: [], marks: [], errors: 0 });
      expect(await store.read.check()).toEqual([]);
    });

    test('the first events of the transcript drop it, with prompts, answers, title and times', async () => {
      await using store = (await open()).store;
      await store.write.commit(fromHooks());
      await store.write.putSecondaryAnalysis(analysis());
      await store.write.commit(transcript());
      expect(await answers(store)).toEqual({ causes: [], chains: [], marks: [], errors: 0 });
      const session = (await store.read.session(uid))!;
      expect(session).toMatchObject({ events: 2, steps: 1, started_at: null, cost: { turns: 0, wall_clock_s: 0 } });
      expect(
        (await store.read.events(uid, { after: 0, limit: 10 })).map(({ summary, turn }) => [summary, turn]),
      ).toEqual([
        ['e2', null],
        ['e4', null],
      ]);
      expect(await store.read.check()).toEqual([]);
    });

    test('later events of the transcript leave its own causes alone', async () => {
      await using store = (await open()).store;
      await store.write.commit(transcript());
      await store.write.commit(fromHooks());
      await store.write.commit({
        ...batchOf({ offset: 20, events: [call('e5')] }),
        edges: [edge('e4', 'e5', { basis: 'inferred', types: ['informed'] })],
      });
      await store.write.commit(batchOf({ offset: 30, events: [message('e6')] }));
      expect(await store.read.causes([ref('e5')])).toMatchObject([{ cause: id('e4') }]);
    });
  });
}

/** A prompt, a call and the answer, as hooks report them. */
function fromHooks(): Batch {
  return batchOf({
    path: '/hooks.jsonl',
    role: 'beside',
    source: 'hooks',
    session: { firstWords: { text: 'Fix it', rank: 3 }, startedAt: start, endedAt: start, add: counted },
    events: [prompt('e1'), call('e2', { turn: keyOf('e1') }), message('e3', { kind: 'completion', turn: keyOf('e1') })],
  });
}

const counted = {
  events: 3,
  steps: 2,
  errors: 0,
  turns: 1,
  retries: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheTokens: 0,
  wallClockMs: 5_000,
};

function transcript(): Batch {
  return batchOf({ events: [message('e4')] });
}

function analysis(): SecondaryAnalysis {
  return {
    tree,
    session: uid,
    marks: new Map([[keyOf('e2'), ['edit a.ts']]]),
    edges: [edge('e1', 'e2', { basis: 'inferred', types: ['asked'] })],
    chains: [failure()],
  };
}

function failure(): ChainRow {
  return {
    tree,
    chain: keyOf('e2'),
    basis: 'mined',
    session: uid,
    kind: 'real',
    type: 'exit',
    message: 'exit code 1',
    fingerprint: 'exit code N',
    also: [],
    lines: ['exit code 1'],
    action: 'Bash e2',
    marks: [],
    context: null,
    at: start,
    state: 'open',
    resolvedAt: null,
    verifiedBy: null,
    culprit: [],
    attempts: [],
  };
}

async function answers({ read }: Store): Promise<unknown> {
  const { chains } = await read.chains({ session: uid }, { limit: 10, offset: 0 });
  const step = await read.event(ref('e2'));
  return {
    causes: (await read.causes([ref('e2')])).map(({ cause }) => cause),
    chains: chains.map(({ error }) => error.message),
    marks: step?.marks,
    errors: (await read.session(uid))?.errors,
  };
}
