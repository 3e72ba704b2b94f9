import { beforeAll, expect, test } from 'vitest';
import type { SessionUid } from '../../../../src/types.ts';
import { generatedSkeleton } from '../data/generated-session.ts';
import { readSkeleton } from '../data/skeleton.ts';
import { combineSteps, type Steps } from '../data/steps.ts';
import {
  back,
  select,
  move,
  nextFailure,
  nextPrompt,
  playOn,
  setMinConfidence,
  setTreeBy,
  setView,
  showSlice,
  toBestCause,
  toEnd,
  toggleBelow,
  togglePlay,
  toggleReads,
  toggleTurn,
  toggleTurns,
} from './actions.ts';
import { allTurns, withOptions, initialView, withSteps, type ViewState } from './view-state.ts';

let steps: Steps;
let withChild: Steps;
let view: ViewState;

beforeAll(async () => {
  const root = await readSkeleton(generatedSkeleton(2_000, { children: 1 }));
  const child = await readSkeleton(generatedSkeleton(40, { uid: 'made:up/0' }));
  steps = await combineSteps(root, new Map());
  withChild = await combineSteps(root, new Map([['made:up/0' as SessionUid, child]]));
  view = initialView(steps, {});
});

test('moving skips rows that are not steps', () => {
  const [band] = steps.bands;
  const before = select(view, band!.after);
  expect(move(before, 1).selected).toBe(band!.after + 1);
  expect(move(view, 1).selected).toBe(0);
  expect(toEnd(view, 'last').selected).toBe(1_999);
  expect(move(toEnd(view, 'last'), 1).selected).toBe(1_999);
});

test('selecting the same step again counts as a new selection; other changes do not', () => {
  const first = toEnd(view, 'first');
  expect(toEnd(first, 'first')).toMatchObject({ selected: first.selected, times: first.times + 1 });
  expect(setMinConfidence(first, 80).times).toBe(first.times);
});

test('why shows the causes of the selected step; again, it folds unrelated steps; back undoes both', () => {
  const why = showSlice(select(view, 1_500), 'why');
  expect(why.slice).toMatchObject({ root: 1_500, direction: 'causes' });
  expect(why.rows.rows.length).toBe(view.rows.rows.length);
  const folded = showSlice(why, 'why');
  expect(folded.rows.rows.length).toBeLessThan(200);
  const all = back(folded);
  expect([all.show, all.slice, all.rows.rows.length]).toEqual(['all', null, view.rows.rows.length]);
});

test('selecting a step inside the slice keeps the slice, one outside gets its own', () => {
  const why = showSlice(select(view, 1_500), 'why');
  const inside = [...why.slice!.depth.keys()].find((step) => step !== 1_500)!;
  expect(select(why, inside).slice).toBe(why.slice);
  expect(select(why, 1_501).slice!.root).toBe(1_501);
});

test('a higher minimum confidence leaves fewer edges', () => {
  const why = showSlice(select(view, 1_500), 'why');
  const stricter = setMinConfidence(why, 90);
  expect(stricter.slice!.depth.size).toBeLessThan(why.slice!.depth.size);
  expect(stricter.slice!.edges.every(({ edge }) => steps.confidence[edge]! >= 90)).toBe(true);
  expect(setMinConfidence(why, 200).minConfidence).toBe(95);
});

test('selecting a folded step unfolds it', () => {
  const outline = toggleTurns(view);
  expect(outline.rows.isOutline).toBe(true);
  const opened = select(outline, 1_500);
  expect(opened.rows.rows[opened.rows.rowOf[1_500]!]).toBe(1_500);
  expect(opened.closed.size).toBe(outline.closed.size - 1);
  const reads = toggleReads(view);
  const run = reads.rows.extras.find(({ is }) => is === 'reads')!;
  const inRun = select(reads, run.from + 1);
  expect(inRun.rows.rows[inRun.rows.rowOf[run.from + 1]!]).toBe(run.from + 1);
});

test('folding the turn of the selected step selects its prompt', () => {
  const turn = steps.turn[1_500]!;
  expect(toggleTurn(select(view, 1_500), turn).selected).toBe(steps.turnStart[turn]);
});

test('the tree starts folded except for the current turn, and leaves the list unchanged', () => {
  const tree = setView(select(view, 1_500), 'tree');
  expect(tree.rows.rows[tree.rows.rowOf[1_500]!]).toBe(1_500);
  expect(tree.closedInTree.size).toBe(allTurns(steps).size - 1);
  expect(setView(tree, 'steps').rows.rows).toEqual(view.rows.rows);
});

test('failures, prompts and the strongest cause can be jumped to', () => {
  const failure = nextFailure(view, 1);
  expect(steps.failed[failure.selected]).toBe(1);
  expect(nextFailure(nextFailure(failure, 1), -1).selected).toBe(failure.selected);
  expect(nextPrompt(select(view, 0), 1).selected).toBe(steps.turnStart[1]);
  const step = select(view, 1_500);
  expect(toBestCause(step).selected).toBe(steps.cause[steps.firstCause[1_500]!]);
});

test('a replay runs from the selected step to the last and stops', () => {
  const playing = togglePlay(select(view, 1_998));
  expect(playing).toMatchObject({ replay: 'playing', selected: 1_998 });
  const last = playOn(playing);
  expect(last.selected).toBe(1_999);
  expect(playOn(last).replay).toBe('off');
  expect(togglePlay(withOptions(last, { replay: 'off' })).selected).toBe(0);
});

test('the selection survives opening a sub-agent before it; closing one around it selects the call', () => {
  const after = select(view, 1_500);
  const opened = withSteps(after, withChild);
  expect([withChild.part[opened.selected], withChild.own[opened.selected]]).toEqual([0, 1_500]);
  expect(withSteps(opened, steps).selected).toBe(1_500);
  const inside = select(opened, withChild.stepAt(1, 5));
  expect(withSteps(inside, steps).selected).toBe(steps.bands[0]!.after);
});

test('the tree by cause keeps the selected step in sight, and folds effects', () => {
  const byCause = setTreeBy(select(view, 1_500), 'cause');
  const { causeTree, rows } = byCause;
  expect(byCause.view).toBe('tree');
  expect(rows.rows[rows.rowOf[1_500]!]).toBe(1_500);
  const cause = [...causeTree!.order].find((step) => causeTree!.below[step]! > 0)!;
  const effect = causeTree!.under.indexOf(cause);
  const folded = toggleBelow(byCause, cause);
  expect(folded.rows.rows.length).toBeLessThan(rows.rows.length);
  expect(select(folded, effect).rows.rows.length).toBe(rows.rows.length);
  expect(toggleTurns(toggleTurns(byCause)).rows.rows.length).toBe(rows.rows.length);
  expect(setTreeBy(byCause, 'turn').causeTree).toBeNull();
});
