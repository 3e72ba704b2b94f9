import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openArchive } from '../testing/open-archive.ts';
import { CausalChainTracker } from '../index.ts';
import { rebuild } from '../ingest/archive/rebuild.ts';
import { chainRef, sessionUid, treeKey, workspaceTree } from '../model/ids.ts';
import type { StemmaError } from '../model/stemma-error.ts';
import { quill } from '../testing/quill.ts';
import { delegation, subagent } from '../testing/stories.ts';
import { writeStories } from '../testing/write-stories.ts';
import { openStemmaOf } from './open-stemma.ts';
import { ChainTracker } from './chain-tracker.ts';
import { trackedArchive } from './tracked-archive.ts';

let home: string;
let path: string;
let now: number;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stemma-tracker-'));
  path = join(home, 'stemma.db');
  now = Date.parse('2026-03-02T09:00:00Z');
});
afterEach(() => rm(home, { recursive: true }));

const minutes = 60_000;
const open = (onError?: (error: unknown) => void) =>
  new ChainTracker({
    archive: trackedArchive((mode) => openArchive(path, mode, { waitMs: 5_000 })),
    workspace: 'local',
    clock: () => now,
    ...(onError && { onError }),
  });

const openStemma = () =>
  openStemmaOf(
    {
      openStore: openArchive,
      sources: [quill],
      machine: { home, env: {} },
      clock: () => now,
    },
    { home },
  );

