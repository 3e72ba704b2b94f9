import { describe, expect, test } from 'vitest';
import type { Chain } from '../../model/chain.ts';
import type { ChainId, SessionUid } from '../../model/ids.ts';
import { advise, minConfidenceToAdvise, type Occurrence } from './advise.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const days = 86_400_000;

interface Case {
  readonly failed?: string;
  readonly marks?: readonly string[];
  /** The fix. */
  readonly by?: string;
  readonly did?: readonly string[];
  /** What did not. */
  readonly vain?: readonly string[];
  readonly repo?: string;
  readonly daysAgo?: number;
  readonly session?: string;
  readonly verified?: boolean;
  readonly basis?: Chain['basis'];
}

let numbered = 0;

function solved({
  failed = 'Bash wrap npm test',
  marks = ['run wrap npm test'],
  by,
  did = [],
  vain = [],
  repo = 'shop',
  daysAgo = 3,
  session,
  verified = true,
  basis = 'mined',
}: Case): Chain {
  numbered++;
  const attempt = (action: string, done: readonly string[], successful: boolean | null) => ({
    id: `ev_${numbered}`,
    action,
    code_changes: null,
    successful,
    marks: done,
    at: null,
  });
  return {
    id: `ch_${numbered}` as ChainId,
    basis,
    error: {
      id: `ev_${numbered}`,
      kind: 'real',
      type: 'error',
      message: '',
      action: failed,
      marks,
      fingerprint: "error: unknown subcommand 'npm'",
      lines: [],
      also: [],
      detected_by: null,
      context: null,
      output: null,
      session: (session ?? `claude:${numbered}`) as SessionUid,
      source: 'claude-code',
      repo,
      at: new Date(now - daysAgo * days).toISOString(),
    },
    attempts: [
      ...vain.map((mark) => attempt(mark, basis === 'manual' ? [] : [mark], false)),
      ...(by === undefined ? [] : [attempt(by, did, verified ? true : null)]),
    ],
    state: by === undefined ? 'open' : verified ? 'resolved' : 'unverified',
    resolved: by !== undefined && verified,
    needs_review: false,
    resolution_ms: null,
    successful_fix_id: null,
    resolution_time_minutes: null,
    resolved_at: null,
    verified_by: null,
    culprit: [],
  };
}

const failing: Occurrence = {
  fingerprint: "error: unknown subcommand 'npm'",
  action: 'Bash wrap npm run lint',
  marks: ['run wrap npm run'],
  repo: 'shop',
  at: now,
};
const withoutWrap: Case = { by: 'Bash npm test', did: ['run npm test'] };

function ask(past: readonly Chain[], occurrence: Partial<Occurrence> = {}, minConfidence = minConfidenceToAdvise) {
  return advise({ ...failing, ...occurrence }, past, minConfidence);
}

