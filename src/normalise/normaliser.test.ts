import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft, What } from '../model/draft.ts';
import { sessionUid } from '../model/ids.ts';
import { inRest } from '../platform/search/words.ts';
import { createNormaliser, type NormalEvent } from './normaliser.ts';

const session = sessionUid('claude', 's1');
let lines = 0;
const draft = (what: What, more: Partial<Draft> = {}): Draft => ({ session, key: `k${++lines}`, what, ...more });
const call = (tool: string, input: unknown, more: Partial<Draft> = {}) => draft({ is: 'call', tool, input }, more);
const result = (of: Draft, output: string, more: Partial<Extract<What, { is: 'result' }>> = {}, at?: number) =>
  draft({ is: 'result', call: of.key, output, ...more }, at === undefined ? {} : { at });
const bash = (command: string) => call('Bash', { command });
const events = (...drafts: readonly Draft[]): readonly NormalEvent[] => {
  const normaliser = createNormaliser();
  return drafts.map((each) => normaliser.event(each));
};
const kinds = (...drafts: readonly Draft[]) => events(...drafts).map(({ kind }) => kind);
const one = (each: Draft) => events(each)[0]!;

describe('the kind of an event', () => {
  test('says what it was', () => {
    const read = call('Read', { file_path: 'a' });
    expect(
      kinds(
        draft({ is: 'prompt', text: 'hi', origin: 'human' }),
        draft({ is: 'thinking', text: 'hm' }),
        draft({ is: 'message', text: 'yes' }),
        read,
        result(read, 'text'),
        call('Edit', { file_path: 'a' }),
        bash('npm test'),
        bash('npm run build'),
        draft({ is: 'failure', text: 'overloaded', type: 'api_error' }),
        draft({ is: 'intervention', text: 'stop', type: 'interrupt' }),
        draft({ is: 'decision', text: 'plan approved', type: 'plan' }),
        draft({ is: 'lifecycle', text: 'compacted', type: 'compaction' }),
        draft({ is: 'completion', text: 'done', type: 'turn' }),
      ),
    ).toEqual([
      'user_msg',
      'thinking',
      'assistant_msg',
      'tool_call',
      'tool_result',
      'edit',
      'test_run',
      'tool_call',
      'error',
      'human_intervention',
      'decision',
      'lifecycle',
      'completion',
    ]);
  });

  test('is error for a result that failed, and the call learns it', () => {
    const run = call('Bash', { command: 'npm test' }, { at: 1000 });
    const [, ended] = events(run, result(run, 'Exit code 1\nTests: 1 failed', { status: 'failed' }, 3500));
    expect(ended).toMatchObject({
      kind: 'error',
      failed: true,
      tool: 'Bash',
      step: run.key,
      durationMs: 2500,
      settles: { call: run.key, failed: true, durationMs: 2500 },
    });
  });

  test('keeps the given type, role and origin', () => {
    expect(one(draft({ is: 'failure', text: 'x', type: 'api_error' }))).toMatchObject({
      type: 'api_error',
      role: 'system',
      failed: true,
    });
    expect(one(draft({ is: 'prompt', text: 'x', origin: 'skill' }))).toMatchObject({ origin: 'skill', role: 'user' });
  });
});

describe('a step', () => {
  test('is a prompt, or a call with its result; words between belong to none', () => {
    const prompt = draft({ is: 'prompt', text: 'fix it', origin: 'human' });
    const run = bash('ls');
    const answer = result(run, 'a.ts');
    expect(events(prompt, draft({ is: 'message', text: 'ok' }), run, answer).map(({ step }) => step)).toEqual([
      prompt.key,
      null,
      run.key,
      run.key,
    ]);
  });

  test('has no duration where a clock went backwards or nobody looked', () => {
    const run = call('Bash', { command: 'ls' }, { at: 5000 });
    expect(events(run, result(run, '', {}, 4000))[1]).toMatchObject({ durationMs: null });
    expect(events(run, result(run, ''))[1]).toMatchObject({ durationMs: null });
  });

  test('is not settled while it runs', () => {
    const run = bash('npm start');
    expect(events(run, result(run, 'Process running with session ID 3', { status: 'running' }))[1]).not.toHaveProperty(
      'settles',
    );
  });

  test('is settled though its call was never seen', () => {
    expect(one(draft({ is: 'result', call: 'gone', output: 'Exit code 1\nno', status: 'failed' }))).toMatchObject({
      kind: 'error',
      tool: null,
      step: 'gone',
      settles: { call: 'gone', failed: true },
    });
  });
});