describe('the life of a failure', () => {
  test('from an error over attempts to the fix, which the next one gets', async () => {
    await using tracker = open();
    await tracker.initialize();
    const id = await tracker.recordErrorEvent({
      message: 'TypeError: Cannot read properties of undefined (reading "total")',
      context: {
        file: 'src/cart.ts',
        line: 12,
        code: 'return cart.total',
        stack: 'TypeError: …\n    at sum (src/cart.ts:12:3)',
        reproduction: 'npm test',
      },
    });
    expect(await tracker.getCausalChain(id)).toMatchObject({
      id,
      basis: 'manual',
      state: 'open',
      resolved: false,
      attempts: [],
      error: {
        id,
        kind: 'real',
        type: 'TypeError',
        session: null,
        at: '2026-03-02T09:00:00.000Z',
        context: { file: 'src/cart.ts', line: 12, code: 'return cart.total', reproduction: 'npm test' },
      },
    });

    now += 2 * minutes;
    const first = await tracker.recordFixAttempt(id, { action: 'run `npm install`', successful: false });
    now += 3 * minutes;
    const second = await tracker.recordFixAttempt(id, {
      action: 'return 0 for an empty cart',
      codeChanges: '--- a/src/cart.ts\n+++ b/src/cart.ts\n+ if (!cart) return 0;',
      successful: true,
    });
    expect(await tracker.getCausalChain(id.slice(0, 9))).toMatchObject({
      state: 'resolved',
      resolved: true,
      successful_fix_id: second,
      resolution_time_minutes: 5,
      resolved_at: '2026-03-02T09:05:00.000Z',
      attempts: [
        { id: first, successful: false, marks: ['run npm install'], at: '2026-03-02T09:02:00.000Z' },
        { id: second, successful: true, marks: ['edit src/cart.ts'] },
      ],
    });

    const { matches } = await tracker.querySimilarFailures(
      'TypeError: Cannot read properties of undefined (reading "total")',
    );
    expect(matches).toMatchObject([
      {
        chain: id,
        similarity: 1,
        successful: true,
        fix_action_taken: 'return 0 for an empty cart',
        resolution_time_minutes: 5,
      },
    ]);
    expect(
      (await tracker.querySimilarFailures('cannot read the property total of undefined', { limit: 1 })).matches,
    ).toMatchObject([{ chain: id }]);
  });

  test('an attempt nobody knows the end of leaves it open, until somebody says it helped', async () => {
    await using tracker = open();
    const id = await tracker.recordErrorEvent({ message: 'port 8080 is in use', at: '2026-03-02T08:30:00Z' });
    const fix = await tracker.recordFixAttempt(id, {
      action: 'stop the other server',
      at: new Date('2026-03-02T08:40:00Z'),
    });
    expect(await tracker.getCausalChain(id)).toMatchObject({
      state: 'open',
      attempts: [{ successful: null, at: '2026-03-02T08:40:00.000Z' }],
    });
    await tracker.markResolved(id, fix);
    expect(await tracker.getCausalChain(id)).toMatchObject({
      state: 'resolved',
      successful_fix_id: fix,
      resolution_time_minutes: 30,
    });
  });

  test('it may be over without anybody knowing why', async () => {
    await using tracker = open();
    const id = await tracker.recordErrorEvent({ message: 'the network is down' });
    await tracker.markResolved(id);
    expect(await tracker.getCausalChain(id)).toMatchObject({ resolved: true, successful_fix_id: null });
  });

  test('given up, it needs review, and may still be resolved', async () => {
    await using tracker = open();
    const id = await tracker.recordErrorEvent({ message: 'flaky test: adds two numbers' });
    await tracker.markFailed(id);
    expect((await tracker.getUnresolvedChains()).chains).toMatchObject([{ id, state: 'failed', resolved: false }]);
    await tracker.recordFixAttempt(id, { action: 'wait for the server', successful: true });
    expect(await tracker.getUnresolvedChains()).toEqual({ chains: [], total: 0, truncated: false, next: null });
  });

  test('lists come in pages, types are counted, and what is not over is counted too', async () => {
    await using tracker = open();
    for (const message of [
      'TypeError: a is not a function',
      'TypeError: b is not a function',
      'ENOENT: no such file',
    ]) {
      now += minutes;
      await tracker.recordErrorEvent({ message });
    }
    const first = await tracker.getAllChains({ limit: 2 });
    expect(first).toMatchObject({
      total: 3,
      truncated: true,
      next: 2,
      chains: [{ error: { type: 'ENOENT' } }, { error: { message: 'TypeError: b is not a function' } }],
    });
    const rest = await tracker.getAllChains({ limit: 2, after: first.next! });
    expect(rest).toMatchObject({ chains: [{}], truncated: false, next: null });
    await tracker.markResolved(rest.chains[0]!.id);
    await tracker.markFailed(first.chains[0]!.id);
    expect(await tracker.getStatistics()).toEqual({
      total: 3,
      total_resolved: 1,
      total_unverified: 0,
      total_unresolved: 2,
      truncated: false,
      error_types: [
        { type: 'TypeError', count: 2, resolved: 1, last_at: '2026-03-02T09:02:00.000Z' },
        { type: 'ENOENT', count: 1, resolved: 0, last_at: '2026-03-02T09:03:00.000Z' },
      ],
    });
  });

  test('an error event has a vector of 384 dimensions', async () => {
    await using tracker = open();
    const vector = await tracker.getEmbedding(await tracker.recordErrorEvent({ message: 'connection refused' }));
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  });

  test('the same words twice are two failures', async () => {
    await using tracker = open();
    expect(await tracker.recordErrorEvent({ message: 'again' })).not.toBe(
      await tracker.recordErrorEvent({ message: 'again' }),
    );
    expect((await tracker.getAllChains()).total).toBe(2);
  });
});

test('a program opens one by the place of the archive, and others who ask there see its entries', async () => {
  await using tracker = new CausalChainTracker({ home });
  const id = await tracker.recordErrorEvent({ message: 'it broke' });
  await using stemma = await openStemma();
  expect((await stemma.unresolved()).unresolved).toMatchObject([{ chain: { id } }]);
});