describe('advice', () => {
  test('is the failing command, changed as it was changed before when that helped', () => {
    expect(ask([solved(withoutWrap), solved(withoutWrap), solved(withoutWrap)])).toMatchObject({
      fix: { text: 'npm run lint', mark: 'run npm run lint' },
      worked: 3,
      of: 3,
    });
  });

  test('is no command that only moves a repository: it came before the pass, and is not why', () => {
    const stage: Case = { by: 'Bash git stash && npm test', did: ['run git stash'] };
    expect(ask([solved(stage), solved(stage), solved(stage)])).toBeUndefined();
    const build: Case = { by: 'Bash npm install && npm test', did: ['run npm install'] };
    expect(ask([solved(build), solved(build), solved(build)])).toMatchObject({ fix: { mark: 'run npm install' } });
  });

  test('puts in the word that was missing where the other one was', () => {
    const fixer: Case = {
      failed: 'Bash npm run lint',
      marks: ['run npm run lint'],
      by: 'Bash npm run lint:fix',
      did: ['run npm run lint:fix'],
    };
    expect(
      ask([solved(fixer), solved(fixer), solved(fixer)], {
        action: 'Bash npm run lint 2>&1 | tail -5',
        marks: ['run npm run lint'],
      })?.fix.text,
    ).toBe('npm run lint:fix');
  });

  test('is what else was done, where the command stayed the same', () => {
    const install: Case = {
      by: 'Bash npm install',
      did: ['run npm install'],
      failed: 'Bash node app.js',
      marks: ['run node'],
    };
    expect(
      ask([solved(install), solved(install), solved(install)], { action: 'Bash node app.js', marks: ['run node'] })?.fix
        .text,
    ).toBe('run npm install');
  });

  test('to read a file names the file at hand, not the one of before', () => {
    const reread = (file: string): Case => ({
      failed: `Edit ${file}`,
      marks: [`edit ${file}`],
      by: `Read ${file}`,
      did: [`read ${file}`],
    });
    expect(
      ask([solved(reread('a.ts')), solved(reread('b.ts')), solved(reread('c.ts'))], {
        action: 'Edit d.ts',
        marks: ['edit d.ts'],
      })?.fix.text,
    ).toBe('read d.ts');
  });

  test('is not given after one case, or after several of one session', () => {
    expect(ask([solved(withoutWrap)], {}, 0)).toBeUndefined();
    expect(
      ask(
        [solved({ ...withoutWrap, session: 'claude:one' }), solved({ ...withoutWrap, session: 'claude:one' })],
        {},
        0,
      ),
    ).toBeUndefined();
  });

  test('is not given when mostly something else helped, or nothing', () => {
    const others = [1, 2, 3, 4].map((n) => solved({ by: `Bash other${n}`, did: [`run other${n}`] }));
    expect(ask([solved(withoutWrap), solved(withoutWrap), ...others])).toBeUndefined();
    expect(ask([solved(withoutWrap), solved(withoutWrap), solved({}), solved({}), solved({})])).toBeUndefined();
  });

  test('counts for less when it is old or from another project, and not at all when it was never verified', () => {
    const confidence = (more: Case) =>
      ask([solved({ ...withoutWrap, ...more }), solved({ ...withoutWrap, ...more }), solved({})], {}, 0)!.confidence;
    expect(confidence({ daysAgo: 400 })).toBeLessThan(confidence({}));
    expect(confidence({ repo: 'elsewhere' })).toBeLessThan(confidence({}));
    expect(
      ask(
        [1, 2, 3].map(() => solved({ ...withoutWrap, verified: false })),
        {},
        0,
      ),
    ).toBeUndefined();
  });

  test('says what was tried in vain, but not what helped another time', () => {
    const past = [
      solved({ ...withoutWrap, vain: ['run npm cache', 'run npm ci'] }),
      solved({ ...withoutWrap, vain: ['run npm cache', 'run npm ci'] }),
      solved({ by: 'Bash npm ci', did: ['run npm ci'] }),
      solved(withoutWrap),
    ];
    expect(ask(past, {}, 0)?.vain).toEqual(['run npm cache']);
  });

  test('does not say that the same call failed again, nor what was done to files of another project', () => {
    const past = [1, 2, 3].map(() =>
      solved({ ...withoutWrap, repo: 'elsewhere', vain: ['run wrap npm test', 'edit src/a.ts', 'run npm ci'] }),
    );
    expect(ask(past, {}, 0)?.vain).toEqual(['run npm ci']);
  });

  test('is a file of the same project, or the one at hand', () => {
    const edited: Case = {
      failed: 'Bash npm test',
      marks: ['run npm test'],
      by: 'Edit src/cart.ts',
      did: ['edit src/cart.ts'],
    };
    const now_ = { action: 'Bash npm test', marks: ['run npm test'] };
    expect(ask([solved(edited), solved(edited)], now_, 0)?.fix.text).toBe('edit src/cart.ts');
    expect(
      ask([solved({ ...edited, repo: 'elsewhere' }), solved({ ...edited, repo: 'elsewhere' })], now_, 0),
    ).toBeUndefined();
  });

  test.each([['git commit --no-verify -m x'], ['sudo git commit -m x'], ['HUSKY=0 git commit -m x']])(
    'is never to do without a safeguard: `%s`',
    (by) => {
      const past = [1, 2, 3].map(() =>
        solved({
          failed: 'Bash git commit -m x',
          marks: ['run git commit'],
          by: `Bash ${by}`,
          did: ['run git commit'],
        }),
      );
      expect(ask(past, { action: 'Bash git commit -m x', marks: ['run git commit'] }, 0)).toBeUndefined();
    },
  );

  test('is a manual entry, in text and once, until it is seen not to help', () => {
    const manual = solved({ basis: 'manual', failed: '', marks: [], by: 'Plug in the widget', vain: [] });
    expect(ask([manual])).toMatchObject({ fix: { text: 'Plug in the widget' }, worked: 1, of: 1 });
    expect(ask([manual, solved({}), solved({}), solved({})])).toBeUndefined();
    expect(ask([solved({ ...withoutWrap, basis: 'manual', vain: ['Turn it off and on'] })])?.vain).toEqual([
      'Turn it off and on',
    ]);
  });

  test('is not given about words that say nothing', () => {
    expect(
      ask([solved(withoutWrap), solved(withoutWrap), solved(withoutWrap)], { fingerprint: 'exit code <n>' }, 0),
    ).toBeUndefined();
  });

  test('does not fit a command that has nothing of what was changed', () => {
    expect(
      ask([solved(withoutWrap), solved(withoutWrap), solved(withoutWrap)], { action: 'Bash yarn lint' }, 0),
    ).toBeUndefined();
  });

  test('is not the call that has just failed', () => {
    const again: Case = {
      failed: 'Bash npm test',
      marks: ['run npm test'],
      by: 'Bash npm test',
      did: ['run npm test'],
    };
    expect(
      ask([solved(again), solved(again), solved(again)], { action: 'Bash npm test', marks: ['run npm test'] }, 0),
    ).toBeUndefined();
  });
});
