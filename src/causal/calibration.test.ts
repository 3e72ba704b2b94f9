import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { StemmaError } from '../model/stemma-error.ts';
import { causesOfLast, edit, prompt, read, run } from '../testing/link-session.ts';
import type { FoundCause } from './linker.ts';

const folder = mkdtempSync(join(tmpdir(), 'stemma-calibration-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

function choose(name: string, content: unknown): void {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  vi.stubEnv('STEMMA_CALIBRATION', file);
}

/** Why an edit was made, by the calibration in a file. */
function causesBy(name: string, content: unknown): readonly FoundCause[] {
  choose(name, content);
  return causes();
}

function causes(): readonly FoundCause[] {
  return causesOfLast(
    prompt('ask', 'mend the cart'),
    read('look', 'src/cart.ts', '1→return result - 1;'),
    run('date', 'date', 'Monday'),
    edit('fix', 'src/cart.ts', 'return result - 1;', 'return result;'),
  );
}

const fitted = { sessions: 1, calls: 1, without: null };

describe('another calibration', () => {
  test('replaces the one that is shipped, weight by weight', () => {
    const found = causesBy('other.json', {
      fitted,
      base: { all: -1 },
      signals: { replacedHere: { all: 2, edit: 1 }, isPrompt: { all: 1 } },
    });
    expect(found).toEqual([
      {
        cause: 'look',
        confidence: 0.881,
        types: ['informed'],
        evidence: ['shows the line it replaces: "return result - 1;"'],
      },
      { cause: 'ask', confidence: 0.5, types: ['asked'], evidence: ['the prompt of its turn'] },
    ]);
  });

  test('may believe in nothing', () => {
    expect(causesBy('nothing.json', { fitted, base: { all: -20 }, signals: {} })).toEqual([]);
  });

  test('makes no cause of order alone, whatever it says', () => {
    const found = causesBy('order.json', { fitted, base: { all: 10 }, signals: {} });
    expect(found.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['look', 'ask']));
    expect(found.map(({ cause }) => cause)).not.toContain('date');
  });

  test('may correct first weights by trees that look at all candidates', () => {
    const best = { column: [0, -1, -1], at: [0.9, -9, 9], left: [1, 0, 0] };
    const content = {
      fitted,
      base: { all: -1 },
      signals: { replacedHere: { all: 2 } },
      columns: ['rank'],
      trees: [best],
    };
    expect(causesBy('trees.json', content)).toMatchObject([{ cause: 'look', confidence: 0.99 }]);
  });

  test('names a cause from the threshold on, with at least an even chance', () => {
    const odds = (probability: number): number => Math.log(probability / (1 - probability));
    const confidence = (probability: number): number =>
      causesBy(`even-${probability}.json`, {
        fitted,
        base: { all: -9 },
        signals: { replacedHere: { all: 9 + odds(probability) } },
      })[0]!.confidence;
    expect([0.25, 0.33, 0.35, 0.49, 0.75].map(confidence)).toEqual([0.25, 0.33, 0.5, 0.5, 0.75]);
  });

  test('counts from when it is named until it is not', () => {
    const shipped = causes();
    expect(causesBy('nothing.json', { fitted, base: { all: -20 }, signals: {} })).toEqual([]);
    vi.unstubAllEnvs();
    expect(causes()).toEqual(shipped);
  });

  test('is not named by an empty variable', () => {
    const shipped = causes();
    vi.stubEnv('STEMMA_CALIBRATION', '');
    expect(causes()).toEqual(shipped);
  });
});

describe('whatever counts, and however much', () => {
  const change = (key: string): ReturnType<typeof edit> => edit(key, `src/${key}.ts`, 'a', 'b');
  const commit = (key: string): ReturnType<typeof run> => run(key, `git commit -am ${key}`);

  test('what lies behind the last commit is not what the next one commits', () => {
    choose('commits.json', { fitted, base: { all: -3 }, signals: { committedChange: { all: 10 } } });
    expect(
      causesOfLast(change('early'), commit('first'), change('one'), change('two'), commit('second')).map(
        ({ cause }) => cause,
      ),
    ).toEqual(['two', 'one']);
    expect(
      causesOfLast(change('early'), run('first', 'git status'), change('one'), change('two'), commit('second')).map(
        ({ cause }) => cause,
      ),
    ).toEqual(['two', 'one', 'early']);
  });

  test('a guess that is reached through a likelier cause is left out', () => {
    choose('reached.json', {
      fitted,
      base: { all: -1 },
      signals: { verifiesLast: { all: 5 }, failedJustNow: { all: 5 } },
    });
    const failing = run('failing', 'npm test', 'not ok', 'badly');
    const look = read('look', 'src/change.ts', '');
    expect(causesOfLast(change('change'), failing).map(({ cause }) => cause)).toEqual(['change']);
    expect(causesOfLast(change('change'), run('date', 'date'), look).map(({ cause }) => cause)).toEqual(['change']);
    expect(causesOfLast(change('change'), failing, look).map(({ cause }) => cause)).toEqual(['failing']);
  });

  test('there are at most five causes', () => {
    choose('many.json', { fitted, base: { all: 5 }, signals: {} });
    const found = causesOfLast(
      prompt('ask', 'mend everything'),
      run('failing', 'npm test', 'not ok', 'badly'),
      ...['a', 'b', 'c', 'd'].map(change),
      run('date', 'date'),
      run('again', 'npm test'),
    );
    expect(found).toHaveLength(5);
  });
});

describe('what is no calibration is refused, with what to do about it', () => {
  const refusal = (make: () => unknown): StemmaError => {
    try {
      make();
    } catch (error) {
      if (error instanceof StemmaError) return error;
      throw error;
    }
    throw new Error('It was taken.');
  };

  test('a file that is not there', () => {
    vi.stubEnv('STEMMA_CALIBRATION', join(folder, 'missing.json'));
    const error = refusal(causes);
    expect(error).toMatchObject({ code: 'bad-settings', hint: expect.stringContaining('unset STEMMA_CALIBRATION') });
    expect(error.message).toContain('missing.json cannot be read');
  });

  test.each([
    ['a folder', 'as a folder'],
    ['text', 'weights: none'],
    ['half a file', '{"base":{"all":-1},"sig'],
  ])('%s', (_, content) => {
    const error = refusal(() => {
      if (content !== 'as a folder') return causesBy('broken.json', content);
      vi.stubEnv('STEMMA_CALIBRATION', folder);
      return causes();
    });
    expect(error).toMatchObject({ code: 'bad-settings', hint: expect.stringContaining('npm run eval') });
    expect(error.message).toMatch(/^STEMMA_CALIBRATION: .* cannot be read: /);
  });

  const leaning = (column: number, left: number): unknown => ({
    column: [column, -1, -1],
    at: [0, 0, 0],
    left: [left, 0, 0],
  });

  test.each([
    ['nothing', 'null'],
    ['a number', '1'],
    ['no weights', { fitted }],
    ['a signal of another version', { fitted, base: { all: 0 }, signals: { goldenHammer: { all: 1 } } }],
    ['a group of another version', { fitted, base: { all: 0, deploy: 1 }, signals: {} }],
    ['a weight that is no number', { fitted, base: { all: 0 }, signals: { isPrompt: { all: '1' } } }],
    ['a column of another version', { fitted, base: { all: 0 }, signals: {}, columns: ['goldenHammer'], trees: [] }],
    [
      'a tree with a column too many',
      { fitted, base: { all: 0 }, signals: {}, columns: ['rank'], trees: [leaning(1, 1)] },
    ],
    ['a tree without an end', { fitted, base: { all: 0 }, signals: {}, columns: ['rank'], trees: [leaning(0, 0)] }],
    ['a weight that is not finite', '{"base":{"all":1e999},"signals":{}}'],
  ])('%s', (_, content) => {
    const error = refusal(() => causesBy('foreign.json', content));
    expect(error).toMatchObject({ code: 'bad-settings', hint: expect.stringContaining('npm run eval') });
    expect(error.message).toMatch(/is not a calibration of this version$/);
  });
});