describe('manual and mined failures are one list', () => {
  test('a mined failure can be annotated; notes survive a rebuild and further reading', async () => {
    await using stemma = await openStemma();
    await stemma.ingest({ paths: [await transcriptOf(shop.slice(0, 3))] });
    const { tracker } = stemma;
    const [mined] = (await tracker.getUnresolvedChains()).chains;
    expect(mined).toMatchObject({ basis: 'mined', state: 'open', error: { session: 'quill:shop' } });

    const fix = await tracker.recordFixAttempt(mined!.id, { action: 'sum starts at 0', at: '2026-03-02T10:00:00Z' });
    await tracker.markResolved(mined!.id, fix);
    const annotated = {
      basis: 'mined',
      state: 'resolved',
      successful_fix_id: fix,
      error: { id: mined!.error.id, message: mined!.error.message },
    };
    expect(await tracker.getCausalChain(mined!.id)).toMatchObject(annotated);
    expect((await stemma.unresolved()).total).toBe(0);
    expect((await stemma.errors()).errors).toMatchObject([{ id: mined!.error.id }]);
    expect(await stemma.failure()).toMatchObject({ of: 'session' });

    await stemma.ingest({ paths: [await transcriptOf(shop)] });
    expect(await tracker.getCausalChain(mined!.id)).toMatchObject(annotated);
    {
      await using store = await openArchive(path, 'write');
      await rebuild({ store, sources: [quill], workspace: 'local', clock: () => now });
      expect(await store.read.check()).toEqual([]);
    }
    const again = await tracker.getCausalChain(mined!.id);
    expect(again).toMatchObject(annotated);
    expect(again!.attempts.filter(({ id }) => id === fix)).toMatchObject([
      { action: 'sum starts at 0', successful: true },
    ]);
  });

  test.each([
    [
      'a shell that failed',
      'Exit code 1\n> shop@1.0.0 test\n\nTypeError: cart.sum is not a function\n    at cart.js:3:4',
    ],
    [
      'what a tool said in its own marks',
      '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    ],
    ['time that ran out', 'Command timed out after 2m 0.0s\nINFO: server started\nINFO: waiting'],
    [
      'a refusal',
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit).",
    ],
    [
      'several errors',
      'src/a.ts(1,2): error TS2304: Cannot find name "x".\nsrc/b.ts(3,4): error TS2345: Argument is wrong.',
    ],
    ['a line', 'port 8080 is taken'],
  ])('%s is recorded by its output, and found by it', async (_, output) => {
    await using tracker = open();
    const id = await tracker.recordErrorEvent({ message: output });
    const { sought, matches } = await tracker.querySimilarFailures(output);
    expect((await tracker.getCausalChain(id))!.error.fingerprint).toBe(sought[0]);
    expect(matches).toMatchObject([{ chain: id, similarity: 1 }]);
  });

  test('a manual failure is stored with its session, if known', async () => {
    await using stemma = await openStemma();
    const { tracker } = stemma;
    const treeOf = async (session?: string) =>
      chainRef(await tracker.recordErrorEvent({ message: 'it broke', ...(session && { session }) }))!.tree;
    expect(await treeOf()).toBe(workspaceTree('local'));
    expect(await treeOf('claude:not-here/agent')).toBe(workspaceTree('local'));
    await stemma.ingest({ paths: [await transcriptOf(shop)] });
    expect(await treeOf('shop')).toBe(treeKey(sessionUid('quill', 'shop')));
    const manual = (await tracker.getAllChains()).chains.filter(({ basis }) => basis === 'manual');
    expect(manual.map(({ error: { session, source } }) => [session, source])).toEqual(
      expect.arrayContaining([
        [null, null],
        ['claude:not-here/agent', null],
        ['quill:shop', 'quill'],
      ]),
    );
  });

  test('a failure of a sub-agent is kept in the tree of the session that started it', async () => {
    {
      await using store = await openArchive(path, 'write');
      await writeStories(store, delegation, subagent);
    }
    await using tracker = open();
    expect(
      chainRef(await tracker.recordErrorEvent({ message: 'it broke', session: 'quill:delegation/scout' }))!.tree,
    ).toBe(treeKey(sessionUid('quill', 'delegation')));
  });

  test('a new entry is found by its meaning too, though failures were searched a moment ago', async () => {
    await using tracker = open();
    await tracker.recordErrorEvent({ message: 'wrong password for user shop' });
    await tracker.querySimilarFailures('the disk is full');
    const id = await tracker.recordErrorEvent({ message: 'ENOSPC: no space left on device, write' });
    expect(
      (await tracker.querySimilarFailures('disk full, cannot write: no space on this device')).matches[0],
    ).toMatchObject({ chain: id });
  });

  test('a question finds both', async () => {
    await using stemma = await openStemma();
    await stemma.ingest({ paths: [await transcriptOf(shop)] });
    const [mined] = (await stemma.tracker.getAllChains()).chains;
    const manual = await stemma.tracker.recordErrorEvent({ message: mined!.error.message });
    expect((await stemma.tracker.getCausalChain(manual))!.error.fingerprint).toBe(mined!.error.fingerprint);
    const found = (await stemma.tracker.querySimilarFailures(mined!.error.message)).matches.map(({ chain }) => chain);
    expect(found.toSorted()).toEqual([mined!.id, manual].toSorted());
    expect((await stemma.similar(mined!.error.message)).matches.map(({ chain }) => chain).toSorted()).toEqual(
      [mined!.id, manual].toSorted(),
    );
  });

  test('the first entry in a new archive is seen by everybody who had it open', async () => {
    await using stemma = await openStemma();
    expect((await stemma.unresolved()).total).toBe(0);
    const id = await stemma.tracker.recordErrorEvent({ message: 'it broke' });
    expect((await stemma.unresolved()).unresolved).toMatchObject([{ chain: { id } }]);
  });
});