describe('a retry', () => {
  const failed = { status: 'failed' } as const;

  test('repeats a call that failed', () => {
    const first = bash('npm test');
    expect(kinds(first, result(first, 'Exit code 1', failed), bash('cat a.ts'), bash('npm test'))).toEqual([
      'test_run',
      'error',
      'tool_call',
      'retry',
    ]);
  });

  test('is the same command in other wrapping', () => {
    const first = bash('npm test');
    const wrapped = call('Bash', { command: 'cd /repo && npm test 2>&1 | tail -20', description: 'again', timeout: 5 });
    expect(kinds(first, result(first, 'Exit code 1', failed), wrapped).at(-1)).toBe('retry');
  });

  test('is an edit of the same file', () => {
    const first = call('Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' });
    expect(
      kinds(
        first,
        result(first, 'not found', failed),
        call('Edit', { file_path: 'a.ts', old_string: 'x ', new_string: 'y' }),
        call('Edit', { file_path: 'b.ts' }),
      ).slice(2),
    ).toEqual(['retry', 'edit']);
  });

  test('is no more one once it succeeded', () => {
    const first = bash('npm test');
    const second = bash('npm test');
    expect(kinds(first, result(first, 'Exit code 1', failed), second, result(second, 'ok'), bash('npm test'))).toEqual([
      'test_run',
      'error',
      'retry',
      'tool_result',
      'test_run',
    ]);
  });

  test('is not the same call recorded again with more', () => {
    const first = { ...bash('npm test'), fuller: true } as const;
    const second = { ...bash('npm test'), fuller: true } as const;
    const both = [first, result(first, 'Exit code 1', failed), second, result(second, 'Exit code 1', failed)];
    expect(kinds(...both, ...both)).toEqual([
      'test_run',
      'error',
      'retry',
      'error',
      'test_run',
      'error',
      'retry',
      'error',
    ]);
  });

  test('does not follow from success, from another session, or from other arguments', () => {
    const first = bash('npm test');
    const elsewhere = { ...bash('npm test'), session: sessionUid('claude', 's2') };
    expect(kinds(first, result(first, 'fine'), bash('npm test')).at(-1)).toBe('test_run');
    expect(kinds(first, result(first, 'Exit code 1', failed), elsewhere, bash('npm test -- --run a'))).toEqual([
      'test_run',
      'error',
      'test_run',
      'test_run',
    ]);
  });
});

