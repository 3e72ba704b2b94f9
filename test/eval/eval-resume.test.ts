import { expect, test } from 'vitest';
import { fitFiles, f1Of, type Sample } from '../../eval/resume/fit.ts';
import { scoreOf } from '../../eval/resume/score.ts';
import { linesOf, truthAt } from '../../eval/resume/truth.ts';
import { fileSignals } from '../../src/ask/resume/files/file-signals.ts';

const said = (text: string) => JSON.stringify({ type: 'user', message: { content: text } });
const called = (name: string, input: object) =>
  JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'x', name, input }] } });

const session = [
  said('Rename the total of the cart.'),
  called('Read', { file_path: '/shop/src/cart.ts' }),
  called('Read', { file_path: '/shop/src/till.ts' }),
  called('Read', { file_path: '/shop/src/money.ts' }),
  called('Bash', { command: 'cd /shop && npm test --silent now' }),
  called('Edit', { file_path: '/shop/src/cart.ts' }),
  called('Edit', { file_path: '/shop/src/till.ts' }),
  called('Edit', { file_path: '/shop/src/new.ts' }),
  called('Bash', { command: 'npm test --silent again' }),
].join('\n');

test('what a session went back to is what it used before and after the cut', () => {
  const truth = truthAt(linesOf(session), 5, undefined)!;
  expect({ ...truth, files: [...truth.files], known: [...truth.known], commands: [...truth.commands] }).toEqual({
    files: ['src/cart.ts', 'src/till.ts'],
    known: ['src/cart.ts', 'src/till.ts', 'src/money.ts'],
    commands: ['npm test --silent'],
    ask: 'Rename the total of the cart.',
    open: [],
  });
  expect(truthAt(linesOf(session), 8, undefined)).toBeUndefined();
});

test('a pack is scored by what it names, wherever it names it', () => {
  const truth = truthAt(linesOf(session), 5, undefined)!;
  expect(scoreOf('rename THE total  of the cart. src/cart.ts, src/money.ts; npm test', truth)).toEqual({
    precision: 0.5,
    recall: 0.5,
    f1: 0.5,
    commands: 0,
    ask: 1,
    open: null,
  });
});

test('weights learn which signal matters', () => {
  const signals = (inHand: number) => fileSignals.map((signal) => (signal === 'inHand' ? inHand : 0));
  const samples = ['a', 'b', 'c'].map((repository): Sample => ({
    name: repository,
    repository,
    wanted: new Set(['src/x']),
    files: [
      { name: 'src/x', signals: signals(1), again: true },
      ...['y', 'z', 'w'].map((name) => ({ name: `src/${name}`, signals: signals(0), again: false })),
    ],
  }));
  const weights = fitFiles(samples);
  expect(weights.weights.inHand).toBeGreaterThan(2);
  expect(f1Of(samples[0]!, weights)).toBe(1);
});