test('no secret is written, whichever field it stands in', async () => {
  const secret = ['ghp', 'x1Y2z3A4b5C6d7E8f9G0h1I2j3K4l5M6n7O8'].join('_');
  await using tracker = open();
  const id = await tracker.recordErrorEvent({
    message: `push failed with ${secret}\nError: token ${secret} was refused`,
    context: {
      file: `/tmp/${secret}/a.ts`,
      code: `const token = '${secret}'`,
      stack: `Error: ${secret}\n  at a.ts:1:2`,
      reproduction: `GITHUB_TOKEN=${secret} npm test`,
    },
  });
  await tracker.recordFixAttempt(id, {
    action: `run \`git push https://${secret}@github.com/a/b\``,
    codeChanges: `+++ b/${secret}.ts\n+ '${secret}'`,
  });
  await expect(tracker.recordErrorEvent({ message: 'x', session: `claude:${secret}` })).rejects.toMatchObject({
    code: 'bad-argument',
  });
  const refusal = tracker.recordFixAttempt(id, { action: 'try', successful: `maybe ${secret}` as never });
  await expect(refusal).rejects.toMatchObject({
    message: 'successful must be true or false (got a value with a secret in it).',
  });
  await tracker.close();
  for (const file of readdirSync(home))
    expect(readFileSync(join(home, file)).includes(secret.slice(0, 20)), file).toBe(false);
});

