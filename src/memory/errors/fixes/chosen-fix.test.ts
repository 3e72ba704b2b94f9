import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../model/operation.ts';
import { createErrorStories, type ErrorStory, type FinishedCall } from '../error-stories.ts';
import { fixSignals } from './fix-signals.ts';
import { fixChoice, type FixChoice } from './fix-weights.ts';
import shipped from './fix-weights.json' with { type: 'json' };

const build: Operation = { does: 'check', kind: 'build', words: ['make'], paths: [], fixes: false };

describe('of the steps that the rules propose as a fix', () => {
  const failing = { ended: 'failed', detectedBy: 'exit code', reason: 'make: *** [all] Error 2' } as const;
  const steps = [
    call('red', build, failing),
    call('one', edit('a.ts')),
    call('two', edit('b.ts')),
    call('three', edit('c.ts')),
    call('green', build),
  ];

  test('only those that are likely one are named', () => {
    const story = storyOf(steps, { threshold: 0.5, chance: (_, step) => (step === 'two' ? 0.6 : 0.4) });
    expect(story).toMatchObject({ fix: ['two'], how: 'change', verifiedBy: 'green' });
  });

  test('none is named where none is likely, and the failure is still known to be over', () => {
    const story = storyOf(steps, { threshold: 0.5, chance: () => 0.4 });
    expect(story).toMatchObject({ fix: [], how: null, verifiedBy: 'green', open: false });
  });

  test('what the error itself asks for is named however unlikely it seems', () => {
    const story = storyOf(
      [
        call('write', edit('a.ts'), { ...failing, reason: 'File has not been read yet. Read it first.' }),
        call('look', { does: 'look', path: 'a.ts' }),
        call('write again', edit('a.ts')),
      ],
      { threshold: 0.5, chance: () => 0 },
    );
    expect(story!.fix).toEqual(['look']);
  });

  test('a story read in pieces names the same as one read at once', () => {
    const stories = createErrorStories();
    for (const each of steps) {
      stories.add(each);
      stories.open();
    }
    expect(stories.take()).toEqual([storyOf(steps)]);
  });
});

test('every weight is of a signal that is read', () => {
  expect(Object.keys(shipped.signals)).toEqual([...fixSignals]);
});

test('a step in the file that is at fault is likelier than one after all others', () => {
  const { chance } = fixChoice();
  const row = (...names: readonly string[]) => Float64Array.from(fixSignals, (name) => Number(names.includes(name)));
  const near = chance('red', 'a', row('edits', 'faultyFile', 'firstChange', 'beforeProof', 'runNext'));
  const far = chance('red', 'b', row('edits', 'far', 'changes', 'beforeProof', 'sameProblemsNext'));
  expect(near).toBeGreaterThan(far);
});

function edit(path: string): Operation {
  return { does: 'edit', path, old: '', text: `what ${path} says now`, whole: false };
}

function storyOf(calls: readonly FinishedCall[], choice?: FixChoice): ErrorStory | undefined {
  const stories = createErrorStories(choice);
  for (const each of calls) stories.add(each);
  return [...stories.take(), ...stories.open()][0];
}

function call(key: string, operation: Operation, facts: Partial<FinishedCall> = {}): FinishedCall {
  return {
    key,
    at: null,
    tool: 'tool',
    operations: [operation],
    message: null,
    ended: 'ok',
    detectedBy: null,
    reason: '',
    errorLines: [],
    keyLines: [],
    output: '',
    ...facts,
  };
}
