import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CausalChainTracker } from '../index.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { failedTest } from '../testing/stories.ts';
import { writeStories } from '../testing/write-stories.ts';

// What people who come from session-buddy's trackers write first, with its names, arguments and defaults.

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'stemma-first-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('causal chains', () => {
  const error = 'ImportError: module not found';

  test('an error, an attempt and a resolution, under their first names', async () => {
    await using tracker = new CausalChainTracker({ home });
    await tracker.initialize();
    const context = { file: 'main.py', line: 42, code: 'import missing_module' };
    const chainId = await tracker.recordErrorEvent({ error, context, sessionId: 'session-123' });
    const fixId = await tracker.recordFixAttempt({
      causalChainId: chainId,
      actionTaken: 'Installed missing_module via pip',
      codeChanges: '+ import missing_module',
      sessionId: 'session-124',
    });
    await tracker.markResolved({ causalChainId: chainId, resolutionTimeMinutes: 15, successfulFixId: fixId });

    const chain = await tracker.getCausalChain(chainId);
    expect(chain).toMatchObject({
      id: chainId,
      error: { message: error, context, session: 'sdk:session-123' },
      attempts: [{ id: fixId, successful: true, session: 'sdk:session-124' }],
      resolved: true,
      successful_fix_id: fixId,
      resolution_ms: 15 * 60_000,
      resolution_time_minutes: 15,
    });
    expect(chain!.error.context).toEqual(context);
    expect(chain!.error_message.split(':')[0]).toBe('ImportError');
    expect(chain!.error_event).toMatchObject({ error_message: error, context, session_id: 'sdk:session-123' });
    expect(chain!.fix_attempts).toMatchObject([
      { action_taken: 'Installed missing_module via pip', code_changes: '+ import missing_module', successful: true },
    ]);
    expect(JSON.parse(JSON.stringify(chain))).not.toHaveProperty('error_event');
  });

  test('the same with the names as Python writes them', async () => {
    await using tracker = new CausalChainTracker({ home });
    const python = (options: object) => options as never;
    const chain = await tracker.recordErrorEvent(python({ error, context: null, session_id: 'session-123' }));
    const fix = await tracker.recordFixAttempt(
      python({ causal_chain_id: chain, action_taken: 'pip install it', code_changes: null }),
    );
    await tracker.markResolved(
      python({ causal_chain_id: chain, resolution_time_minutes: 0.1, successful_fix_id: fix }),
    );
    expect(await tracker.getCausalChain(chain)).toMatchObject({ resolution_ms: 6_000, resolution_time_minutes: 0.1 });
    expect(await tracker.querySimilarFailures(python({ current_error: error, limit: 5 }))).toMatchObject({
      matches: [{ chain }],
    });
  });

  test('context is any JSON object, and comes back as given', async () => {
    await using tracker = new CausalChainTracker({ home });
    const context = {
      file: 'main.py',
      line: 42,
      code_snippet: 'import missing_module\n\timport other',
      stack_trace: 'Traceback (most recent call last):\n  File "main.py", line 42\n',
      reproduction_steps: ['Run main.py', 'wait'],
      environment: { python: '3.12', nested: { deep: [1, null, true, { a: '' }] } },
      note: '  blanks and \u0007 signs  ',
      long: 'y'.repeat(20_000),
    };
    const id = await tracker.recordErrorEvent({ error: `Traceback:\n  File "main.py"\n${error}`, context });
    const found = (await tracker.getCausalChain(id))!.error;
    expect(found.context).toEqual(context);
    expect(found.message).toBe(error);
    expect(found.output).toContain('File "main.py"');
    await expect(tracker.recordErrorEvent({ error, context: { log: 'x'.repeat(70_000) } })).rejects.toThrow(
      /^context must have at most 64000 characters as JSON, not 70010 \(got an object\)\.$/,
    );
  });

  test('secrets in a context are not kept', async () => {
    await using tracker = new CausalChainTracker({ home });
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const id = await tracker.recordErrorEvent({
      error,
      context: { env: { list: [`a ${secret}`], password: 'hunter2' } },
    });
    expect((await tracker.getCausalChain(id))!.error.context).toEqual({
      env: { list: ['a [redacted:github-token]'], password: expect.stringContaining('[redacted') },
    });
  });

  test('similar failures can be iterated, and solved ones alone be asked for', async () => {
    await using tracker = new CausalChainTracker({ home });
    const solved = await tracker.recordErrorEvent({ error });
    await tracker.recordFixAttempt(solved, { action: 'pip install it', successful: true });
    await tracker.recordErrorEvent({ error });
    const similar = await tracker.querySimilarFailures(error, { limit: 5 });
    expect(similar.length).toBe(2);
    const found = [];
    for (const result of similar)
      found.push([result.error_message, result.fix_action_taken, result.successful, result.resolution_time_minutes]);
    expect(found[0]).toEqual([error, 'pip install it', true, expect.any(Number)]);
    expect([...(await tracker.querySimilarFailures(error, { solved: true }))]).toMatchObject([{ chain: solved }]);
    expect([...(await tracker.querySimilarFailures('nothing like it at all'))]).toEqual([]);
  });

  test('what is not there is null, not an exception', async () => {
    await using tracker = new CausalChainTracker({ home });
    expect(await tracker.getCausalChain('ch_0000000000')).toBeNull();
    expect(await tracker.getCausalChain('err-12345678')).toBeNull();
    expect((await tracker.getUnresolvedChains()).length).toBe(0);
  });

  test('lists hold 50 by default, and can be iterated', async () => {
    await using tracker = new CausalChainTracker({ home });
    for (let count = 0; count < 51; count++) await tracker.recordErrorEvent(`Error: number ${count}`);
    expect(await tracker.getUnresolvedChains()).toMatchObject({ length: 50, total: 51, next: 50 });
    expect(await tracker.getAllChains()).toMatchObject({ length: 50, total: 51 });
    const types = new Set([...(await tracker.getUnresolvedChains({ limit: 100 }))].map((each) => each.error_message));
    expect(types.size).toBe(51);
  });

  test('when everything that was tried failed, the chain is flagged for review', async () => {
    await using tracker = new CausalChainTracker({ home });
    const [tried, half, open, failed] = [
      await tracker.recordErrorEvent('Error: all failed'),
      await tracker.recordErrorEvent('Error: one is not known'),
      await tracker.recordErrorEvent('Error: nothing was tried'),
      await tracker.recordErrorEvent('Error: given up'),
    ];
    for (const chain of [tried, half])
      await tracker.recordFixAttempt({ causalChainId: chain, actionTaken: 'Strategy 1', successful: false });
    await tracker.recordFixAttempt(half, { action: 'Strategy 2' });
    await tracker.markFailed(failed);
    const flagged = await tracker.getUnresolvedChains({ needsReview: true });
    expect(flagged.total).toBe(2);
    expect(new Set(flagged.chains.map(({ id }) => id))).toEqual(new Set([tried, failed]));
    expect(await tracker.getCausalChain(tried)).toMatchObject({ state: 'open', needs_review: true });
    expect(await tracker.getCausalChain(open)).toMatchObject({ needs_review: false });
    await tracker.recordFixAttempt(tried, { action: 'Strategy 3', successful: true });
    expect(await tracker.getCausalChain(tried)).toMatchObject({ resolved: true, needs_review: false });
  });

  test('what is entered before its session comes is joined to it when it comes', async () => {
    await using tracker = new CausalChainTracker({ home });
    const session = failedTest.name;
    const id = await tracker.recordErrorEvent({ error, sessionId: session });
    expect((await tracker.getCausalChain(id))!.error).toMatchObject({ session: `sdk:${session}`, source: null });
    {
      await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'write' });
      await writeStories(store, failedTest);
    }
    expect((await tracker.getCausalChain(id))!.error).toMatchObject({ session: `quill:${session}`, source: 'quill' });
  });

  test('a name that is the start of another is a session of its own', async () => {
    await using tracker = new CausalChainTracker({ home });
    for (const session of ['session-12', 'session-1', 'my session']) await tracker.recordErrorEvent({ error, session });
    expect((await tracker.getAllChains()).chains.map((chain) => String(chain.error.session)).toSorted()).toEqual([
      'sdk:my session',
      'sdk:session-1',
      'sdk:session-12',
    ]);
  });

  test('names are given once, and unknown ones are refused', async () => {
    await using tracker = new CausalChainTracker({ home });
    for (const options of [{ message: 'a', error: 'b' }, { error, sessions: 'x' }, {}])
      await expect(tracker.recordErrorEvent(options as never)).rejects.toThrow(StemmaError);
  });
});