describe('bad input is refused in words, and nothing is written', () => {
  const wrong = (value: unknown) => value as never;
  const other = 'ch_00000000001' + '00000000002';

  test.each<
    readonly [
      string,
      string,
      (tracker: ChainTracker, ids: Record<'open' | 'openFix' | 'resolved' | 'failed', string>) => Promise<unknown>,
    ]
  >([
    ['a message that is empty', 'bad-argument', (tracker) => tracker.recordErrorEvent({ message: '' })],
    ['a message of blanks and signs', 'bad-argument', (tracker) => tracker.recordErrorEvent({ message: ' \n--- ' })],
    ['a message that is a number', 'bad-argument', (tracker) => tracker.recordErrorEvent({ message: wrong(7) })],
    ['an event that is a number', 'bad-argument', (tracker) => tracker.recordErrorEvent(wrong(7))],
    ['no event', 'bad-argument', (tracker) => tracker.recordErrorEvent(wrong(undefined))],
    [
      'a context that is a list',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', context: wrong([]) }),
    ],
    [
      'a context that JSON cannot hold',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', context: { size: 7n } }),
    ],
    [
      'a context that is too large',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', context: { log: 'x'.repeat(64_000) } }),
    ],
    [
      'a context that is nested too deep',
      'bad-argument',
      (tracker) =>
        tracker.recordErrorEvent({
          message: 'it broke',
          context: { a: JSON.parse('['.repeat(101) + ']'.repeat(101)) },
        }),
    ],
    [
      'a time that is none',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', at: 'at noon' }),
    ],
    [
      'a time beyond all clocks',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', at: 1e17 }),
    ],
    [
      'a session whose name cannot be printed',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', session: 'a\nb' }),
    ],
    [
      'a session that is no text',
      'bad-argument',
      (tracker) => tracker.recordErrorEvent({ message: 'it broke', session: wrong(7) }),
    ],
    [
      'an attempt at an unknown chain',
      'chain-not-found',
      (tracker) => tracker.recordFixAttempt(other, { action: 'try' }),
    ],
    [
      'an attempt at something that is no chain',
      'chain-not-found',
      (tracker) => tracker.recordFixAttempt('nonsense', { action: 'try' }),
    ],
    ['an attempt at nothing', 'bad-argument', (tracker) => tracker.recordFixAttempt('', { action: 'try' })],
    [
      'an attempt without an action',
      'bad-argument',
      (tracker, { open: id }) => tracker.recordFixAttempt(id, wrong({})),
    ],
    [
      'an attempt of no words',
      'bad-argument',
      (tracker, { open: id }) => tracker.recordFixAttempt(id, { action: '…' }),
    ],
    [
      'an attempt that may have helped',
      'bad-argument',
      (tracker, { open: id }) => tracker.recordFixAttempt(id, { action: 'try', successful: wrong('maybe') }),
    ],
    [
      'changes that are no text',
      'bad-argument',
      (tracker, { open: id }) => tracker.recordFixAttempt(id, { action: 'try', codeChanges: wrong({}) }),
    ],
    [
      'an attempt after the resolution',
      'chain-settled',
      (tracker, { resolved }) => tracker.recordFixAttempt(resolved, { action: 'try' }),
    ],
    ['resolving an unknown chain', 'chain-not-found', (tracker) => tracker.markResolved(other)],
    ['resolving twice', 'chain-settled', (tracker, { resolved }) => tracker.markResolved(resolved)],
    [
      'resolving by an attempt of another chain',
      'fix-not-found',
      (tracker, { failed, openFix }) => tracker.markResolved(failed, openFix),
    ],
    [
      'resolving by an attempt that is no text',
      'bad-argument',
      (tracker, { open: id }) => tracker.markResolved(id, wrong(7)),
    ],
    ['giving up an unknown chain', 'chain-not-found', (tracker) => tracker.markFailed(other)],
    ['giving up what is resolved', 'chain-settled', (tracker, { resolved }) => tracker.markFailed(resolved)],
    ['giving up twice', 'chain-settled', (tracker, { failed }) => tracker.markFailed(failed)],
    ['asking for the beginning of several', 'ambiguous-id', (tracker) => tracker.getCausalChain('ch_')],
    ['a chain that is a number', 'bad-argument', (tracker) => tracker.getCausalChain(wrong(7))],
    ['looking for nothing', 'bad-argument', (tracker) => tracker.querySimilarFailures(' ')],
    ['looking for a number', 'bad-argument', (tracker) => tracker.querySimilarFailures(wrong(7))],
    ['no match wanted', 'bad-argument', (tracker) => tracker.querySimilarFailures('it broke', { limit: 0 })],
    ['a million matches wanted', 'bad-argument', (tracker) => tracker.querySimilarFailures('it broke', { limit: 1e6 })],
    ['a limit in words', 'bad-argument', (tracker) => tracker.querySimilarFailures('it broke', { limit: wrong('5') })],
    ['a list of none', 'bad-argument', (tracker) => tracker.getAllChains({ limit: 0 })],
    ['a list of a million', 'bad-argument', (tracker) => tracker.getAllChains({ limit: 1e6 })],
    ['a page that is nothing', 'bad-argument', (tracker) => tracker.getAllChains(wrong(null))],
    ['options that are a number', 'bad-argument', (tracker) => tracker.querySimilarFailures('it broke', wrong(5))],
    ['a page before the first', 'bad-argument', (tracker) => tracker.getUnresolvedChains({ after: -1 })],
  ])('%s', async (_, code, ask) => {
    await using tracker = open();
    const [one, two, three] = [
      await tracker.recordErrorEvent({ message: 'one' }),
      await tracker.recordErrorEvent({ message: 'two' }),
      await tracker.recordErrorEvent({ message: 'three' }),
    ];
    const openFix = await tracker.recordFixAttempt(one, { action: 'try' });
    await tracker.markResolved(two);
    await tracker.markFailed(three);
    const before = contents();
    const refusal = await ask(tracker, { open: one, openFix, resolved: two, failed: three }).catch(
      (error: unknown) => error as StemmaError,
    );
    expect(refusal).toMatchObject({ name: 'StemmaError', code, hint: expect.stringMatching(/\w{3}/) });
    expect(contents()).toEqual(before);
  });

  test('where there is no archive, none is made by what is refused', async () => {
    await using tracker = open();
    await expect(tracker.markResolved(other)).rejects.toMatchObject({ code: 'chain-not-found' });
    await expect(tracker.recordErrorEvent({ message: 'it broke', session: 'a\nb' })).rejects.toMatchObject({
      code: 'bad-argument',
    });
    expect(await tracker.getAllChains()).toMatchObject({ total: 0 });
    expect(existsSync(path)).toBe(false);
  });

  test('a tracker that was closed says so', async () => {
    const tracker = open();
    await tracker.close();
    await expect(tracker.recordErrorEvent({ message: 'it broke' })).rejects.toMatchObject({ code: 'bad-argument' });
    await expect(tracker.getAllChains()).rejects.toMatchObject({ code: 'bad-argument' });
    expect(await tracker.postError(new Error('late'))).toBeNull();
  });
});