describe('a summary', () => {
  test.each<[string, unknown, string]>([
    ['Bash', { command: 'npm test' }, 'Bash npm test'],
    ['Bash', { command: 'cd /home/dev/shop && npm test\n' }, 'Bash npm test'],
    ['Edit', { file_path: '/home/dev/shop/src/cart.js', old_string: 'a' }, 'Edit src/cart.js'],
    ['Read', { file_path: '/home/dev/other/x.ts' }, 'Read ~/other/x.ts'],
    ['exec_command', { cmd: 'rg -n foo', workdir: '/x' }, 'exec_command rg -n foo'],
    ['shell', { command: ['bash', '-lc', 'ls -la'] }, 'shell ls -la'],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/b.ts\n+z\n*** End Patch',
      'apply_patch src/a.ts, src/b.ts',
    ],
    [
      'Task',
      { description: 'Find the cart bug', prompt: 'Look …', subagent_type: 'scout' },
      'Task scout: Find the cart bug',
    ],
    ['Grep', { pattern: 'total', path: '/home/dev/shop/src' }, 'Grep total in src'],
    ['WebFetch', { url: 'https://example.com/a', prompt: 'what' }, 'WebFetch https://example.com/a'],
    [
      'TodoWrite',
      {
        todos: [
          { content: 'Read', status: 'completed' },
          { content: 'Fix the sum', status: 'in_progress' },
        ],
      },
      'TodoWrite Fix the sum (1/2 done)',
    ],
    ['update_plan', { plan: [{ step: 'Look', status: 'pending' }] }, 'update_plan Look'],
    ['Skill', { skill: 'commit' }, 'Skill commit'],
    ['mcp__db__query', { sql: 'select 1', limit: 5 }, 'mcp__db__query select 1 5'],
    ['exec', 'const a = 1;\ntext(a)', 'exec const a = 1; text(a)'],
    [
      'Bash',
      { command: `curl -H "Authorization: Bearer ${'a1B2'.repeat(9)}" https://x.example` },
      'Bash curl -H "Authorization: Bearer [redacted:bearer]" https://x.example',
    ],
    ['Bash', null, 'Bash'],
  ])('of a call: %s %j', (tool, input, summary) => {
    const normaliser = createNormaliser();
    normaliser.cwd(session, '/home/dev/shop');
    expect(normaliser.event(call(tool, input)).summary).toBe(summary);
  });

  test.each([
    ['\n\n```\nFix the cart\nIt is wrong', 'Fix the cart'],
    ['"# Context\n\nThe cart is wrong\nFix it', 'Context: The cart is wrong'],
    ['Do this:\n\n- fix the cart\n- test it', 'Do this: fix the cart'],
    ['# Fix the cart.\nIt is wrong', '# Fix the cart.'],
    ['Like this:', 'Like this:'],
    ['\u001b[31mred\u001b[0m and \u0007bell\u202e', 'red and bell'],
    ['<notice>\nSomething happened\n</notice>', 'Something happened'],
    ['修复购物车\n第二行', '修复购物车'],
    ['my password=hunter22 is', 'my password=[redacted:password] is'],
    ['', ''],
  ])('of a text: %j', (text, summary) => {
    expect(one(draft({ is: 'prompt', text, origin: 'human' })).summary).toBe(summary);
  });

  test.each<[string, Partial<Extract<What, { is: 'result' }>>, string]>([
    ['', {}, 'ok'],
    ['done\n', {}, 'done'],
    ['\n     1→import x\n     2→y\n', {}, 'import x (3 lines)'],
    ['Chunk ID: a\nWall time: 0 seconds\nProcess exited with code 0\nOutput:\nhello\n', {}, 'hello'],
    ['Exit code 1\nTypeError: x is not a function\n  at y', { status: 'failed' }, 'TypeError: x is not a function'],
  ])('of a result: %j', (output, more, summary) => {
    const run = bash('node a.js');
    expect(events(run, result(run, output, more))[1]!.summary).toBe(summary);
  });

  test('is one line of at most 160 characters, never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const { summary } = one(draft({ is: 'message', text: `🙂${text}🙂` }));
        expect(summary.length).toBeLessThanOrEqual(160);
        expect(summary).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
        expect(summary.isWellFormed()).toBe(true);
      }),
    );
  });

  test('never shows half a secret', () => {
    const key = `${'gh'}p_${'a1B2c3D4'.repeat(5)}`;
    const { summary, search } = one(draft({ is: 'prompt', text: `${'word '.repeat(30)}${key}`, origin: 'human' }));
    expect(summary).not.toContain('a1B2');
    expect(search).not.toContain('a1B2');
  });

  test.each(Array.from({ length: 40 }, (_, more) => 770 + more))(
    'shows no half of a secret that stands behind %i spaces',
    (spaces) => {
      const key = `${'gh'}p_${'a1B2c3D4'.repeat(5)}`;
      const { summary, search } = one(
        draft({ is: 'prompt', text: `look${' '.repeat(spaces)}${key}`, origin: 'human' }),
      );
      expect(`${summary} ${search}`).not.toContain('a1B2');
    },
  );
});

