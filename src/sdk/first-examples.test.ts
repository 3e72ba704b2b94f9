import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CausalChainTracker, getSessionTracker, openStemma, SkillsTracker } from '../index.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { openArchive } from '../testing/open-archive.ts';
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

  test('every attempt is recorded with how it went, then the resolution time', async () => {
    await using tracker = new CausalChainTracker({ home });
    const chainId = await tracker.recordErrorEvent({ error, context: {}, sessionId: 'session-123' });
    const attempt = { causalChainId: chainId, codeChanges: '+ import missing_module' };
    const failed = await tracker.recordFixAttempt({ ...attempt, actionTaken: 'Install module', successful: false });
    expect((await tracker.getCausalChain(chainId))!.needs_review).toBe(true);
    const fixed = await tracker.recordFixAttempt({ ...attempt, actionTaken: 'Fix import path', successful: true });
    await tracker.markResolved({ causalChainId: chainId, resolutionTimeMinutes: 15, successfulFixId: fixed });
    expect(await tracker.getCausalChain(chainId)).toMatchObject({
      resolved: true,
      resolution_time_minutes: 15,
      successful_fix_id: fixed,
    });
    await expect(tracker.markResolved({ causalChainId: chainId, successfulFixId: failed })).rejects.toThrow(
      'it cannot be resolved any more',
    );
  });

  test('the failures of a session that is only named in them can be asked for', async () => {
    await using tracker = new CausalChainTracker({ home });
    await tracker.recordErrorEvent({ error, context: {}, sessionId: 'session-123' });
    const solved = await tracker.recordErrorEvent({ error: 'KeyError: id', context: {}, sessionId: 'session-123' });
    await tracker.markResolved({ causalChainId: solved });
    await using stemma = await openStemma({ home });
    for (const name of ['session-123', 'sdk:session-123']) {
      const answer = await stemma.errors(name);
      expect(answer.errors.map(({ message }) => message)).toEqual([error, 'KeyError: id']);
      expect(answer.session).toMatchObject({ uid: 'sdk:session-123', events: 0, errors: 2, open_errors: 1 });
    }
    await expect(stemma.errors('session-12')).rejects.toThrow('There is no session "session-12"');
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
      await using store = await openArchive(join(home, 'stemma.db'), 'write');
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

describe('skills', () => {
  const tracked = async (tracker: SkillsTracker) => {
    const complete = tracker.trackInvocation('crackerjack-run', {
      workflowPath: 'comprehensive',
      userQuery: 'fix type errors',
      alternativesConsidered: ['session-checkpoint'],
      selectionRank: 1,
    });
    await complete({ completed: true, followUpActions: ['git commit'] });
  };

  test('a use is tracked, and completed by what tracking it gives', async () => {
    await using tracker = new SkillsTracker({ home, sessionId: 'abc123' });
    await tracked(tracker);
    const failing = await tracker.trackInvocation('crackerjack-run');
    await failing({ completed: false, errorType: 'TypeError' });

    const used = await tracker.getSessionSkills();
    expect(used.length).toBe(2);
    expect([...used].at(-1)).toMatchObject({
      skill: 'crackerjack-run',
      session: 'sdk:abc123',
      workflow_path: 'comprehensive',
      user_query: 'fix type errors',
      alternatives: ['session-checkpoint'],
      selection_rank: 1,
      completed: true,
      follow_ups: ['git commit'],
      duration_seconds: expect.any(Number),
    });
    expect(await tracker.getSessionSummary()).toMatchObject({
      session_id: 'sdk:abc123',
      total_skills_used: 1,
      total_invocations: 2,
      completed_invocations: 1,
      abandoned_invocations: 1,
      total_duration_seconds: expect.any(Number),
      skills_by_count: { 'crackerjack-run': 2 },
    });
    expect(await tracker.getSkillMetrics('crackerjack-run')).toMatchObject({
      total_invocations: 2,
      completion_rate: 50,
      workflow_paths: { comprehensive: 1 },
      common_errors: { TypeError: 1 },
      follow_up_actions: { 'git commit': 1 },
    });
  });

  test('what could not be stored is said by what was to complete it', async () => {
    await using tracker = new SkillsTracker({ home });
    const complete = tracker.trackInvocation('commit', { selectionRank: 0 });
    await expect(complete()).rejects.toThrow(/^selectionRank must be a whole number from 1 on/);
    await expect(complete.catch((error: unknown) => String(error))).resolves.toContain('selectionRank');
  });

  test('the summary is of all sessions, and nothing is nothing', async () => {
    await using tracker = new SkillsTracker({ home, session: 'one' });
    expect(await tracker.getSummary()).toMatchObject({
      total_skills: 0,
      total_invocations: 0,
      overall_completion_rate: null,
      most_used_skill: null,
      most_used_count: 0,
      avg_duration_seconds: null,
      skills_by_usage: [],
    });
    await tracked(tracker);
    await using other = getSessionTracker('two', { home });
    await tracked(other);
    await other.trackInvocation('lint')({ completed: false, durationSeconds: 3 });
    expect(await tracker.getSummary()).toMatchObject({
      total_skills: 2,
      total_invocations: 3,
      overall_completion_rate: 66.7,
      most_used_skill: 'crackerjack-run',
      most_used_count: 2,
      avg_duration_seconds: expect.any(Number),
      skills_by_usage: [
        ['crackerjack-run', 2],
        ['lint', 1],
      ],
    });
    expect(await tracker.getSummary({ session: 'two' })).toMatchObject({ total_invocations: 2 });
    const report = await tracker.generateReport();
    expect(report).toMatch(/^average duration \d/m);
    expect(report).toContain('Paths of the work\n  crackerjack-run: comprehensive 2×\n');
    expect(report).toContain('What follows: git commit 2×\n');
  });

  test('skills are recommended from all sessions, with their score, however unlike', async () => {
    await using tracker = new SkillsTracker({ home, session: 'my_session' });
    for (const [skill, userQuery] of [
      ['debug-db', 'the database connection times out'],
      ['fix-login', 'fix the error of the login page'],
      ['nothing-known', undefined],
    ] as const)
      await tracker.getSessionTracker('other').trackInvocation(skill, {
        ...(userQuery && { userQuery }),
        workflowPhase: 'execution',
      })();
    const recommendations = await tracker.recommendSkills('how to fix database timeout error', { limit: 5 });
    expect(recommendations.map(({ skill_name }) => skill_name)).toEqual(['debug-db', 'fix-login']);
    expect(recommendations[0]!.similarity_score).toBeGreaterThan(recommendations[1]!.similarity_score);
    expect(
      await tracker.recommendSkills('how to fix database timeout error', { workflowPhase: 'execution' }),
    ).toMatchObject([
      { skill_name: 'debug-db', workflow_phase: 'execution', completed: true, similarity_score: expect.any(Number) },
      {},
      {},
    ]);
    expect(await tracker.recommendSkills('how to fix database timeout error', { minSimilarity: 0.99 })).toEqual([]);
  });

  test('reports, heatmap and bottlenecks by phase; metrics are written with their folder', async () => {
    await using tracker = new SkillsTracker({ home, session: 'abc123' });
    for (const completed of [true, false])
      await tracker.trackInvocation('deploy', { workflowPhase: 'deployment' })({ completed });
    expect(await tracker.generateWorkflowReport({ sessionId: 'abc123' })).toContain('abandoned 1 of 2, score 0.50');
    expect((await tracker.getWorkflow()).bottlenecks).toMatchObject([
      { phase: 'deployment', abandonment_rate: 0.5, bottleneck_score: 0.5 },
    ]);
    expect(await tracker.generatePhaseHeatmap()).toContain('deploy');
    const file = join(home, 'new', 'folder', 'metrics.json');
    await tracker.exportMetrics(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      summary: { total_skills: 1 },
      skills: { deploy: { total_invocations: 2 } },
      invocations: [{ skill_name: 'deploy' }, { skill_name: 'deploy' }],
      exported_at: expect.any(String),
    });
  });

  describe("session-buddy's database", () => {
    const folder = () => join(home, '.session-buddy.db');
    const withRows = (...rows: readonly (readonly (string | number | null)[])[]) => {
      using database = new DatabaseSync(folder());
      database.exec(`
        pragma journal_mode = wal;
        create table skill_invocation (
          id integer primary key autoincrement, skill_name text not null, invoked_at text not null,
          session_id text not null, workflow_path text, completed boolean not null default 0, duration_seconds real,
          user_query text, alternatives_considered text, selection_rank integer, follow_up_actions text,
          error_type text, created_at text not null default (datetime('now')), embedding blob, workflow_phase text,
          workflow_step_id text
        )`);
      const insert = database.prepare(`
        insert into skill_invocation (skill_name, invoked_at, session_id, workflow_path, completed, duration_seconds,
          user_query, alternatives_considered, selection_rank, follow_up_actions, error_type, workflow_phase)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
      for (const row of rows) insert.run(...row);
    };

    test('is imported once, and left as it is', async () => {
      withRows(
        [
          'crackerjack-run',
          '2026-02-10T12:34:56+00:00',
          'abc',
          'quick',
          1,
          4.5,
          'fix types',
          '["lint"]',
          1,
          '["git commit"]',
          null,
          'execution',
        ],
        ['lint', '2026-02-11T12:34:56+00:00', 'abc', null, 0, null, null, 'no json', null, null, 'TypeError', null],
        ['late', 'yesterday', 'abc', null, 0, null, null, null, null, null, null, null],
      );
      const [before, names] = [readFileSync(folder()), readdirSync(home)];
      await using tracker = new SkillsTracker({ home });
      expect(await tracker.importMetrics(folder())).toEqual({
        imported: 2,
        already_here: 0,
        skipped: 1,
        problems: [{ entry: 3, reason: 'invoked_at is no time' }],
      });
      expect(await tracker.importMetrics(folder())).toMatchObject({ imported: 0, already_here: 2 });
      expect([...(await tracker.getSessionSkills('abc'))]).toMatchObject([
        { skill: 'lint', completed: false, error_type: 'TypeError', alternatives: [], follow_ups: [] },
        {
          skill: 'crackerjack-run',
          completed: true,
          duration_seconds: 4.5,
          workflow_path: 'quick',
          workflow_phase: 'execution',
          user_query: 'fix types',
          alternatives: ['lint'],
          selection_rank: 1,
          follow_ups: ['git commit'],
          at: '2026-02-10T12:34:56.000Z',
        },
      ]);
      expect(readFileSync(folder())).toEqual(before);
      expect(readdirSync(home).filter((name) => name.startsWith('.session'))).toEqual(
        names.filter((name) => name.startsWith('.session')),
      );
    });

    test('that is another, or damaged, is refused with a reason', async () => {
      await using tracker = new SkillsTracker({ home });
      {
        using database = new DatabaseSync(folder());
        database.exec('create table other (a)');
      }
      await expect(tracker.importMetrics(folder())).rejects.toThrow('is a database without a table "skill_invocation"');
      writeFileSync(folder(), `SQLite format 3\0${'x'.repeat(5000)}`);
      await expect(tracker.importMetrics(folder())).rejects.toThrow(/ is damaged: /);
      expect(existsSync(join(home, 'stemma.db'))).toBe(false);
    });
  });
});