describe('the post-error hook', () => {
  test('records what was thrown with its stack and its place', async () => {
    await using tracker = open();
    const id = await tracker.postError(new RangeError('index 7 is out of range'), {
      reproduction: 'npm test',
      session: 'claude:here',
      request: { id: 7 },
    });
    expect((await tracker.getCausalChain(id!))!.error).toMatchObject({
      message: 'RangeError: index 7 is out of range',
      type: 'RangeError',
      session: 'claude:here',
      context: {
        file: expect.stringContaining('chain-tracker.test.ts'),
        line: expect.any(Number),
        stack: expect.stringContaining('RangeError'),
        reproduction: 'npm test',
        request: { id: 7 },
      },
    });
  });

  test('keeps a failure though what else is known of it cannot be kept', async () => {
    await using tracker = open();
    const id = await tracker.postError(new Error('it broke'), { size: 7n });
    expect((await tracker.getCausalChain(id!))!.error.context).toMatchObject({ stack: expect.any(String) });
  });

  test('records an error once, however many pass it on', async () => {
    await using tracker = open();
    const error = new Error('it broke');
    expect(await tracker.postError(error)).toBe(await tracker.postError(error));
    expect((await tracker.getAllChains()).total).toBe(1);
  });

  test('records an error that could not be recorded before', async () => {
    await using tracker = open();
    const error = new Error('it broke');
    expect(await tracker.postError(error, { session: 'a\nb' })).toBeNull();
    expect(await tracker.postError(error)).toMatch(/^ch_/);
  });

  test('never fails, and says why nothing was recorded to whoever listens', async () => {
    await writeFile(path, 'this is no database'.repeat(100));
    const errors: unknown[] = [];
    const tracker = open((error) => {
      errors.push(error);
      throw new Error('a listener that fails');
    });
    expect(await tracker.postError(new Error('it broke'))).toBeNull();
    expect(await tracker.postError('it broke', null as never)).toBeNull();
    expect(errors).toMatchObject([{ code: 'store-damaged' }, {}]);
  });

  test('a wrapped function gives what it gave, and throws what it threw, at once', async () => {
    await using tracker = open();
    const thrown = new Error('no cart');
    const shop = {
      price: 7,
      sum: tracker.recordsErrors(function (this: { price: number }, count: number) {
        if (count < 0) throw thrown;
        return this.price * count;
      }),
    };
    expect(shop.sum(2)).toBe(14);
    expect(() => shop.sum(-1)).toThrow(thrown);
    const later = tracker.recordsErrors(async (count: number) => shop.sum(count), { file: 'shop.ts' });
    expect(await later(1)).toBe(7);
    await expect(later(-1)).rejects.toBe(thrown);
    expect(tracker.recordsErrors((text: string) => text.length)('abc')).toBe(3);
    const odd = tracker.recordsErrors(() => {
      throw 'a text';
    });
    expect(odd).toThrow('a text');
    await expect
      .poll(async () => (await tracker.getAllChains()).chains.map(({ error }) => error.message).toSorted())
      .toEqual(['Error: no cart', 'a text']);
  });

  test('closing waits for what is being recorded', async () => {
    const tracker = open();
    void tracker.postError(new Error('first'));
    void tracker.postError(new Error('second'));
    await tracker.close();
    await using after = open();
    expect((await after.getAllChains()).total).toBe(2);
  });
});