describe('the text to find an event by', () => {
  test('has what people remember of a call', () => {
    expect(one(call('Bash', { command: 'npm test', description: 'Run all tests' })).search).toBe(
      'Bash npm test Run all tests',
    );
    expect(one(call('Edit', { file_path: 'src/cart.js', new_string: 'sum += price * quantity' })).search).toBe(
      'Edit src/cart.js sum += price * quantity',
    );
    expect(one(call('apply_patch', '*** Begin Patch\n*** Update File: a.ts\n-old\n+fresh\n*** End Patch')).search).toBe(
      'apply_patch a.ts fresh\napplypatch',
    );
  });

  test('has the words of names as developers join them', () => {
    const { search } = one(draft({ is: 'message', text: 'readFile ignores max_age' }));
    expect(search).toBe('readFile ignores max_age\nread file maxage');
  });

  test('has the errors of a failed result, and the plain words of its output apart', () => {
    const run = bash('node a.js');
    const output = `${'noise\n'.repeat(500)}TypeError: total is not a function\n    at cart.js:3\n`;
    expect(events(run, result(run, output, { exitCode: 1 }))[1]!.search!.split('\n')).toEqual([
      'TypeError: total is not a function',
      'type error',
      ['noise', 'cart'].map(inRest).join(' '),
    ]);
  });

  test('has the names in an output that succeeded as they are, wherever they are, and its plain words apart', () => {
    const run = bash('git push');
    const searchOf = (output: string) => events(run, result(run, output, { exitCode: 0 }))[1]!.search;
    const push = `${'noise\n'.repeat(5_000)}remote: error: GH013: rule violations\n${'noise\n'.repeat(200)}`;
    expect(searchOf(push)!.split(' ')).toEqual([
      'GH013',
      ...['noise', 'remote', 'error', 'rule', 'violations'].map(inRest),
    ]);
    expect(searchOf('0 1 2\n')).toBeNull();
  });

  test('has the terms of the rest of a long message, and no part of a secret in it', () => {
    const text = `${'words '.repeat(200)}then EADDRINUSE again, GITHUB_TOKEN=ghp_${'a1B2'.repeat(9)} in the file`;
    const search = one(draft({ is: 'message', text })).search!;
    expect(search).toContain('EADDRINUSE');
    expect(search).not.toContain('a1B2');
  });

  test('takes at most 400 bytes of the beginning, never half a character, no secret', () => {
    const search = one(draft({ is: 'message', text: `DB_PASSWORD=hunter2 ${'购物车🙂'.repeat(200)}` })).search!;
    const [beginning] = search.split('\n');
    expect(Buffer.byteLength(beginning!)).toBeLessThanOrEqual(400);
    expect(search.isWellFormed()).toBe(true);
    expect(search).toContain('[redacted:password]');
  });
});

describe('reading in pieces', () => {
  /** Calls of two sessions, whose results come some calls later, so that a split falls between them. */
  const anyStream = fc
    .array(
      fc.record({
        session: fc.constantFrom('s1', 's2'),
        command: fc.constantFrom('npm test', 'ls', 'grep x a', 'npm test | tail'),
        output: fc.constantFrom('', 'Exit code 1', 'Tests: 1 failed, 2 passed'),
        status: fc.constantFrom('ok' as const, 'failed' as const, 'running' as const),
        wait: fc.nat(3),
      }),
      { maxLength: 25 },
    )
    .map((calls) =>
      calls
        .flatMap(({ session: id, command, output, status, wait }, index): (Draft & { at: number })[] => {
          const common = { session: sessionUid('claude', id) };
          return [
            { ...common, key: `k${index}`, at: index * 10, what: { is: 'call', tool: 'Bash', input: { command } } },
            {
              ...common,
              key: `r${index}`,
              at: (index + wait) * 10 + 5,
              what: { is: 'result', call: `k${index}`, output, status },
            },
          ];
        })
        .toSorted((one, other) => one.at - other.at),
    );

  test('gives the same events wherever the file is split', () => {
    fc.assert(
      fc.property(anyStream, fc.array(fc.nat(50), { maxLength: 5 }), (drafts, splits) => {
        let pieces = createNormaliser();
        const inPieces = drafts.map((each, index) => {
          if (splits.includes(index)) pieces = createNormaliser(JSON.parse(JSON.stringify(pieces.state())));
          return pieces.event(each);
        });
        expect(inPieces).toEqual(events(...drafts));
      }),
      { numRuns: 300 },
    );
  });

  test('keeps a small state, however long the file', () => {
    const normaliser = createNormaliser();
    for (let n = 0; n < 5000; n++) {
      const run = bash(`run ${n}`);
      normaliser.event(run);
      if (n % 2 === 0) normaliser.event(result(run, 'Exit code 1', { status: 'failed' }));
    }
    expect(JSON.stringify(normaliser.state()).length).toBeLessThan(100_000);
  });

  test('keeps a small state, however long the names of the tools', () => {
    const normaliser = createNormaliser();
    for (let n = 0; n < 100; n++) normaliser.event(call(`${n}${'x'.repeat(100_000)}`, {}));
    expect(JSON.stringify(normaliser.state()).length).toBeLessThan(100_000);
  });
});

test('no draft makes it throw', () => {
  const anything = fc.anything({ withNullPrototype: false });
  const tool = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'Bash',
      'Edit',
      'apply_patch',
      'exec',
      'TodoWrite',
      'Task',
      'Grep',
      'mcp__a__b',
      '__proto__',
      'constructor',
    ),
  );
  fc.assert(
    fc.property(tool, fc.oneof(anything, fc.jsonValue()), fc.string(), (name, input, output) => {
      const run = call(name, input);
      events(run, result(run, output));
    }),
    { numRuns: 1000 },
  );
});