describe('several at once', () => {
  test('nothing is locked between two calls', async () => {
    await using tracker = open();
    const id = await tracker.recordErrorEvent({ message: 'it broke' });
    {
      await using store = await openArchive(path, 'write', { waitMs: 0 });
      await store.write.setMeta('somebody', 'else');
    }
    await tracker.markResolved(id);
  });

  test('trackers wait for each other, and all is kept', async () => {
    await using one = open();
    await using two = open();
    const id = await one.recordErrorEvent({ message: 'it broke' });
    const writes = [...Array(4).keys()].flatMap((count) => [
      one.recordFixAttempt(id, { action: `one ${count}` }),
      two.recordFixAttempt(id, { action: `two ${count}` }),
    ]);
    await Promise.all(writes);
    const actions = (await two.getCausalChain(id))!.attempts.map(({ action }) => action);
    expect(actions).toHaveLength(8);
    expect(actions.filter((action) => action.startsWith('one'))).toEqual(['one 0', 'one 1', 'one 2', 'one 3']);
  });

  test('of two that resolve it one is refused', async () => {
    await using one = open();
    await using two = open();
    const id = await one.recordErrorEvent({ message: 'it broke' });
    const ended = await Promise.allSettled([one.markResolved(id), two.markResolved(id)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

// The tests fail, the agent corrects the sum, and they pass.
const shop: readonly object[] = [
  { t: 'prompt', id: 'ask', text: 'make the tests pass' },
  { t: 'call', id: 'run', tool: 'Bash', input: { command: 'npm test' } },
  {
    t: 'result',
    id: 'red',
    call: 'run',
    output: 'Exit code 1\nTypeError: cart.sum is not a function\n    at src/cart.test.js:3:9',
  },
  { t: 'call', id: 'fix', tool: 'Edit', input: { file_path: 'src/cart.js', old_string: 'a - b', new_string: 'a + b' } },
  { t: 'result', id: 'fixed', call: 'fix', output: 'ok' },
  { t: 'call', id: 'again', tool: 'Bash', input: { command: 'npm test' } },
  { t: 'result', id: 'green', call: 'again', output: '12 passing' },
];

async function transcriptOf(events: readonly object[]): Promise<string> {
  const file = join(home, 'shop.jsonl');
  await writeFile(
    file,
    events
      .map(
        (event, at) =>
          `${JSON.stringify({ ...event, at: new Date(Date.parse('2026-03-02T09:00:00Z') + at * 1000).toISOString() })}\n`,
      )
      .join(''),
  );
  return file;
}

/** Every row of every table. */
function contents(): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'`,
      )
      .all();
    return tables.map(({ name }) => [name, db.prepare(`select * from "${String(name)}"`).all()]);
  } finally {
    db.close();
  }
}
